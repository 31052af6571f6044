/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/mul/ell.cuh"

#include "core/matrix/ell.h"
#include "core/matrix/format.h"

uint64_t ell_plan_bytes(const struct problem *p)
{
    return format_find("ell.col")->cost(p->a, p->stats, vtype_size(p->a->type)).bytes;
}

/* It must also fit the host, where it is built. */
bool ell_plan_supports(const struct problem *p, struct err *why)
{
    uint64_t host = limit_default();
    return format_fits("ELLPACK", p->a->type, ell_plan_bytes(p), host < p->limit ? host : p->limit, why);
}

template <bool column_major>
static bool build(const struct problem *p, struct ell_plan *plan, struct plan *out, struct err *e)
{
    struct ell host = {};
    bool ok =
        ell_build(p->a, column_major, &host, e) &&
        gpu_upload(p->device, host.ind, (uint64_t)(host.m * host.width) * sizeof *host.ind, &plan->ind, out, e) &&
        gpu_upload(p->device, host.val, (uint64_t)(host.m * host.width) * vtype_size(host.type), &plan->val, out, e);
    plan->width = host.width;
    out->slots = (uint64_t)(host.m * host.width);
    ell_release(&host);
    return ok;
}

bool ell_col_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return mul_prepare<ell_plan, build<true>>(p, out, e);
}

bool ell_row_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return mul_prepare<ell_plan, build<false>>(p, out, e);
}
