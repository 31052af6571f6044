/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_rows: parses entries that come in order of rows or columns, on one thread, straight into a csr: of the matrix, its
   transpose, or one triangle, which is expanded to the matrix without sorting. */
#pragma once

#include "core/io/mm_header.h"
#include "core/matrix/coo.h"

/* Zeroed at first. Until mm_rows_finish entries lie from 0 on, and a.ptr[i + 1] is the end of line i, 0 if empty. */
struct mm_rows {
    struct csr a;
    bool columns; /* lines of a are columns of the file */
    int64_t at, room;
    uint64_t last; /* that of the last entry */
};

/* A number that grows along lines and from line to line, starting at 1. */
static inline uint64_t mm_rows_number(const int32_t *line, const int32_t *ind, int64_t k)
{
    return ((uint64_t)(uint32_t)line[k] << 32 | (uint32_t)ind[k]) + 1;
}

/* Whether these numbers of entries ascend strictly, from above `last` on. */
bool mm_rows_ascend(const int32_t *line, const int32_t *ind, int64_t count, uint64_t last);

/* If `count` entries have room, points `to` at the final place of indices and values; line numbers are the caller's. */
bool mm_rows_place(const struct mm_rows *, int64_t count, struct coo *to);

/* Appends the entries of x, which may already be where mm_rows_place pointed, if they continue the order: *in_order. A
   triangle with entries far from the diagonal counts as out of order: buckets read it faster. */
bool mm_rows_keep(struct mm_rows *, const struct mm_header *, const struct coo *x, bool *in_order, struct err *e);

/* Points x at entries begin .. begin+count-1. Their line numbers, found from line *i on, go to `line`. */
void mm_rows_entries(const struct mm_rows *, int64_t begin, int64_t count, int64_t *i, int32_t *line, struct coo *x);

/* Makes *a of all entries; those of a symmetric matrix must all be on one side of the diagonal. */
bool mm_rows_finish(struct mm_rows *, const struct mm_header *, struct csr *a, struct err *e);
