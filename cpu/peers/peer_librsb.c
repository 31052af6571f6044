/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_librsb: Y = A·X by librsb: recursive blocks of COO and CSR, as librsb cuts or tunes them. */
#include "cpu/lib/peer.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#define prepare_tuned prepare
#else

#include "cpu/peers/peer_librsb.h"

#define TUNE_SECONDS 1.0

static const T one = 1, zero = 0;

struct rsb_plan {
    struct rsb_mtx_t *a;
    struct plan_vectors v;
    rsb_int_t threads;
};

/* With gaps between rows of Y, some results are NaN (seen with 1.3.0). */
static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k > 1 && (p->x.ld != p->x.k || p->y.ld != p->y.k))
        return err_set(why, ERR_UNSUPPORTED, "librsb takes only X and Y without gaps between rows");
    return peer_fits_filled(p, "librsb", true, why);
}

/* Entries of COO blocks take two indices; the remainder is the tree and unused memory of its construction. */
static uint64_t bytes(const struct problem *p)
{
    const struct csr *a = p->a;
    uint64_t entry = 2 * sizeof(rsb_coo_idx_t) + vtype_size(a->type);

    return size_add(size_add(size_mul((uint64_t)a->nnz, entry), size_mul(16, (uint64_t)(a->m + a->n))), 1 << 20);
}

static void release(void *plan_data)
{
    struct rsb_plan *plan = plan_data;

    if (!plan)
        return;
    rsb_mtx_free(plan->a);
    free(plan);
}

/* The library cuts its blocks for the number of threads, so this also precedes the matrix. */
static bool threads_set(const struct rsb_plan *plan, struct err *e)
{
    return librsb_ok(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &plan->threads), "setting the number of threads",
                     e);
}

static bool matrix_make(struct rsb_plan *plan, const struct csr *a, struct err *e)
{
    uint64_t lines = (uint64_t)a->m + 1;
    rsb_err_t status = RSB_ERR_NO_ERROR;
    rsb_coo_idx_t *ptr = malloc(lines * sizeof *ptr);

    if (!ptr)
        return err_nomem(e, "row pointers", lines * sizeof *ptr);
    for (int64_t i = 0; i <= a->m; i++)
        ptr[i] = (rsb_coo_idx_t)a->ptr[i];
    plan->a = rsb_mtx_alloc_from_csr_const(
        a->val, ptr, a->ind, (rsb_nnz_idx_t)a->nnz,
        VARIANT_TYPE == VT_F64 ? RSB_NUMERICAL_TYPE_DOUBLE : RSB_NUMERICAL_TYPE_FLOAT, (rsb_coo_idx_t)a->m,
        (rsb_coo_idx_t)a->n, RSB_DEFAULT_BLOCKING, RSB_DEFAULT_BLOCKING, RSB_FLAG_NOFLAGS, &status);
    free(ptr);
    if (!plan->a && status == RSB_ERR_NO_ERROR)
        return err_set(e, ERR_DEVICE, "librsb: no matrix was made, and no reason given");
    return librsb_ok(status, "rsb_mtx_alloc_from_csr_const", e);
}

/* The tuner uses its own vectors: it must not change X, or Y yet. */
static bool matrix_tune(struct rsb_plan *plan, struct err *e)
{
    return librsb_ok(rsb_tune_spmm(&plan->a, NULL, NULL, 0, TUNE_SECONDS, RSB_TRANSPOSITION_N, &one, NULL,
                                   (rsb_coo_idx_t)plan->v.k, RSB_FLAG_WANT_ROW_MAJOR_ORDER, NULL,
                                   (rsb_nnz_idx_t)plan->v.ldx, &zero, NULL, (rsb_nnz_idx_t)plan->v.ldy),
                     "rsb_tune_spmm", e);
}

static bool prepare_as(const struct problem *p, bool tuned, struct plan *out, struct err *e)
{
    struct rsb_plan *plan = calloc(1, sizeof *plan);
    size_t size = 0;

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->threads = p->threads;
    plan->v = (struct plan_vectors){ p->x.data, p->y.data, p->y.k, p->x.ld, p->y.ld, .prefetch = false };
    bool ok = threads_tried(p->threads, e) && threads_set(plan, e) && matrix_make(plan, p->a, e) &&
              (!tuned || matrix_tune(plan, e)) &&
              librsb_ok(rsb_mtx_get_info(plan->a, RSB_MIF_TOTAL_SIZE__TO__SIZE_T, &size), "rsb_mtx_get_info", e);
    return plan_end_by(plan, ok, size, release, out);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return prepare_as(p, false, out, e);
}

static bool prepare_tuned(const struct problem *p, struct plan *out, struct err *e)
{
    return prepare_as(p, true, out, e);
}

static bool run(void *plan_data, struct err *e)
{
    const struct rsb_plan *plan = plan_data;
    const struct plan_vectors *v = &plan->v;

    if (!threads_set(plan, e))
        return false;
    if (v->k == 1)
        return librsb_ok(rsb_spmv(RSB_TRANSPOSITION_N, &one, plan->a, v->x, (rsb_coo_idx_t)v->ldx, &zero, v->y,
                                  (rsb_coo_idx_t)v->ldy),
                         "rsb_spmv", e);
    return librsb_ok(rsb_spmm(RSB_TRANSPOSITION_N, &one, plan->a, (rsb_coo_idx_t)v->k, RSB_FLAG_WANT_ROW_MAJOR_ORDER,
                              v->x, (rsb_nnz_idx_t)v->ldx, &zero, v->y, (rsb_nnz_idx_t)v->ldy),
                     "rsb_spmm", e);
}
#endif

#define PEER_LIBRSB                                                                                                    \
    CPU_PEER, .source = "Martone et al., librsb", .format = "rsb", .op = OP_MUL, .not_repeatable = true,               \
              .bytes = bytes, .run = run

const struct kernel VARIANT(peer_librsb) = {
    .name = "peer.librsb",
    .what = "librsb: recursive sparse blocks, untuned",
    .prepare = prepare,
    PEER_LIBRSB,
};

const struct kernel VARIANT(peer_librsb_tuned) = {
    .name = "peer.librsb.tuned",
    .what = "librsb: recursive sparse blocks after a second of its tuner",
    .prepare = prepare_tuned,
    PEER_LIBRSB,
};
