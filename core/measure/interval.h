/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval: whether two measured times differ. */
#pragma once

#include <stdbool.h>

enum compared { UNCLEAR, FASTER, SLOWER };

/* Compares A with B by the confidence intervals of their times: FASTER if all of A's is below B's. UNCLEAR if they
   touch, or one is missing: not above 0, NaN, or reversed. */
enum compared interval_compare(double a_lo, double a_hi, double b_lo, double b_hi);

/* Whether a ratio between these ends differs from 1 by no more than a share: as much as one may ignore. */
bool interval_same(double least, double most, double within);
#define INTERVAL_SAME 0.03

/* Half the width over the median; NaN without an interval. */
double interval_spread(double median, double lo, double hi);
