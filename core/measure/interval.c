/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/interval.h"
#include "core/base/std.h"

static bool is_there(double lo, double hi)
{
    return lo >= 0 && hi > 0 && lo <= hi && hi < INFINITY;
}

enum compared interval_compare(double a_lo, double a_hi, double b_lo, double b_hi)
{
    if (!is_there(a_lo, a_hi) || !is_there(b_lo, b_hi))
        return UNCLEAR;
    return a_hi < b_lo ? FASTER : b_hi < a_lo ? SLOWER : UNCLEAR;
}

bool interval_same(double least, double most, double within)
{
    return least * (1 + within) >= 1 && most <= 1 + within;
}

double interval_spread(double median, double lo, double hi)
{
    return is_there(lo, hi) && median > 0 ? (hi - lo) / 2 / median : NAN;
}
