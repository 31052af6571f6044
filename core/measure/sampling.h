/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling: times a prepared and checked plan in blocks. */
#pragma once

#include "core/measure/measurement.h"

/* Called after every step of a measurement; false cancels. STEP_REST: between blocks, where work disturbs no sample. */
enum measure_step { STEP_PREPARE, STEP_CHECK, STEP_WARM, STEP_SAMPLE, STEP_REST };
struct measure_watch {
    bool (*step)(void *arg, enum measure_step, const struct measurement *so_far, int wanted);
    void *arg;
};

/* What to time, and where to record the times. */
struct sampling {
    const struct kernel *kernel;
    void *plan_data;
    struct device *device;
    int threads; /* of the team that a run starts */
    struct measure_options options;
    struct pace *pace; /* samples beside others on the same core count less; NULL: unknown */
    struct measure_watch watch;
    struct measurement *m;
    /* Called before every block but the first: varies what differs between processes. NULL: nothing can vary, and all
       samples form one block. False with ERR_MEMORY: no more blocks. */
    bool (*renew)(void *arg, struct err *);
    void *arg;
    /* State: */
    double warm_ms;            /* the shortest run of the first warm-up */
    double begin_ms, timed_ms; /* the start of sampling; the total time of all samples */
    bool spent;                /* no more blocks possible */
    double waited_s;           /* time that our threads waited for their processors in blocks */
    double blocks_ms;          /* total time of all blocks */
    double slowed;             /* what pace_measure said last */
};

/* The mean time of `repeats` runs back to back. */
bool sampling_time(const struct sampling *, int repeats, double *ms, struct err *e);

/* sampling_begin warms up; `first_ms` is the time of the checked run. Then blocks of samples follow until there are
   enough. Each begins with untimed runs, until they hardly become faster: the measured state is one run among many of
   the same kernel, with warm caches (unless cold) and trained branch predictors. */
bool sampling_begin(struct sampling *, double first_ms, struct err *e);
bool sampling_block(struct sampling *, struct err *e);
bool sampling_enough(const struct sampling *);

/* Calls the watch; false with ERR_CANCELLED: stop. */
bool watch_step(const struct measure_watch *, enum measure_step, const struct measurement *, int wanted, struct err *);
