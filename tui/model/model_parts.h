/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_parts: handlers of events outside model.c. */
#pragma once

#include "tui/model/model.h"

typedef void model_handler(struct model *, const json_t *event);
model_handler model_on_device, model_on_operation, model_on_kernel, model_on_format, model_on_formats,
    model_on_supports, model_on_topology, model_on_matrix, model_on_histogram, model_on_spy, model_on_window,
    model_on_work, model_on_run, model_on_sample, model_on_measurement, model_on_ratios, model_on_load;

void model_devices_begin(struct model *); /* a new engine names its own; those of recordings stay */
void model_see_kernel(const struct model *, struct model_run *); /* what its kernel is */
void model_refuse(struct model *, const char *type); /* `supports` once more, by what is known of these problems */
void model_take_window(struct model_window *, const json_t *event); /* from, to and entries */
void model_trace(struct model_load *, const struct model_run *, const json_t *sample);
