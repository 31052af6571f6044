/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpirun: starts another program as MPI ranks, and converses with rank 0 in lines of text. */
#pragma once

#include <sys/types.h>

#include "core/base/err.h"

struct mpirun {
    pid_t pid; /* 0: it has ended, or was never started */
    int to, from, log;
    double limit_s;       /* how long an answer may take */
    char answer[1 << 17]; /* the last one */
};

/* How long an answer may take that needs no work: $NZSCOPE_MPI_LIMIT seconds, by default 50. */
double mpirun_limit_s(void);

/* How many slots for ranks the hosts in $NZSCOPE_MPI_HOSTS have, one where it does not say; without a file, `here`. */
int mpirun_slots(int here);

/* Starts `ranks` ranks of argv[0] with these arguments, on the hosts of that file, or here. They end with the calling
   thread. Of *m only limit_s is kept. */
bool mpirun_start(struct mpirun *m, int ranks, const char *const *argv, struct err *);

/* Sends a line ("": nothing) and waits for the answer, which ends in a line that begins with "ok". False, with what the
   ranks or mpirun have said: one died, or there was no answer in time. Then all of them have been ended. */
bool mpirun_ask(struct mpirun *m, const char *order, struct err *);

/* Closes their input, and ends those who do not end of themselves. */
void mpirun_end(struct mpirun *m);
