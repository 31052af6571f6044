/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell: one run of one kernel as events: its steps, its samples, its outcome. */
#ifndef NZ_TELL_H
#define NZ_TELL_H

#include "core/engine/batch.h"

struct tell {
    struct session *session;
    const struct batch_item *item;
    int id, index, of;
    bool cold;
    bool begun;             /* a step has been told: */
    enum measure_step step; /* this one */
    struct event_rate rate;
};

void tell_step(struct tell *, enum measure_step);
void tell_sample(struct tell *, const struct measurement *, int wanted);
void tell_measurement(struct tell *, const struct measurement *);

/* Measures one item that is in state ST_OK, telling as it goes. What is wrong with it is in *m; false: the device is
   lost for good. `result` as in measure_run. */
bool session_measure(struct session *, const struct given *, const struct batch_item *, struct tell *,
                     struct measure_options, struct result *result, struct measurement *m, struct err *);

#endif
