/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure: prepare, run, check, warm up, sample: how a kernel gets its number. */
#pragma once

#include "core/measure/sampling.h"
#include "core/measure/transfer.h"

/* What is to be measured. A is in the kernel's type. `limit`: bytes of device memory for the plan and the operands. */
struct measure_job {
    const struct kernel *kernel;
    struct device *device;
    const struct csr *a;
    const struct stats *stats;
    int64_t k;
    int threads;
    int64_t param[PARAM_MAX];
    uint64_t limit;
    /* As the operation needs them (core/measure/transfer.h). X and Y are reordered outside the time of a run. */
    const struct dense *x;
    const struct reference *ref;
    const struct csr *expect;
    const struct reordering *order;
    struct packed packed; /* A */
    struct measure_options options;
};

/* Whether the kernel takes the problem and fits the limit, and always why not; *bytes that it takes on the device. Of A
   only the shape, the pattern's arrays if the kernel looks at them, and the type are read. Cheap. */
bool measure_possible(const struct measure_job *, uint64_t *bytes, struct err *why);

/* Fills m; the outcome, failures included, is in m->state and m->text. If result is not NULL, it gets what was computed
   when m->state is ST_OK, and is zeroed otherwise. A device lost for good (sticky error) returns false with *e. */
bool measure_run(const struct measure_job *, struct measure_watch, struct measurement *m, struct result *result,
                 struct err *e);
