/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair: two measurements whose blocks alternate, so that disturbances meet both; and how many times as fast the first
   is. */
#pragma once

#include "core/measure/interval.h"
#include "core/measure/measure.h"

struct pair {
    int blocks;           /* complete in both */
    double ratio, lo, hi; /* second time over first and its interval; hi 0: none; lo 0, hi INFINITY: no such end */
    enum compared first;  /* the first's verdict; UNCLEAR also if one failed or has too few blocks */
    bool disturbed;       /* other programs ran: the ratio is of the fastest samples, else of the blocks' medians */
    double min_ms[2];     /* those samples; 0: not known */
};

/* Both in the state in which measure_run measures them (sampling_block), not in that which the other leaves behind.
   Prepares both before timing either, so on the same device the second's `limit` is less by what the first holds.
   `until` of the first job applies to the ratio. False: a device is lost. */
bool pair_measure(const struct measure_job job[2], const struct measure_watch watch[2], struct measurement m[2],
                  struct pair *p, struct err *);

/* The ratios of n blocks, with an interval widened on each side by the share `unseen` and by `drift` times its half
   width. */
void pair_compare(const double *first_ms, const double *second_ms, int n, double unseen, double drift, struct pair *p);

/* After that, where other programs ran: the ratio and its interval from the fastest sample of each block. */
void pair_disturbed(const double *first_ms, const double *second_ms, int n, struct pair *p);

/* Whether the interval is there, with both ends. */
bool pair_bounded(const struct pair *);
/* "faster", "slower", "same" or "unclear": the first beside the second, or the second beside the first. */
const char *pair_word(const struct pair *, bool first);

/* A sentence for the user, without a full stop. */
void pair_text(const struct pair *p, const char *first, const char *second, char *text, size_t size);
