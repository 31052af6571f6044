/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval: whether two measured times differ. */
#pragma once

enum compared { UNCLEAR, FASTER, SLOWER };

/* Compares A with B by the confidence intervals of their times: FASTER if all of A's is below B's. UNCLEAR if they
   touch, or one is missing: not above 0, NaN, or reversed. */
enum compared interval_compare(double a_lo, double a_hi, double b_lo, double b_hi);

/* Half the width over the median; NaN without an interval. */
double interval_spread(double median, double lo, double hi);
