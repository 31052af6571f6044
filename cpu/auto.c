/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auto: Y = A·X and T = Aᵀ, each by the CPU kernel of the instruction set in use that is fastest on this problem. */
#include "core/measure/autotune.h"
#include "cpu/backend.h"
#include "cpu/lib/variant.h"

static bool supports(const struct problem *p, struct err *why)
{
    return autotune_supports(cpu_backend()->kernels, p, why);
}

static uint64_t bytes(const struct problem *p)
{
    return autotune_bytes(cpu_backend()->kernels, p);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return autotune_prepare(cpu_backend()->kernels, p, plan, e); /* NOTES.md, cpu.auto */
}

#define CPU_AUTO                                                                                                       \
    .family = "cpu", .format = "auto", .type = VARIANT_TYPE, .params = autotune_params, .supports = supports,          \
    .bytes = bytes, .prepare = prepare, .run = autotune_run, .release = autotune_release

const struct kernel VARIANT(auto) = {
    CPU_AUTO,
    .name = "cpu.auto",
    .what = "ranks the CPU's kernels by the matrix, tries the best few, and takes the fastest",
    .op = OP_MUL,
    .not_repeatable = true, /* another choice sums in another order */
};

const struct kernel VARIANT(transpose_auto) = {
    CPU_AUTO,
    .name = "cpu.transpose.auto",
    .what = "ranks the CPU's transpositions by the matrix, tries the best few, and takes the fastest",
    .op = OP_TRANSPOSE,
};
