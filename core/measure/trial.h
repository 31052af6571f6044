/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial: loads a plug-in in a child first, as a foreign library may end, kill or hang the process that loads it. */
#pragma once

#include <sys/types.h>

#include "core/measure/kernel.h"

struct trial {
    const char *path; /* of a plug-in */
    bool loads;       /* dlopen is safe */
    char why[400];    /* why it must not be opened; "": it may be */
    /* State: */
    pid_t pid;           /* 0: the child ended */
    int status;          /* from waitpid */
    int log;             /* output of the child */
    volatile int *stage; /* the child's progress, in shared memory */
};

/* Runs all trials in parallel, each in a forked child: loads the plug-in, opens it, and computes a small product if
   `device` has a device of its kind. A plug-in passes if the child gets through; errors count as passing, since the
   caller gets the same ones. A child that does not answer within `patience_ms` hangs. The output of a failed child goes
   to stderr. *t starts with its path alone. Call it before this process uses OpenMP or a device. */
void trial_run(struct trial *t, int n, struct device *const *device, int devices, int patience_ms);

/* Kills the children. Those that passed wait for this with everything open: a driver in use opens for the next process
   in a tenth of the time (17 ms instead of 185 ms on an H200). */
void trial_end(struct trial *t, int n);
