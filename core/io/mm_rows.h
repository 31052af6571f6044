/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_rows: entries that come row by row or column by column, in order, read by one thread, are parsed into a csr: that
   of the matrix, of its transpose, or of one triangle, from which the matrix is made without sorting. */
#pragma once

#include "core/io/mm_header.h"
#include "core/matrix/coo.h"

/* Begins with zeros. Up to `at` entries stand in a.ind and a.val, and a.ptr[i + 1] is where line i ends, 0 where it is
   empty, until mm_rows_finish. */
struct mm_rows {
    struct csr a;
    bool columns; /* lines of a are columns of the file */
    int64_t at, room;
    uint64_t last; /* line and place in it of the last entry, plus one */
};

/* Points `to` at the place of the next entries if there is room for `count`; the numbers of lines stay elsewhere. */
bool mm_rows_place(const struct mm_rows *, int64_t count, struct coo *to);

/* Appends the entries of x, where mm_rows_place said or anywhere else, if they come in order (*in_order) after those
   before them. */
bool mm_rows_keep(struct mm_rows *, const struct mm_header *, const struct coo *x, bool *in_order, struct err *e);

/* Points x at entries begin .. begin+count-1, the lines of which, ascending from *i, which moves on, go to `line`. */
void mm_rows_entries(const struct mm_rows *, int64_t begin, int64_t count, int64_t *i, int32_t *line, struct coo *x);

/* Makes *a of all entries. A symmetric matrix is not stored on both sides of the diagonal. */
bool mm_rows_finish(struct mm_rows *, const struct mm_header *, struct csr *a, struct err *e);
