/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measuring: a measurement in steps, so that two can alternate. */
#pragma once

#include "core/measure/measure.h"

struct measuring {
    const struct measure_job *job;
    const struct operation *operation;
    struct problem problem;
    struct similar_order order; /* shared by its plans */
    struct plan plan;
    bool prepared;
    struct transfer transfer;
    struct sampling sampling;
    struct measurement *m;
    bool moves, remakes, checks; /* each block begins with moved operands, a new plan, a check of the one before */
    bool ok;                     /* no failure so far; else: */
    struct err why;
};

/* Host code needs at most 3 ns per byte of the plan and a start, unless it seeks an order of rows; longer times are
   mostly waiting, for a team or for other programs. */
static inline double measuring_prepare_most(uint64_t plan_bytes)
{
    return STRETCHED_START_MS + 4e-6 * (double)plan_bytes;
}

/* The plan, and what making it takes (struct measurement); another plan in its place. */
bool measuring_prepare(struct measuring *, struct err *);
bool measuring_prepare_anew(struct measuring *, struct err *);
/* Notes that making this plan took `ms`, and that threads of ours waited for processors for waited_ms of it. */
void measuring_note(struct measuring *, const struct plan *, double ms, double waited_ms);

/* measuring_begin prepares, checks and warms up; *r is zeroed first and must not move. Then blocks of samples until
   there are enough. Each returns r->ok. measuring_end must follow, at any time, and returns what measure_run does. */
bool measuring_begin(struct measuring *r, const struct measure_job *, struct measure_watch, struct measurement *);
bool measuring_enough(const struct measuring *);
bool measuring_block(struct measuring *);
bool measuring_end(struct measuring *, struct result *result, struct err *);
