/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval: whether two measured times differ. */
#pragma once

#include "core/base/text.h"

enum compared { UNCLEAR, FASTER, SLOWER };

/* Compares the confidence intervals of the times of A and B. FASTER: all of A's is below B's. UNCLEAR: they touch, or
   one is missing (not above 0, NaN, or reversed). */
enum compared interval_compare(double a_lo, double a_hi, double b_lo, double b_hi);

/* Whether all ratios from `least` to `most` differ from 1 by at most the share `within`: negligible. */
bool interval_same(double least, double most, double within);
#define INTERVAL_SAME 0.03

struct interval {
    double lo, mid, hi;
};
/* Whether the ratio of two times is open: their intervals overlap, or its own interval is wide. */
bool interval_open(struct interval a, struct interval b);

/* The ends of a ratio, rounded outward but never to 1: "0.88 to 1.05", "at least 1.80" (hi is INFINITY), "at most 1.05"
   (lo is 0); "" where both are 0. Of a ratio clearly above or below 1 whose ends are far apart, only the one next to 1:
   "at least 2.6", not "2.6 to 547"; of one on both sides of 1 two digits each: "0.46 to 2.0".
   Returns out. */
char *interval_text(double lo, double hi, char out[TEXT_SIZE]);
#define INTERVAL_LOOSE 3 /* times: further apart than that is far */

/* ±: by what share the farther end lies apart from the median, as a ratio, so that half the time is as far as twice the
   time; INFINITY where lo is 0, NaN without an interval. */
double interval_spread(double median, double lo, double hi);
#define INTERVAL_WIDE 0.25 /* above it, the median says little */

/* Ends further apart say so little of the time between that figures would mislead: a disturbed run's lower end is half
   its fastest sample. */
#define INTERVAL_DOUBTFUL 4 /* times */
