/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_csr: the algorithms of cuSPARSE for SpMV and SpMM on CSR. */
#include "gpu/cusparse/peer.cuh"

bool peer_csr_upload(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    return gpu_csr_upload(p->device, p->a, &plan->a, out, e) &&
           (plan->empty ||
            PEER_OK(p->device,
                    cusparse.CreateConstCsr(&plan->matrix, plan->m, plan->n, plan->a.nnz, plan->a.ptr, plan->a.ind,
                                            plan->a.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                            CUSPARSE_INDEX_BASE_ZERO, peer_type(plan->type)),
                    e));
}

/* For even k, CSR_ALG3 moves pairs of values without checking that rows of X and Y are aligned to pairs: an odd leading
   dimension causes a misaligned address, and the device is lost. For odd k any leading dimension works. */
static bool csr3_supports(const struct problem *p, struct err *why)
{
    if (p->x.k % 2 == 0 && (p->x.ld % 2 != 0 || p->y.ld % 2 != 0))
        return err_set(why, ERR_UNSUPPORTED,
                       "CSR_ALG3 of cuSPARSE moves pairs of values when k is even, and fails where rows of X or Y are "
                       "not aligned to pairs: leading dimensions %lld and %lld",
                       (long long)p->x.ld, (long long)p->y.ld);
    return peer_spmm_supports(p, "CSR_ALG3", why);
}

static bool col_supports(const struct problem *p, struct err *why)
{
    if (p->x.k == 1)
        return err_set(why, ERR_UNSUPPORTED,
                       "a vector has one layout: k > 1 here, peer.cusparse.csr1 and csr2 for k = 1");
    return peer_mul_supports(p, why);
}

static constexpr struct peer_algorithm on_csr(struct peer_algorithm g)
{
    g.bytes = peer_csr_bytes;
    g.upload = peer_csr_upload;
    return g;
}

/* SpMM of g with X and Y column-major. */
static constexpr struct peer_algorithm column_major(struct peer_algorithm g, const char *name, const char *what)
{
    g.name = name;
    g.what = what;
    g.layout = COL_MAJOR;
    g.supports = col_supports;
    return g;
}

/* The documentation calls neither product of CSR_ALG1 repeatable. */
static constexpr struct peer_algorithm csr1 = on_csr({
    .name = "peer.cusparse.csr1",
    .what = "cuSPARSE on CSR, SpMV and SpMM algorithm 1",
    .format = "csr",
    .spmv = CUSPARSE_SPMV_CSR_ALG1,
    .spmm = CUSPARSE_SPMM_CSR_ALG1,
    .not_repeatable = true,
    .supports = peer_mul_supports,
});

/* SpMV of CSR_ALG2 is repeatable, SpMM is not. */
static constexpr struct peer_algorithm csr2 = on_csr({
    .name = "peer.cusparse.csr2",
    .what = "cuSPARSE on CSR, SpMV and SpMM algorithm 2",
    .format = "csr",
    .spmv = CUSPARSE_SPMV_CSR_ALG2,
    .spmm = CUSPARSE_SPMM_CSR_ALG2,
    .not_repeatable = true,
    .supports = peer_mul_supports,
});

/* CSR_ALG3 exists only for SpMM. Its preprocessing pads: empty rows get NaN where X is not finite. So its format counts
   as padded, under its own name. */
static constexpr struct peer_algorithm csr3 = on_csr({
    .name = "peer.cusparse.csr3",
    .what = "cuSPARSE on CSR, SpMM algorithm 3",
    .format = "cusparse",
    .spmm = CUSPARSE_SPMM_CSR_ALG3,
    .supports = csr3_supports,
});

static constexpr struct peer_algorithm csr1_col =
    column_major(csr1, "peer.cusparse.csr1.col", "cuSPARSE on CSR, SpMM algorithm 1, X and Y column-major");
static constexpr struct peer_algorithm csr2_col =
    column_major(csr2, "peer.cusparse.csr2.col", "cuSPARSE on CSR, SpMM algorithm 2, X and Y column-major");
static constexpr struct peer_algorithm csr3_col =
    column_major(csr3, "peer.cusparse.csr3.col", "cuSPARSE on CSR, SpMM algorithm 3, X and Y column-major");

/* Y = Aᵀ·X with A as it is. */
static constexpr struct peer_algorithm transposed(struct peer_algorithm g, const char *name, const char *what)
{
    g.name = name;
    g.what = what;
    g.of = CUSPARSE_OPERATION_TRANSPOSE;
    g.not_repeatable = true;
    return g;
}

static constexpr struct peer_algorithm csr1_tmul =
    transposed(csr1, "peer.cusparse.csr1.tmul", "cuSPARSE on CSR, SpMV and SpMM algorithm 1, A transposed");
static constexpr struct peer_algorithm csr2_tmul =
    transposed(csr2, "peer.cusparse.csr2.tmul", "cuSPARSE on CSR, SpMV and SpMM algorithm 2, A transposed");

extern const struct kernel gpu_peer_csr1_tmul_f64 = peer_table<double, csr1_tmul>,
                           gpu_peer_csr1_tmul_f32 = peer_table<float, csr1_tmul>;
extern const struct kernel gpu_peer_csr2_tmul_f64 = peer_table<double, csr2_tmul>,
                           gpu_peer_csr2_tmul_f32 = peer_table<float, csr2_tmul>;
extern const struct kernel gpu_peer_csr1_f64 = peer_table<double, csr1>, gpu_peer_csr1_f32 = peer_table<float, csr1>;
extern const struct kernel gpu_peer_csr2_f64 = peer_table<double, csr2>, gpu_peer_csr2_f32 = peer_table<float, csr2>;
extern const struct kernel gpu_peer_csr3_f64 = peer_table<double, csr3>, gpu_peer_csr3_f32 = peer_table<float, csr3>;
extern const struct kernel gpu_peer_csr1_col_f64 = peer_table<double, csr1_col>,
                           gpu_peer_csr1_col_f32 = peer_table<float, csr1_col>;
extern const struct kernel gpu_peer_csr2_col_f64 = peer_table<double, csr2_col>,
                           gpu_peer_csr2_col_f32 = peer_table<float, csr2_col>;
extern const struct kernel gpu_peer_csr3_col_f64 = peer_table<double, csr3_col>,
                           gpu_peer_csr3_col_f32 = peer_table<float, csr3_col>;
