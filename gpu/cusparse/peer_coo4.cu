/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_coo4: cuSPARSE COO_ALG4, which only SpMM has; not repeatable. */
#include "gpu/cusparse/peer.cuh"

static const char name[] = "peer.cusparse.coo4";

static bool supports(const struct problem *p, struct err *why)
{
    return peer_spmm_supports(p, "COO_ALG4", why) && peer_coo_supports(p, why);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return peer_coo_prepare(p, name, CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG4, plan, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on COO, SpMM algorithm 4",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "coo",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .not_repeatable = true,
    .supports = supports,
    .bytes = peer_coo_bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_coo4_f64 = table<double>, gpu_peer_coo4_f32 = table<float>;
