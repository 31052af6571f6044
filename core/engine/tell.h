/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell: reports a kernel's run as events: steps, samples, outcome. What is unknown or does not apply is omitted, never
   0. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"
#include "core/measure/pair.h"

struct tell {
    struct session *session;
    const struct batch_item *item;
    int id, index, of;
    bool cold;
    bool filed;             /* its measurement's */
    bool begun;             /* a step was sent, */
    enum measure_step step; /* this one */
    struct event_rate rate;
    struct conditions conditions;
};

void tell_step(struct tell *, enum measure_step);
void tell_sample(struct tell *, const struct measurement *, int wanted);
void tell_measurement(struct tell *, const struct measurement *);
/* The comparison of two measurements that alternated, with a sentence. */
void tell_compared(const struct tell two[2], const struct pair *);
