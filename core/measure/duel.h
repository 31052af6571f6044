/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duel: which of two kernels is the faster, from few runs on a machine that may be busy. */
#pragma once

#include "core/measure/kernel.h"

struct rival {
    bool (*run)(void *data, struct err *);
    void *data;
    double about_ms; /* one run, as far as is known before */
    bool warms; /* runs once more before a sample: all it uses can stay in the caches, but the other drives it out */
    double ms;  /* the least time of one run in the duel */
    double again_ms; /* the second least: what it did not reach by chance alone */
};

/* The mean time of `runs` runs back to back. */
bool rival_time(const struct rival *, struct device *, int runs, double *ms, struct err *);

/* Fills in the times of both, timed turn by turn, so that what else the machine does meets both: until it is clear
   which is better, or for `budget` ms of the device's time, which are added to *spent. What is known before has to do
   where there is no time. False: one of them failed. */
bool duel(struct rival *a, struct rival *b, struct device *, double budget, double *spent, struct err *);
