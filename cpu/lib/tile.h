/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile: one row of A times X, the row of Y in vector registers. Compiled once per value type and instruction set. */
#pragma once

#include "cpu/device/memory.h"

#include "cpu/lib/long_row.h"
#include "cpu/lib/row.h"

/* The widest tile, half of the registers: multiply-adds read X from memory and A from a register. */
enum { TILE_VECTORS = SIMD_BYTES == 64 ? 16 : 8 };

/* `stream`: non-temporal stores of Y. Rows of X are prefetched `distance` entries ahead; 0: never. */
struct tile_way {
    bool stream;
    int distance;
};

static ALWAYS_INLINE void tile_prefetch(const T *x, int vectors)
{
    for (int b = 0; b < vectors * SIMD_BYTES; b += MEMORY_LINE)
        __builtin_prefetch((const char *)x + b);
}

/* The rest of a tile after its whole vectors: nothing, some lanes of one more, or some of its lower half. */
enum tile_part { TILE_NONE, TILE_MASKED, TILE_LOW };

/* Vector l of a row of X: `full` whole vectors, then the lanes of `rest`. */
static ALWAYS_INLINE simd tile_load(const int full, const enum tile_part part, simd_mask rest, const T *x, int l)
{
    if (l < full)
        return simd_load(x + l * LANES);
    return part == TILE_LOW ? simd_load_low(x + l * LANES, rest) : simd_load_part(x + l * LANES, rest);
}

/* y[0..w) = Σ val[e]·x[ind[e]*ld + 0..w), w = full·LANES plus, if `part`, the lanes of `rest`. `full` and `part` are
   constants once inlined, and the sums stay in registers. An addition depends on the one before it, so a single vector
   has two sums. Four are slower: the end of the remainder loop is mispredicted. */
static ALWAYS_INLINE void tile_row(const int full, const enum tile_part part, simd_mask rest, struct tile_way way,
                                   int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x,
                                   int64_t ld, T *restrict y)
{
    const int w = full + (part != TILE_NONE);
    simd sum[TILE_VECTORS] = { { 0 } }, other = { 0 };
    int64_t e = 0;

    for (; w == 1 && e + 2 <= len; e += 2) {
        for (int s = 0; way.distance && s < 2; s++)
            tile_prefetch(x + ind[e + s + way.distance] * ld, 1);
        sum[0] += val[e] * tile_load(full, part, rest, x + ind[e] * ld, 0);
        other += val[e + 1] * tile_load(full, part, rest, x + ind[e + 1] * ld, 0);
    }
    for (; e < len; e++) {
        const T *restrict from = x + ind[e] * ld;
        const T v = val[e];
        if (way.distance)
            tile_prefetch(x + ind[e + way.distance] * ld, w);
        for (int l = 0; l < w; l++)
            sum[l] += v * tile_load(full, part, rest, from, l);
        if (w == 1)
            break; /* the last of an odd number */
    }
    if (w == 1)
        sum[0] += other;
    for (int l = 0; l < full; l++)
        simd_put(way.stream, y + l * LANES, sum[l]);
    if (part)
        simd_store_part(y + full * LANES, sum[full], rest);
}

/* Half a vector, or the lanes of `rest`. A whole one would straddle two cache lines in every other row of X. */
static ALWAYS_INLINE void tile_half(const bool part, simd_mask rest, struct tile_way way, int64_t len,
                                    const int32_t *restrict ind, const T *restrict val, const T *restrict x, int64_t ld,
                                    T *restrict y)
{
    simd_half sum = { 0 }, other = { 0 };
    int64_t e = 0;

    for (; e + 2 <= len; e += 2) {
        for (int s = 0; way.distance && s < 2; s++)
            tile_prefetch(x + ind[e + s + way.distance] * ld, 1);
        sum += val[e] * simd_half_load(part, x + ind[e] * ld, rest);
        other += val[e + 1] * simd_half_load(part, x + ind[e + 1] * ld, rest);
    }
    if (e < len)
        sum += val[e] * simd_half_load(part, x + ind[e] * ld, rest);
    sum += other;
    if (way.stream && !part)
        simd_half_stream(y, sum);
    else
        simd_half_store(part, y, sum, rest);
}

/* Fewer columns than lanes. */
static inline void tile_rest(int columns, int64_t len, const int32_t *restrict ind, const T *restrict val,
                             const T *restrict x, int64_t ld, T *restrict y)
{
    const struct tile_way way = { false, 0 };

    if (columns == LANES / 2)
        tile_half(false, simd_first(0), way, len, ind, val, x, ld, y);
    else if (columns < LANES / 2)
        tile_half(true, simd_first(columns), way, len, ind, val, x, ld, y);
    else
        tile_row(0, TILE_MASKED, simd_first(columns), way, len, ind, val, x, ld, y);
}

/* Any k: tiles of w = 1, 2, 4 or 8 vectors, then narrower ones of 4, 2 and 1, then the remainder. */
static ALWAYS_INLINE void tile_columns(const int w, int64_t len, const int32_t *restrict ind, const T *restrict val,
                                       const T *restrict x, int64_t ld, int64_t k, T *restrict y)
{
    const struct tile_way way = { false, 0 };
    const simd_mask none = simd_first(0);
    int64_t c = 0;

    for (; c + w * LANES <= k; c += w * LANES)
        tile_row(w, TILE_NONE, none, way, len, ind, val, x + c, ld, y + c);
    for (; w > 4 && c + 4 * LANES <= k; c += 4 * LANES)
        tile_row(4, TILE_NONE, none, way, len, ind, val, x + c, ld, y + c);
    for (; w > 2 && c + 2 * LANES <= k; c += 2 * LANES)
        tile_row(2, TILE_NONE, none, way, len, ind, val, x + c, ld, y + c);
    for (; c + LANES <= k; c += LANES)
        tile_row(1, TILE_NONE, none, way, len, ind, val, x + c, ld, y + c);
    if (c < k)
        tile_rest((int)(k - c), len, ind, val, x + c, ld, y + c);
}

/* The same; beyond eight vectors the sums are in L1. */
static inline void tile_wide(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x,
                             int64_t ld, int64_t k, T *restrict y)
{
    if (k > 8 * LANES)
        long_row_times(false, len, ind, val, x, ld, k, y);
    else
        tile_columns(8, len, ind, val, x, ld, k, y);
}

/* The same; a single column is a sum along the row, inlined: for short rows the call of a tile would cost a tenth. */
static ALWAYS_INLINE void tile_times(int64_t len, const int32_t *restrict ind, const T *restrict val,
                                     const T *restrict x, int64_t ld, int64_t k, T *restrict y)
{
    if (k > 1)
        tile_wide(len, ind, val, x, ld, k, y);
    else
        row_each(len, ind, val, x, ld, 1, y);
}
