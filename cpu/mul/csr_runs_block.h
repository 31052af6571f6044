/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_runs_block: y of a run of csr_runs, a few vectors of neighbouring numbers at a time. Compiled per variant. */
#pragma once

#include "cpu/lib/prefetch.h"
#include "cpu/lib/simd.h"

/* Vectors at a time; rows whose values are stored together. */
enum { RUNS_WIDE = 8, RUNS_BLOCK = 4 * LANES };

/* The slots of a row: offsets, to be multiplied by ld, and values. */
struct run_slots {
    const int32_t *off;
    const T *val;
    int64_t width, ld;
};

/* Adds slot s of a block to one set of sums: w vectors; if `part`, only the lanes of `rest` in the last one. */
static ALWAYS_INLINE void slot_add(const int w, const int sets, const bool same, const bool part, simd_mask rest,
                                   struct run_slots a, int64_t step, int64_t s, const int set, const T *restrict x,
                                   simd *sum)
{
    const T *restrict from = x + a.off[s] * a.ld, *restrict val = a.val + s * step;
    const T v = *val;

    for (int l = 0; l < w; l++) {
        const bool here = part && l == w - 1;
        if (!same)
            prefetch_value(val + l * LANES);
        const simd xs = here ? simd_load_part(from + l * LANES, rest) : simd_load(from + l * LANES);
        if (same)
            sum[set % sets * w + l] += v * xs;
        else
            sum[set % sets * w + l] += (here ? simd_load_part(val + l * LANES, rest) : simd_load(val + l * LANES)) * xs;
    }
}

/* y[0..w·LANES) = Σ_s val[s]·x[off[s]·ld + 0..w·LANES); if `part`, only the lanes of `rest` in the last vector. Unless
   `same`, each number has its own values, `step` apart from slot to slot. Few vectors have several sets of sums,
   because an addition depends on the one before it. */
static ALWAYS_INLINE void block_times(const int w, const bool same, const bool part, const bool stream, simd_mask rest,
                                      struct run_slots a, int64_t step, const T *restrict x, T *restrict y)
{
    const int sets = w >= 4 ? 1 : w >= 2 ? 2 : 4;
    simd sum[RUNS_WIDE] = { { 0 } };
    int64_t s = 0;

    for (; s + sets <= a.width; s += sets)
        for (int i = 0; i < sets; i++)
            slot_add(w, sets, same, part, rest, a, step, s + i, i, x, sum);
    for (; s < a.width; s++)
        slot_add(w, sets, same, part, rest, a, step, s, 0, x, sum);
    for (int l = 0; l < w; l++) {
        for (int i = 1; i < sets; i++)
            sum[l] += sum[i * w + l];
        if (part && l == w - 1)
            simd_store_part(y + l * LANES, sum[l], rest);
        else
            simd_put(stream, y + l * LANES, sum[l]);
    }
}

/* The number of vectors as a constant, which keeps the sums in registers. */
#define BLOCK_OF(w)                                                                                                    \
    case w:                                                                                                            \
        block_times(w, same, true, stream, rest, a, step, x, y);                                                       \
        break;

/* The same for 1 to RUNS_WIDE·LANES numbers. */
static ALWAYS_INLINE void some_times(const bool same, const bool stream, struct run_slots a, int64_t step, const T *x,
                                     T *y, int64_t count)
{
    const int w = (int)((count + LANES - 1) / LANES);
    const simd_mask rest = simd_first((int)count - (w - 1) * LANES);

    switch (w) {
        BLOCK_OF(1)
        BLOCK_OF(2)
        BLOCK_OF(3)
        BLOCK_OF(4)
        BLOCK_OF(5)
        BLOCK_OF(6)
        BLOCK_OF(7)
    default:
        block_times(8, same, true, stream, rest, a, step, x, y);
        break;
    }
}

/* y[0..count) if all rows have the same values. */
static ALWAYS_INLINE void same_times(const bool stream, struct run_slots a, const T *x, T *y, int64_t count)
{
    int64_t c = 0;

    if (stream && (uintptr_t)y % SIMD_BYTES) {
        int64_t odd = (int64_t)((SIMD_BYTES - (uintptr_t)y % SIMD_BYTES) / sizeof(T));
        c = odd < count ? odd : count;
        block_times(1, true, true, false, simd_first((int)c), a, 1, x, y);
    }
    for (; c + RUNS_WIDE * LANES <= count; c += RUNS_WIDE * LANES)
        block_times(RUNS_WIDE, true, false, stream, simd_first(0), a, 1, x + c, y + c);
    if (c < count)
        some_times(true, stream, a, 1, x + c, y + c, count - c);
}

/* The rows of a run with their own values, k = 1. */
static void own_times(struct run_slots a, const T *x, T *y, int64_t rows)
{
    const T *val = a.val;

    for (int64_t b = 0; b < rows; b += RUNS_BLOCK) {
        const int64_t count = rows - b < RUNS_BLOCK ? rows - b : RUNS_BLOCK;
        a.val = val + b * a.width;
        if (count == RUNS_BLOCK)
            block_times(RUNS_BLOCK / LANES, false, false, false, simd_first(0), a, RUNS_BLOCK, x + b, y + b);
        else
            some_times(false, false, a, count, x + b, y + b, count);
    }
}
