/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpirun: MPI ranks of another program, and a conversation with rank 0 in lines of text. */
#pragma once

#include <sys/types.h>

#include "core/base/err.h"

struct mpirun {
    pid_t pid; /* 0: it has ended, or was never started */
    int to, from, log;
    double limit_s;       /* how long an answer may take */
    char answer[1 << 17]; /* the last one */
};

/* How long an answer may take that needs no work: $NZSCOPE_MPI_LIMIT seconds, or 50. */
double mpirun_limit_s(void);

/* How many ranks the hosts of the file $NZSCOPE_MPI_HOSTS have slots for, one where it does not say; without a file:
 * `here`. */
int mpirun_slots(int here);

/* Starts `ranks` ranks of argv[0] with these arguments, on the hosts of that file, or here.
   They end with the calling thread. *m is zeroed first but for limit_s. */
bool mpirun_start(struct mpirun *m, int ranks, const char *const *argv, struct err *);

/* Says a line ("": nothing) and waits for an answer, which ends in a line that begins with "ok". False, with what the
   ranks or mpirun have said: one died, or there was no answer in time. All of them have been ended then. */
bool mpirun_ask(struct mpirun *m, const char *order, struct err *);

/* Closes their input, and ends those who do not end by that. */
void mpirun_end(struct mpirun *m);
