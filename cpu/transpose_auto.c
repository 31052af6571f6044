/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_auto: T = Aᵀ by that kernel of this folder which turns out the fastest for this very matrix. */
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

const struct kernel VARIANT(transpose_auto) = {
    .name = "cpu.transpose.auto",
    .what = "ranks the CPU's transpositions by the matrix, tries the best few, and takes the fastest",
    .source = NULL,
    .on = "cpu",
    .format = "auto",
    .op = OP_TRANSPOSE,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .params = advise_params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = advise_run,
    .release = advise_release,
};
