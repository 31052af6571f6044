/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranking: kernels by what they expect to cost on a problem. */
#pragma once

#include "core/measure/kernel.h"

enum { CANDIDATES = 32 };

struct candidate {
    const struct kernel *kernel;
    int64_t param[PARAM_MAX];
    int threads; /* 0: those of the problem */
    double cost;
    uint64_t bytes;
};

/* What supports the problem and fits, ascending by cost. */
struct ranking {
    struct candidate candidate[CANDIDATES];
    int count;
};

/* Of the kernels (ends in NULL), those that expect anything. False: there is none; *why is why the last one is not. */
bool ranking_make(const struct kernel *const *kernels, const struct problem *p, struct ranking *r, struct err *why);

/* Bytes that plans may take beside the operands. */
uint64_t ranking_room(const struct problem *p);
