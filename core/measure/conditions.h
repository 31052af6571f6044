/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conditions: the circumstances of a measurement: date, clocks, throttling, load of other programs. */
#pragma once

#include "core/measure/device.h"
#include "core/measure/load.h"

struct conditions {
    char date[24];                         /* the start, "2026-01-02T03:04:05Z" */
    double clock_start_mhz, clock_end_mhz; /* of the device during sampling; 0: unknown */
    double memory_mhz, power_w;            /* at the end */
    double load_others;                    /* in processors; NaN: unknown */
    bool throttled;                        /* the device says so, or its clock fell by a tenth */
    struct load_mark begin;
    double looked_ms; /* time of the last query; 0: none */
};

void conditions_begin(struct conditions *);
/* Called at every sample; queries the device at the first and then a few times a second. */
void conditions_look(struct conditions *, struct device *);
void conditions_end(struct conditions *);

/* Whether a team on this device (not a GPU) and other programs together want more processors than there are. */
bool conditions_crowded(const struct conditions *, const struct device *, int threads);

/* Whether other programs used enough processor time to disturb a measurement; false if unknown. */
bool load_disturbs(double load_others);
/* The most threads beside which other programs keep the processors they use; 0: none, or unknown. */
int load_spare(int processors, double load_others);
