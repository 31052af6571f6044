/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell: one run of one kernel as events: its steps, its samples, its outcome. What is not known or does not apply is
   left out, never 0. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"
#include "core/measure/pair.h"

struct tell {
    struct session *session;
    const struct batch_item *item;
    int id, index, of;
    bool cold;
    bool filed;             /* of its measurement */
    bool begun;             /* a step has been sent: */
    enum measure_step step; /* this one */
    struct event_rate rate;
    struct conditions conditions;
};

void tell_step(struct tell *, enum measure_step);
void tell_sample(struct tell *, const struct measurement *, int wanted);
void tell_measurement(struct tell *, const struct measurement *);
/* What two measurements that took turns say, with a sentence. */
void tell_compared(const struct tell two[2], const struct pair *);
