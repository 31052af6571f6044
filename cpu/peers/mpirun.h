/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpirun: starts another program as MPI ranks, and exchanges lines of text with rank 0. */
#pragma once

#include <sys/types.h>

#include "core/base/err.h"

struct mpirun {
    pid_t pid; /* 0: it has ended, or was never started */
    int to, from, log;
    double limit_s;       /* the time limit of an answer */
    char answer[1 << 17]; /* the last one */
};

/* The time limit of an answer without work: $NZSCOPE_MPI_LIMIT seconds, by default 50. */
double mpirun_limit_s(void);

/* The number of slots in the file $NZSCOPE_MPI_HOSTS, one for a host without a number; without a file, `here`. */
int mpirun_slots(int here);

/* Starts `ranks` ranks of argv[0] with these arguments, on the hosts of that file, or here. They end with the calling
   thread. Of *m only limit_s is kept. */
bool mpirun_start(struct mpirun *m, int ranks, const char *const *argv, struct err *);

/* Sends a line ("": nothing) and waits for the answer, which ends in a line that begins with "ok". False, with the
   message of the ranks or mpirun: a rank died, or the answer timed out; all ranks have ended. */
bool mpirun_ask(struct mpirun *m, const char *order, struct err *);

/* Closes their input, and ends those that do not exit. */
void mpirun_end(struct mpirun *m);
