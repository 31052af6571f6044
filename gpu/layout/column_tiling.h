/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_tiling: cuts the longest rows of A by tiles of columns, to be multiplied tile by tile, so that the rows of X
   of a tile stay in the caches; and A without its empty rows. */
#pragma once

#include "gpu/layout/nonzero_split.h"

C_NAMES_BEGIN

/* A partial row is the part of a long row in one tile of columns; y_i is the sum of its partial sums. The resulting
   rows, tile by tile: the partial rows of the tile, one per long row, and that part of the other rows of A which stands
   where the tile crosses the diagonal. Row i's sum belongs to row place[i] of Y, or, with PLACE_PARTIAL, to partial row
   `place` (tile·longs + long row). Without long or left-out rows: A itself, the lists NULL. */
struct column_tiling {
    int64_t tiles, longs, rows; /* rows: in begin, end and place */
    uint32_t *long_row, *place; /* long_row: ascending */
    int64_t *begin, *end;
};

#define PLACE_PARTIAL (1u << 31)

enum tiling_when { TILING_AUTO, TILING_NO, TILING_YES };

/* Tiles of `columns` columns; long rows have at least `each` entries a tile. AUTO: only if they have at least `entries`
   in all. */
struct tiling_wish {
    enum tiling_when when;
    int64_t columns, each, entries;
    bool no_empty; /* leave out rows without entries */
};

static inline int64_t column_tiling_partials(const struct column_tiling *t)
{
    return t->tiles * t->longs;
}

/* The most partial rows that A can be cut into. */
int64_t column_tiling_most(const struct csr *a, const struct tiling_wish *wish);

/* ERR_MEMORY. Release *out even after a failure. */
bool column_tiling_build(const struct csr *a, const struct tiling_wish *wish, struct column_tiling *out, struct err *e);
void column_tiling_release(struct column_tiling *t);

/* The rows to split. */
struct row_spans column_tiling_rows(const struct csr *a, const struct column_tiling *t);

C_NAMES_END
