/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device: the CPU as a device: host memory, the monotonic clock, a cache that can be flushed. */
#include "cpu/device.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cpu/bandwidth.h"
#include "cpu/host.h"
#include "cpu/memory.h"
#include "cpu/threads.h"

/* What device.data points to. */
struct state {
    struct timespec begin; /* of the timer */
    unsigned char *broom;  /* what flush streams over; NULL until it is first asked for */
    uint64_t broom_bytes;
};

static bool device_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    (void)d;
    *out = memory_new(bytes, "the CPU", e);
    return *out;
}

static void device_free(struct device *d, void *p)
{
    (void)d;
    memory_release(p);
}

/* Upload and download are the same copy, by as many threads as the kernels use by default: first touch. */
static bool device_copy(struct device *d, void *to, const void *from, uint64_t bytes, struct err *e)
{
    if (!threads_ready(d->threads, e))
        return false;
    memory_copy(to, from, bytes, d->threads);
    return true;
}

static bool device_fill(struct device *d, void *p, int byte, uint64_t bytes, struct err *e)
{
    (void)d;
    (void)e;
    if (bytes)
        memset(p, byte, bytes);
    return true;
}

static bool device_sync(struct device *d, struct err *e)
{
    (void)d;
    (void)e;
    return true;
}

static bool device_start(struct device *d, struct err *e)
{
    struct state *s = d->data;

    (void)e;
    clock_gettime(CLOCK_MONOTONIC, &s->begin);
    return true;
}

static bool device_stop(struct device *d, double *ms, struct err *e)
{
    const struct state *s = d->data;
    struct timespec end;

    (void)e;
    clock_gettime(CLOCK_MONOTONIC, &end);
    *ms = 1e3 * (double)(end.tv_sec - s->begin.tv_sec) + 1e-6 * (double)(end.tv_nsec - s->begin.tv_nsec);
    return true;
}

/* Every thread writes its share of a buffer twice as large as the last-level cache, which also turns over the private
   caches in front of it. */
static bool device_flush(struct device *d, struct err *e)
{
    struct state *s = d->data;
    int threads = d->threads;

    if (!s->broom) {
        uint64_t least = (uint64_t)threads * (8u << 20);
        s->broom_bytes = 2 * d->cache > least ? 2 * d->cache : least;
        s->broom = memory_new(s->broom_bytes, "flushing the caches", e);
        if (!s->broom)
            return false;
        memset(s->broom, 0, s->broom_bytes);
    }
    if (!threads_ready(threads, e))
        return false;
    unsigned char *broom = s->broom;
    int64_t lines = (int64_t)(s->broom_bytes / MEMORY_LINE);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t i = 0; i < lines; i++)
        broom[i * MEMORY_LINE]++;
    return true;
}

static bool device_bandwidth(struct device *d, double *read_gbs, double *copy_gbs, struct err *e)
{
    return bandwidth_measure(d, read_gbs, copy_gbs, e);
}

static bool device_memory_free(struct device *d, uint64_t *bytes, struct err *e)
{
    (void)d;
    (void)e;
    *bytes = host_memory_free();
    return true;
}

static const struct device_ops ops = {
    .alloc = device_alloc,
    .free = device_free,
    .upload = device_copy,
    .download = device_copy,
    .fill = device_fill,
    .sync = device_sync,
    .start = device_start,
    .stop = device_stop,
    .flush = device_flush,
    .bandwidth = device_bandwidth,
    .memory_free = device_memory_free,
};

struct device *cpu_device(void)
{
    static struct state state;
    static struct device device = { .id = "cpu", .kind = "cpu", .ops = &ops, .data = &state };

    if (!device.threads) {
        host_name(device.name, sizeof device.name);
        device.memory = host_memory();
        device.cache = host_cache();
        device.threads = threads_default();
    }
    return &device;
}
