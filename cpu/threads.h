/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads: how many threads this process may use, and growing a team without risking the process. */
#ifndef NZ_CPU_THREADS_H
#define NZ_CPU_THREADS_H

#include "core/err.h"

/* Processors this process may run on (affinity mask), at most what the control group's quota is worth; ≥ 1. */
int threads_default(void);

/* To be called before a parallel region of n threads. libgomp ends the process when it cannot create a thread, so the
   threads that the team lacks are created and joined on trial first. False: ERR_MEMORY, and n threads must not be
   asked for. Cheap when the team does not grow. */
bool threads_ready(int n, struct err *e);

#endif
