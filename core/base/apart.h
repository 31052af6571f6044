/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apart: a call of a foreign library in a child process, which it may crash, end or hang. */
#pragma once

#include <sys/types.h>

#include "core/base/progress.h"

/* Memory that a call apart shares with us, zeroed. NULL: there is none. */
void *apart_alloc(uint64_t bytes);
void apart_free(void *shared, uint64_t bytes);

/* Runs work(arg) in a forked child, which sees our memory as it is now, and tells us something in shared memory alone;
   `what` is for progress and messages. *status is what work returned, 0 .. 255. Fails when the child could not be
   made (ERR_MEMORY), died of a signal (ERR_MEMORY for SIGKILL, which is how the kernel ends who takes too much; else
   ERR_UNSUPPORTED), or was killed because the user said stop (ERR_CANCELLED). */
bool apart_run(int (*work)(void *arg), void *arg, const char *what, const struct progress *p, int *status,
               struct err *e);

/* fork(), but the child ends with the calling thread, and when memory runs out it goes first. */
pid_t apart_fork(void);
