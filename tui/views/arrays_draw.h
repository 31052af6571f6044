/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays_draw: the arrays of a format as text, with the numbers of one step marked. */
#ifndef NZ_ARRAYS_DRAW_H
#define NZ_ARRAYS_DRAW_H

#include "core/base/text.h"
#include "tui/canvas/canvas.h"
#include "tui/views/arrays.h"

/* step: the one whose numbers are marked and kept in sight; -1: none. Returns the lines used. */
int arrays_draw(struct canvas *, struct rect, const struct arrays *, int step);
/* Columns that the widest picture needs. */
int arrays_width(const struct arrays *);
/* The mark of a place without an entry. */
const char *arrays_none(const struct canvas *);
/* A value in at most 7 columns. Returns `out`. */
char *arrays_number(char out[TEXT_SIZE], double value);
/* The colour of a row, the same in the matrix and in all arrays. */
enum role arrays_role(int row);

#endif
