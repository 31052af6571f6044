/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/device/bandwidth.h"

#include "core/base/clock.h"
#include "cpu/device/isa.h"
#include "cpu/device/memory.h"
#include "cpu/device/peak.h"
#include "cpu/device/threads.h"

#include <omp.h>

enum { STREAMS = 4, PAGE = 4096 };

/* Sums so many bytes as STREAMS streams side by side, each of `run` bytes, then the next ones; STREAMS * run divides
   `bytes`. Some hardware prefetchers stop at the end of a page, so several pages side by side are 10% to 40% faster
   than one by one; others go on to the next page, and streams as long as the memory are 1.5 times as fast as such of a
   page (one thread of a virtual Zen 4: 31 and 20 GB/s). Both are tried. Wide loads gain as much again. Vectors are as
   wide as a register: gcc keeps wider ones in memory, and caches then seemed 3 times as slow. Integers, unlike
   floating-point numbers, may be added in any order. */
#define SUM(name, width, ...)                                                                                          \
    static __VA_ARGS__ uint64_t name(const char *a, int64_t bytes, int64_t run)                                        \
    {                                                                                                                  \
        typedef uint64_t vector __attribute__((vector_size(width)));                                                   \
        vector part[STREAMS] = { 0 }, all = { 0 };                                                                     \
        uint64_t sum = 0;                                                                                              \
        for (; bytes > 0; bytes -= STREAMS * run, a += STREAMS * run)                                                  \
            for (int64_t i = 0; i < run; i += MEMORY_LINE)                                                             \
                for (int s = 0; s < STREAMS; s++)                                                                      \
                    for (int w = 0; w < MEMORY_LINE; w += width)                                                       \
                        part[s] += *(const vector *)(const void *)(a + s * run + i + w);                               \
        for (int s = 0; s < STREAMS; s++)                                                                              \
            all += part[s];                                                                                            \
        for (size_t i = 0; i < width / sizeof sum; i++)                                                                \
            sum += all[i];                                                                                             \
        return sum;                                                                                                    \
    }

#ifdef ISAS_3
SUM(sum_v2, 16)
SUM(sum_v3, 32, __attribute__((target("avx2"))))
SUM(sum_v4, 64, __attribute__((target("avx512f"))))
static uint64_t (*const sum_of[ISA_COUNT])(const char *, int64_t, int64_t) = { sum_v2, sum_v3, sum_v4 };
#else
SUM(sum_base, 16)
static uint64_t (*const sum_of[ISA_COUNT])(const char *, int64_t, int64_t) = { sum_base };
#endif

/* The memory of a measurement. Each thread has a share of whole units, which it wrote first. A pass is short: it reads
   or copies one part of each share. The part is evicted first: if a last-level cache of hundreds of megabytes belongs
   to a whole host, arrays of two to four times its size leave parts in it, and those give the best passes. If
   memory_evict has no effect, all parts together are at least larger than the caches. */
struct probe {
    uint64_t *memory;
    int64_t units;
    int threads;
};
enum { UNIT_BYTES = STREAMS * PAGE, UNIT_WORDS = UNIT_BYTES / 8, PARTS = 8 };

struct share {
    int64_t begin, end; /* units */
};

static struct share share_of(const struct probe *a, int thread, int part, int parts)
{
    int64_t first = a->units * thread / a->threads, count = a->units * (thread + 1) / a->threads - first;

    return (struct share){ first + count * part / parts, first + count * (part + 1) / parts };
}

/* A share's bytes in order, as streams as long as it is or of a page. */
static uint64_t share_read(const struct probe *a, struct share s, bool by_pages)
{
    const int64_t bytes = (s.end - s.begin) * UNIT_BYTES;
    return sum_of[isa_best()]((const char *)(a->memory + s.begin * UNIT_WORDS), bytes,
                              by_pages ? PAGE : bytes / STREAMS);
}

static uint64_t read_part(const struct probe *a, int part, int parts, bool by_pages)
{
    uint64_t sum = 0;

#pragma omp parallel for num_threads(a->threads) schedule(static) reduction(+ : sum)
    for (int t = 0; t < a->threads; t++)
        sum += share_read(a, share_of(a, t, part, parts), by_pages);
    return sum;
}

/* Copies the first half of the part to the second. */
static void copy_part(const struct probe *a, int part, int parts)
{
#pragma omp parallel for num_threads(a->threads) schedule(static)
    for (int t = 0; t < a->threads; t++) {
        struct share s = share_of(a, t, part, parts);
        int64_t words = (s.end - s.begin) / 2 * UNIT_WORDS;
        const uint64_t *restrict from = a->memory + s.begin * UNIT_WORDS;
        uint64_t *restrict to = a->memory + s.begin * UNIT_WORDS + words;
        for (int64_t i = 0; i < words; i++)
            to[i] = from[i];
    }
}

static void evict_part(const struct probe *a, int part)
{
#pragma omp parallel for num_threads(a->threads) schedule(static)
    for (int t = 0; t < a->threads; t++) {
        struct share s = share_of(a, t, part, PARTS);
        memory_evict(a->memory + s.begin * UNIT_WORDS, (uint64_t)(s.end - s.begin) * UNIT_BYTES);
    }
}

static void touch_all(const struct probe *a)
{
#pragma omp parallel for num_threads(a->threads) schedule(static)
    for (int t = 0; t < a->threads; t++) {
        struct share s = share_of(a, t, 0, 1);
        for (int64_t i = s.begin * UNIT_WORDS; i < s.end * UNIT_WORDS; i++)
            a->memory[i] = (uint64_t)i;
    }
}

/* ---- the best of several passes ---- */

enum { PASSES_LEAST = 2 * PARTS, PASSES_MOST = 400 };
static const double budget_ms = 150, level_budget_ms = 60, level_pass_ms = 0.3;

/* The three best passes, GB/s, best first. */
struct passes {
    double best[3];
    volatile uint64_t sink; /* keeps the compiler from dropping the sums */
};

static void pass_note(struct passes *p, double gbs)
{
    for (int i = 0; i < 3; i++) {
        double other = p->best[i];
        if (gbs > other) {
            p->best[i] = gbs;
            gbs = other;
        }
    }
}

static double part_bytes(const struct probe *a, int part, int parts)
{
    double units = 0;

    for (int t = 0; t < a->threads; t++) {
        struct share s = share_of(a, t, part, parts);
        units += (double)(s.end - s.begin);
    }
    return units * UNIT_BYTES;
}

static void memory_passes(const struct probe *a, bool copies, struct passes *p)
{
    double begin = clock_ms();

    for (int i = 0; i < PASSES_MOST && (i < PASSES_LEAST || clock_ms() - begin < budget_ms); i++) {
        int part = i % PARTS;
        evict_part(a, part);
        double t = clock_ms();
        if (copies)
            copy_part(a, part, PARTS);
        else
            p->sink = read_part(a, part, PARTS, i / PARTS % 2);
        pass_note(p, part_bytes(a, part, PARTS) / (clock_ms() - t) *
                         1e-6); /* a copy reads one half and writes the other */
    }
}

/* A thread reads its share repeatedly, for as many rounds as the clock needs; its fastest pass, GB/s. */
static double share_gbs(const struct probe *a, int thread, uint64_t *sum)
{
    const struct share s = share_of(a, thread, 0, 1);
    double best = 0, begin = clock_ms();

    for (int rounds = 1, i = 0; i < PASSES_MOST && (i < 3 || clock_ms() - begin < level_budget_ms); i++) {
        double ms = clock_ms();
        for (int r = 0; r < rounds; r++)
            *sum += share_read(a, s, i % 2);
        ms = clock_ms() - ms;
        best = fmax(best, rounds * (double)((s.end - s.begin) * UNIT_BYTES) / ms * 1e-6);
        if (ms < level_pass_ms)
            rounds *= 2;
    }
    return best;
}

/* The bandwidth of data within a cache, read by all threads at once. Each times its own passes: a team would wait for a
   preempted thread. */
static double level_gbs(const struct probe *all, uint64_t bytes)
{
    struct probe a = *all;
    uint64_t sum = 0;
    double rate = 0;
    volatile uint64_t sink;
    int64_t units = (int64_t)(bytes / UNIT_BYTES);

    a.units = units < all->units ? units : all->units;
    if (a.units < a.threads)
        return 0;
#pragma omp parallel num_threads(a.threads) reduction(+ : sum, rate)
    {
#pragma omp barrier
        rate += share_gbs(&a, omp_get_thread_num(), &sum);
    }
    sink = sum;
    (void)sink;
    return rate;
}

/* Half of the caches of level i, at most eight times the level below but clearly larger. */
static uint64_t level_bytes(const struct device *d, int i)
{
    uint64_t half = d->level[i].bytes / 2, below = i > 0 ? d->level[i - 1].bytes : 0;

    if (i == 0)
        return half;
    half = half < 8 * below ? half : 8 * below;
    return half > below + below / 4 ? half : below + below / 4;
}

/* min(max(4c, 64 MB), max(2c, 1 GB)) for a last-level cache of c bytes, but at most a 16th of the free memory. */
static uint64_t array_bytes(uint64_t cache)
{
    uint64_t least = 64u << 20, enough = 2 * cache > 1u << 30 ? 2 * cache : 1u << 30, most = limit_free() / 16;
    uint64_t bytes = 4 * cache > least ? 4 * cache : least;

    bytes = bytes < enough ? bytes : enough;
    return bytes < most ? bytes : most;
}

/* For the threads of `a`; *third: the third best pass over its memory. */
static struct rates rates_of(const struct device *d, const struct probe *a, double *third)
{
    struct passes reads = { 0 }, copies = { 0 };
    struct rates r = { 0 };

    memory_passes(a, false, &reads);
    memory_passes(a, true, &copies);
    for (int i = 0; i < d->levels; i++)
        r.level[i] = level_gbs(a, level_bytes(d, i) * (uint64_t)a->threads / (uint64_t)d->threads);
    peak_measure(a->threads, r.peak);
    r.read = reads.best[0];
    r.copy = copies.best[0];
    *third = reads.best[2];
    return r;
}

/* One thread alone reads its own share, which it wrote first. */
bool bandwidth_measure(const struct device *d, struct bandwidth *out, struct err *e)
{
    uint64_t bytes = array_bytes(d->cache) / MEMORY_HUGE * MEMORY_HUGE;
    struct probe all = { .units = (int64_t)(bytes / UNIT_BYTES), .threads = d->threads };
    struct passes late = { 0 };
    double third, ignored;
    bool ok = (all.memory = memory_new(bytes, "the bandwidth probe", e)) && threads_ready(all.threads, e);

    *out = (struct bandwidth){ 0 };
    if (ok) {
        touch_all(&all);
        out->all = rates_of(d, &all, &third);
        const struct probe one = { .memory = all.memory, .units = all.units / all.threads, .threads = 1 };
        if (all.threads > 1)
            out->one = rates_of(d, &one, &ignored);
        memory_passes(&all, false, &late);
        out->all.read = fmax(out->all.read, late.best[0]);
        out->agreement = fmin(third, late.best[2]) / out->all.read;
    }
    free(all.memory);
    return ok;
}
