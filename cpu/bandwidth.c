/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bandwidth: how fast all threads together can read and copy memory. */
#include "cpu/bandwidth.h"

#include <time.h>

#include "cpu/host.h"
#include "cpu/memory.h"
#include "cpu/threads.h"

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The sum of n numbers, n a multiple of 64. Eight lines in flight a step; whole numbers, because their sum may be
   taken in any order. */
static uint64_t sum(const uint64_t *restrict a, int64_t n, int threads)
{
    uint64_t s = 0;

#pragma omp parallel for simd num_threads(threads) schedule(static) reduction(+ : s)
    for (int64_t i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void copy(uint64_t *restrict b, const uint64_t *restrict a, int64_t n, int threads)
{
#pragma omp parallel for simd num_threads(threads) schedule(static)
    for (int64_t i = 0; i < n; i++)
        b[i] = a[i];
}

/* At least four times the last-level cache, at most an eighth of the free memory for both arrays. */
static uint64_t array_bytes(uint64_t cache)
{
    uint64_t bytes = 4 * cache, most = host_memory_free() / 16, least = 64u << 20;

    bytes = bytes > least ? bytes : least;
    return bytes < most ? bytes : most;
}

bool bandwidth_measure(const struct device *d, double *read_gbs, double *copy_gbs, struct err *e)
{
    enum { PASSES_LEAST = 3, PASSES_MOST = 40 };
    const double budget = 0.3; /* seconds for each of the two */
    uint64_t bytes = array_bytes(d->cache) / 512 * 512;
    int64_t n = (int64_t)(bytes / sizeof(uint64_t));
    int threads = d->threads;
    bool ok = false;
    uint64_t *a = memory_new(bytes, "the bandwidth probe", e), *b = NULL;
    double best_read = 0, best_copy = 0, begin;

    if (!a || !(b = memory_new(bytes, "the bandwidth probe", e)) || !threads_ready(threads, e))
        goto done;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t i = 0; i < n; i++) {
        a[i] = (uint64_t)i;
        b[i] = 0;
    }

    volatile uint64_t sink; /* so that the sum is wanted */
    begin = now();
    for (int pass = 0; pass < PASSES_MOST && (pass < PASSES_LEAST || now() - begin < budget); pass++) {
        double t = now();
        sink = sum(a, n, threads);
        t = (double)bytes / (now() - t) * 1e-9;
        best_read = t > best_read ? t : best_read;
    }
    (void)sink;
    begin = now();
    for (int pass = 0; pass < PASSES_MOST && (pass < PASSES_LEAST || now() - begin < budget); pass++) {
        double t = now();
        copy(b, a, n, threads);
        t = 2 * (double)bytes / (now() - t) * 1e-9;
        best_copy = t > best_copy ? t : best_copy;
    }
    *read_gbs = best_read;
    *copy_gbs = best_copy;
    ok = true;
done:
    memory_release(b);
    memory_release(a);
    return ok;
}
