/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block_row: dense blocks of A side by side, times X: one load of a row of X serves all rows of a block, and their sums
   stay in registers. Compiled once per value type T and instruction set. */
#pragma once

#include "cpu/lib/simd.h"

/* BLOCK_ROW_SUMS vectors of sums leave registers for X and A. A block has at most BLOCK_SIDE rows and columns. Up to
   BLOCK_PAST values past the last one may be read. */
enum { BLOCK_ROW_SUMS = SIMD_BYTES == 64 ? 24 : 12, BLOCK_SIDE = 8, BLOCK_PAST = BLOCK_SIDE + LANES };

/* The first column of each block, and its values column by column. Below, `rows` and `cols` are inlined constants. */
struct block_row {
    int64_t blocks;
    const int32_t *first;
    const T *val, *x;
    T *y;
    int64_t ldx, ldy;
    int there;         /* rows of Y */
    const int32_t *to; /* which; NULL: row r */
    bool stream;
};

static ALWAYS_INLINE T *block_row_y(const struct block_row g, int r)
{
    return g.y + (g.to ? g.to[r] : r) * g.ldy;
}

/* Sets of partial sums: an addition depends on the one before it, so about eight independent sums hide its latency. */
static ALWAYS_INLINE int block_row_sets(const int sums)
{
    return sums >= 8 ? 1 : 8 / sums;
}

/* Blocks multiplied together to fill the sets. */
static ALWAYS_INLINE int block_row_step(const int sets, const int cols)
{
    return (sets + cols - 1) / cols;
}

/* ---- k = 1: a vector holds the rows of a column ---- */

/* Lanes past the last row hold meaningless sums. */
static ALWAYS_INLINE void block_row_add_rows(const int rows, const int cols, const int s, const struct block_row g,
                                             int64_t at, simd *sum)
{
    const int w = (rows + LANES - 1) / LANES, sets = block_row_sets(2 * w);
    const T *restrict v = g.val + at * rows * cols, *restrict x = g.x + g.first[at] * g.ldx;

    for (int c = 0; c < cols; c++)
        for (int l = 0; l < w; l++)
            sum[(s * cols + c) % sets * w + l] += x[c * g.ldx] * simd_load(v + c * rows + l * LANES);
}

static ALWAYS_INLINE void block_row_vector_whole(const int rows, const int cols, const struct block_row g)
{
    const int w = (rows + LANES - 1) / LANES, sets = block_row_sets(2 * w), step = block_row_step(sets, cols);
    simd sum[BLOCK_SIDE] = { { 0 } };
    T lane[BLOCK_PAST];
    int64_t at = 0;

    for (; at + step <= g.blocks; at += step)
        for (int s = 0; s < step; s++)
            block_row_add_rows(rows, cols, s, g, at + s, sum);
    for (; step > 1 && at < g.blocks; at++)
        block_row_add_rows(rows, cols, 0, g, at, sum);
    for (int l = 0; l < w; l++) {
        for (int i = 1; i < sets; i++)
            sum[l] += sum[i * w + l];
        simd_store(lane + l * LANES, sum[l]);
    }
    for (int r = 0; r < rows && r < g.there; r++)
        *block_row_y(g, r) = lane[r];
}

/* The same for rows that fit in half a vector. */
static ALWAYS_INLINE void block_row_add_half(const int rows, const int cols, const int s, const struct block_row g,
                                             int64_t at, simd_half *sum)
{
    const T *restrict v = g.val + at * rows * cols, *restrict x = g.x + g.first[at] * g.ldx;

    for (int c = 0; c < cols; c++)
        sum[(s * cols + c) % 4] += x[c * g.ldx] * *(const simd_half_loose *)(v + c * rows);
}

static ALWAYS_INLINE void block_row_vector_half(const int rows, const int cols, const struct block_row g)
{
    const int step = block_row_step(4, cols);
    simd_half sum[4] = { { 0 } };
    T lane[LANES / 2];
    int64_t at = 0;

    for (; at + step <= g.blocks; at += step)
        for (int s = 0; s < step; s++)
            block_row_add_half(rows, cols, s, g, at + s, sum);
    for (; step > 1 && at < g.blocks; at++)
        block_row_add_half(rows, cols, 0, g, at, sum);
    *(simd_half_loose *)lane = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    for (int r = 0; r < rows && r < g.there; r++)
        *block_row_y(g, r) = lane[r];
}

/* y[r] = Σ val[c][r]·x[first + c] */
static ALWAYS_INLINE void block_row_vector(const int rows, const int cols, const struct block_row g)
{
    if (rows <= LANES / 2)
        block_row_vector_half(rows, cols, g);
    else
        block_row_vector_whole(rows, cols, g);
}

/* ---- k > 1: a vector holds columns of X ---- */

static ALWAYS_INLINE void block_row_add(const int rows, const int cols, const int w, const int s,
                                        const struct block_row g, int64_t at, int64_t column, simd *sum)
{
    const int sets = block_row_sets(rows * w);
    const T *restrict v = g.val + at * rows * cols, *restrict x = g.x + g.first[at] * g.ldx + column;

    for (int c = 0; c < cols; c++)
        for (int l = 0; l < w; l++) {
            simd xs = simd_load(x + c * g.ldx + l * LANES);
            for (int r = 0; r < rows; r++)
                sum[((s * cols + c) % sets * rows + r) * w + l] += v[c * rows + r] * xs;
        }
}

/* w vectors of columns from `column` on. */
static ALWAYS_INLINE void block_row_whole(const int rows, const int cols, const int w, const struct block_row g,
                                          int64_t column)
{
    const int sets = block_row_sets(rows * w), step = block_row_step(sets, cols);
    simd sum[BLOCK_ROW_SUMS] = { { 0 } }; /* [set][row][vector] */
    int64_t at = 0;

    for (; at + step <= g.blocks; at += step)
        for (int s = 0; s < step; s++)
            block_row_add(rows, cols, w, s, g, at + s, column, sum);
    for (; step > 1 && at < g.blocks; at++)
        block_row_add(rows, cols, w, 0, g, at, column, sum);
    for (int r = 0; r < g.there; r++)
        for (int l = 0; l < w; l++) {
            for (int i = 1; i < sets; i++)
                sum[r * w + l] += sum[(i * rows + r) * w + l];
            simd_put(g.stream, block_row_y(g, r) + column + l * LANES, sum[r * w + l]);
        }
}

/* The lanes of `rest` from `column` on. */
static ALWAYS_INLINE void block_row_rest(const int rows, const int cols, simd_mask rest, const struct block_row g,
                                         int64_t column)
{
    const int sets = cols > 1 ? block_row_sets(rows) : 1;
    simd sum[BLOCK_ROW_SUMS] = { { 0 } };

    for (int64_t at = 0; at < g.blocks; at++) {
        const T *restrict v = g.val + at * rows * cols, *restrict x = g.x + g.first[at] * g.ldx + column;
        for (int c = 0; c < cols; c++) {
            simd xs = simd_load_part(x + c * g.ldx, rest);
            for (int r = 0; r < rows; r++)
                sum[c % sets * rows + r] += v[c * rows + r] * xs;
        }
    }
    for (int r = 0; r < g.there; r++) {
        for (int i = 1; i < sets; i++)
            sum[r] += sum[i * rows + r];
        simd_store_part(block_row_y(g, r) + column, sum[r], rest);
    }
}

/* The same in half a vector: whole, or the lanes of `rest`. */
static ALWAYS_INLINE void block_row_half(const int rows, const int cols, const bool part, simd_mask rest,
                                         const struct block_row g, int64_t column)
{
    const int sets = cols > 1 ? block_row_sets(rows) : 1;
    simd_half sum[BLOCK_ROW_SUMS] = { { 0 } };

    for (int64_t at = 0; at < g.blocks; at++) {
        const T *restrict v = g.val + at * rows * cols, *restrict x = g.x + g.first[at] * g.ldx + column;
        for (int c = 0; c < cols; c++) {
            simd_half xs = simd_half_load(part, x + c * g.ldx, rest);
            for (int r = 0; r < rows; r++)
                sum[c % sets * rows + r] += v[c * rows + r] * xs;
        }
    }
    for (int r = 0; r < g.there; r++) {
        for (int i = 1; i < sets; i++)
            sum[r] += sum[i * rows + r];
        simd_half_store(part, block_row_y(g, r) + column, sum[r], rest);
    }
}

/* Y[r][0..k) = Σ val[c][r]·X[first + c][0..k), with as many vectors at once as fit in registers. */
static ALWAYS_INLINE void block_row_times(const int rows, const int cols, const struct block_row g, int64_t k)
{
    const int most = BLOCK_ROW_SUMS / rows;
    int64_t c = 0;

    if (most >= 8)
        for (; c + 8 * LANES <= k; c += 8 * LANES)
            block_row_whole(rows, cols, 8, g, c);
    if (most >= 4)
        for (; c + 4 * LANES <= k; c += 4 * LANES)
            block_row_whole(rows, cols, 4, g, c);
    if (most >= 2)
        for (; c + 2 * LANES <= k; c += 2 * LANES)
            block_row_whole(rows, cols, 2, g, c);
    for (; c + LANES <= k; c += LANES)
        block_row_whole(rows, cols, 1, g, c);
    if (k - c > LANES / 2)
        block_row_rest(rows, cols, simd_first((int)(k - c)), g, c);
    else if (k - c == LANES / 2)
        block_row_half(rows, cols, false, simd_first(0), g, c);
    else if (c < k)
        block_row_half(rows, cols, true, simd_first((int)(k - c)), g, c);
}
