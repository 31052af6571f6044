/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minmax: the smaller and the larger of two. */
#pragma once

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
