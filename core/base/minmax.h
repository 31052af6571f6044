/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minmax: the smaller and the larger of two. */
#pragma once

#include <stdint.h>

static inline int int_min(int a, int b)
{
    return a < b ? a : b;
}

static inline int int_max(int a, int b)
{
    return a > b ? a : b;
}

/* lo if hi is below it. */
static inline int int_clamp(int x, int lo, int hi)
{
    return int_max(lo, int_min(x, hi));
}

static inline int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* lo if x is below it. */
static inline int64_t clamp64(int64_t x, int64_t lo, int64_t hi)
{
    return x < lo ? lo : min64(x, hi);
}
