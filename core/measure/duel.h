/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duel: finds the faster of two kernels in few runs, on a machine that may be busy. */
#pragma once

#include "core/measure/kernel.h"

/* Rounds that a duel takes in any case, unless one shows the first to be slower by far. */
enum { DUEL_LEAST = 2 };

struct rival {
    bool (*run)(void *data, struct err *);
    void *data;
    int threads;     /* that it starts; 0: the device's team */
    double about_ms; /* estimated time of a run, cold perhaps */
    bool warms;      /* warm up before each sample: its data fit the caches, but the other evicts them */
    double ms;       /* least time of a run */
    double again_ms; /* second least, which chance alone did not reach */
};

/* The mean time of `runs` runs back to back. */
bool rival_time(const struct rival *, struct device *, int runs, double *ms, struct err *);

/* Times both in turns, so that disturbances meet both, until the better one is clear or `budget` ms of device time,
   added to *spent, are used. False: one failed. */
bool duel(struct rival *a, struct rival *b, struct device *, double budget, double *spent, struct err *);
