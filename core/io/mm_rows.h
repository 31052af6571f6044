/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_rows: entries that come in order of rows and columns, read by one thread, are parsed into the csr that they make.
 */
#ifndef NZ_MM_ROWS_H
#define NZ_MM_ROWS_H

#include "core/io/mm_header.h"
#include "core/matrix/coo.h"

/* Begins with zeros. Up to `at` entries stand in a.ind and a.val, and a.ptr[i + 1] is where row i ends, 0 where it is
   empty, until mm_rows_finish. */
struct mm_rows {
    struct csr a;
    int64_t at, room;
    uint64_t last; /* row and column of the last entry, plus one */
};

/* Points `to` at the place of the next entries if there is room for `count`; its rows stay elsewhere. */
bool mm_rows_place(const struct mm_rows *, int64_t count, struct coo *to);

/* Appends the entries of x, where mm_rows_place said or anywhere else, if they come in order (*in_order) after those
   before them. */
bool mm_rows_keep(struct mm_rows *, const struct mm_header *, const struct coo *x, bool *in_order, struct err *e);

/* The rows of entries begin .. begin+count-1, ascending from row *i, which moves on. */
void mm_rows_expand(const struct mm_rows *, int64_t begin, int64_t count, int64_t *i, int32_t *row);

/* Moves the matrix to *a. */
bool mm_rows_finish(struct mm_rows *, const struct mm_header *, struct csr *a, struct err *e);

#endif
