/* SPDX-License-Identifier: GPL-3.0-or-later */
/* late: holds measurements back until their ratios to peers have come; those behind them wait, too. */
#pragma once

#include <jansson.h>

/* Begins with zeros. */
struct late {
    json_t *waiting; /* in their order */
    int due;
};

typedef void late_put(void *arg, const json_t *measurement);
/* Takes an event of the engine: put gets each measurement once it is complete, in their order. */
void late_take(struct late *, const json_t *event, late_put *, void *arg);
/* Puts those that still wait, as they are. */
void late_end(struct late *, late_put *, void *arg);
