/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_blocked: cuSPARSE on formats of square blocks: BSR, and blocked ELLPACK, which only SpMM has. */
#include "gpu/cusparse/peer.cuh"

#include "core/matrix/format.h"
#include "gpu/layout/blocks.h"

/* Blocks must end where X and Y end: b divides m and n. */
static bool divides(const struct problem *p, struct err *why)
{
    long long b = p->param[0];
    if (p->a->m % b != 0 || p->a->n % b != 0)
        return err_set(why, ERR_UNSUPPORTED,
                       "blocks of %lld do not divide %lld x %lld, and cuSPARSE would reach past the end of X and Y", b,
                       (long long)p->a->m, (long long)p->a->n);
    return true;
}

typedef bool upload_blocks(const struct csr *, const struct block_pattern *, struct peer_mul *, struct plan *,
                           struct err *);
typedef bool describe_blocks(const struct block_pattern *, struct peer_mul *, struct err *);

template <upload_blocks *blocks, describe_blocks *describe>
static bool upload(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    struct block_pattern s = {};
    bool ok = blocks_find(p->a, p->param[0], &s, e) && blocks(p->a, &s, plan, out, e) &&
              (plan->empty || describe(&s, plan, e));
    blocks_release(&s);
    return ok;
}

/* ---- BSR ---- */

static uint64_t bsr_bytes(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[0], blocks = blocks_most(p->a, p->param[0]);
    uint64_t each = sizeof(int32_t) + b * b * vtype_size(p->a->type);
    return peer_bytes(p, size_add(size_mul(blocks, each), ((uint64_t)p->a->m / b + 1) * sizeof(int32_t)));
}

static bool bsr_supports(const struct problem *p, struct err *why)
{
    return divides(p, why) && peer_mul_supports(p, why) && format_fits("BSR", p->a->type, bsr_bytes(p), p->limit, why);
}

static bool bsr_upload_blocks(const struct csr *a, const struct block_pattern *s, struct peer_mul *plan,
                              struct plan *out, struct err *e)
{
    uint64_t bytes = size_mul((uint64_t)(s->blocks * s->b * s->b), vtype_size(a->type));
    void *val = NULL;
    out->slots = (uint64_t)(s->blocks * s->b * s->b);
    bool ok = limit_host(bytes, "BSR", e) && (val = blocks_bsr_values(a, s, e)) &&
              gpu_upload(plan->device, s->ptr, ((uint64_t)s->rows + 1) * sizeof *s->ptr, &plan->a.ptr, out, e) &&
              gpu_upload(plan->device, s->ind, (uint64_t)s->blocks * sizeof *s->ind, &plan->a.ind, out, e) &&
              gpu_upload(plan->device, val, bytes, &plan->a.val, out, e);
    free(val);
    return ok;
}

static bool bsr_describe(const struct block_pattern *s, struct peer_mul *plan, struct err *e)
{
    return PEER_OK(plan->device,
                   cusparse.CreateConstBsr(&plan->matrix, s->rows, s->cols, s->blocks, s->b, s->b, plan->a.ptr,
                                           plan->a.ind, plan->a.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                           CUSPARSE_INDEX_BASE_ZERO, peer_type(plan->type), CUSPARSE_ORDER_ROW),
                   e);
}

static const struct param bsr_params[] = {
    param_number("BLOCK", "rows and columns of a block", 2, 16, 3),
    {},
};

static constexpr struct peer_algorithm bsr = {
    .name = "peer.cusparse.bsr",
    .what = "cuSPARSE on BSR, SpMV and SpMM",
    .format = "bsr",
    .spmv = CUSPARSE_SPMV_BSR_ALG1,
    .spmm = CUSPARSE_SPMM_BSR_ALG1,
    .params = bsr_params,
    .supports = bsr_supports,
    .bytes = bsr_bytes,
    .upload = upload<bsr_upload_blocks, bsr_describe>,
};

/* ---- blocked ELLPACK ---- */

/* Seen with cuSPARSE 12.6.3: 65535 block rows are correct, with 65536 Y is unchanged. */
enum { BELL_ROWS_MOST = 65535 };

/* The most slots of a row: no block row has more blocks than its rows have entries. */
static uint64_t bell_width_most(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[0];
    return b * std::min(b * (uint64_t)p->stats->row_max, (uint64_t)p->a->n / b);
}

static uint64_t bell_bytes(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[0], slots = size_mul((uint64_t)p->a->m, bell_width_most(p));
    return peer_bytes(p, size_add(size_mul(slots, vtype_size(p->a->type)), size_mul(slots / b / b, sizeof(int32_t))));
}

/* With f32 its errors are those of a 10-bit fraction. */
static bool bell_supports(const struct problem *p, struct err *why)
{
    if (p->a->type == VT_F32)
        return err_set(why, ERR_UNSUPPORTED,
                       "blocked ELLPACK of cuSPARSE multiplies f32 in TF32, which is not the requested precision");
    if (p->a->m / p->param[0] > BELL_ROWS_MOST)
        return err_set(why, ERR_UNSUPPORTED,
                       "blocked ELLPACK of cuSPARSE silently computes nothing from %d block rows on when X "
                       "and Y are row-major; here are %lld",
                       BELL_ROWS_MOST + 1, (long long)(p->a->m / p->param[0]));
    return peer_spmm_supports(p, "BLOCKED_ELL_ALG1", why) && divides(p, why) &&
           format_fits("blocked ELLPACK", p->a->type, bell_bytes(p), p->limit, why);
}

static bool bell_upload_blocks(const struct csr *a, const struct block_pattern *s, struct peer_mul *plan,
                               struct plan *out, struct err *e)
{
    uint64_t count = (uint64_t)(s->rows * s->width);
    uint64_t bytes = size_mul(count * (uint64_t)(s->b * s->b), vtype_size(a->type));
    int32_t *columns = NULL;
    void *val = NULL;
    out->slots = count * (uint64_t)(s->b * s->b);
    bool ok = limit_host(bytes, "blocked ELLPACK", e) && (columns = blocks_ell_columns(s, e)) &&
              (val = blocks_ell_values(a, s, e)) &&
              gpu_upload(plan->device, columns, count * sizeof *columns, &plan->a.ind, out, e) &&
              gpu_upload(plan->device, val, bytes, &plan->a.val, out, e);
    free(val);
    free(columns);
    return ok;
}

static bool bell_describe(const struct block_pattern *s, struct peer_mul *plan, struct err *e)
{
    return PEER_OK(plan->device,
                   cusparse.CreateConstBlockedEll(&plan->matrix, plan->m, plan->n, s->b, s->width * s->b, plan->a.ind,
                                                  plan->a.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                                  peer_type(plan->type)),
                   e);
}

static const struct param bell_params[] = {
    param_number("BLOCK", "rows and columns of a block", 2, 32, 4),
    {},
};

static constexpr struct peer_algorithm bell = {
    .name = "peer.cusparse.bell",
    .what = "cuSPARSE on blocked ELLPACK, SpMM",
    .format = "bell",
    .spmm = CUSPARSE_SPMM_BLOCKED_ELL_ALG1,
    .params = bell_params,
    .supports = bell_supports,
    .bytes = bell_bytes,
    .upload = upload<bell_upload_blocks, bell_describe>,
};

extern const struct kernel gpu_peer_bsr_f64 = peer_table<double, bsr>, gpu_peer_bsr_f32 = peer_table<float, bsr>;
extern const struct kernel gpu_peer_bell_f64 = peer_table<double, bell>, gpu_peer_bell_f32 = peer_table<float, bell>;
