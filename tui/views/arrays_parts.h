/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays_parts: shared by the files that lay out arrays: the window as a matrix, and adding slots and steps. */
#pragma once

#include "tui/views/arrays.h"

enum { ARRAYS_STEPS = 2 * (MODEL_WINDOW + 2) * (MODEL_WINDOW + 2) }; /* all diagonals: the most of any format */

/* The window as a matrix, m × n, in CSR, and the parts of its rows outside. */
struct arrays_source {
    int m, n, nnz, widest;
    int block; /* rows and columns of a block */
    int ptr[MODEL_WINDOW + 1];
    int64_t more[MODEL_WINDOW]; /* entries outside */
    bool whole;                 /* the matrix's rows have more entries or slots than the window shows */
    const struct model_window *w;
};

static inline int arrays_length(const struct arrays_source *s, int i)
{
    return s->ptr[i + 1] - s->ptr[i];
}

/* The number of row i of the window in the matrix. */
static inline double arrays_row(const struct arrays_source *s, int i)
{
    return (double)(s->w->from[0] + i);
}

/* An empty array; `line` as in struct arrays_one. */
struct arrays_one *arrays_add(struct arrays *, const char *name, bool values, int line);
/* Appends a number that the next step reads, of this row; -1: of several. */
struct arrays_slot *arrays_put(struct arrays *, struct arrays_one *, double number, int row, bool begins);
/* Column and value of entry p, -1: padding, and its step. */
void arrays_entry(struct arrays *, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *, int p,
                  int row, bool begins);

/* ---- whole rows: entries in the window, then one slot for all others, and one for all padding ---- */

/* The padding of a row as one slot and one step; or its entries outside the window, which add `sum` to y. */
void arrays_many(struct arrays *, struct arrays_one *col, struct arrays_one *val, int row, int64_t many, bool padding,
                 double sum, bool begins);
/* Slot t of row i, which has `width` slots; row -1, or beyond the last: blank. */
void arrays_whole(struct arrays *, struct arrays_one *col, struct arrays_one *val, const struct arrays_source *, int i,
                  int t, int64_t width, bool begins);
/* The most slots of a row in the picture of ELLPACK. */
int arrays_whole_line(const struct arrays_source *);
/* For each SELL chunk of the matrix, the rows in the window: their padding is known. False: no room. */
bool arrays_whole_sell(const struct arrays_source *, struct arrays *);
