/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_coo2: cuSPARSE COO_ALG2, rows sorted; repeatable. */
#include "gpu/cusparse/peer.cuh"

#include "core/base/limit.h"

static const char name[] = "peer.cusparse.coo2";

/* Its buffer grows with k: 13 MB were seen for 20,000 rows of 690,000 entries and 64 columns in f64. */
static uint64_t bytes(const struct problem *p)
{
    uint64_t sums = (uint64_t)p->a->m + (uint64_t)p->a->nnz / 16;
    return size_add(peer_coo_bytes(p), size_mul(sums, size_mul((uint64_t)p->x.k, vtype_size(p->a->type))));
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return peer_coo_prepare(p, name, CUSPARSE_SPMV_COO_ALG2, CUSPARSE_SPMM_COO_ALG2, plan, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on COO, SpMV and SpMM algorithm 2",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "coo",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .supports = peer_coo_supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_coo2_f64 = table<double>, gpu_peer_coo2_f32 = table<float>;
