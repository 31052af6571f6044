/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measuring: a measurement step by step, so that two can be under way at the same time. */
#pragma once

#include "core/measure/measure.h"

struct measuring {
    const struct measure_job *job;
    const struct operation *operation;
    struct problem problem;
    struct similar_order order; /* its plans share it */
    struct plan plan;
    bool prepared;
    struct transfer transfer;
    struct sampling sampling;
    struct measurement *m;
    bool moves, remakes, checks; /* what every block begins with: operands elsewhere, a new plan; a check before */
    bool ok;                     /* nothing has failed; else: */
    struct err why;
};

/* The problem that the job poses; whether the kernel takes it, in how many bytes of the device. */
struct problem measuring_pose(const struct measure_job *);
bool measuring_possible(const struct kernel *, const struct problem *, uint64_t *bytes, struct err *);

/* Prepares, checks and warms up; *r is zeroed first, and must not move. Then blocks of samples until there are enough.
   All return r->ok; measuring_end must follow, and may follow at any time: as measure_run returns. */
bool measuring_begin(struct measuring *r, const struct measure_job *, struct measure_watch, struct measurement *);
bool measuring_enough(const struct measuring *);
bool measuring_block(struct measuring *);
bool measuring_end(struct measuring *, struct result *result, struct err *);

/* Times the phases of a run of a kernel that has them; the last round is a run like any other. */
bool phases_measure(struct measuring *, struct err *);
