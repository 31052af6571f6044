/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duel: finds the faster of two kernels in few runs, even on a busy machine. */
#pragma once

#include "core/measure/device.h"

/* Rounds that a duel takes at least, unless one shows the first to be far slower. */
enum { DUEL_LEAST = 2 };

struct rival {
    bool (*run)(void *data, struct err *);
    void *data;
    int threads;     /* threads it starts; 0: the device's team */
    double about_ms; /* estimated time of a run, perhaps with cold caches; a duel leaves the least known */
    bool warms;      /* warm up before each sample: its data fit the caches, but the other evicts them */
    double ms;       /* shortest time of a run */
    double again_ms; /* second shortest: not reached by chance alone */
};

/* Whether no sample came near the time known before, or that of a single run. */
bool rival_disturbed(const struct rival *);

/* The mean time of `runs` runs back to back. */
bool rival_time(const struct rival *, struct device *, int runs, double *ms, struct err *);

/* Times both in turns, so that disturbances affect both, until the better one is clear or `budget` ms of device time
   are used, which are added to *spent. False: one failed. */
bool duel(struct rival *a, struct rival *b, struct device *, double budget, double *spent, struct err *);
