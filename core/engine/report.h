/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report: reports a kernel's run as events: steps, samples, outcome. What is unknown or does not apply is omitted,
   never 0. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"
#include "core/measure/pair.h"

struct report {
    struct session *session;
    const struct batch_item *item;
    int id, index, of;
    bool cold;
    bool filed;             /* no better order of rows was found */
    bool begun;             /* a step was sent, */
    enum measure_step step; /* this one */
    struct event_rate rate;
    struct conditions conditions;
};

void report_step(struct report *, enum measure_step);
void report_sample(struct report *, const struct measurement *, int wanted);
void report_measurement(struct report *, const struct measurement *);
/* The comparison of two measurements that alternated, with a sentence. */
void report_compared(const struct report two[2], const struct pair *);
