/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure: prepares, runs, checks, warms up and samples a kernel. */
#pragma once

#include "core/measure/sampling.h"
#include "core/measure/transfer.h"

/* What to measure. A has the kernel's type; `limit` bounds the device memory of plan and operands. */
struct measure_job {
    const struct kernel *kernel;
    struct device *device;
    const struct csr *a;
    const struct stats *stats;
    int64_t k;
    int threads;
    int64_t param[PARAM_MAX];
    uint64_t limit;
    struct host_operands host; /* what the operation needs; X and Y are permuted outside the timed runs */
    struct packed packed;      /* A */
    struct pace *pace;         /* of teams on the device so far; NULL: cannot be told */
    struct measure_options options;
};

/* Whether the kernel supports the problem and fits the limit, else why not; *bytes: what it takes on the device. Reads
   of A the shape, the type, and the pattern if the kernel needs it. Cheap. */
bool measure_possible(const struct measure_job *, uint64_t *bytes, struct err *why);

/* Fills m; m->state and m->text have the outcome, failures included. *result, unless NULL, gets the result if m->state
   is ST_OK, else zeros. False, with *e: the device is lost for good (sticky error). */
bool measure_run(const struct measure_job *, struct measure_watch, struct measurement *m, struct result *result,
                 struct err *e);
