/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bandwidth: how fast all threads together read and copy memory. */
#include "cpu/device/bandwidth.h"

#include "core/base/clock.h"
#include "cpu/device/host.h"
#include "cpu/device/isa.h"
#include "cpu/device/memory.h"
#include "cpu/device/threads.h"

/* A cache line of integers, whose sum may be taken in any order. */
typedef uint64_t line __attribute__((vector_size(MEMORY_LINE)));
enum { PAGE_LINES = 4096 / MEMORY_LINE, STREAMS = 4 };

/* The sum of all numbers in these pages, a multiple of STREAMS. Hardware prefetchers stop at the end of a page, so
   several pages are read side by side: 10% to 40% faster than one after the other, and wide loads as much again. */
static inline __attribute__((always_inline)) uint64_t sum_pages(const line *a, int64_t pages)
{
    line part[STREAMS] = { 0 };
    uint64_t sum = 0;

    for (; pages > 0; pages -= STREAMS, a += STREAMS * PAGE_LINES)
        for (int i = 0; i < PAGE_LINES; i++)
            for (int s = 0; s < STREAMS; s++)
                part[s] += a[s * PAGE_LINES + i];
    for (int s = 0; s < STREAMS; s++)
        for (size_t i = 0; i < MEMORY_LINE / sizeof sum; i++)
            sum += part[s][i];
    return sum;
}

#ifdef ISAS_3
static uint64_t sum_v2(const line *a, int64_t pages)
{
    return sum_pages(a, pages);
}

static __attribute__((target("avx2"))) uint64_t sum_v3(const line *a, int64_t pages)
{
    return sum_pages(a, pages);
}

static __attribute__((target("avx512f"))) uint64_t sum_v4(const line *a, int64_t pages)
{
    return sum_pages(a, pages);
}

static uint64_t (*const sum_of[ISA_COUNT])(const line *, int64_t) = { sum_v2, sum_v3, sum_v4 };
#else
static uint64_t (*const sum_of[ISA_COUNT])(const line *, int64_t) = { sum_pages };
#endif

/* Thread t reads the pages that it wrote. */
static uint64_t read_all(const uint64_t *a, int64_t n, int threads)
{
    const int64_t unit = STREAMS * PAGE_LINES * MEMORY_LINE / (int64_t)sizeof *a;
    uint64_t sum = 0;
    enum isa isa = isa_best();

#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
    for (int t = 0; t < threads; t++) {
        int64_t units = n / unit, begin = units * t / threads, end = units * (t + 1) / threads;
        sum += sum_of[isa]((const line *)(const void *)(a + begin * unit), (end - begin) * STREAMS);
    }
    return sum;
}

static void copy(uint64_t *restrict b, const uint64_t *restrict a, int64_t n, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static)
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
    const double budget = 300; /* ms for each of the two */
    uint64_t bytes = array_bytes(d->cache) / MEMORY_HUGE * MEMORY_HUGE;
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

    volatile uint64_t sink; /* keeps the compiler from dropping the sum */
    begin = clock_ms();
    for (int pass = 0; pass < PASSES_MOST && (pass < PASSES_LEAST || clock_ms() - begin < budget); pass++) {
        double t = clock_ms();
        sink = read_all(a, n, threads);
        t = (double)bytes / (clock_ms() - t) * 1e-6;
        best_read = t > best_read ? t : best_read;
    }
    (void)sink;
    begin = clock_ms();
    for (int pass = 0; pass < PASSES_MOST && (pass < PASSES_LEAST || clock_ms() - begin < budget); pass++) {
        double t = clock_ms();
        copy(b, a, n, threads);
        t = 2 * (double)bytes / (clock_ms() - t) * 1e-6;
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
