/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_mkl: Y = A·X and Y = Aᵀ·X by Intel MKL's inspector-executor, with hints and mkl_sparse_optimize. MKL stores A in
   its own padded form: NaN or Inf in X may show up in rows that do not refer to them. */
#include "cpu/lib/peer.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else

#include "cpu/peers/peer_mkl.h"

/* The number of products in the hint. */
enum { CALLS = 10000 };

static const struct matrix_descr general = { .type = SPARSE_MATRIX_TYPE_GENERAL };

struct mkl_plan {
    struct mkl_matrix a;
    sparse_operation_t operation;
    bool vector; /* X and Y are vectors without gaps: mv, else mm */
};

static bool supports(const struct problem *p, struct err *why)
{
    /* For a transposed matrix without entries, optimize reports "out of memory" (2026.2). */
    return peer_fits_filled(p, "MKL", p->op == OP_TMUL, why);
}

/* Our copy of A, and the same again for the inspector's, whose size is unknown. */
static uint64_t bytes(const struct problem *p)
{
    return size_mul(2, plan_csr_bytes(p));
}

static bool inspect(struct mkl_plan *plan, struct err *e)
{
    sparse_matrix_t a = plan->a.a;

    /* A refused hint is not a failure: the matrix does not qualify. */
    if (plan->vector)
        mkl_sparse_set_mv_hint(a, plan->operation, general, CALLS);
    else
        mkl_sparse_set_mm_hint(a, plan->operation, general, SPARSE_LAYOUT_ROW_MAJOR, (MKL_INT)plan->a.csr->v.k, CALLS);
    mkl_sparse_set_memory_hint(a, SPARSE_MEMORY_AGGRESSIVE);
    return mkl_ok(mkl_sparse_optimize(a), "mkl_sparse_optimize", e);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct mkl_plan *plan = calloc(1, sizeof *plan);

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->operation = p->op == OP_TMUL ? SPARSE_OPERATION_TRANSPOSE : SPARSE_OPERATION_NON_TRANSPOSE;
    plan->vector = p->x.k == 1 && p->x.ld == 1 && p->y.ld == 1;
    int before = mkl_set_num_threads_local(p->threads);
    bool ok = mkl_matrix_make(p, &plan->a, e) && inspect(plan, e);
    mkl_set_num_threads_local(before);
    return plan_end_by(plan, ok, plan_csr_bytes(p), release, out);
}

static bool run(void *plan_data, struct err *e)
{
    const struct mkl_plan *plan = plan_data;
    const struct plan_vectors *v = &plan->a.csr->v;
    int before = mkl_set_num_threads_local(plan->a.csr->threads);
    sparse_status_t status = plan->vector
                                 ? MKL_CALL(mv)(plan->operation, 1, plan->a.a, general, v->x, 0, v->y)
                                 : MKL_CALL(mm)(plan->operation, 1, plan->a.a, general, SPARSE_LAYOUT_ROW_MAJOR, v->x,
                                                (MKL_INT)v->k, (MKL_INT)v->ldx, 0, v->y, (MKL_INT)v->ldy);

    mkl_set_num_threads_local(before);
    return mkl_ok(status, plan->vector ? "mkl_sparse_mv" : "mkl_sparse_mm", e);
}
#endif

#define PEER_MKL                                                                                                       \
    CPU_PEER, .source = "Intel oneAPI Math Kernel Library", .format = "mkl", .bytes = bytes, .prepare = prepare,       \
              .run = run

const struct kernel VARIANT(peer_mkl) = {
    .name = "peer.mkl",
    .what = "Intel MKL inspector-executor, with hints and optimize",
    .op = OP_MUL,
    PEER_MKL,
};

const struct kernel VARIANT(peer_mkl_tmul) = {
    .name = "peer.mkl.tmul",
    .what = "Intel MKL inspector-executor, transposed, with hints and optimize",
    .op = OP_TMUL,
    .not_repeatable = true, /* not documented */
    PEER_MKL,
};
