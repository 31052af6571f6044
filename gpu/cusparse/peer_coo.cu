/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_coo: the algorithms of cuSPARSE for SpMV and SpMM on COO, entries sorted by row. */
#include "gpu/cusparse/peer.cuh"

static uint64_t bytes(const struct problem *p)
{
    return peer_bytes(p, (uint64_t)p->a->nnz * (2 * sizeof(int32_t) + vtype_size(p->a->type)));
}

/* The buffer of COO_ALG2 grows with k: 13 MB were seen for 20,000 rows of 690,000 entries and 64 columns in f64. */
static uint64_t coo2_bytes(const struct problem *p)
{
    uint64_t sums = (uint64_t)p->a->m + (uint64_t)p->a->nnz / 16;
    return size_add(bytes(p), size_mul(sums, size_mul((uint64_t)p->x.k, vtype_size(p->a->type))));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "row numbers of 32 bits end at 2^31 rows");
    return peer_mul_supports(p, why);
}

static bool coo3_supports(const struct problem *p, struct err *why)
{
    return peer_spmm_supports(p, "COO_ALG3", why) && supports(p, why);
}

static bool coo4_supports(const struct problem *p, struct err *why)
{
    return peer_spmm_supports(p, "COO_ALG4", why) && supports(p, why);
}

/* The row of every entry goes to plan->a.ptr. */
static bool upload_arrays(const struct csr *a, struct peer_mul *plan, struct plan *out, struct err *e)
{
    uint64_t nnz = (uint64_t)a->nnz;
    int32_t *row = static_cast<int32_t *>(malloc(nnz * sizeof *row + 1));
    if (!row)
        return err_nomem(e, "row numbers", nnz * sizeof *row);
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t s = a->ptr[i]; s < a->ptr[i + 1]; s++)
            row[s] = (int32_t)i;
    bool ok = gpu_upload(plan->device, row, nnz * sizeof *row, &plan->a.ptr, out, e) &&
              gpu_upload(plan->device, a->ind, nnz * sizeof *a->ind, &plan->a.ind, out, e) &&
              gpu_upload(plan->device, a->val, nnz * vtype_size(a->type), &plan->a.val, out, e);
    free(row);
    return ok;
}

static bool upload(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    return upload_arrays(p->a, plan, out, e) &&
           (plan->empty || PEER_OK(p->device,
                                   cusparse.CreateConstCoo(&plan->matrix, plan->m, plan->n, p->a->nnz, plan->a.ptr,
                                                           plan->a.ind, plan->a.val, CUSPARSE_INDEX_32I,
                                                           CUSPARSE_INDEX_BASE_ZERO, peer_type(plan->type)),
                                   e));
}

static constexpr struct peer_algorithm on_coo(struct peer_algorithm g)
{
    g.format = "coo";
    g.upload = upload;
    return g;
}

static constexpr struct peer_algorithm coo1 = on_coo({
    .name = "peer.cusparse.coo1",
    .what = "cuSPARSE on COO, SpMV and SpMM algorithm 1",
    .spmv = CUSPARSE_SPMV_COO_ALG1,
    .spmm = CUSPARSE_SPMM_COO_ALG1,
    .not_repeatable = true,
    .supports = supports,
    .bytes = bytes,
});

static constexpr struct peer_algorithm coo2 = on_coo({
    .name = "peer.cusparse.coo2",
    .what = "cuSPARSE on COO, SpMV and SpMM algorithm 2",
    .spmv = CUSPARSE_SPMV_COO_ALG2,
    .spmm = CUSPARSE_SPMM_COO_ALG2,
    .supports = supports,
    .bytes = coo2_bytes,
});

static constexpr struct peer_algorithm coo3 = on_coo({
    .name = "peer.cusparse.coo3",
    .what = "cuSPARSE on COO, SpMM algorithm 3",
    .spmm = CUSPARSE_SPMM_COO_ALG3,
    .not_repeatable = true,
    .supports = coo3_supports,
    .bytes = bytes,
});

static constexpr struct peer_algorithm coo4 = on_coo({
    .name = "peer.cusparse.coo4",
    .what = "cuSPARSE on COO, SpMM algorithm 4",
    .spmm = CUSPARSE_SPMM_COO_ALG4,
    .not_repeatable = true,
    .supports = coo4_supports,
    .bytes = bytes,
});

extern const struct kernel gpu_peer_coo1_f64 = peer_table<double, coo1>, gpu_peer_coo1_f32 = peer_table<float, coo1>;
extern const struct kernel gpu_peer_coo2_f64 = peer_table<double, coo2>, gpu_peer_coo2_f32 = peer_table<float, coo2>;
extern const struct kernel gpu_peer_coo3_f64 = peer_table<double, coo3>, gpu_peer_coo3_f32 = peer_table<float, coo3>;
extern const struct kernel gpu_peer_coo4_f64 = peer_table<double, coo4>, gpu_peer_coo4_f32 = peer_table<float, coo4>;
