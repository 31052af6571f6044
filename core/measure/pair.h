/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair: two measurements whose blocks take turns, so that what the machine does meets both; and how many times as fast
   the first is. */
#pragma once

#include "core/measure/interval.h"
#include "core/measure/measure.h"

struct pair {
    struct measurement m[2];
    int blocks;           /* that both have */
    double ratio, lo, hi; /* time of the second over time of the first: median over the blocks, and its interval */
    enum compared first;  /* what the first is; UNCLEAR too where one has failed or has fewer blocks than it takes */
};

/* Fills *p. Both are prepared before either is timed, so the second has `limit` less what the first holds, on the same
   device. `until` in the first job's options counts for the ratio. False: a device is lost. */
bool pair_measure(const struct measure_job job[2], const struct measure_watch watch[2], struct pair *p, struct err *);

/* The ratios of n blocks; their interval is widened on each side by the share `unseen`, and `drift` times its half
   width. */
void pair_compare(const double *first_ms, const double *second_ms, int n, double unseen, double drift, struct pair *p);

/* One sentence, without a full stop, for the user, who knows the two by these names. */
void pair_text(const struct pair *p, const char *first, const char *second, char *text, size_t size);
