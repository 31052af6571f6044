/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_direct: ScanTrans without its array of ranks: a worker's histogram of the columns becomes its cursors, and
   a second walk over its entries, in the same order, is the ranking: 8 bytes a nonzero less. AHEAD entries early, the
   place that an entry will go to is asked for, so that cache misses of the scatter overlap. For matrices whose columns'
   write fronts stay in the cache (meshes); transpose_radix is for the others. */
#include <string.h>

#include "cpu/expect.h"
#include "cpu/threads.h"
#include "cpu/turn.h"
#include "cpu/variant.h"

enum { AHEAD };

static const struct param params[] = {
    [AHEAD] = {"AHEAD", "entries ahead of which the place of an entry is asked for; 0: never", 0, 256, 32, NULL },
    { 0     },
};

static uint64_t bytes(const struct problem *p)
{
    return turn_bytes(p, false);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return turn_prepare(p, false, out, e);
}

static void count(const struct turn *p, int w)
{
    const struct plan_csr *a = p->a;
    const int64_t to = split_step(a->nnz, w + 1, a->threads);
    int32_t *restrict inter = p->inter + w * a->n;

    if (a->n)
        memset(inter, 0, (size_t)a->n * sizeof *inter);
    for (int64_t e = split_step(a->nnz, w, a->threads); e < to; e++)
        inter[a->ind[e]]++;
}

/* What turn_scan does, for one worker whose cursors can hold places: one pass over the columns, and the scatter need
   not look at ptr. */
static void cursors_scan(int32_t *restrict inter, int64_t n, int32_t *restrict ptr)
{
    int32_t at = 0;

    for (int64_t j = 0; j < n; j++) {
        int32_t here = inter[j];
        inter[j] = ptr[j] = at;
        at += here;
    }
    ptr[n] = at;
}

/* Where the next entry of column j goes. */
static inline int64_t place(const bool alone, struct turn_ptr ptr, const int32_t *restrict inter, int64_t j)
{
    return alone ? inter[j] : turn_get(ptr, j) + inter[j];
}

static inline __attribute__((always_inline)) void scatter(const bool alone, const struct turn *p, int w)
{
    const struct plan_csr *a = p->a;
    const struct turn_ptr ptr = turn_ptr(&a->t);
    const int64_t to = split_step(a->nnz, w + 1, a->threads), ahead = a->param[AHEAD];
    int32_t *restrict inter = p->inter + w * a->n;
    const T *restrict val = a->val;
    T *restrict out = a->t.val;
    int64_t e = split_step(a->nnz, w, a->threads);

    for (int64_t i = turn_row(a, e); e < to; i++) {
        int64_t end = plan_begin(a, i + 1) < to ? plan_begin(a, i + 1) : to;
        for (; e < end; e++) {
            int64_t at = place(alone, ptr, inter, a->ind[e]);
            if (ahead && e + ahead < to) {
                int64_t later = place(alone, ptr, inter, a->ind[e + ahead]);
                __builtin_prefetch(a->t.ind + later, 1);
                __builtin_prefetch(out + later, 1);
            }
            inter[a->ind[e]]++;
            a->t.ind[at] = (int32_t)i;
            out[at] = val[e];
        }
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct turn *p = plan_data;
    const int workers = p->a->threads;

    if (!threads_ready(workers, e))
        return false;
#pragma omp parallel for num_threads(workers) schedule(static, 1)
    for (int w = 0; w < workers; w++)
        count(p, w);
    if (workers == 1 && !p->a->t.wide) {
        cursors_scan(p->inter, p->a->n, p->a->t.ptr);
        scatter(true, p, 0);
        return true;
    }
    turn_scan(p->inter, workers, p->a->n, turn_ptr(&p->a->t), workers, p->part);
#pragma omp parallel for num_threads(workers) schedule(static, 1)
    for (int w = 0; w < workers; w++)
        scatter(false, p, w);
    return true;
}

static double expect(struct problem *p)
{
    return expect_turn(p, 1.0, 3.0);
}

const struct kernel VARIANT(transpose_direct) = {
    .name = "cpu.transpose.direct",
    .what = "ScanTrans without ranks: histograms become cursors, and the scatter is asked for ahead",
    .source = "after Wang, Liu, Hou, Feng, ICS 2016",
    .on = "cpu",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .params = params,
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare,
    .run = run,
    .release = turn_release,
};
