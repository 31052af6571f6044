/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row: one row of A times X with SIMD. Compiled once per value type T and instruction set. */
#pragma once

#include <stdint.h>

/* The parameter LOOP of kernels with both loops. */
enum row_loop { LOOP_COLUMNS, LOOP_ROW };
static const char *const row_loops[] = { "columns", "row", NULL };
#define ROW_LOOP_HELP "SIMD across columns of X, or along a row of A, one column of X at a time"

/* Shorter rows are summed one entry after another: there, preparing several sums takes longer than they save (EPYC, gcc
   12, f64: rows of 5 entries 1.27 ns an entry at once, 0.87 one by one; of 12 to 16 they are level). gcc makes vectors
   of four f32 from single loads and takes their sum apart again, unless a barrier keeps it from that: without vectors
   rows of 3 to 10 entries take 0.67 to 0.95 of the time (NOTES.md, SpMV). */
enum { ROW_SHORT = 12 };

/* Columns of X at once. With 32 the compilers no longer keep the sums in registers. */
enum { ROW_BLOCK = 16 };

/* Σ val[e]·x[ind[e]] in four sums: with more, rows of a few dozen entries lose more in the remainder than they gain. */
static inline T row_dot(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x)
{
    T sum = 0;

    if (len < ROW_SHORT) {
        for (int64_t e = 0; e < len; e++) {
            sum += val[e] * x[ind[e]];
            if (sizeof(T) == sizeof(float))
                __asm__ volatile("" : : : "memory");
        }
        return sum;
    }
#pragma omp simd reduction(+ : sum) simdlen(4)
    for (int64_t e = 0; e < len; e++)
        sum += val[e] * x[ind[e]];
    return sum;
}

/* The same for numbers of x that are ld apart. */
static inline T row_dot_strided(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x,
                                int64_t ld)
{
    T sum = 0;

#pragma omp simd reduction(+ : sum) simdlen(4)
    for (int64_t e = 0; e < len; e++)
        sum += val[e] * x[ind[e] * ld];
    return sum;
}

/* y[0..k) = Σ val[e]·x[ind[e]*ld + 0..k), one column of X at a time. */
static inline void row_each(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x,
                            int64_t ld, int64_t k, T *restrict y)
{
    for (int64_t c = 0; c < k; c++)
        y[c] = ld == 1 ? row_dot(len, ind, val, x + c) : row_dot_strided(len, ind, val, x + c, ld);
}

/* y[0..w) = Σ val[e]·x[ind[e]*ld + 0..w); w is a constant once inlined, and the sums stay in registers. */
static inline __attribute__((always_inline)) void row_block(int w, int64_t len, const int32_t *restrict ind,
                                                            const T *restrict val, const T *restrict x, int64_t ld,
                                                            T *restrict y)
{
    T sum[ROW_BLOCK];

    for (int c = 0; c < w; c++)
        sum[c] = 0;
    for (int64_t e = 0; e < len; e++) {
        const T *restrict from = x + ind[e] * ld;
        const T v = val[e];
        for (int c = 0; c < w; c++)
            sum[c] += v * from[c];
    }
    for (int c = 0; c < w; c++)
        y[c] = sum[c];
}

/* y[0..k) = Σ val[e]·x[ind[e]*ld + 0..k), in blocks of columns whose sums fit in registers. */
static inline void row_times(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x,
                             int64_t ld, int64_t k, T *restrict y)
{
    int64_t c = 0;

    for (; c + ROW_BLOCK <= k; c += ROW_BLOCK)
        row_block(ROW_BLOCK, len, ind, val, x + c, ld, y + c);
    if (c + 8 <= k) {
        row_block(8, len, ind, val, x + c, ld, y + c);
        c += 8;
    }
    if (c + 4 <= k) {
        row_block(4, len, ind, val, x + c, ld, y + c);
        c += 4;
    }
    if (c + 2 <= k) {
        row_block(2, len, ind, val, x + c, ld, y + c);
        c += 2;
    }
    if (c < k)
        row_block(1, len, ind, val, x + c, ld, y + c);
}
