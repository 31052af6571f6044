/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_panel: several rows of A times X, each with its row of Y in registers; their sums are independent. Compiled once
   per value type T and instruction set. */
#pragma once

#include "cpu/lib/simd.h"

/* The most vectors of sums that leave registers for X and A; the most rows. */
enum { ROW_PANEL_SUMS = SIMD_BYTES == 64 ? 16 : 8, ROW_PANEL_ROWS = LANES < 8 ? LANES : 8 };

/* Slot s of row r is val[s·val_slot + r·val_row]·x[r·x_row + ind[s·ind_slot + r·ind_row]·ld]. */
struct row_panel {
    int64_t width;
    const int32_t *ind;
    const T *val, *x;
    int64_t ld, ind_slot, ind_row, val_slot, val_row, x_row;
};

static ALWAYS_INLINE const T *row_panel_x(struct row_panel a, int64_t s, int r)
{
    return a.x + r * a.x_row + a.ind[s * a.ind_slot + r * a.ind_row] * a.ld;
}

static ALWAYS_INLINE T row_panel_value(struct row_panel a, int64_t s, int r)
{
    return a.val[s * a.val_slot + r * a.val_row];
}

/* y[r][c .. c + w·LANES) for rows from .. from + count-1, except those without y. `stream`: non-temporal stores. */
static ALWAYS_INLINE void row_panel_whole(const int count, const int w, bool stream, struct row_panel a, int from,
                                          T *const *y, int64_t c)
{
    simd sum[ROW_PANEL_SUMS] = { { 0 } };

    for (int64_t s = 0; s < a.width; s++)
        for (int r = 0; r < count; r++) {
            const T *x = row_panel_x(a, s, from + r) + c, v = row_panel_value(a, s, from + r);
            for (int l = 0; l < w; l++)
                sum[r * w + l] += v * simd_load(x + l * LANES);
        }
    for (int r = 0; r < count; r++)
        for (int l = 0; l < w && y[from + r]; l++)
            simd_put(stream, y[from + r] + c + l * LANES, sum[r * w + l]);
}

/* The lanes of `rest`, from column c on. */
static ALWAYS_INLINE void row_panel_rest(const int count, simd_mask rest, struct row_panel a, int from, T *const *y,
                                         int64_t c)
{
    simd sum[ROW_PANEL_ROWS] = { { 0 } };

    for (int64_t s = 0; s < a.width; s++)
        for (int r = 0; r < count; r++)
            sum[r] += row_panel_value(a, s, from + r) * simd_load_part(row_panel_x(a, s, from + r) + c, rest);
    for (int r = 0; r < count; r++)
        if (y[from + r])
            simd_store_part(y[from + r] + c, sum[r], rest);
}

/* The same in half a vector: a whole one would straddle two cache lines for every other row of X. */
static ALWAYS_INLINE void row_panel_half(const int count, const bool part, bool stream, simd_mask rest,
                                         struct row_panel a, T *const *y, int64_t c)
{
    simd_half sum[ROW_PANEL_ROWS] = { { 0 } };

    for (int64_t s = 0; s < a.width; s++)
        for (int r = 0; r < count; r++)
            sum[r] += row_panel_value(a, s, r) * simd_half_load(part, row_panel_x(a, s, r) + c, rest);
    for (int r = 0; r < count && y[r]; r++)
        if (stream && !part)
            simd_half_stream(y[r] + c, sum[r]);
        else
            simd_half_store(part, y[r] + c, sum[r], rest);
}

/* w vectors of all `all` rows, with as many rows at once as fit in registers. */
static ALWAYS_INLINE void row_panel_step(const int all, const int w, bool stream, struct row_panel a, T *const *y,
                                         int64_t c)
{
    const int count = ROW_PANEL_SUMS / w < all ? ROW_PANEL_SUMS / w : all;

    for (int r = 0; r < all; r += count)
        row_panel_whole(count, w, stream, a, r, y, c);
}

/* y[r][0..k) for `all` rows, a power of two ≤ ROW_PANEL_ROWS. */
static ALWAYS_INLINE void row_panel_times(const int all, bool stream, struct row_panel a, int64_t k, T *const *y)
{
    int64_t c = 0;

    for (; c + 8 * LANES <= k; c += 8 * LANES)
        row_panel_step(all, 8, stream, a, y, c);
    for (; c + 4 * LANES <= k; c += 4 * LANES)
        row_panel_step(all, 4, stream, a, y, c);
    for (; c + 2 * LANES <= k; c += 2 * LANES)
        row_panel_step(all, 2, stream, a, y, c);
    for (; c + LANES <= k; c += LANES)
        row_panel_step(all, 1, stream, a, y, c);
    if (k - c > LANES / 2)
        row_panel_rest(all, simd_first((int)(k - c)), a, 0, y, c);
    else if (k - c == LANES / 2)
        row_panel_half(all, false, stream, simd_first(0), a, y, c);
    else if (c < k)
        row_panel_half(all, true, false, simd_first((int)(k - c)), a, y, c);
}
