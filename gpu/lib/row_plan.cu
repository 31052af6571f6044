/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/lib/row_plan.cuh"

static bool upload_blocks(const struct problem *p, struct row_limits limits, struct row_blocks *out, struct plan *plan,
                          struct err *e)
{
    struct row_blocks host;
    bool ok = row_blocks_find(p->a, limits, &host, e);
    *out = host;
    ok = ok && gpu_upload(p->device, host.block, (uint64_t)host.blocks * sizeof *host.block, &out->block, plan, e) &&
         gpu_upload(p->device, host.cut, (uint64_t)host.cuts * sizeof *host.cut, &out->cut, plan, e);
    row_blocks_release(&host);
    return ok;
}

static uint64_t sum_bytes(int64_t pieces, int64_t k, enum vtype type)
{
    return size_mul((uint64_t)pieces, size_mul((uint64_t)k, vtype_size(type)));
}

bool row_plan_build(const struct problem *p, struct row_limits limits, struct row_plan *plan, struct plan *out,
                    struct err *e)
{
    return gpu_csr_upload(p->device, p->a, &plan->a, out, e) && upload_blocks(p, limits, &plan->rows, out, e) &&
           gpu_alloc(p->device, sum_bytes(plan->rows.pieces, p->x.k, p->a->type), &plan->sum, out, e);
}

uint64_t row_plan_bytes(const struct problem *p, struct row_limits limits)
{
    uint64_t sums = sum_bytes((int64_t)row_blocks_pieces(p->a, p->stats->row_max, limits), p->x.k, p->a->type);
    return size_add(size_add(kernel_csr_bytes(p->a), row_blocks_bytes(p->a, p->stats->row_max, limits)), sums);
}
