/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/progress.h"

bool progress_step(const struct progress *p, const char *what, uint64_t done, uint64_t total, struct err *e)
{
    return !p || !p->report || p->report(p->arg, what, done, total) || err_set(e, ERR_CANCELLED, "%s: cancelled", what);
}
