/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates: shared by gpu.auto and gpu.transpose.auto, which choose among the other kernels. */
#pragma once

#include "core/measure/autotune.h"
#include "gpu/lib/mul.cuh"

/* All kernels of this folder; ends in NULL. */
extern const struct kernel *const gpu_kernels[];

/* Like autotune_params, but at most two trials: over 39 cells of a seed the third kernel never won (NOTES.md). */
static const struct param candidates_params[] = {
    param_number("TRIALS", "kernels that are prepared and tried at most", 1, 16, 2),
    param_number("BUDGET", "milliseconds in which candidates are prepared and tried", 1, 10000, 2000),
    param_number("PRODUCTS", "the same in runs of the fastest, where these take longer than BUDGET", 0, 1000, 225),
    {},
};

static inline bool candidates_supports(const struct problem *p, struct err *why)
{
    return autotune_supports(gpu_kernels, p, why);
}

static inline uint64_t candidates_bytes(const struct problem *p)
{
    return autotune_bytes(gpu_kernels, p);
}

static inline bool candidates_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return autotune_prepare(gpu_kernels, p, out, e);
}

/* The table of such a kernel: its own entries, and the common ones. */
template <class T> constexpr struct kernel candidates_table(struct kernel own)
{
    own.family = "cuda";
    own.format = "auto";
    own.type = vtype_of<T>;
    own.params = candidates_params;
    own.supports = candidates_supports;
    own.bytes = candidates_bytes;
    own.prepare = candidates_prepare;
    own.run = autotune_run;
    own.release = autotune_release;
    return own;
}
