/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_bsr: cuSPARSE BSR_ALG1, A in square blocks, row-major inside. */
#include "gpu/cusparse/peer_blocked.cuh"

#include <cstdlib>

#include "core/base/limit.h"
#include "core/matrix/format.h"

static const char name[] = "peer.cusparse.bsr";

static uint64_t bytes(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[0], blocks = blocked_most(p->a, p->param[0]);
    uint64_t each = sizeof(int32_t) + b * b * vtype_size(p->a->type);
    return peer_bytes(p, size_add(size_mul(blocks, each), ((uint64_t)p->a->m / b + 1) * sizeof(int32_t)));
}

static bool supports(const struct problem *p, struct err *why)
{
    return blocked_supports(p, p->param[0], why) && format_fits("BSR", p->a->type, bytes(p), p->limit, why);
}

/* Blocks one after the other, row-major inside. */
static int64_t slot(const struct blocked *s, int64_t i, int64_t c, int64_t q)
{
    return (q * s->b + i % s->b) * s->b + c % s->b;
}

static bool upload(const struct csr *a, const struct blocked *s, struct peer_mul *l, struct plan *plan, struct err *e)
{
    uint64_t slots = (uint64_t)(s->blocks * s->b * s->b);
    void *ind = NULL, *val = NULL;
    bool ok = limit_host(size_mul(slots, vtype_size(a->type)), "BSR", e) &&
              (val = blocked_values(a, s, slot, slots, e)) &&
              gpu_upload(l->device, s->ptr, ((uint64_t)s->rows + 1) * sizeof *s->ptr, &l->a.ptr, plan, e) &&
              gpu_upload(l->device, s->ind, (uint64_t)s->blocks * sizeof *s->ind, &ind, plan, e) &&
              gpu_upload(l->device, val, slots * vtype_size(a->type), &l->a.val, plan, e);
    l->a.ind = static_cast<int32_t *>(ind);
    free(val);
    return ok;
}

static bool describe(const struct blocked *s, struct peer_mul *l, struct err *e)
{
    if (l->empty)
        return true;
    return PEER_OK(l->device,
                   cusparseCreateConstBsr(&l->matrix, s->rows, s->cols, s->blocks, s->b, s->b, l->a.ptr, l->a.ind,
                                          l->a.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                          peer_type(l->type), CUSPARSE_ORDER_ROW),
                   e);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    struct blocked s = {};
    *plan = {};
    struct peer_mul *l = peer_mul_new(p, name, CUSPARSE_SPMV_BSR_ALG1, CUSPARSE_SPMM_BSR_ALG1, e);
    if (!l)
        return false;
    bool ok = blocked_build(p->a, p->param[0], &s, e) && upload(p->a, &s, l, plan, e) && describe(&s, l, e) &&
              peer_mul_finish(l, p, plan, e);
    blocked_release(&s);
    if (!ok)
        peer_mul_release(l);
    return ok;
}

static const struct param params[] = {
    { .name = "BLOCK", .help = "rows and columns of a block", .min = 2, .max = 16, .initial = 3, .choices = NULL },
    {},
};

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on BSR, SpMV and SpMM",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "bsr",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_bsr_f64 = table<double>, gpu_peer_bsr_f32 = table<float>;
