/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auto: Y = A·X by the kernel that is fastest for this problem. */
#include "gpu/candidates.cuh"

template <class T>
static constexpr struct kernel table = {
    .name = "gpu.auto",
    .what = "ranks the GPU's kernels by the matrix, tries the best few, and takes the fastest",
    .on = "cuda",
    .format = "auto",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .not_repeatable = true, /* another choice adds in another order */
    .params = candidates_params,
    .supports = candidates_supports,
    .bytes = candidates_bytes,
    .prepare = candidates_prepare,
    .run = autotune_run,
    .release = autotune_release,
};

extern const struct kernel gpu_auto_f64 = table<double>, gpu_auto_f32 = table<float>;
