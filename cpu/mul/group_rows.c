/* SPDX-License-Identifier: GPL-3.0-or-later */
/* group_rows: Y = A·X for neighbouring rows with nearly the same columns, like the rows of one finite element node, or
   of a band. A group of up to eight rows keeps each column once, with a value for every row, zeros filled in. One load
   of a row of X serves all of them, and their sums are independent. A group grows while it has at most an eighth more
   values than entries; unlike blocks, groups need not be square or aligned. */
#include "cpu/lib/pad.h"
#include "cpu/lib/plan_similar.h"
#include "cpu/lib/stream.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/prefetch.h"
#include "cpu/lib/tile.h"
#include "cpu/mul/group_rows_build.h"

enum { STREAM, ORDER, PAD };

static const struct param params[] = {
    [STREAM] = { "STREAM", STREAM_HELP, 0, 2, 1, stream_names },
    [ORDER] = { "ORDER", PLAN_ORDER_HELP, 0, 1, 0, plan_orders },
    [PAD] = { "PAD", PAD_HELP, 0, 2, PAD_AUTO, pad_names },
    { 0 },
};

static uint64_t bytes(const struct problem *p)
{
    const uint64_t nnz = (uint64_t)p->a->nnz, values = size_add(size_add(nnz, nnz / GROUP_ROWS_EXTRA), BLOCK_PAST);
    const uint64_t line = sizeof(int32_t) + 2 * sizeof(int64_t);

    return size_add(
        size_add(size_mul(nnz, sizeof(int32_t)), size_mul(values, sizeof(T))),
        size_add(size_add(size_mul((uint64_t)p->a->m + 1, line), pad_bytes(p, p->param[PAD])),
                 size_add(plan_order_bytes(p, p->param[ORDER]), ((uint64_t)plan_pieces(p) + 1) * sizeof(int64_t))));
}

static bool build_in_order(struct group_rows *s, const struct problem *p, struct err *e)
{
    const size_t size = (size_t)p->a->m * sizeof *s->to;
    struct plan_order o;

    if (!plan_order_find(p, p->param[ORDER], &o, e))
        return false;
    const struct group_extent g = group_rows_sample(&o.a);
    /* If no better order was found, the sample avoids the scan of every row. */
    bool ok = p->param[ORDER] && g.columns * GROUP_ROWS_OF > g.entries * GROUP_ROWS_FEW
                  ? group_rows_refuse(g.columns, g.entries, e)
                  : group_rows_build(s, &o.a, e);
    if (ok && o.row && (ok = (s->to = plan_memory(s, size, "the order of rows", e))))
        memcpy(s->to, o.row, size);
    plan_order_release(&o);
    return ok;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const int pieces = plan_pieces(p);
    const size_t cuts = ((size_t)pieces + 1) * sizeof(int64_t);
    struct group_rows *s = plan_new(sizeof *s + cuts, e);

    if (!s)
        return false;
    s->v = plan_vectors_of(p);
    s->threads = p->threads;
    s->pieces = pieces;
    s->stream = stream_wanted(p, p->param[STREAM]) && stream_aligned(s->v);
    bool ok = threads_ready(p->threads, e) && build_in_order(s, p, e) && pad_prepare(p, p->param[PAD], s, &s->v, e);
    if (!plan_end(s, ok, bytes(p), out))
        return false;
    const int64_t groups = s->cut[s->pieces];
    const uint64_t lists = (uint64_t)(groups + 1) * (sizeof *s->row + sizeof *s->at + sizeof *s->slot);
    out->slots = (uint64_t)s->slot[groups];
    out->traffic = kernel_traffic_below(p, (uint64_t)p->a->nnz * sizeof(T) + (uint64_t)s->at[groups] * sizeof *s->ind +
                                               lists + (s->to ? (uint64_t)p->a->m * sizeof *s->to : 0));
    return true;
}

static ALWAYS_INLINE void several(const int rows, const struct group_rows *s, struct block_row g)
{
    if (s->v.k == 1)
        block_row_vector(rows, 1, g);
    else
        block_row_times(rows, 1, g, s->v.k);
}

/* The number of rows as a constant, which keeps the sums in registers. */
#define SEVERAL(rows)                                                                                                  \
    case rows:                                                                                                         \
        several(rows, s, g);                                                                                           \
        break;

static void group_run(const struct group_rows *s, struct block_row g)
{
    switch (g.there) {
    case 1:
        tile_times(g.blocks, g.first, g.val, g.x, g.ldx, s->v.k, block_row_y(g, 0));
        break;
        SEVERAL(2)
        SEVERAL(3)
        SEVERAL(4)
        SEVERAL(5)
        SEVERAL(6)
        SEVERAL(7)
    default:
        several(8, s, g);
        break;
    }
}

static void piece_run(const void *plan, int t)
{
    const struct group_rows *s = plan;
    struct block_row g = { .x = s->v.x, .ldx = s->v.ldx, .ldy = s->v.ldy, .stream = s->stream };

    for (int64_t q = s->cut[t]; q < s->cut[t + 1]; q++) {
        g.blocks = s->at[q + 1] - s->at[q];
        g.first = s->ind + s->at[q];
        g.val = s->val + s->slot[q];
        g.to = s->to ? s->to + s->row[q] : NULL;
        g.y = (T *)s->v.y + (s->to ? 0 : s->row[q]) * s->v.ldy;
        g.there = s->row[q + 1] - s->row[q];
        if (s->v.prefetch) {
            prefetch_values(s->slot[q + 1] - s->slot[q], g.val);
            prefetch_indices(g.blocks, g.first);
        }
        group_run(s, g);
    }
    if (s->stream)
        simd_fence();
}

static bool run(void *plan_data, struct err *e)
{
    const struct group_rows *s = plan_data;

    return pad_fill(&s->v, s->threads, e) && threads_share(s->threads, s->pieces, piece_run, s, e);
}

/* As CSR, with fewer column indices and rows of X, estimated from the sample. The factors: NOTES.md, cpu.auto. */
static double expect(struct problem *p)
{
    const double nnz = (double)p->a->nnz, rest = expect_csr(p, true) - nnz * (sizeof(int32_t) + sizeof(T));
    const struct group_extent g = group_rows_sample(p->a);
    const double columns = (double)g.columns / (double)g.entries;

    if (g.columns * GROUP_ROWS_OF > g.entries * GROUP_ROWS_FEW || g.entries == 0) {
        p->param[ORDER] = plan_order_promises(p);
        /* Tried early for small k: only the search can decide, and a failed one is not repeated for other kernels. */
        return p->param[ORDER] ? (p->x.k <= LANES ? 0.8 : 1.0) * expect_csr(p, true) : INFINITY;
    }
    return nnz * (columns * sizeof(int32_t) + sizeof(T)) + (p->x.k == 1 ? 0.95 : 0.25 + 0.9 * columns) * rest;
}

const struct kernel VARIANT(group_rows) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.group.rows",
    .what = "up to 8 neighbouring rows with nearly the same columns share each load of a row of X",
    .source = "Ashcraft, SISC 1995 (compressed graphs); Vuduc, Moon, HPCC 2005 (unaligned blocks)",
    .format = "group",
    .params = params,
    .supports = plan_rows32,
    .divide = plan_divide,
};
