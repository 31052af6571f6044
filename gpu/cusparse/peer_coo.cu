/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_coo: A in coordinates, rows sorted, for the algorithms of cuSPARSE on COO. */
#include "gpu/cusparse/peer.cuh"

#include <cstdlib>

uint64_t peer_coo_bytes(const struct problem *p)
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

bool peer_coo_supports(const struct problem *p, struct err *why)
{
    if (p->a->m > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "row numbers of 32 bits end at 2^31 rows");
    return peer_mul_supports(p, why);
}

bool peer_coo_prepare(const struct problem *p, const char *name, cusparseSpMVAlg_t spmv, cusparseSpMMAlg_t spmm,
                      struct plan *plan, struct err *e)
{
    *plan = {};
    struct peer_mul *l = peer_mul_new(p, name, spmv, spmm, e);
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
