/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather: whether the gather instruction beats a load per lane. Compiled once per value type T and instruction set. */
#pragma once

#include <math.h>

#include "core/base/clock.h"
#include "cpu/lib/simd.h"

/* Times sums of x[ind], with x in L1. */
static double gather_ns(const bool instruction, const T *x, const int32_t *ind)
{
    enum { GATHERS = 512 };
    const double begin = clock_ms();
    simd sum = { 0 };

    for (int i = 0; i < GATHERS; i++) {
        sum += instruction ? simd_gather_at_once(x, ind + i % LANES) : simd_gather(x, ind + i % LANES);
        __asm__ volatile("" : "+m"(*(T *)x) : : "memory");
    }
    const double end = clock_ms();
    volatile T keep = sum[0];
    (void)keep;
    return end - begin;
}

/* Microcode against data leaks makes gathers take twice as long as loads; otherwise they take 0.6 to 1.0 times as long
   (f32 up to 1.7× faster on a tall matrix). Compares the best of a few trials of 2 µs. */
static bool gather_pays(void)
{
    enum { TRIALS = 8, ENTRIES = 2 * LANES };
    double loads = INFINITY, at_once = INFINITY;
    int32_t ind[ENTRIES];
    T x[8 * ENTRIES] = { 0 };

    for (int i = 0; i < ENTRIES; i++)
        ind[i] = i * 37 % (8 * ENTRIES);
    for (int i = 0; i < TRIALS; i++) {
        loads = fmin(loads, gather_ns(false, x, ind));
        at_once = fmin(at_once, gather_ns(true, x, ind));
    }
    return at_once < loads;
}
