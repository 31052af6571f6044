/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling: the times of a prepared and checked plan. */
#pragma once

#include "core/measure/measurement.h"

/* What the measurement is doing, told as it goes: called after every step. Returning false cancels. STEP_REST: between
   two blocks of samples, the time for what would disturb a sample. */
enum measure_step { STEP_PREPARE, STEP_CHECK, STEP_WARM, STEP_SAMPLE, STEP_REST };
struct measure_watch {
    bool (*step)(void *arg, enum measure_step, const struct measurement *so_far, int wanted);
    void *arg;
};

/* What is timed, and where its times go. */
struct sampling {
    const struct kernel *kernel;
    void *plan_data;
    struct device *device;
    int threads;
    struct measure_options options;
    struct measure_watch watch;
    struct measurement *m;
    /* Called before every block but the first: varies what differs from process to process. NULL: nothing can be
       varied, and all samples are one block. False with ERR_MEMORY: no more blocks. */
    bool (*renew)(void *arg, struct err *);
    void *arg;
    /* While it lasts: */
    double begin_ms, timed_ms; /* when sampling began; the time of all samples */
    bool spent;                /* no more blocks */
    double waited_s;           /* the time that threads of ours waited for their processors in blocks */
    double blocks_ms;          /* the time that all blocks took */
};

/* The mean time of `repeats` runs back to back. */
bool sampling_time(const struct sampling *, int repeats, double *ms, struct err *e);

/* Warms up; `first_ms` is the time of the checked run. Then blocks of samples, until there are enough. */
bool sampling_begin(struct sampling *, double first_ms, struct err *e);
bool sampling_block(struct sampling *, struct err *e);
bool sampling_enough(const struct sampling *);

/* Tells the watch; false and ERR_CANCELLED when it says stop. */
bool watch_step(const struct measure_watch *, enum measure_step, const struct measurement *, int wanted, struct err *);
