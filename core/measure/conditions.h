/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conditions: under what a measurement is made: its date, clocks, throttling, the load of others. */
#pragma once

#include "core/measure/kernel.h"
#include "core/measure/load.h"

struct conditions {
    char date[24];                         /* when it began, "2026-01-02T03:04:05Z" */
    double clock_start_mhz, clock_end_mhz; /* of the device, while it is sampled; 0: not known */
    double memory_mhz, power_w;            /* at the end */
    double load_others;                    /* processors' worth; NaN: not known */
    bool throttled;                        /* the device says so, or its clock fell by a tenth */
    struct load_mark begin;
    double looked_ms; /* when its state was asked for; 0: never */
};

void conditions_begin(struct conditions *);
/* Called at every sample; asks the device at the first and then a few times a second. */
void conditions_look(struct conditions *, struct device *);
void conditions_end(struct conditions *);

/* Whether a team of threads or ranks on this device, which is no GPU, and the others want more processors than there
 * are. */
bool conditions_crowded(const struct conditions *, const struct device *, int threads);

/* Whether others have had enough of the processors to disturb a measurement; not when that is not known. */
bool load_disturbs(double load_others);
