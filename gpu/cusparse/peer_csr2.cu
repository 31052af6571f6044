/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_csr2: cuSPARSE CSR_ALG2; its documentation calls SpMV repeatable, SpMM not. */
#include "gpu/cusparse/peer.cuh"

static const char name[] = "peer.cusparse.csr2";

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return peer_csr_prepare(p, name, CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG2, plan, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on CSR, SpMV and SpMM algorithm 2",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "csr",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .not_repeatable = true,
    .supports = peer_mul_supports,
    .bytes = peer_csr_bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_csr2_f64 = table<double>, gpu_peer_csr2_f32 = table<float>;
