/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval: whether two measured times can be told apart. */
#pragma once

enum compared { UNCLEAR, FASTER, SLOWER };

/* What A is beside B, from the confidence intervals of their times: FASTER only where all of A's interval lies below
   B's. UNCLEAR where they touch, and where one is missing: up to 0, below it, NaN, or its ends the wrong way round. */
enum compared interval_compare(double a_lo, double a_hi, double b_lo, double b_hi);

/* Half the width of an interval over the median; NaN without an interval. */
double interval_spread(double median, double lo, double hi);
