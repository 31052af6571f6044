/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling: the times of a prepared and checked plan. */
#ifndef NZ_SAMPLING_H
#define NZ_SAMPLING_H

#include "core/measure/measurement.h"

/* What the measurement is doing, told as it goes: called after every step. Returning false cancels. */
enum measure_step { STEP_PREPARE, STEP_CHECK, STEP_WARM, STEP_SAMPLE };
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
};

/* The mean time of `repeats` runs back to back. */
bool sampling_time(const struct sampling *, int repeats, double *ms, struct err *e);

/* Warms up, and takes samples until there are enough. `first_ms` is the time of the checked run. */
bool sampling_take(const struct sampling *, double first_ms, struct err *e);

/* Tells the watch; false and ERR_CANCELLED when it says stop. */
bool watch_step(const struct measure_watch *, enum measure_step, const struct measurement *, int wanted, struct err *);

#endif
