/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_sell: cuSPARSE SELL_ALG1 on slices of 32 rows in their own order; SpMV only. */
#include "gpu/cusparse/peer.cuh"

#include <cstdlib>

#include "core/base/limit.h"
#include "core/matrix/format.h"

static const char name[] = "peer.cusparse.sell";

enum { SLICE = 32 };

/* A slice is as wide as its longest row; slot (r, s) of it is at offset + r + s*SLICE; a padded slot has column -1. */
struct sell {
    int64_t slices, slots;
    int32_t *offset; /* slices + 1 */
    int32_t *ind;
    char *val;
};

static int64_t slice_width(const struct csr *a, int64_t slice)
{
    int64_t width = 0, last = (slice + 1) * SLICE < a->m ? (slice + 1) * SLICE : a->m;
    for (int64_t i = slice * SLICE; i < last; i++)
        if (a->ptr[i + 1] - a->ptr[i] > width)
            width = a->ptr[i + 1] - a->ptr[i];
    return width;
}

static int64_t slice_count(const struct csr *a)
{
    return (a->m + SLICE - 1) / SLICE;
}

static int64_t slot_count(const struct csr *a)
{
    int64_t slots = 0;
    for (int64_t slice = 0; slice < slice_count(a); slice++)
        slots += slice_width(a, slice) * SLICE;
    return slots;
}

static void sell_free(struct sell *b)
{
    free(b->val);
    free(b->ind);
    free(b->offset);
}

static void sell_row(const struct csr *a, int64_t i, struct sell *b)
{
    size_t v = vtype_size(a->type);
    int64_t at = b->offset[i / SLICE] + i % SLICE;
    for (int64_t s = a->ptr[i]; s < a->ptr[i + 1]; s++, at += SLICE) {
        b->ind[at] = a->ind[s];
        __builtin_memcpy(b->val + (size_t)at * v, (const char *)a->val + (size_t)s * v, v);
    }
}

static bool sell_build(const struct csr *a, struct sell *b, struct err *e)
{
    size_t v = vtype_size(a->type);
    b->slices = slice_count(a);
    b->slots = slot_count(a);
    b->offset = static_cast<int32_t *>(calloc((size_t)b->slices + 1, sizeof *b->offset));
    b->ind = static_cast<int32_t *>(malloc((size_t)b->slots * sizeof *b->ind + 1));
    b->val = static_cast<char *>(calloc((size_t)b->slots + 1, v));
    if (!b->offset || !b->ind || !b->val)
        return err_nomem(e, "SELL", (uint64_t)b->slots * (sizeof *b->ind + v));
    for (int64_t slice = 0; slice < b->slices; slice++)
        b->offset[slice + 1] = b->offset[slice] + (int32_t)(slice_width(a, slice) * SLICE);
    for (int64_t at = 0; at < b->slots; at++)
        b->ind[at] = -1;
    for (int64_t i = 0; i < a->m; i++)
        sell_row(a, i, b);
    return true;
}

static uint64_t bytes(const struct problem *p)
{
    return peer_bytes(p, (uint64_t)slot_count(p->a) * (sizeof(int32_t) + vtype_size(p->a->type)) +
                             ((uint64_t)slice_count(p->a) + 1) * sizeof(int32_t));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k != 1)
        return err_set(why, ERR_UNSUPPORTED, "SELL of cuSPARSE is for k = 1: its SpMM does not take it");
    if (!peer_mul_supports(p, why))
        return false;
    if (slot_count(p->a) > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "SELL needs more than 2^31 slots, past its 32-bit offsets");
    uint64_t host = limit_default(); /* it is built there */
    return format_fits("SELL", p->a->type, bytes(p), host < p->limit ? host : p->limit, why);
}

static bool sell_upload(const struct csr *a, const struct sell *b, struct peer_mul *l, struct plan *plan, struct err *e)
{
    void *ind = NULL;
    bool ok = gpu_upload(l->device, b->offset, ((uint64_t)b->slices + 1) * sizeof *b->offset, &l->a.ptr, plan, e) &&
              gpu_upload(l->device, b->ind, (uint64_t)b->slots * sizeof *b->ind, &ind, plan, e) &&
              gpu_upload(l->device, b->val, (uint64_t)b->slots * vtype_size(a->type), &l->a.val, plan, e);
    l->a.ind = static_cast<int32_t *>(ind);
    return ok;
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    struct sell b = {};
    *plan = {};
    struct peer_mul *l = peer_mul_new(p, name, CUSPARSE_SPMV_SELL_ALG1, CUSPARSE_SPMM_ALG_DEFAULT, e);
    if (!l)
        return false;
    bool ok =
        sell_build(p->a, &b, e) && sell_upload(p->a, &b, l, plan, e) &&
        (l->empty || PEER_OK(p->device,
                             cusparseCreateConstSlicedEll(&l->matrix, l->m, l->n, p->a->nnz, b.slots, SLICE, l->a.ptr,
                                                          l->a.ind, l->a.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                                          CUSPARSE_INDEX_BASE_ZERO, peer_type(l->type)),
                             e)) &&
        peer_mul_finish(l, p, plan, e);
    sell_free(&b);
    if (!ok)
        peer_mul_release(l);
    return ok;
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on SELL with slices of 32 rows, SpMV",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "sell",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_sell_f64 = table<double>, gpu_peer_sell_f32 = table<float>;
