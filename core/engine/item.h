/* SPDX-License-Identifier: GPL-3.0-or-later */
/* item: one item of a batch, measured. */
#pragma once

#include "core/engine/tell.h"

/* What is to be measured; the item is in state ST_OK. */
struct measure_job item_job(const struct tell *, const struct given *, struct measure_options);
/* What a measurement calls as it goes. Its conditions begin now. */
struct measure_watch item_watch(struct tell *);

/* Measures the item, telling as it goes; the outcome is the caller's to tell. What is wrong is in *m, also of an item
   that cannot be measured; false: the device is lost for good. `result` as in measure_run. */
bool item_measure(struct tell *, const struct given *, struct measure_options, struct result *result,
                  struct measurement *m, struct err *);

/* FLAG_BUSY, and a notice, one a command, when others took the processors from our threads while they were timed. */
void item_note_busy(struct session *, const struct batch_item *, struct measurement *);
