/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turn: what the transpositions share: column pointers of either width, entries shared out equally to threads, and the
   plan of ScanTrans and of what comes of it. */
#include "cpu/turn.h"

#include <stdlib.h>

#include "core/limit.h"
#include "cpu/memory.h"

/* ---- the plan ---- */

static uint64_t inter_bytes(const struct problem *p)
{
    return size_mul(size_mul((uint64_t)p->threads, (uint64_t)p->a->n), sizeof(int32_t));
}

static uint64_t intra_bytes(const struct problem *p)
{
    return size_mul((uint64_t)p->a->nnz, sizeof(int32_t));
}

uint64_t turn_bytes(const struct problem *p, bool ranks)
{
    uint64_t part = ((uint64_t)p->threads + 1) * sizeof(int64_t);

    return size_add(size_add(plan_csr_bytes(p), inter_bytes(p)), size_add(ranks ? intra_bytes(p) : 0, part));
}

void turn_release(void *turn)
{
    struct turn *plan = turn;

    if (!plan)
        return;
    free(plan->part);
    memory_release(plan->intra);
    memory_release(plan->inter);
    plan_csr_release(plan->a);
    free(plan);
}

bool turn_prepare(const struct problem *p, bool ranks, struct plan *out, struct err *e)
{
    struct turn *plan = calloc(1, sizeof *plan);
    struct plan csr;

    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    if (!plan_csr_parallel(p, &csr, e))
        goto failed;
    plan->a = csr.data;
    if (!(plan->inter = memory_new(inter_bytes(p), "histograms of the columns", e)) ||
        (ranks && !(plan->intra = memory_new(intra_bytes(p), "ranks of the entries", e))))
        goto failed;
    if (!(plan->part = calloc((size_t)p->threads + 1, sizeof *plan->part))) {
        err_nomem(e, "partial sums", ((uint64_t)p->threads + 1) * sizeof *plan->part);
        goto failed;
    }
    *out = (struct plan){ .data = plan, .bytes = turn_bytes(p, ranks) };
    return true;
failed:
    turn_release(plan);
    return false;
}

/* ---- the scan ---- */

/* Columns that are scanned at a time: their sums stay in L1 while the workers' histograms stream by. */
enum { CHUNK = 1024 };

/* width ≤ CHUNK columns from `from`: each worker's count becomes what the workers before have; returns the sum of all,
   and leaves the columns' counts in ptr. */
static int64_t scan_chunk(int32_t *inter, int workers, int64_t n, struct turn_ptr ptr, int64_t from, int64_t width)
{
    int32_t above[CHUNK] = { 0 };
    int64_t all = 0;

    for (int w = 0; w < workers; w++) {
        int32_t *restrict mine = inter + w * n + from;
        for (int64_t j = 0; j < width; j++) {
            int32_t here = mine[j];
            mine[j] = above[j];
            above[j] += here;
        }
    }
    for (int64_t j = 0; j < width; j++) {
        turn_put(ptr, from + j, above[j]);
        all += above[j];
    }
    return all;
}

static int64_t scan_down(int32_t *inter, int workers, int64_t n, struct turn_ptr ptr, int64_t from, int64_t to)
{
    int64_t all = 0;

    for (int64_t j = from; j < to; j += CHUNK)
        all += scan_chunk(inter, workers, n, ptr, j, to - j < CHUNK ? to - j : CHUNK);
    return all;
}

void turn_scan(int32_t *inter, int workers, int64_t n, struct turn_ptr ptr, int threads, int64_t *part)
{
    int64_t left = 0;

#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++)
        part[t] = scan_down(inter, workers, n, ptr, split_step(n, t, threads), split_step(n, t + 1, threads));
    for (int t = 0; t < threads; t++) {
        int64_t here = part[t];
        part[t] = left;
        left += here;
    }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++) {
        int64_t at = part[t], end = split_step(n, t + 1, threads);
        for (int64_t j = split_step(n, t, threads); j < end; j++) {
            int64_t here = turn_get(ptr, j);
            turn_put(ptr, j, at);
            at += here;
        }
    }
    turn_put(ptr, n, left);
}
