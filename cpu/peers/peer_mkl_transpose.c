/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_mkl_transpose: T = Aᵀ by Intel MKL's conversion to CSR with transposition, copied out of MKL's arrays. */
#include "cpu/lib/peer.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else

#include "cpu/peers/peer_mkl.h"

struct mkl_transpose {
    struct mkl_matrix a;
    bool order; /* the conversion leaves rows unsorted */
};

static bool supports(const struct problem *p, struct err *why)
{
    return peer_fits_filled(p, "MKL", true, why);
}

/* A, and the transpose that MKL makes. */
static uint64_t bytes(const struct problem *p)
{
    return size_add(plan_csr_bytes(p), csr_transposed_bytes(p->a));
}

static bool arrays(const struct mkl_transpose *plan, sparse_matrix_t at, struct peer_arrays *out, struct err *e)
{
    sparse_index_base_t base;
    MKL_INT rows, columns, *begin, *end, *ind;
    T *val;

    if (!mkl_ok(MKL_CALL(export_csr)(at, &base, &rows, &columns, &begin, &end, &ind, &val), "mkl_sparse_export_csr", e))
        return false;
    if (base != SPARSE_INDEX_BASE_ZERO || end != begin + 1 || rows != plan->a.csr->n)
        return err_set(e, ERR_DEVICE, "MKL exports the transpose in an unknown form");
    *out = (struct peer_arrays){ .ptr = begin, .ind = ind, .val = val };
    return true;
}

/* Aᵀ in MKL's own arrays, valid until mkl_sparse_destroy */
static bool convert(const struct mkl_transpose *plan, sparse_matrix_t *at, struct peer_arrays *out, struct err *e)
{
    int before = mkl_set_num_threads_local(plan->a.csr->threads);
    bool ok = mkl_ok(mkl_sparse_convert_csr(plan->a.a, SPARSE_OPERATION_TRANSPOSE, at), "mkl_sparse_convert_csr", e) &&
              (!plan->order || mkl_ok(mkl_sparse_order(*at), "mkl_sparse_order", e)) && arrays(plan, *at, out, e);

    mkl_set_num_threads_local(before);
    return ok;
}

static bool sorted(const struct peer_arrays *at, int64_t lines)
{
    const MKL_INT *ptr = at->ptr, *ind = at->ind;

    for (int64_t j = 0; j < lines; j++)
        for (MKL_INT s = ptr[j] + 1; s < ptr[j + 1]; s++)
            if (ind[s] <= ind[s - 1])
                return false;
    return true;
}

/* MKL does not promise sorted rows, but mkl_sparse_order costs half as much as the conversion even on sorted ones: a
   trial conversion decides whether it is needed. */
static bool order_needed(struct mkl_transpose *plan, struct err *e)
{
    sparse_matrix_t at = NULL;
    struct peer_arrays trial;
    bool ok = convert(plan, &at, &trial, e);

    if (ok)
        plan->order = !sorted(&trial, plan->a.csr->n);
    if (at)
        mkl_sparse_destroy(at);
    return ok;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct mkl_transpose *plan = calloc(1, sizeof *plan);

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    bool ok = mkl_matrix_make(p, &plan->a, e) && order_needed(plan, e);
    return plan_end_by(plan, ok, bytes(p), release, out);
}

static bool run(void *plan_data, struct err *e)
{
    const struct mkl_transpose *plan = plan_data;
    sparse_matrix_t at = NULL;
    struct peer_arrays from;
    bool ok = convert(plan, &at, &from, e);

    if (ok)
        peer_take(&plan->a.csr->t, VARIANT_TYPE, &from, plan->a.csr->threads);
    if (at)
        mkl_sparse_destroy(at);
    return ok;
}
#endif

const struct kernel VARIANT(peer_mkl_transpose) = {
    CPU_PEER,
    .name = "peer.mkl.transpose",
    .what = "Intel MKL: convert with transposition, order if needed, copy out",
    .source = "Intel oneAPI Math Kernel Library",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
};
