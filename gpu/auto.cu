/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auto: Y = A·X by the kernel that is fastest for this problem. */
#include "gpu/candidates.cuh"

template <class T>
static constexpr struct kernel table = candidates_table<T>({
    .name = "gpu.auto",
    .what = "ranks the GPU's kernels by the matrix, tries the best few, and takes the fastest",
    .op = OP_MUL,
    .not_repeatable = true, /* other choices add in other orders */
});

extern const struct kernel gpu_auto_f64 = table<double>, gpu_auto_f32 = table<float>;
