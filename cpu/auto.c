/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auto: Y = A·X by the CPU kernel that is fastest on this problem. */
#include "cpu/candidates.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(auto) = {
    CPU_AUTO,
    .name = "cpu.auto",
    .what = "ranks the CPU's kernels by the matrix, tries the best few, and takes the fastest",
    .op = OP_MUL,
    .not_repeatable = true, /* another choice sums in another order */
};
