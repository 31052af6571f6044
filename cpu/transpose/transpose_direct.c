/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_direct: ScanTrans without its array of ranks: a worker's histogram of the columns becomes its cursors, and
   a second pass over its entries in the same order ranks them: 8 bytes less per nonzero. A place is found and
   prefetched some entries before its store, so cache misses overlap, and no cursor load waits for a store to an unknown
   address. For matrices whose active lines of T stay in the cache (meshes); transpose_radix is for the others. */
#include "cpu/lib/variant.h"
#include "cpu/transpose/column_scan.h"

#include "cpu/lib/simd.h"

enum { PREFETCH };    /* internal: whether places in T are prefetched */
enum { PLACES = 64 }; /* found ahead of their stores */

static uint64_t bytes(const struct problem *p)
{
    return column_scan_bytes(p, false);
}

/* Not if a quarter of the entries are alone in their rows: then places are consecutive. */
static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    enum { PART = 4 };
    struct column_scan *scan;

    if (!column_scan_prepare(p, false, out, e))
        return false;
    scan = out->data;
    scan->a.param[PREFETCH] = p->stats->bin_nnz[1] <= p->a->nnz / PART; /* bin 1: rows of one entry */
    return true;
}

/* A single worker's cursors are T's own pointers, shifted by one: each begins at the start of its column and ends at
   that of the next. */
static int32_t *cursors_of(const struct column_scan *p, int w)
{
    return p->inter ? p->inter + w * p->a.n : (int32_t *)p->a.t.ptr + 1;
}

static void scan_alone(const struct column_scan *p)
{
    int32_t *cursor = cursors_of(p, 0), at = 0;

    cursor[-1] = 0;
    for (int64_t j = 0; j < p->a.n; j++) {
        const int32_t here = cursor[j];
        cursor[j] = at;
        at += here;
    }
}

static void count(const struct column_scan *p, int w)
{
    const struct plan_csr *a = &p->a;
    const int64_t to = split_step(a->nnz, w + 1, a->threads);
    int32_t *restrict inter = cursors_of(p, w);

    if (a->n)
        memset(inter, 0, (size_t)a->n * sizeof *inter);
    for (int64_t e = split_step(a->nnz, w, a->threads); e < to; e++)
        inter[a->ind[e]]++;
}

/* The destinations of a worker, kept in registers. */
struct front {
    const int32_t *ind;
    int32_t *inter, *row;
    T *out;
    const struct compressed *t;
};

/* The cursor of entry e's column, then advanced by one. */
static ALWAYS_INLINE int32_t find(const bool wide, const bool prefetch, const struct front f, int64_t e)
{
    const int64_t j = f.ind[e], cursor = f.inter[j], at = column_scan_place(wide, f.t, cursor, j);

    f.inter[j] = (int32_t)cursor + 1;
    if (prefetch) {
        __builtin_prefetch(f.row + at, 1);
        __builtin_prefetch(f.out + at, 1);
    }
    return (int32_t)cursor;
}

static ALWAYS_INLINE void scatter(const bool wide, const bool prefetch, const struct column_scan *p, int w)
{
    const struct plan_csr *a = &p->a;
    const struct front f = { a->ind, cursors_of(p, w), a->t.ind, a->t.val, &a->t };
    const T *val = a->val;
    const int64_t to = split_step(a->nnz, w + 1, a->threads);
    int64_t e = split_step(a->nnz, w, a->threads);
    int32_t cursor[PLACES]; /* of entries e .. e + PLACES-1, each at its number modulo PLACES */

    for (int64_t s = e; s < to && s < e + PLACES; s++)
        cursor[s % PLACES] = find(wide, prefetch, f, s);
    for (int64_t i = entry_row(a, e); e < to; i++) {
        int64_t end = plan_begin(a, i + 1) < to ? plan_begin(a, i + 1) : to;
        for (; e < end; e++) {
            int32_t *mine = cursor + (uint64_t)e % PLACES;
            int64_t at = column_scan_place(wide, f.t, *mine, wide ? f.ind[e] : 0);
            if (e + PLACES < to)
                *mine = find(wide, prefetch, f, e + PLACES);
            f.row[at] = (int32_t)i;
            f.out[at] = val[e];
        }
    }
}

static void scatter_as(const struct column_scan *p, int w)
{
    if (p->a.t.wide)
        scatter(true, true, p, w);
    else if (p->a.param[PREFETCH])
        scatter(false, true, p, w);
    else
        scatter(false, false, p, w);
}

static bool run(void *plan_data, struct err *e)
{
    const struct column_scan *p = plan_data;
    const int workers = p->a.threads;

    if (!threads_ready(workers, e))
        return false;
    if (!p->inter) {
        count(p, 0);
        scan_alone(p);
        scatter_as(p, 0);
        return true;
    }
#pragma omp parallel num_threads(workers)
    {
#pragma omp for schedule(static, 1)
        for (int w = 0; w < workers; w++)
            count(p, w);
        column_scan_run(p);
#pragma omp for schedule(static, 1) nowait
        for (int w = 0; w < workers; w++)
            scatter_as(p, w);
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
