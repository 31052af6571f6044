/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress: how far a long step is, and whether it is to go on. */
#pragma once

#include "core/base/err.h"

C_NAMES_BEGIN

/* Progress of a long step. Returns false when the user wants to stop. done ≤ total; total 0: not known. */
struct progress {
    bool (*report)(void *arg, const char *what, uint64_t done, uint64_t total);
    void *arg;
};

/* Whether to go on; p may be NULL. On false *e says that it was cancelled (ERR_CANCELLED). */
bool progress_step(const struct progress *p, const char *what, uint64_t done, uint64_t total, struct err *e);

C_NAMES_END
