/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair: two measurements with alternating blocks, so that disturbances affect both; and their speed ratio. */
#pragma once

#include "core/measure/interval.h"
#include "core/measure/measure.h"

struct pair {
    int blocks;           /* complete in both */
    double ratio, lo, hi; /* second time over first, and its interval; hi 0: none; lo 0, hi INFINITY: no such end */
    enum compared first;  /* verdict on the first; UNCLEAR also if one failed or has too few blocks */
    bool disturbed;       /* other programs ran */
    bool fastest;         /* the ratio uses the fastest samples, else the blocks' medians */
    double min_ms[2];     /* the fastest samples; 0: unknown */
};

/* Measures both in the state that measure_run creates (sampling_block), not in the state that the other leaves behind.
   Prepares both before timing either, so on the same device the second's `limit` excludes what the first holds. `until`
   of the first job applies to the ratio. False: a device is lost. */
bool pair_measure(const struct measure_job job[2], const struct measure_watch watch[2], struct measurement m[2],
                  struct pair *p, struct err *);

/* The ratios of n blocks, with an interval widened each way by the share `unseen` and `drift` times its half width. */
void pair_compare(const double *first_ms, const double *second_ms, int n, double unseen, double drift, struct pair *p);

/* After pair_compare, where other programs ran. pair_whole: blocks with whole samples alone were compared; the interval
   is widened by what those may hide, MEASURE_ALONE. pair_disturbed: there were too few; ratio and interval are from the
   fastest sample of each block. `bound`: of
   the undisturbed time of each, known otherwise; 0: perhaps no sample was undisturbed; INFINITY: nothing is known. */
void pair_whole(struct pair *p);
void pair_disturbed(const double *first_ms, const double *second_ms, int n, const double bound_ms[2], struct pair *p);

/* The ratio of the first against the second, or of the second against the first, and its ends as in struct pair. */
struct interval pair_interval(const struct pair *, bool first);
/* "faster", "slower", "same" or "unclear": the first against the second, or the second against the first. */
const char *pair_word(const struct pair *, bool first);

/* A sentence for the user, without a full stop. */
void pair_text(const struct pair *p, const char *first, const char *second, char *text, size_t size);
