/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shuffled: for tests: matrices by their specs, a random order, and progress that stops. */
#pragma once

#include "core/base/hash.h"
#include "core/base/limit.h"
#include "core/engine/open.h"
#include "core/matrix/reorder.h"
#include "core/tests/cmocka.h"

/* A progress report that says stop at the last of *arg calls. */
static inline bool stop_at(void *arg, const char *what, uint64_t done, uint64_t total)
{
    return --*(int *)arg > 0;
}

static inline struct csr opened(const char *spec)
{
    struct matrix a;
    struct err e = { 0 };
    if (!matrix_open(spec, limit_default(), NULL, &a, &e))
        fail_msg("%s: %s", spec, e.text);
    return a.csr;
}

/* An order that a hash draws. */
static inline bool shuffle(const struct csr *a, int32_t *order, const struct progress *p, struct err *e)
{
    for (int64_t i = 0; i < a->m; i++) {
        int64_t j = (int64_t)(hash_at(3, (uint64_t)i, 0) % (uint64_t)(i + 1));
        order[i] = order[j];
        order[j] = (int32_t)i;
    }
    return true;
}
