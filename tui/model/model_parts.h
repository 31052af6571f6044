/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_parts: handlers of events outside model.c. */
#pragma once

#include "tui/model/model.h"

void model_on_device(struct model *, const json_t *event);
void model_on_operation(struct model *, const json_t *event);
void model_on_kernel(struct model *, const json_t *event);
void model_on_format(struct model *, const json_t *event);
void model_on_formats(struct model *, const json_t *event);
void model_on_supports(struct model *, const json_t *event);
void model_on_topology(struct model *, const json_t *event);
void model_on_matrix(struct model *, const json_t *event);
void model_on_histogram(struct model *, const json_t *event);
void model_on_spy(struct model *, const json_t *event);
void model_look_matrix(struct model *); /* keeps what the open matrix is, what its spy plot shows */
void model_look_spy(struct model *);
void model_on_window(struct model *, const json_t *event);
void model_take_window(struct model_window *, const json_t *event); /* from, to and entries */
void model_on_work(struct model *, const json_t *event);
void model_on_run(struct model *, const json_t *event);
void model_on_sample(struct model *, const json_t *event);
void model_on_measurement(struct model *, const json_t *event);
void model_on_load(struct model *, const json_t *event);
void model_trace(struct model_load *, const struct model_run *, const json_t *sample);
