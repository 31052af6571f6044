/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress: reports how far a long step is, and asks whether to continue. */
#pragma once

#include "core/base/err.h"

struct progress {
    /* done ≤ total, or total is 0: unknown. False: stop. */
    bool (*report)(void *arg, const char *what, uint64_t done, uint64_t total);
    void *arg;
};

/* Reports to p, which may be NULL; false with ERR_CANCELLED: stop. */
static inline bool progress_step(const struct progress *p, const char *what, uint64_t done, uint64_t total,
                                 struct err *e)
{
    return !p || !p->report || p->report(p->arg, what, done, total) || err_set(e, ERR_CANCELLED, "%s: cancelled", what);
}
