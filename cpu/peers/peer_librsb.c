/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_librsb: Y = A·X by librsb: recursive blocks of COO and CSR, as it cuts them itself or as its tuner improves
   them. */
#include "cpu/lib/peer.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#define prepare_tuned prepare
#else

#include "core/base/limit.h"
#include "cpu/lib/plan.h"
#include "cpu/peers/peer_librsb.h"

/* How long the tuner may try other blocks. */
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
        return err_set(why, ERR_UNSUPPORTED, "librsb takes X and Y without gaps between their rows only");
    return peer_fits_filled(p, "librsb", true, why);
}

/* Entries of COO blocks take two indices; the rest is the tree and what its construction leaves unused. */
static uint64_t bytes(const struct problem *p)
{
    const struct csr *a = p->a;
    uint64_t entry = 2 * sizeof(rsb_coo_idx_t) + vtype_size(a->type);

    return size_add(size_add(size_mul((uint64_t)a->nnz, entry), size_mul(16, (uint64_t)(a->m + a->n))), 1 << 20);
}

static void release(void *plan_data)
{
    struct rsb_plan *l = plan_data;

    if (!l)
        return;
    rsb_mtx_free(l->a);
    free(l);
}

/* The library cuts its blocks for the number of threads, so this must also precede the matrix. */
static bool threads_set(const struct rsb_plan *l, struct err *e)
{
    return librsb_ok(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &l->threads), "setting the number of threads", e);
}

static bool matrix_make(struct rsb_plan *l, const struct csr *a, struct err *e)
{
    uint64_t lines = (uint64_t)a->m + 1;
    rsb_err_t status = RSB_ERR_NO_ERROR;
    rsb_coo_idx_t *ptr = malloc(lines * sizeof *ptr);

    if (!ptr)
        return err_nomem(e, "row pointers", lines * sizeof *ptr);
    for (int64_t i = 0; i <= a->m; i++)
        ptr[i] = (rsb_coo_idx_t)a->ptr[i];
    l->a = rsb_mtx_alloc_from_csr_const(a->val, ptr, a->ind, (rsb_nnz_idx_t)a->nnz,
                                        VARIANT_TYPE == VT_F64 ? RSB_NUMERICAL_TYPE_DOUBLE : RSB_NUMERICAL_TYPE_FLOAT,
                                        (rsb_coo_idx_t)a->m, (rsb_coo_idx_t)a->n, RSB_DEFAULT_BLOCKING,
                                        RSB_DEFAULT_BLOCKING, RSB_FLAG_NOFLAGS, &status);
    free(ptr);
    if (!l->a && status == RSB_ERR_NO_ERROR)
        return err_set(e, ERR_DEVICE, "librsb: no matrix was made, and no reason given");
    return librsb_ok(status, "rsb_mtx_alloc_from_csr_const", e);
}

/* The tuner uses its own vectors: X is not ours to change, nor Y yet. */
static bool matrix_tune(struct rsb_plan *l, struct err *e)
{
    return librsb_ok(rsb_tune_spmm(&l->a, NULL, NULL, 0, TUNE_SECONDS, RSB_TRANSPOSITION_N, &one, NULL,
                                   (rsb_coo_idx_t)l->v.k, RSB_FLAG_WANT_ROW_MAJOR_ORDER, NULL, (rsb_nnz_idx_t)l->v.ldx,
                                   &zero, NULL, (rsb_nnz_idx_t)l->v.ldy),
                     "rsb_tune_spmm", e);
}

static bool prepare_as(const struct problem *p, bool tuned, struct plan *plan, struct err *e)
{
    struct rsb_plan *l = calloc(1, sizeof *l);
    size_t size = 0;

    if (!l)
        return err_nomem(e, "the plan", sizeof *l);
    l->threads = p->threads;
    l->v = (struct plan_vectors){ p->x.data, p->y.data, p->y.k, p->x.ld, p->y.ld, .prefetch = false };
    bool ok = peer_threads(p->threads, e) && threads_set(l, e) && matrix_make(l, p->a, e) &&
              (!tuned || matrix_tune(l, e)) &&
              librsb_ok(rsb_mtx_get_info(l->a, RSB_MIF_TOTAL_SIZE__TO__SIZE_T, &size), "rsb_mtx_get_info", e);
    if (ok)
        *plan = (struct plan){ .data = l, .bytes = size };
    else
        release(l);
    return ok;
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return prepare_as(p, false, plan, e);
}

static bool prepare_tuned(const struct problem *p, struct plan *plan, struct err *e)
{
    return prepare_as(p, true, plan, e);
}

static bool run(void *plan_data, struct err *e)
{
    const struct rsb_plan *l = plan_data;
    const struct plan_vectors *v = &l->v;
    bool vector = v->k == 1;

    if (!threads_set(l, e))
        return false;
    if (vector)
        return librsb_ok(
            rsb_spmv(RSB_TRANSPOSITION_N, &one, l->a, v->x, (rsb_coo_idx_t)v->ldx, &zero, v->y, (rsb_coo_idx_t)v->ldy),
            "rsb_spmv", e);
    return librsb_ok(rsb_spmm(RSB_TRANSPOSITION_N, &one, l->a, (rsb_coo_idx_t)v->k, RSB_FLAG_WANT_ROW_MAJOR_ORDER, v->x,
                              (rsb_nnz_idx_t)v->ldx, &zero, v->y, (rsb_nnz_idx_t)v->ldy),
                     "rsb_spmm", e);
}
#endif

/* What both tables have in common. */
#define PEER_LIBRSB                                                                                                    \
    CPU_PEER, .source = "Martone et al., librsb", .format = "rsb", .op = OP_MUL, .not_repeatable = true,               \
              .bytes = bytes, .run = run

const struct kernel VARIANT(peer_librsb) = {
    .name = "peer.librsb",
    .what = "librsb: recursive sparse blocks, as they come",
    .prepare = prepare,
    PEER_LIBRSB,
};

const struct kernel VARIANT(peer_librsb_tuned) = {
    .name = "peer.librsb.tuned",
    .what = "librsb: recursive sparse blocks after a second of its tuner",
    .prepare = prepare_tuned,
    PEER_LIBRSB,
};
