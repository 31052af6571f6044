/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_block_tiles: rows of A times a tile of X's columns, with compiled code for each width: 0 to TILE_VECTORS whole
   vectors, with or without a masked remainder. Compiled once per value type T and instruction set. */
#pragma once

#include "cpu/lib/plan.h"

#include "cpu/lib/prefetch.h"
#include "cpu/lib/tile.h"

struct csr_block_tile {
    const struct plan_csr *a;
    const T *x; /* the tile of X: x[j*ldx + c] */
    int64_t ldx;
    T *y;           /* the tile of Y: y[plan_row(a, i)*a->v.ldy + c] */
    int distance;   /* rows of X are prefetched this many entries ahead; 0: never */
    bool stream;    /* non-temporal stores of Y */
    simd_mask rest; /* lanes of the last vector */
};

/* In place of a number of whole vectors: half a vector or less. */
enum { TILES_HALF = -1 };

/* y[i][tile] = Σ_e val[e]·x[ind[e]][tile] for the rows from .. to-1 */
static ALWAYS_INLINE void tiles_way(const int full, const enum tile_part part, const struct tile_way way,
                                    const struct csr_block_tile *g, int64_t from, int64_t to)
{
    const struct plan_csr a = *g->a;
    const T *restrict val = a.val, *restrict x = g->x;
    const int64_t ldx = g->ldx;
    const simd_mask rest = g->rest;
    int64_t begin = plan_begin(&a, from), fetched = begin;

    for (int64_t i = from; i < to; i++) {
        const int64_t end = plan_begin(&a, i + 1), len = end - begin;
        T *restrict y = g->y + plan_row(&a, i) * a.v.ldy;
        if (a.v.prefetch)
            fetched = prefetch_until(fetched, end, a.ind, val);
        if (full == TILES_HALF)
            tile_half(part != TILE_NONE, rest, way, len, a.ind + begin, val + begin, x, ldx, y);
        else
            tile_row(full, part, rest, way, len, a.ind + begin, val + begin, x, ldx, y);
        begin = end;
    }
}

static ALWAYS_INLINE void tiles_times(const int full, const enum tile_part part, const struct csr_block_tile *g,
                                      int64_t from, int64_t to)
{
    if (g->distance)
        tiles_way(full, part, (struct tile_way){ g->stream, g->distance }, g, from, to);
    else if (g->stream)
        tiles_way(full, part, (struct tile_way){ true, 0 }, g, from, to);
    else
        tiles_way(full, part, (struct tile_way){ false, 0 }, g, from, to);
}

/* Widths of n vectors, the last one whole or partial. */
#define TILES_WIDTHS(n)                                                                                                \
    case 2 * n - 1:                                                                                                    \
        if (part <= LANES / 2)                                                                                         \
            tiles_times(n - 1, TILE_LOW, g, from, to);                                                                 \
        else                                                                                                           \
            tiles_times(n - 1, TILE_MASKED, g, from, to);                                                              \
        break;                                                                                                         \
    case 2 * n:                                                                                                        \
        tiles_times(n, TILE_NONE, g, from, to);                                                                        \
        break;

/* y[i][0..width) for the rows from .. to-1, width at most TILE_VECTORS vectors. */
static inline void tiles_rows(struct csr_block_tile *g, int64_t width, int64_t from, int64_t to)
{
    const int part = (int)(width % LANES);

    g->rest = simd_first(part);
    switch (width / LANES * 2 + (part > 0)) {
    case 1:
        if (part < LANES / 2)
            tiles_times(TILES_HALF, TILE_LOW, g, from, to);
        else if (part == LANES / 2)
            tiles_times(TILES_HALF, TILE_NONE, g, from, to);
        else
            tiles_times(0, TILE_MASKED, g, from, to);
        break;
    case 2:
        tiles_times(1, TILE_NONE, g, from, to);
        break;
        TILES_WIDTHS(2)
        TILES_WIDTHS(3)
        TILES_WIDTHS(4)
        TILES_WIDTHS(5)
        TILES_WIDTHS(6)
        TILES_WIDTHS(7)
        TILES_WIDTHS(8)
#if SIMD_BYTES == 64
        TILES_WIDTHS(9)
        TILES_WIDTHS(10)
        TILES_WIDTHS(11)
        TILES_WIDTHS(12)
        TILES_WIDTHS(13)
        TILES_WIDTHS(14)
        TILES_WIDTHS(15)
        TILES_WIDTHS(16)
#endif
    }
}
