/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_tiling: the longest rows of A cut by tiles of columns and multiplied tile by tile, so that the part of x that
   a tile needs stays in the L1. */
#ifndef NZ_COLUMN_TILING_H
#define NZ_COLUMN_TILING_H

#include "gpu/layout/nonzero_split.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A partial row is what a long row has in one tile of columns; y_i is the sum of its partial sums. The rows that are
   then split: the partial rows of the first tile, one for each long row, those of the second …, and then the other rows
   of A in order. No long rows: A as it is. */
struct column_tiling {
    int64_t tiles, longs, rows; /* rows: in begin and end */
    uint32_t *long_row;         /* ascending */
    int64_t *begin, *end;
};

enum tiling_when { TILING_AUTO, TILING_NO, TILING_YES };

static inline int64_t column_tiling_partials(const struct column_tiling *t)
{
    return t->tiles * t->longs;
}

/* The most partial rows that A is ever cut into. */
int64_t column_tiling_most(const struct csr *a, enum tiling_when when);

/* ERR_MEMORY. Release *out also after a failure. */
bool column_tiling_build(const struct csr *a, enum tiling_when when, struct column_tiling *out, struct err *e);
void column_tiling_release(struct column_tiling *t);

/* The rows to split. */
struct row_spans column_tiling_rows(const struct csr *a, const struct column_tiling *t);

/* Fills in which long rows stand between the rows of each block. */
void column_tiling_ranges(const struct column_tiling *t, struct nonzero_split *s);

#ifdef __cplusplus
}
#endif
#endif
