/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/transpose/column_scan.h"

/* ---- the plan ---- */

/* Whether T's own pointers serve as cursors. */
static bool is_alone(const struct problem *p, bool ranks)
{
    return p->threads == 1 && !p->t.wide && !ranks;
}

static uint64_t inter_bytes(const struct problem *p, bool ranks)
{
    return is_alone(p, ranks) ? 0 : size_mul(size_mul((uint64_t)p->threads, (uint64_t)p->a->n), sizeof(int32_t));
}

static uint64_t intra_bytes(const struct problem *p)
{
    return size_mul((uint64_t)p->a->nnz, sizeof(int32_t));
}

uint64_t column_scan_bytes(const struct problem *p, bool ranks)
{
    uint64_t part = ((uint64_t)p->threads + 1) * sizeof(int64_t);

    return size_add(size_add(plan_csr_bytes(p), inter_bytes(p, ranks)), size_add(ranks ? intra_bytes(p) : 0, part));
}

bool column_scan_prepare(const struct problem *p, bool ranks, struct plan *out, struct err *e)
{
    struct column_scan *plan = plan_csr_new(p, sizeof *plan, e);

    if (!plan)
        return false;
    bool ok = (is_alone(p, ranks) ||
               (plan->inter = plan_memory(plan, inter_bytes(p, ranks), "histograms of the columns", e))) &&
              (!ranks || (plan->intra = plan_memory(plan, intra_bytes(p), "ranks of the entries", e))) &&
              (plan->part = plan_memory(plan, ((uint64_t)p->threads + 1) * sizeof *plan->part, "partial sums", e));
    if (ok)
        memset(plan->part, 0, ((size_t)p->threads + 1) * sizeof *plan->part);
    return plan_end(plan, ok, column_scan_bytes(p, ranks), out);
}

/* ---- the scan ---- */

/* Columns scanned at a time: their sums stay in L1 while the workers' histograms are streamed. Not measured. */
enum { CHUNK = 1024 };

/* The entries of the columns from .. to-1. */
static int64_t entries_of(const struct column_scan *p, int64_t from, int64_t to)
{
    int64_t all = 0;

    for (int w = 0; w < p->a.threads; w++) {
        const int32_t *mine = p->inter + w * p->a.n;
        for (int64_t j = from; j < to; j++)
            all += mine[j];
    }
    return all;
}

/* Scans `width` ≤ CHUNK columns from `from` on, the first at place `at`; returns the start of the next column. */
static int64_t scan_chunk(const struct column_scan *p, int64_t from, int64_t width, int64_t at)
{
    int32_t place[CHUNK] = { 0 };

    for (int w = 0; w < p->a.threads; w++)
        for (int64_t j = 0; j < width; j++)
            place[j] += p->inter[w * p->a.n + from + j];
    for (int64_t j = 0; j < width; j++) {
        int32_t here = place[j];
        compressed_set_ptr(&p->a.t, from + j, at);
        place[j] = p->a.t.wide ? 0 : (int32_t)at;
        at += here;
    }
    for (int w = 0; w < p->a.threads; w++) {
        int32_t *restrict mine = p->inter + w * p->a.n + from;
        for (int64_t j = 0; j < width; j++) {
            int32_t here = mine[j];
            mine[j] = place[j];
            place[j] += here;
        }
    }
    return at;
}

void column_scan_run(const struct column_scan *p)
{
    const int64_t n = p->a.n;
    const int parts = p->a.threads;

    if (parts > 1) {
#pragma omp for schedule(static, 1)
        for (int t = 0; t < parts; t++)
            p->part[t] = entries_of(p, split_step(n, t, parts), split_step(n, t + 1, parts));
    }
#pragma omp for schedule(static, 1)
    for (int t = 0; t < parts; t++) {
        int64_t end = split_step(n, t + 1, parts), at = 0;
        for (int before = 0; before < t; before++)
            at += p->part[before];
        for (int64_t j = split_step(n, t, parts); j < end; j += CHUNK)
            at = scan_chunk(p, j, end - j < CHUNK ? end - j : CHUNK, at);
        if (t == parts - 1)
            compressed_set_ptr(&p->a.t, n, at);
    }
}
