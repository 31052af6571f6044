/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long: one row of A times X where rows of X are too long for the registers. The sums stay in L1 while rows of X go by
   from end to end, four side by side, so that the processor follows each of them ahead of time, which it does not in
   pieces of a few cache lines. Compiled once per value type T and instruction set. */
#ifndef NZ_CPU_LONG_H
#define NZ_CPU_LONG_H

#include "cpu/lib/simd.h"

/* Entries that are multiplied side by side; columns whose sums are kept. */
enum { LONG_ENTRIES = 4, LONG_COLUMNS = 4096 / sizeof(T) };

/* Where the entries of a group are in the row: with the first, sums begin; with the last, they go to y. */
struct long_way {
    bool first, last, stream;
};

/* sum[0..w) += Σ val[e]·x[ind[e]*ld + 0..w) for n entries, n and `way` constants where this is inlined. */
static ALWAYS_INLINE void long_group(const int n, const struct long_way way, const int32_t *ind, const T *val,
                                     const T *x, int64_t ld, int64_t w, T *restrict sum, T *restrict y)
{
    const int64_t whole = w / LANES * LANES;
    const simd_mask rest = simd_first((int)(w - whole));
    const T *from[LONG_ENTRIES];

    for (int e = 0; e < n; e++)
        from[e] = x + ind[e] * ld;
    for (int64_t c = 0; c < whole; c += LANES) {
        simd s = way.first ? (simd){ 0 } : simd_load(sum + c);
        for (int e = 0; e < n; e++)
            s += val[e] * simd_load(from[e] + c);
        if (way.last && way.stream)
            simd_stream(y + c, s);
        else
            simd_store((way.last ? y : sum) + c, s);
    }
    if (whole < w) {
        simd s = way.first ? (simd){ 0 } : simd_load(sum + whole);
        for (int e = 0; e < n; e++)
            s += val[e] * simd_load_part(from[e] + whole, rest);
        if (way.last)
            simd_store_part(y + whole, s, rest);
        else
            simd_store(sum + whole, s);
    }
}

/* The entries that groups of four leave, which come first; n ≤ 4. */
static ALWAYS_INLINE void long_begin(int n, const struct long_way way, const int32_t *ind, const T *val, const T *x,
                                     int64_t ld, int64_t w, T *restrict sum, T *restrict y)
{
    if (n == 0)
        long_group(0, way, ind, val, x, ld, w, sum, y);
    else if (n == 1)
        long_group(1, way, ind, val, x, ld, w, sum, y);
    else if (n == 2)
        long_group(2, way, ind, val, x, ld, w, sum, y);
    else if (n == 3)
        long_group(3, way, ind, val, x, ld, w, sum, y);
    else
        long_group(4, way, ind, val, x, ld, w, sum, y);
}

/* y[0..w) = Σ val[e]·x[ind[e]*ld + 0..w), w ≤ LONG_COLUMNS */
static ALWAYS_INLINE void long_row(const bool stream, int64_t len, const int32_t *restrict ind, const T *restrict val,
                                   const T *restrict x, int64_t ld, int64_t w, T *restrict y)
{
    const int odd = len > LONG_ENTRIES ? (int)((len - 1) % LONG_ENTRIES) + 1 : (int)len;
    T sum[LONG_COLUMNS] __attribute__((aligned(SIMD_BYTES)));
    int64_t e = odd;

    if (e == len) {
        long_begin(odd, (struct long_way){ true, true, stream }, ind, val, x, ld, w, sum, y);
        return;
    }
    long_begin(odd, (struct long_way){ true, false, stream }, ind, val, x, ld, w, sum, y);
    for (; e + LONG_ENTRIES < len; e += LONG_ENTRIES)
        long_group(LONG_ENTRIES, (struct long_way){ false, false, stream }, ind + e, val + e, x, ld, w, sum, y);
    long_group(LONG_ENTRIES, (struct long_way){ false, true, stream }, ind + e, val + e, x, ld, w, sum, y);
}

/* The same for any k. */
static ALWAYS_INLINE void long_times(const bool stream, int64_t len, const int32_t *restrict ind, const T *restrict val,
                                     const T *restrict x, int64_t ld, int64_t k, T *restrict y)
{
    for (int64_t c = 0; c < k; c += LONG_COLUMNS)
        long_row(stream, len, ind, val, x + c, ld, k - c < LONG_COLUMNS ? k - c : LONG_COLUMNS, y + c);
}

#endif
