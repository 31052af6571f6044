/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays_build: what the pictures of all formats are made of: the window as a matrix, slots, pointers, steps. */
#ifndef NZ_ARRAYS_BUILD_H
#define NZ_ARRAYS_BUILD_H

#include "tui/views/arrays.h"

/* The window as a matrix of its own, m × n, in CSR. */
struct arrays_source {
    int m, n, nnz, widest;
    int ptr[MODEL_WINDOW + 1];
    const struct model_window *w;
};

struct arrays_source arrays_source_of(const struct model_window *w);
int arrays_length(const struct arrays_source *s, int i);
int arrays_column(const struct arrays_source *s, int p);
double arrays_value(const struct arrays_source *s, int p);
/* The entry (i, j), -1: there is none. */
int arrays_entry(const struct arrays_source *s, int i, int j);
/* A new array with room for `most` slots. NULL: no memory. */
struct arrays_one *arrays_new(struct arrays *a, const char *name, bool values, int line, int most);
/* Appends a number that is read in the step to come. */
struct arrays_slot *arrays_slot_add(struct arrays *a, struct arrays_one *o, double number, bool begins);
/* A pointer, read in all steps up to the next one. */
void arrays_pointer_add(struct arrays *a, struct arrays_one *o, int number);
/* The step of entry p; -1: padding, of this row. */
void arrays_step_add(struct arrays *a, const struct arrays_source *s, int p, int row);
/* Column and value of entry p, -1: padding, and its step. */
void arrays_entry_add(struct arrays *a, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *s,
                      int p, int row, bool begins);

#endif
