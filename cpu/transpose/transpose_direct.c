/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_direct: ScanTrans without its array of ranks: a worker's histogram of the columns becomes its cursors, and
   a second walk over its entries in the same order does the ranking: 8 bytes less per nonzero. Places are prefetched
   some entries early, so that cache misses of the scatter overlap. For matrices whose places being written stay in the
   cache (meshes); transpose_radix is for the others. */
#include "cpu/lib/variant.h"
#include "cpu/transpose/column_scan.h"

#include "cpu/lib/simd.h"

enum { AHEAD }; /* of the plan: entries by which places in T are prefetched ahead */

static uint64_t bytes(const struct problem *p)
{
    return column_scan_bytes(p, false);
}

/* 32 entries ahead (16, 64 and 128: 0.85–1.0×), unless a quarter of the entries are alone in their rows:
   then places follow each other. */
static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    enum { PLACES = 32, PART = 4 };
    const bool follow = p->stats->bin_nnz[1] > p->a->nnz / PART; /* bin 1: rows of one entry */
    struct column_scan *scan;

    if (!column_scan_prepare(p, false, out, e))
        return false;
    scan = out->data;
    scan->a.param[AHEAD] = follow ? 0 : PLACES;
    return true;
}

static void count(const struct column_scan *p, int w)
{
    const struct plan_csr *a = &p->a;
    const int64_t to = split_step(a->nnz, w + 1, a->threads);
    int32_t *restrict inter = p->inter + w * a->n;

    if (a->n)
        memset(inter, 0, (size_t)a->n * sizeof *inter);
    for (int64_t e = split_step(a->nnz, w, a->threads); e < to; e++)
        inter[a->ind[e]]++;
}

/* Sends entries e .. end-1 of row i to their places. If ahead > 0, entry end-1 + ahead also belongs to this worker. */
static ALWAYS_INLINE void scatter_row(const bool wide, const struct column_scan *p, int32_t *restrict inter, int64_t i,
                                      int64_t e, int64_t end, int64_t ahead)
{
    const struct column_ptr ptr = column_ptr_of(&p->a.t);
    const int32_t *restrict ind = p->a.ind;
    const T *restrict val = p->a.val;
    int32_t *restrict row = p->a.t.ind;
    T *restrict out = p->a.t.val;

    for (; e < end; e++) {
        int64_t at = column_scan_place(wide, ptr, inter, ind[e]);
        if (ahead > 0) {
            int64_t later = column_scan_place(wide, ptr, inter, ind[e + ahead]);
            __builtin_prefetch(row + later, 1);
            __builtin_prefetch(out + later, 1);
        }
        inter[ind[e]]++;
        row[at] = (int32_t)i;
        out[at] = val[e];
    }
}

static ALWAYS_INLINE void scatter(const bool wide, const struct column_scan *p, int w)
{
    const struct plan_csr *a = &p->a;
    const int64_t to = split_step(a->nnz, w + 1, a->threads), ahead = a->param[AHEAD];
    int32_t *inter = p->inter + w * a->n;
    int64_t e = split_step(a->nnz, w, a->threads);

    for (int64_t i = entry_row(a, e); e < to; i++) {
        int64_t end = plan_begin(a, i + 1) < to ? plan_begin(a, i + 1) : to;
        if (ahead > 0 && end + ahead <= to)
            scatter_row(wide, p, inter, i, e, end, ahead);
        else
            scatter_row(wide, p, inter, i, e, end, 0);
        e = end;
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct column_scan *p = plan_data;
    const int workers = p->a.threads;

    if (!threads_ready(workers, e))
        return false;
#pragma omp parallel num_threads(workers)
    {
#pragma omp for schedule(static, 1)
        for (int w = 0; w < workers; w++)
            count(p, w);
        column_scan_run(p);
#pragma omp for schedule(static, 1) nowait
        for (int w = 0; w < workers; w++)
            p->a.t.wide ? scatter(true, p, w) : scatter(false, p, w);
    }
    return true;
}

static double expect(struct problem *p)
{
    return expect_transpose(p, 1.0, 3.0);
}

const struct kernel VARIANT(transpose_direct) = {
    CPU_TRANSPOSITION,
    CPU_OWN,
    .name = "cpu.transpose.direct",
    .what = "ScanTrans without ranks: histograms become cursors, places are prefetched",
    .source = "after Wang, Liu, Hou, Feng, ICS 2016",
};
