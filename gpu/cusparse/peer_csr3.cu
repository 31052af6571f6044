/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_csr3: cuSPARSE CSR_ALG3, which only SpMM has; repeatable. Its preprocessing pads: rows without entries get NaN
   where X is not finite. So its format counts as a padded one, by a name of its own. */
#include "gpu/cusparse/peer.cuh"

static const char name[] = "peer.cusparse.csr3";

/* For even k it moves pairs of values, without a look at whether rows of X and Y begin where a pair may: an odd leading
   dimension ends in a misaligned address, and the device is lost. For odd k any will do. */
static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k % 2 == 0 && (p->x.ld % 2 != 0 || p->y.ld % 2 != 0))
        return err_set(why, ERR_UNSUPPORTED,
                       "CSR_ALG3 of cuSPARSE moves pairs of values when k is even, and fails where rows of X or Y are "
                       "not aligned to pairs: leading dimensions %lld and %lld",
                       (long long)p->x.ld, (long long)p->y.ld);
    return peer_spmm_supports(p, "CSR_ALG3", why);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return peer_csr_prepare(p, name, CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG3, plan, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on CSR, SpMM algorithm 3",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "csr.padded",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .supports = supports,
    .bytes = peer_csr_bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_csr3_f64 = table<double>, gpu_peer_csr3_f32 = table<float>;
