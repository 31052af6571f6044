/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile: one row of A times X with the row of Y in vector registers. Compiled once per value type T and instruction set.
 */
#ifndef NZ_CPU_TILE_H
#define NZ_CPU_TILE_H

#include "cpu/simd.h"

/* The widest tile: eight vectors of Y leave registers for X and A. */
enum { TILE_VECTORS = 8, TILE_COLUMNS = TILE_VECTORS * LANES };

/* Σ val[e]·x[ind[e]*ld], for rows of few entries. */
static inline T tile_dot(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x,
                         int64_t ld)
{
    T sum = 0;

    for (int64_t e = 0; e < len; e++)
        sum += val[e] * x[ind[e] * ld];
    return sum;
}

/* How a row of Y leaves: `stream` past the caches; `ahead` entries before it is needed, a row of X is asked for. */
struct tile_way {
    bool stream;
    int ahead;
};

/* y[0..w) = Σ val[e]·x[ind[e]*ld + 0..w), w = full·LANES and, if `part`, the lanes of `rest`; entries are `step` apart.
   `full` and `part` are constants where this is inlined, so that the sums stay in registers. */
static ALWAYS_INLINE void tile_row(const int full, const bool part, simd_mask rest, struct tile_way way, int64_t len,
                                   const int32_t *restrict ind, const T *restrict val, const int64_t step,
                                   const T *restrict x, int64_t ld, T *restrict y)
{
    simd sum[TILE_VECTORS] = { { 0 } }, last = { 0 };

    for (int64_t e = 0; e < len; e++) {
        const T *restrict from = x + ind[e * step] * ld;
        const T v = val[e * step];
        if (way.ahead) {
            const T *restrict later = x + ind[(e + way.ahead) * step] * ld;
            for (int b = 0; b < full * SIMD_BYTES + part; b += 64)
                __builtin_prefetch((const char *)later + b);
        }
        for (int l = 0; l < full; l++)
            sum[l] += v * simd_load(from + l * LANES);
        if (part)
            last += v * simd_load_part(from + full * LANES, rest);
    }
    for (int l = 0; l < full; l++) {
        if (way.stream)
            simd_stream(y + l * LANES, sum[l]);
        else
            simd_store(y + l * LANES, sum[l]);
    }
    if (part)
        simd_store_part(y + full * LANES, last, rest);
}

/* The same for any k: whole tiles, then halves of them, then single vectors, then what is left. */
static inline void tile_times(int64_t len, const int32_t *restrict ind, const T *restrict val, int64_t step,
                              const T *restrict x, int64_t ld, int64_t k, T *restrict y)
{
    const struct tile_way way = { false, 0 };
    const simd_mask none = simd_first(0);
    int64_t c = 0;

    for (; c + 8 * LANES <= k; c += 8 * LANES)
        tile_row(8, false, none, way, len, ind, val, step, x + c, ld, y + c);
    for (; c + 4 * LANES <= k; c += 4 * LANES)
        tile_row(4, false, none, way, len, ind, val, step, x + c, ld, y + c);
    for (; c + 2 * LANES <= k; c += 2 * LANES)
        tile_row(2, false, none, way, len, ind, val, step, x + c, ld, y + c);
    for (; c + LANES <= k; c += LANES)
        tile_row(1, false, none, way, len, ind, val, step, x + c, ld, y + c);
    if (c < k)
        tile_row(0, true, simd_first((int)(k - c)), way, len, ind, val, step, x + c, ld, y + c);
}

#endif
