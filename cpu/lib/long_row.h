/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long_row: one row of A times rows of X too long for the registers. The sums stay in L1; four rows of X at a time are
   read from end to end, because the hardware prefetches such streams but not pieces of a few cache lines. Compiled once
   per value type T and instruction set. */
#pragma once

#include "cpu/lib/simd.h"

/* Entries multiplied side by side; columns of sums, 4 KiB. Not measured separately. */
enum { LONG_ROW_ENTRIES = 4, LONG_ROW_COLUMNS = 4096 / sizeof(T) };

/* The first step of a row initializes the sums; the last one stores them to y. */
struct long_row_step {
    bool first, last, stream;
};

/* sum[0..w) += Σ val[e]·x[ind[e]*ld + 0..w) for n entries; n and `way` are constants once inlined. */
static ALWAYS_INLINE void long_row_add(const int n, const struct long_row_step way, const int32_t *ind, const T *val,
                                       const T *x, int64_t ld, int64_t w, T *restrict sum, T *restrict y)
{
    const int64_t whole = w / LANES * LANES;
    const simd_mask rest = simd_first((int)(w - whole));
    const T *from[LONG_ROW_ENTRIES];

    for (int e = 0; e < n; e++)
        from[e] = x + ind[e] * ld;
    for (int64_t c = 0; c < whole; c += LANES) {
        simd s = way.first ? (simd){ 0 } : simd_load(sum + c);
        for (int e = 0; e < n; e++)
            s += val[e] * simd_load(from[e] + c);
        simd_put(way.last && way.stream, (way.last ? y : sum) + c, s);
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

/* The first n ≤ 4 entries; a multiple of four remains. */
static ALWAYS_INLINE void long_row_begin(int n, const struct long_row_step way, const int32_t *ind, const T *val,
                                         const T *x, int64_t ld, int64_t w, T *restrict sum, T *restrict y)
{
    if (n == 0)
        long_row_add(0, way, ind, val, x, ld, w, sum, y);
    else if (n == 1)
        long_row_add(1, way, ind, val, x, ld, w, sum, y);
    else if (n == 2)
        long_row_add(2, way, ind, val, x, ld, w, sum, y);
    else if (n == 3)
        long_row_add(3, way, ind, val, x, ld, w, sum, y);
    else
        long_row_add(4, way, ind, val, x, ld, w, sum, y);
}

/* y[0..w) = Σ val[e]·x[ind[e]*ld + 0..w), w ≤ LONG_ROW_COLUMNS */
static ALWAYS_INLINE void long_row_panel(const bool stream, int64_t len, const int32_t *restrict ind,
                                         const T *restrict val, const T *restrict x, int64_t ld, int64_t w,
                                         T *restrict y)
{
    const int odd = len > LONG_ROW_ENTRIES ? (int)((len - 1) % LONG_ROW_ENTRIES) + 1 : (int)len;
    T sum[LONG_ROW_COLUMNS] __attribute__((aligned(SIMD_BYTES)));
    int64_t e = odd;

    if (e == len) {
        long_row_begin(odd, (struct long_row_step){ true, true, stream }, ind, val, x, ld, w, sum, y);
        return;
    }
    long_row_begin(odd, (struct long_row_step){ true, false, stream }, ind, val, x, ld, w, sum, y);
    for (; e + LONG_ROW_ENTRIES < len; e += LONG_ROW_ENTRIES)
        long_row_add(LONG_ROW_ENTRIES, (struct long_row_step){ false, false, stream }, ind + e, val + e, x, ld, w, sum,
                     y);
    long_row_add(LONG_ROW_ENTRIES, (struct long_row_step){ false, true, stream }, ind + e, val + e, x, ld, w, sum, y);
}

/* Any k, LONG_ROW_COLUMNS columns at a time. */
static ALWAYS_INLINE void long_row_times(const bool stream, int64_t len, const int32_t *restrict ind,
                                         const T *restrict val, const T *restrict x, int64_t ld, int64_t k,
                                         T *restrict y)
{
    for (int64_t c = 0; c < k; c += LONG_ROW_COLUMNS)
        long_row_panel(stream, len, ind, val, x + c, ld, k - c < LONG_ROW_COLUMNS ? k - c : LONG_ROW_COLUMNS, y + c);
}
