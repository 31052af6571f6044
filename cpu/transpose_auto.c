/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_auto: T = Aᵀ by the CPU kernel that is fastest on this matrix. */
#include "cpu/candidates.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(transpose_auto) = {
    CPU_AUTO,
    .name = "cpu.transpose.auto",
    .what = "ranks the CPU's transpositions by the matrix, tries the best few, and takes the fastest",
    .op = OP_TRANSPOSE,
};
