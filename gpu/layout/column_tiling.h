/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_tiling: the longest rows of A cut by tiles of columns and multiplied tile by tile, so that the rows of X that
   a tile needs stay in the caches; and A without its empty rows. */
#pragma once

#include "gpu/layout/nonzero_split.h"

C_NAMES_BEGIN

/* A partial row is what a long row has in one tile of columns; y_i is the sum of its partial sums. The rows that are
   then split, tile by tile: the partial rows of the tile, one for each long row, and that part of the other rows of A
   which stands where the tile crosses the diagonal. Row i's sum belongs to row place[i] of Y, or, with PLACE_PARTIAL,
   to partial row `place` (tile·longs + long row). Neither long nor left out rows: A as it is, the lists NULL. */
struct column_tiling {
    int64_t tiles, longs, rows; /* rows: in begin, end and place */
    uint32_t *long_row, *place; /* long_row: ascending */
    int64_t *begin, *end;
};

#define PLACE_PARTIAL (1u << 31)

enum tiling_when { TILING_AUTO, TILING_NO, TILING_YES };

/* Tiles of `columns` columns; long rows have `each` entries a tile or more. AUTO: where they have `entries` together,
   or more. */
struct tiling_wish {
    enum tiling_when when;
    int64_t columns, each, entries;
    bool no_empty; /* leave out rows without entries */
};

static inline int64_t column_tiling_partials(const struct column_tiling *t)
{
    return t->tiles * t->longs;
}

/* The most partial rows that A is ever cut into. */
int64_t column_tiling_most(const struct csr *a, const struct tiling_wish *wish);

/* ERR_MEMORY. Release *out also after a failure. */
bool column_tiling_build(const struct csr *a, const struct tiling_wish *wish, struct column_tiling *out, struct err *e);
void column_tiling_release(struct column_tiling *t);

/* The rows to split. */
struct row_spans column_tiling_rows(const struct csr *a, const struct column_tiling *t);

C_NAMES_END
