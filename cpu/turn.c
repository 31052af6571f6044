/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turn: what the transpositions share: column pointers of either width, and entries shared out equally to threads. */
#include "cpu/turn.h"

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
