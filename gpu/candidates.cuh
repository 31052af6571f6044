/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates: what gpu.auto and gpu.transpose.auto share: they choose among the other kernels. */
#pragma once

#include "core/measure/autotune.h"
#include "gpu/lib/mul.cuh"

/* All kernels of this folder; ends in NULL. */
extern const struct kernel *const gpu_kernels[];

/* As autotune_params, but three trials at most: what does not win is out of the ranking already. */
static const struct param candidates_params[] = {
    { "TRIALS", "kernels that are prepared and tried at most", 1, 16, 3, NULL },
    { "BUDGET", "milliseconds in which candidates are prepared and tried", 1, 10000, 2000, NULL },
    { "PRODUCTS", "the same in runs of the fastest, where these take longer than BUDGET", 0, 1000, 225, NULL },
    {},
};

static bool candidates_supports(const struct problem *p, struct err *why)
{
    return autotune_supports(gpu_kernels, p, why);
}

static uint64_t candidates_bytes(const struct problem *p)
{
    return autotune_bytes(gpu_kernels, p);
}

static inline bool candidates_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return autotune_prepare(gpu_kernels, 2, p, plan, e);
}
