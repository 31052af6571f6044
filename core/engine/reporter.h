/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reporter: reports a kernel's run as events: steps, samples, outcome. Unknown members are omitted, never 0. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"
#include "core/measure/pair.h"

struct reporter {
    struct session *session;
    const struct batch_item *item;
    int id;
    struct run_count at, of; /* its place among those of the command, and their number */
    bool cold;
    double until;           /* the wanted spread, where two alternate of their ratio; 0: none */
    bool filed;             /* no better order of rows was found */
    bool later;             /* ratios follow, when peers have run */
    bool begun;             /* a step was sent, */
    enum measure_step step; /* this one */
    struct event_rate rate;
    struct conditions conditions;
    const struct reporter *two; /* itself and the one it alternated with, in their order; NULL: none */
    const struct pair *pair;
};

void reporter_step(struct reporter *, enum measure_step);
void reporter_sample(struct reporter *, const struct measurement *, int wanted);
void reporter_measurement(struct reporter *, const struct measurement *);
/* Ratios of a kept measurement to the peers that ran after it. */
void reporter_ratios(const struct reporter *);
/* Reports the comparison of two alternating measurements, with a sentence. */
void reporter_compared(const struct reporter two[2], const struct pair *);
