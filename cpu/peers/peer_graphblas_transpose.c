/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_graphblas_transpose: T = Aᵀ by SuiteSparse:GraphBLAS, both by row, and a copy out of its 64-bit arrays. */
#include "cpu/lib/peer.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else

#include "core/base/limit.h"
#include "cpu/peers/peer_graphblas.h"

struct grb_transpose {
    GrB_Matrix a;
    struct compressed t;
    int64_t m, n;
    int threads;
};

static bool supports(const struct problem *p, struct err *why)
{
    return peer_fits_filled(p, "GraphBLAS", true, why);
}

/* A, and the transpose that the library makes. */
static uint64_t bytes(const struct problem *p)
{
    return size_add(size_mul(2, peer_wide_bytes(p)), size_mul((uint64_t)p->a->n, sizeof(GrB_Index)));
}

static void release(void *plan_data)
{
    struct grb_transpose *plan = plan_data;

    if (!plan)
        return;
    GrB_Matrix_free(&plan->a);
    free(plan);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct grb_transpose *plan = calloc(1, sizeof *plan);

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->t = p->t;
    plan->m = p->a->m;
    plan->n = p->a->n;
    plan->threads = p->threads;
    bool ok = peer_threads(p->threads, e) && graphblas_threads(p->threads, e) &&
              graphblas_matrix(p->a, p->threads, &plan->a, e);
    if (ok)
        *out = (struct plan){ .data = plan, .bytes = bytes(p) };
    else
        release(plan);
    return ok;
}

/* T from the arrays of `at`, which gives them up; asked not to leave rows jumbled, the library sorts them. */
static bool take(const struct grb_transpose *plan, GrB_Matrix at, struct err *e)
{
    GrB_Index *ptr = NULL, *ind = NULL, ptr_size, ind_size, val_size;
    void *val = NULL;
    bool iso;
    bool ok =
        graphblas_ok(GxB_Matrix_unpack_CSR(at, &ptr, &ind, &val, &ptr_size, &ind_size, &val_size, &iso, NULL, NULL),
                     "GxB_Matrix_unpack_CSR", e);

    if (ok && iso)
        ok = err_set(e, ERR_DEVICE, "GraphBLAS: the transpose came back with a single value");
    if (ok) {
        struct peer_arrays from = { true, true, ptr, ind, val };
        peer_take(&plan->t, VARIANT_TYPE, &from, plan->threads);
    }
    free(val);
    free(ind);
    free(ptr);
    return ok;
}

static bool run(void *plan_data, struct err *e)
{
    const struct grb_transpose *plan = plan_data;
    GrB_Matrix at = NULL;

    bool ok = graphblas_threads(plan->threads, e) &&
              graphblas_ok(GrB_Matrix_new(&at, graphblas_type(VARIANT_TYPE), (GrB_Index)plan->n, (GrB_Index)plan->m),
                           "GrB_Matrix_new", e) &&
              graphblas_ok(GrB_transpose(at, NULL, NULL, plan->a, NULL), "GrB_transpose", e) &&
              graphblas_ok(GrB_Matrix_wait(at, GrB_MATERIALIZE), "GrB_Matrix_wait", e) && take(plan, at, e);
    GrB_Matrix_free(&at);
    return ok;
}
#endif

const struct kernel VARIANT(peer_graphblas_transpose) = {
    CPU_PEER,
    .name = "peer.graphblas.transpose",
    .what = "SuiteSparse:GraphBLAS: GrB_transpose, and copy out of 64-bit indices",
    .source = "Davis, ACM TOMS 49 (2023)",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
};
