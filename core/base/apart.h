/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apart: calls a foreign library in a child process, so that it may crash, exit or hang. */
#pragma once

#include <sys/types.h>

#include "core/base/progress.h"

/* Zeroed memory shared with the child. NULL: out of memory. */
void *apart_alloc(uint64_t bytes);
void apart_free(void *shared, uint64_t bytes);

/* Runs work(arg) in a forked child. The child has a copy of our memory; results come back through shared memory only.
   `what` names the call in progress and messages. *status is what work returned, 0 .. 255. Fails if the child cannot be
   forked (ERR_MEMORY), died of a signal (ERR_MEMORY for SIGKILL, which the kernel sends when memory runs out; else
   ERR_UNSUPPORTED), or was killed because the user cancelled (ERR_CANCELLED). */
bool apart_run(int (*work)(void *arg), void *arg, const char *what, const struct progress *p, int *status,
               struct err *e);

/* fork(), but the child dies with the calling thread, and the kernel kills the child first when memory runs out. */
pid_t apart_fork(void);
