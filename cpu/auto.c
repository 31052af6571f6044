/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auto: Y = A·X by the CPU kernel that is fastest on this problem. */
#include "cpu/candidates.h"
#include "cpu/lib/variant.h"

const struct kernel VARIANT(auto) = {
    .name = "cpu.auto",
    .what = "ranks the CPU's kernels by the matrix, tries the best few, and takes the fastest",
    .on = "cpu",
    .format = "auto",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .not_repeatable = true, /* another choice adds in another order */
    .params = autotune_params,
    .supports = candidates_supports,
    .bytes = candidates_bytes,
    .prepare = candidates_prepare,
    .run = autotune_run,
    .release = autotune_release,
};
