/* SPDX-License-Identifier: GPL-3.0-or-later */
/* supports: which kernels support a problem and what they need, before anything is allocated. */
#pragma once

#include "core/engine/session.h"

/* A kernel and its settings. */
struct batch_item {
    const struct registered *kernel;
    enum vtype type;       /* the requested one */
    struct device *device; /* NULL: no device of the kernel's kind */
    int64_t k;
    int threads;
    int64_t param[PARAM_MAX];
    bool named;               /* in full: a refusal is reported */
    enum measure_state state; /* ST_OK: to be measured; else why it cannot be */
    char why[500];
    int id; /* of its run; 0: it has not run */
};

/* The kernel in its own type with default parameters; `threads` 0: all of the device. */
struct batch_item supports_initial(const struct registered *, struct device *, int64_t k, int threads);

/* The job that measures it in the current order; `reserved` bytes of the host are reserved. */
struct measure_job supports_job(struct session *, const struct batch_item *, uint64_t reserved);

/* Whether the kernel supports the problem and its memory is within the limit; *bytes on the device. Cheap. */
bool supports_item(struct session *, const struct batch_item *, uint64_t *bytes, struct err *why);
void supports_refuse(struct batch_item *, const struct err *why); /* marks it as refused for this reason */

/* The device `id` if the kernel runs there; with id NULL, the first device that runs it; else NULL. */
struct device *supports_device(const struct session *, const struct kernel *, const char *id);
