/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial: a foreign library may end, kill or hang the process that loads it, so another process loads it first. */
#pragma once

#include <sys/types.h>

#include "core/measure/kernel.h"

struct trial {
    const char *path; /* of a plug-in */
    bool loads;       /* its file may be loaded */
    char why[400];    /* why it must not be opened; "": it may */
    /* While it lasts: */
    pid_t pid;           /* 0: the child has ended */
    int status;          /* of waitpid */
    int log;             /* what the child prints */
    volatile int *stage; /* how far the child has come, in shared memory */
};

/* Runs all trials at the same time, each in a forked child: loads the plug-in, opens it, and computes one small product
   if `device` has its kind of device. A plug-in passes when the child gets through, errors included: the caller will
   see the same. One that does not within `patience_ms` hangs. What a child that failed has printed goes to stderr. *t
   starts with its path alone. To be called before this process uses OpenMP or a device. */
void trial_run(struct trial *t, int n, struct device *const *device, int devices, int patience_ms);

/* Kills the children. Until then those that passed keep what they have opened: a driver that is in use opens for the
   next process in a tenth of the time (17 ms after 185 ms on an H200). */
void trial_end(struct trial *t, int n);
