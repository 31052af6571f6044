/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell: ELLPACK, built on the host and copied to the device. */
#include "gpu/ell.cuh"

#include <cstdlib>

#include "core/format.h"
#include "core/limit.h"

/* The same in either order. */
uint64_t ell_plan_bytes(const struct problem *p)
{
    return format_find("ell.col")->cost(p->a, p->stats, p->a->type).bytes;
}

/* It has to fit the host too: it is built there. */
bool ell_plan_supports(const struct problem *p, struct err *why)
{
    uint64_t host = limit_default();
    return format_fits("ELLPACK", p->a->type, ell_plan_bytes(p), host < p->limit ? host : p->limit, why);
}

void ell_plan_release(void *plan_data)
{
    struct ell_plan *l = static_cast<struct ell_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->val);
        cudaFree(l->ind);
    }
    free(l);
}

static bool prepare(const struct problem *p, bool column_major, struct plan *plan, struct err *e)
{
    bool ok = false;
    struct ell host = {};
    *plan = {};
    struct ell_plan *l = reinterpret_cast<struct ell_plan *>(mul_plan_new(p, sizeof *l, e));
    if (!l)
        return false;
    if (!gpu_select(p->device, e) || !ell_build(p->a, column_major, &host, e))
        goto done;
    l->width = host.width;
    ok = gpu_upload(p->device, host.ind, (uint64_t)(host.m * host.width) * sizeof *host.ind, &l->ind, plan, e) &&
         gpu_upload(p->device, host.val, (uint64_t)(host.m * host.width) * vtype_size(host.type), &l->val, plan, e);
    plan->data = ok ? l : NULL;
done:
    ell_release(&host);
    if (!ok)
        ell_plan_release(l);
    return ok;
}

bool ell_col_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return prepare(p, true, plan, e);
}

bool ell_row_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return prepare(p, false, plan, e);
}
