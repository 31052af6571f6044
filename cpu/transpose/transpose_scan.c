/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_scan: ScanTrans. Every worker has an equal run of the entries and a histogram of their columns, `inter`;
   intra[e] counts earlier entries of the worker in e's column. A prefix sum over the columns and a vertical scan make
   ptr, and convert `inter` to the workers' first places. Then entry e of worker w goes to inter[w][j] + intra[e], in
   any order: bit for bit the serial result. */
#include "cpu/lib/variant.h"
#include "cpu/transpose/column_scan.h"

#include "cpu/lib/simd.h"

static uint64_t bytes(const struct problem *p)
{
    return column_scan_bytes(p, true);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return column_scan_prepare(p, true, out, e);
}

/* intra[e] = inter[w][j]++ for worker w's entries */
static void rank(const struct column_scan *p, int w)
{
    const struct plan_csr *a = &p->a;
    const int64_t to = split_step(a->nnz, w + 1, a->threads);
    int32_t *restrict inter = p->inter + w * a->n;

    if (a->n)
        memset(inter, 0, (size_t)a->n * sizeof *inter);
    for (int64_t e = split_step(a->nnz, w, a->threads); e < to; e++)
        p->intra[e] = inter[a->ind[e]]++;
}

static ALWAYS_INLINE void scatter(const bool wide, const struct column_scan *p, int w)
{
    const struct plan_csr *a = &p->a;
    const int64_t to = split_step(a->nnz, w + 1, a->threads);
    const int32_t *restrict inter = p->inter + w * a->n;
    const T *restrict val = a->val;
    T *restrict out = a->t.val;
    int64_t e = split_step(a->nnz, w, a->threads);

    for (int64_t i = entry_row(a, e); e < to; i++) {
        int64_t end = plan_begin(a, i + 1) < to ? plan_begin(a, i + 1) : to;
        for (; e < end; e++) {
            int64_t at = column_scan_place(wide, &a->t, inter[a->ind[e]], a->ind[e]) + p->intra[e];
            a->t.ind[at] = (int32_t)i;
            out[at] = val[e];
        }
    }
}

enum { COUNT, SCAN, SCATTER, PHASES };
static const char *const phases[] = { "count", "scan", "scatter", NULL };

/* To be called by all threads of a team. */
static void team_phase(const struct column_scan *p, int phase)
{
    const int workers = p->a.threads;

    if (phase == COUNT) {
#pragma omp for schedule(static, 1)
        for (int w = 0; w < workers; w++)
            rank(p, w);
    } else if (phase == SCAN) {
        column_scan_run(p);
    } else {
#pragma omp for schedule(static, 1) nowait
        for (int w = 0; w < workers; w++)
            p->a.t.wide ? scatter(true, p, w) : scatter(false, p, w);
    }
}

static bool run_phases(const struct column_scan *p, int from, int to, struct err *e)
{
    if (!threads_ready(p->a.threads, e))
        return false;
#pragma omp parallel num_threads(p->a.threads)
    for (int phase = from; phase < to; phase++)
        team_phase(p, phase);
    return true;
}

static bool run_phase(void *plan_data, int phase, struct err *e)
{
    return run_phases(plan_data, phase, phase + 1, e);
}

static bool run(void *plan_data, struct err *e)
{
    return run_phases(plan_data, COUNT, PHASES, e);
}

static double expect(struct problem *p)
{
    return expect_transpose(p, 1.6, 5.0);
}

const struct kernel VARIANT(transpose_scan) = {
    CPU_TRANSPOSITION,
    CPU_OWN,
    .name = "cpu.transpose.scan",
    .what = "ScanTrans: a histogram and ranks per worker, a vertical scan, a scatter",
    .source = "Wang, Liu, Hou, Feng, ICS 2016",
    .phases = phases,
    .run_phase = run_phase,
};
