/* SPDX-License-Identifier: GPL-3.0-or-later */
/* item: measures an item of a batch. */
#pragma once

#include "core/engine/reporter.h"

/* The job for an item in state ST_OK. */
struct measure_job item_job(const struct reporter *, const struct given *, struct measure_options);
/* The watch for its measurement, which reports the steps. Conditions are recorded from here on. */
struct measure_watch item_watch(struct reporter *);

/* Measures the item and reports its steps; the caller reports the outcome. *m has any error, also for an item that
   cannot be measured. False: the device is lost for good. `result` as in measure_run. */
bool item_measure(struct reporter *, const struct given *, struct measure_options, struct result *result,
                  struct measurement *m, struct err *);

/* Sets FLAG_BUSY, and sends one notice per command, if other programs used the processors in our timed runs. */
void item_note_busy(struct session *, const struct batch_item *, struct measurement *);
