/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_bell: cuSPARSE BLOCKED_ELL_ALG1, which only SpMM has. */
#include "gpu/cusparse/peer_blocked.cuh"

#include <algorithm>
#include <cstdlib>

#include "core/base/limit.h"
#include "core/matrix/format.h"

static const char name[] = "peer.cusparse.bell";

/* Seen with cuSPARSE 12.6.3: 65535 block rows are right, with 65536 Y stays as it was. */
enum { BLOCK_ROWS_MOST = 65535 };

/* Slots of a row at most: no block row has more blocks than its rows have entries. */
static uint64_t width_most(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[0];
    return b * std::min(b * (uint64_t)p->stats->row_max, (uint64_t)p->a->n / b);
}

static uint64_t bytes(const struct problem *p)
{
    uint64_t b = (uint64_t)p->param[0], slots = size_mul((uint64_t)p->a->m, width_most(p));
    return peer_bytes(p, size_add(size_mul(slots, vtype_size(p->a->type)), size_mul(slots / b / b, sizeof(int32_t))));
}

/* With f32 its results are as far off as 10 bits of fraction make them. */
static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->type == VT_F32)
        return err_set(why, ERR_UNSUPPORTED,
                       "blocked ELLPACK of cuSPARSE multiplies f32 in TF32, which is not the precision asked for");
    if (p->a->m / p->param[0] > BLOCK_ROWS_MOST)
        return err_set(why, ERR_UNSUPPORTED,
                       "blocked ELLPACK of cuSPARSE computes nothing, and says nothing, from %d block rows on when X "
                       "and Y are row-major; here are %lld",
                       BLOCK_ROWS_MOST + 1, (long long)(p->a->m / p->param[0]));
    return peer_spmm_supports(p, "BLOCKED_ELL_ALG1", why) && blocked_supports(p, p->param[0], why) &&
           format_fits("blocked ELLPACK", p->a->type, bytes(p), p->limit, why);
}

/* Row-major, s->width blocks wide. */
static int64_t slot(const struct blocked *s, int64_t i, int64_t c, int64_t q)
{
    return (i * s->width + q - s->ptr[i / s->b]) * s->b + c % s->b;
}

/* The block columns of every block row, `width` of them, padded with -1; NULL: *e. */
static int32_t *columns(const struct blocked *s, struct err *e)
{
    uint64_t count = (uint64_t)(s->rows * s->width);
    int32_t *ind = static_cast<int32_t *>(malloc(count * sizeof *ind + 1));
    if (!ind) {
        err_nomem(e, "block columns", count * sizeof *ind);
        return NULL;
    }
    for (int64_t r = 0; r < s->rows; r++)
        for (int64_t t = 0; t < s->width; t++)
            ind[r * s->width + t] = t < s->ptr[r + 1] - s->ptr[r] ? s->ind[s->ptr[r] + t] : -1;
    return ind;
}

static bool upload(const struct csr *a, const struct blocked *s, struct peer_mul *l, struct plan *plan, struct err *e)
{
    uint64_t count = (uint64_t)(s->rows * s->width), slots = count * (uint64_t)(s->b * s->b);
    int32_t *host = NULL;
    void *ind = NULL, *val = NULL;
    bool ok = limit_host(size_mul(slots, vtype_size(a->type)), "blocked ELLPACK", e) && (host = columns(s, e)) &&
              (val = blocked_values(a, s, slot, slots, e)) &&
              gpu_upload(l->device, host, count * sizeof *host, &ind, plan, e) &&
              gpu_upload(l->device, val, slots * vtype_size(a->type), &l->a.val, plan, e);
    l->a.ind = static_cast<int32_t *>(ind);
    free(val);
    free(host);
    return ok;
}

static bool describe(const struct blocked *s, struct peer_mul *l, struct err *e)
{
    if (l->empty)
        return true;
    return PEER_OK(l->device,
                   cusparseCreateConstBlockedEll(&l->matrix, l->m, l->n, s->b, s->width * s->b, l->a.ind, l->a.val,
                                                 CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, peer_type(l->type)),
                   e);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    struct blocked s = {};
    *plan = {};
    struct peer_mul *l = peer_mul_new(p, name, CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, e);
    if (!l)
        return false;
    bool ok = blocked_build(p->a, p->param[0], &s, e) && upload(p->a, &s, l, plan, e) && describe(&s, l, e) &&
              peer_mul_finish(l, p, plan, e);
    blocked_release(&s);
    if (!ok)
        peer_mul_release(l);
    return ok;
}

static const struct param params[] = {
    { .name = "BLOCK", .help = "rows and columns of a block", .min = 2, .max = 32, .initial = 4, .choices = NULL },
    {},
};

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE on blocked ELLPACK, SpMM",
    .source = "NVIDIA cuSPARSE",
    .on = "gpu",
    .format = "bell",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .peer = true,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern const struct kernel gpu_peer_bell_f64 = table<double>, gpu_peer_bell_f32 = table<float>;
