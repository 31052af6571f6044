/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/interval.h"

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

bool interval_open(struct interval a, struct interval b)
{
    return interval_compare(a.lo, a.hi, b.lo, b.hi) == UNCLEAR ||
           !(interval_spread(b.mid / a.mid, b.lo / a.hi, b.hi / a.lo) <= INTERVAL_WIDE);
}

/* An end, rounded outward: at least two significant digits, of one that is `vague` no more, three decimals near 1,
   enough digits to differ from 1. */
static void add_end(char out[TEXT_SIZE], double x, bool near, bool vague, bool up)
{
    const int least = -(int)floor(log10(x));
    int digits = near ? 3 : vague || x < 0.1 ? 1 + least : x < 10 ? 2 : 0;
    for (;; digits++) {
        const double unit = pow(10, digits), steps = x * unit;
        const double rounded = (up ? ceil(steps - 1e-6) : floor(steps + 1e-6)) / unit;
        if (rounded == 1 && fabs(x - 1) > 1e-6)
            continue;
        text_add(out, TEXT_SIZE, "%.*f", digits > 0 ? digits : 0, rounded);
        return;
    }
}

char *interval_text(double lo, double hi, char out[TEXT_SIZE])
{
    const bool loose = hi > INTERVAL_LOOSE * lo; /* the end away from 1 tells nothing */
    lo = loose && hi < 1 ? 0 : lo;
    hi = loose && lo > 1 ? INFINITY : hi;
    const bool bounded = isfinite(hi), both = loose && lo > 0 && bounded, near = lo > 0.9 && (bounded ? hi : lo) < 1.1;
    out[0] = 0;
    if (lo > 0) {
        text_add(out, TEXT_SIZE, "%s", bounded ? "" : "at least ");
        add_end(out, lo, near, both, false);
    }
    if (hi > 0 && bounded) {
        text_add(out, TEXT_SIZE, "%s", lo > 0 ? " to " : "at most ");
        add_end(out, hi, near, both, true);
    }
    return out;
}

double interval_spread(double median, double lo, double hi)
{
    return is_there(lo, hi) && median > 0 ? fmax(hi / median, median / lo) - 1 : NAN;
}
