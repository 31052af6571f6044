/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_threads: the processors of a device, as a table and as JSON. */
#ifndef NZ_LINES_THREADS_H
#define NZ_LINES_THREADS_H

#include "tui/lines/lines_state.h"

/* The processors as `list threads` shows them: a new array; NULL: *e says why. */
json_t *lines_processors(struct lines *, struct err *);

/* Adds what the engine has told of a device's processors to its object. */
void lines_topology(const struct lines *, json_t *device);

#endif
