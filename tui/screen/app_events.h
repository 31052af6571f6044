/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_events: the events of the engine, and what they end: results are kept, the engine is gone. */
#pragma once

#include "tui/screen/app.h"

/* A link_handler: applies the event and resumes what waited for it. */
void app_event(void *app, const json_t *event, const char *data, size_t bytes);
/* Keeps results from now on, or does not. */
void app_keep(struct app *, bool on);
/* Keeps those that wait for what does not come any more. */
void app_keep_late(struct app *);
/* The client has ended: why, NULL at the end of a recording. */
void app_is_over(struct app *, const char *why);
