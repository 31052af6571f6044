/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine: the machine's state for each measurement: date, host, processor, versions, clocks, load, flags. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"

void machine_fields(const struct session *, const struct device *, const struct conditions *, json_t *event);

/* Sends `load`: processor use since the last one and the device's last state; a few times a second, between samples. */
void machine_load(struct session *, struct device *, const struct conditions *);

/* Says, once a session, that a batch asks for more threads than a device has processors. */
void machine_note_crowd(struct session *, const struct batch *);

/* The flags that concern the machine: FLAG_THROTTLED, FLAG_ROOF, FLAG_CROWDED. */
unsigned machine_flags(const struct batch_item *, const struct conditions *, const struct measurement *);
