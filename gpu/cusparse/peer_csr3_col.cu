/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_csr3_col: cuSPARSE CSR_ALG3 of SpMM, X and Y column-major; it pads, like row-major CSR_ALG3. */
#include "gpu/cusparse/peer.cuh"

static const char name[] = "peer.cusparse.csr3.col";

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k == 1)
        return err_set(why, ERR_UNSUPPORTED,
                       "a vector has one layout: k > 1 here, peer.cusparse.csr1 and csr2 for k = 1");
    return peer_mul_supports(p, why);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return peer_csr_prepare(p, name, CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG3, plan, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on CSR, SpMM algorithm 3, X and Y column-major",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "csr.padded",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = COL_MAJOR,
    .peer = true,
    .supports = supports,
    .bytes = peer_csr_bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_csr3_col_f64 = table<double>, gpu_peer_csr3_col_f32 = table<float>;
