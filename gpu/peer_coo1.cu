/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_coo1: cuSPARSE COO_ALG1, rows sorted; not repeatable. */
#include "gpu/peer.cuh"

#include <cstdlib>

static const char name[] = "peer.cusparse.coo1";

static uint64_t bytes(const struct problem *p)
{
    return peer_bytes(p, (uint64_t)p->a->nnz * (2 * sizeof(int32_t) + vtype_size(p->a->type)));
}

/* The row of every entry, in l->a.ptr; columns and values beside it. */
static bool coo_upload(const struct csr *a, struct peer_mul *l, struct plan *plan, struct err *e)
{
    uint64_t nnz = (uint64_t)a->nnz;
    void *ind = NULL;
    int32_t *row = static_cast<int32_t *>(malloc(nnz * sizeof *row + 1));
    if (!row)
        return err_nomem(e, "row numbers", nnz * sizeof *row);
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t s = a->ptr[i]; s < a->ptr[i + 1]; s++)
            row[s] = (int32_t)i;
    bool ok = gpu_upload(l->device, row, nnz * sizeof *row, &l->a.ptr, plan, e) &&
              gpu_upload(l->device, a->ind, nnz * sizeof *a->ind, &ind, plan, e) &&
              gpu_upload(l->device, a->val, nnz * vtype_size(a->type), &l->a.val, plan, e);
    l->a.ind = static_cast<int32_t *>(ind);
    free(row);
    return ok;
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "row numbers of 32 bits end at 2^31 rows");
    return peer_mul_supports(p, why);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    *plan = {};
    struct peer_mul *l = peer_mul_new(p, name, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMM_COO_ALG1, e);
    if (!l)
        return false;
    bool ok =
        coo_upload(p->a, l, plan, e) &&
        (l->empty || PEER_OK(p->device,
                             cusparseCreateConstCoo(&l->matrix, l->m, l->n, p->a->nnz, l->a.ptr, l->a.ind, l->a.val,
                                                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, peer_type(l->type)),
                             e)) &&
        peer_mul_finish(l, p, plan, e);
    if (!ok)
        peer_mul_release(l);
    return ok;
}

const struct kernel gpu_peer_coo1_f64 = {
    .name = name,
    .what = "cuSPARSE on COO, SpMV and SpMM algorithm 1",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "coo",
    .op = OP_MUL,
    .type = VT_F64,
    .layout = ROW_MAJOR,
    .peer = true,
    .not_repeatable = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

const struct kernel gpu_peer_coo1_f32 = {
    .name = name,
    .what = "cuSPARSE on COO, SpMV and SpMM algorithm 1",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "coo",
    .op = OP_MUL,
    .type = VT_F32,
    .layout = ROW_MAJOR,
    .peer = true,
    .not_repeatable = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};
