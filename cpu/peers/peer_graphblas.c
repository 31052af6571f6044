/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_graphblas: Y = A·X by SuiteSparse:GraphBLAS, with X and Y lent to it as full matrices by row. Adding to a full
   matrix in place is fastest, so Y is zeroed and Y += A·X computed (Davis, GraphBLAS user guide, saxpy5 and full
   matrices). */
#include "cpu/lib/peer.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else

#include "cpu/peers/peer_graphblas.h"

struct grb_plan {
    GrB_Matrix a, x, y; /* x holds X's memory without owning it; y holds Y's during a run */
    struct plan_vectors v;
    uint64_t x_bytes, y_bytes;
    int64_t m;
    int threads;
    bool x_packed;
};

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.ld != p->x.k || p->y.ld != p->y.k)
        return err_set(why, ERR_UNSUPPORTED, "GraphBLAS takes only full matrices without gaps between rows");
    return peer_fits_filled(p, "GraphBLAS", false, why);
}

static uint64_t bytes(const struct problem *p)
{
    const uint64_t index = sizeof(GrB_Index);

    return size_add(size_mul((uint64_t)p->a->m + 1, index), size_mul((uint64_t)p->a->nnz, index + sizeof(T)));
}

/* Takes the memory out of a full matrix; if the library has replaced `lent`, copies the new values back. */
static bool unpack(GrB_Matrix matrix, void *lent, uint64_t bytes, struct err *e)
{
    void *memory = NULL;
    GrB_Index size;
    bool iso;

    if (!graphblas_ok(GxB_Matrix_unpack_FullR(matrix, &memory, &size, &iso, NULL), "GxB_Matrix_unpack_FullR", e))
        return false;
    if (memory == lent)
        return true;
    memcpy(lent, memory, iso ? sizeof(T) : bytes);
    free(memory);
    return !iso || err_set(e, ERR_DEVICE, "GraphBLAS: the product came back as a single number");
}

static void release(void *plan_data)
{
    struct grb_plan *plan = plan_data;

    if (!plan)
        return;
    if (plan->x_packed)
        unpack(plan->x, (void *)plan->v.x, plan->x_bytes, NULL);
    GrB_Matrix_free(&plan->y);
    GrB_Matrix_free(&plan->x);
    GrB_Matrix_free(&plan->a);
    free(plan);
}

static bool matrices_make(struct grb_plan *plan, const struct problem *p, struct err *e)
{
    void *x = p->x.data;

    if (!graphblas_matrix(p->a, p->threads, &plan->a, e) ||
        !graphblas_new(&plan->x, VARIANT_TYPE, p->a->n, p->y.k, e) ||
        !graphblas_new(&plan->y, VARIANT_TYPE, p->a->m, p->y.k, e))
        return false;
    return plan->x_packed =
               graphblas_ok(GxB_Matrix_pack_FullR(plan->x, &x, plan->x_bytes, false, NULL), "GxB_Matrix_pack_FullR", e);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct grb_plan *plan = calloc(1, sizeof *plan);

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->v = (struct plan_vectors){ p->x.data, p->y.data, p->y.k, p->x.ld, p->y.ld, .prefetch = false };
    plan->x_bytes = dense_bytes(&p->x);
    plan->y_bytes = dense_bytes(&p->y);
    plan->m = p->a->m;
    plan->threads = p->threads;
    bool ok = threads_tried(p->threads, e) && graphblas_threads(p->threads, e) && matrices_make(plan, p, e);
    return plan_end_by(plan, ok, bytes(p), release, out);
}

static void zero(const struct grb_plan *plan)
{
    T *y = plan->v.y;

#pragma omp parallel for num_threads(plan->threads) schedule(static)
    for (int64_t i = 0; i < plan->m; i++)
        memset(y + i * plan->v.k, 0, (size_t)plan->v.k * sizeof *y);
}

/* Y += A·X, Y being plan->y */
static bool product(const struct grb_plan *plan, struct err *e)
{
    GrB_BinaryOp plus = VARIANT_TYPE == VT_F64 ? GrB_PLUS_FP64 : GrB_PLUS_FP32;
    GrB_Semiring plus_times = VARIANT_TYPE == VT_F64 ? GrB_PLUS_TIMES_SEMIRING_FP64 : GrB_PLUS_TIMES_SEMIRING_FP32;

    return graphblas_ok(GrB_mxm(plan->y, NULL, plus, plus_times, plan->a, plan->x, NULL), "GrB_mxm", e) &&
           graphblas_ok(GrB_Matrix_wait(plan->y, GrB_MATERIALIZE), "GrB_Matrix_wait", e);
}

static bool run(void *plan_data, struct err *e)
{
    struct grb_plan *plan = plan_data;
    void *y = plan->v.y;

    if (!graphblas_threads(plan->threads, e))
        return false;
    zero(plan);
    if (!graphblas_ok(GxB_Matrix_pack_FullR(plan->y, &y, plan->y_bytes, false, NULL), "GxB_Matrix_pack_FullR", e))
        return false;
    graphblas_lend(plan->v.y);
    bool ok = product(plan, e);
    ok = unpack(plan->y, plan->v.y, plan->y_bytes, ok ? e : NULL) && ok;
    if (!ok)
        GrB_Matrix_clear(plan->y);
    graphblas_lend(NULL);
    return ok;
}
#endif

const struct kernel VARIANT(peer_graphblas) = {
    CPU_PEER,
    .name = "peer.graphblas",
    .what = "SuiteSparse:GraphBLAS, GrB_mxm with full matrices, in place",
    .source = "Davis, ACM TOMS 49 (2023)",
    .format = "csr",
    .op = OP_MUL,
    .not_repeatable = true,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
};
