/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_sell: cuSPARSE SELL_ALG1 on slices of 32 rows in their own order; SpMV only. */
#include "gpu/cusparse/peer.cuh"

#include "core/matrix/format.h"
#include "gpu/layout/sell.h"

static uint64_t bytes(const struct problem *p)
{
    return peer_bytes(p, (uint64_t)sell_slots(p->a) * (sizeof(int32_t) + vtype_size(p->a->type)) +
                             ((uint64_t)sell_count(p->a) + 1) * sizeof(int32_t));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k != 1)
        return err_set(why, ERR_UNSUPPORTED, "SELL of cuSPARSE is for k = 1: its SpMM does not take it");
    if (!peer_mul_supports(p, why))
        return false;
    if (sell_slots(p->a) > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "SELL needs more than 2^31 slots, past its 32-bit offsets");
    uint64_t host = limit_default(); /* it is built there */
    return format_fits("SELL", p->a->type, bytes(p), host < p->limit ? host : p->limit, why);
}

static bool upload_slices(const struct csr *a, const struct sell_slices *s, struct peer_mul *plan, struct plan *out,
                          struct err *e)
{
    return gpu_upload(plan->device, s->offset, ((uint64_t)s->slices + 1) * sizeof *s->offset, &plan->a.ptr, out, e) &&
           gpu_upload(plan->device, s->ind, (uint64_t)s->slots * sizeof *s->ind, &plan->a.ind, out, e) &&
           gpu_upload(plan->device, s->val, (uint64_t)s->slots * vtype_size(a->type), &plan->a.val, out, e);
}

static bool describe(const struct sell_slices *s, int64_t nnz, struct peer_mul *plan, struct err *e)
{
    return PEER_OK(plan->device,
                   cusparse.CreateConstSlicedEll(&plan->matrix, plan->m, plan->n, nnz, s->slots, SELL_ROWS, plan->a.ptr,
                                                 plan->a.ind, plan->a.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                                 CUSPARSE_INDEX_BASE_ZERO, peer_type(plan->type)),
                   e);
}

static bool upload(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    struct sell_slices s = {};
    bool ok = sell_build(p->a, &s, e) && upload_slices(p->a, &s, plan, out, e) &&
              (plan->empty || describe(&s, p->a->nnz, plan, e));
    out->slots = (uint64_t)s.slots;
    sell_release(&s);
    return ok;
}

static constexpr struct peer_algorithm sell = {
    .name = "peer.cusparse.sell",
    .what = "cuSPARSE on SELL with slices of 32 rows, SpMV",
    .format = "sell",
    .spmv = CUSPARSE_SPMV_SELL_ALG1,
    .supports = supports,
    .bytes = bytes,
    .upload = upload,
};

extern const struct kernel gpu_peer_sell_f64 = peer_table<double, sell>, gpu_peer_sell_f32 = peer_table<float, sell>;
