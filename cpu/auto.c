/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auto: Y = A·X by that kernel of this folder which turns out the fastest for this very problem. */
#include "core/advise.h"
#include "cpu/candidates.h"

static bool supports(const struct problem *p, struct err *why)
{
    return advise_supports(candidates, p, why);
}

static uint64_t bytes(const struct problem *p)
{
    return advise_bytes(candidates, p);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return advise_prepare(candidates, p, plan, e);
}

const struct kernel VARIANT(auto) = {
    .name = "cpu.auto",
    .what = "ranks the CPU's kernels by the matrix, tries the best few, and takes the fastest",
    .source = NULL,
    .on = "cpu",
    .format = "auto",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .not_repeatable = true, /* another choice adds in another order */
    .params = advise_params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = advise_run,
    .release = advise_release,
};
