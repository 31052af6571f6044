/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auto: Y = A·X by that kernel of this folder which turns out the fastest for this very problem. */
#include "core/advise.h"
#include "gpu/mul.cuh"

static bool supports(const struct problem *p, struct err *why)
{
    return advise_supports(gpu_kernels, p, why);
}

static uint64_t bytes(const struct problem *p)
{
    return advise_bytes(gpu_kernels, p);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return advise_prepare(gpu_kernels, p, plan, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = "gpu.auto",
    .what = "ranks the GPU's kernels by the matrix, tries the best few, and takes the fastest",
    .source = NULL,
    .on = "gpu",
    .format = "auto",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .not_repeatable = true, /* another choice adds in another order */
    .params = advise_params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = advise_run,
    .release = advise_release,
};

const struct kernel gpu_auto_f64 = table<double>, gpu_auto_f32 = table<float>;
