/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_coo1: cuSPARSE COO_ALG1, rows sorted; not repeatable. */
#include "gpu/cusparse/peer.cuh"

static const char name[] = "peer.cusparse.coo1";

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return peer_coo_prepare(p, name, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMM_COO_ALG1, plan, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on COO, SpMV and SpMM algorithm 1",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "coo",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .not_repeatable = true,
    .supports = peer_coo_supports,
    .bytes = peer_coo_bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_coo1_f64 = table<double>, gpu_peer_coo1_f32 = table<float>;
