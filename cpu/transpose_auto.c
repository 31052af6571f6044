/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_auto: T = Aᵀ by the CPU kernel that is fastest on this matrix. */
#include "cpu/candidates.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(transpose_auto) = {
    .name = "cpu.transpose.auto",
    .what = "ranks the CPU's transpositions by the matrix, tries the best few, and takes the fastest",
    .on = "cpu",
    .format = "auto",
    .op = OP_TRANSPOSE,
    .type = VARIANT_TYPE,
    .params = autotune_params,
    .supports = candidates_supports,
    .bytes = candidates_bytes,
    .prepare = candidates_prepare,
    .run = autotune_run,
    .release = autotune_release,
};
