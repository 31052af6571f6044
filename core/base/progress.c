/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress: how far a long step is, and whether it is to go on. */
#include "core/base/progress.h"

bool progress_step(const struct progress *p, const char *what, uint64_t done, uint64_t total, struct err *e)
{
    if (!p || !p->report || p->report(p->arg, what, done, total))
        return true;
    return err_set(e, ERR_CANCELLED, "%s: cancelled", what);
}
