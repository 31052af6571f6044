/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_auto: T = Aᵀ by the kernel that is fastest for this matrix. */
#include "gpu/candidates.cuh"

template <class T>
static constexpr struct kernel table = candidates_table<T>({
    .name = "gpu.transpose.auto",
    .what = "ranks the GPU's transpositions by the matrix, tries the best few, and takes the fastest",
    .op = OP_TRANSPOSE,
});

extern const struct kernel gpu_transpose_auto_f64 = table<double>, gpu_transpose_auto_f32 = table<float>;
