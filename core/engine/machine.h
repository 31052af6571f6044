/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine: what a measurement was made on and under: date, host, processor, versions, clocks, load, flags. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"

void machine_fields(const struct session *, const struct device *, const struct conditions *, json_t *event);

/* Sends `load`: the processors since the last one, and the device as last looked at; a few times a second at most,
   while no sample is timed. */
void machine_load(struct session *, struct device *, const struct conditions *);

/* The flags that the machine raises: FLAG_BUSY, FLAG_THROTTLED, FLAG_ROOF, FLAG_CROWDED. */
unsigned machine_flags(const struct batch_item *, const struct conditions *, const struct measurement *);
