/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranking: kernels by their expected cost on a problem. */
#pragma once

#include "core/measure/kernel.h"

enum { CANDIDATES = 32 };

struct candidate {
    const struct kernel *kernel;
    int64_t param[PARAM_MAX];
    int threads; /* at most the problem's */
    double cost; /* as `expect` of a kernel on all of the problem's threads */
    uint64_t bytes;
    bool hopes; /* its cost assumes an order of rows that has not been sought yet */
};

/* The kernels that support the problem and fit, cheapest first. */
struct ranking {
    struct candidate candidate[CANDIDATES];
    int count;
};

/* Ranks those of `kernels` (ends in NULL) that have `expect`. False: none; *why: why not the last one. */
bool ranking_make(const struct kernel *const *kernels, const struct problem *p, struct ranking *r, struct err *why);

/* Bytes left for plans beside the operands. */
uint64_t ranking_room(const struct problem *p);
