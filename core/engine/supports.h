/* SPDX-License-Identifier: GPL-3.0-or-later */
/* supports: who could compute a problem, and what it would take, before anything is allocated. */
#pragma once

#include "core/engine/session.h"

/* A kernel, and all that is asked of it. */
struct batch_item {
    const struct registered *kernel;
    enum vtype type;       /* that was asked for */
    struct device *device; /* NULL: there is none of the kernel's kind */
    int64_t k;
    int threads;
    int64_t param[PARAM_MAX];
    enum measure_state state; /* ST_OK: to be measured; else why it cannot be */
    char why[500];
};

/* The kernel in its own type with initial parameters, on all threads of the device if `threads` is 0. */
struct batch_item supports_initial(const struct registered *, struct device *, int64_t k, int threads);

/* Whether the kernel takes the problem in its own type, with its memory set against the limit; *bytes on the device.
   Cheap. */
bool supports_item(struct session *, const struct batch_item *, uint64_t *bytes, struct err *why);
void supports_refuse(struct batch_item *, const struct err *why); /* it cannot be measured, and why */

/* The device named `id` if the kernel can run there, the first that it can run on when id is NULL; else NULL. */
struct device *supports_device(const struct session *, const struct kernel *, const char *id);
