/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/device/ops.cuh"
#include "gpu/device/pages.cuh"

#include <cstdint>

#include "gpu/device/nvml.h"

static bool ops_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    struct plan counted = {};
    return gpu_select(d, e) && (pages_alloc(d, bytes, out) || gpu_alloc(d, bytes, out, &counted, e));
}

static void ops_free(struct device *d, void *memory)
{
    if (memory && gpu_select(d, NULL) && !pages_free(d, memory))
        cudaFree(memory);
}

static bool ops_move(struct device *d, void *memory, uint64_t bytes, struct err *e)
{
    return gpu_select(d, e) && pages_move(d, memory, e);
}

static bool ops_upload(struct device *d, void *to, const void *host, uint64_t bytes, struct err *e)
{
    return bytes == 0 || (gpu_select(d, e) && GPU_OK(d, cudaMemcpy(to, host, bytes, cudaMemcpyHostToDevice), e));
}

static bool ops_download(struct device *d, void *host, const void *from, uint64_t bytes, struct err *e)
{
    return bytes == 0 || (gpu_select(d, e) && GPU_OK(d, cudaMemcpy(host, from, bytes, cudaMemcpyDeviceToHost), e));
}

static bool ops_fill(struct device *d, void *memory, int byte, uint64_t bytes, struct err *e)
{
    return bytes == 0 || (gpu_select(d, e) && GPU_OK(d, cudaMemsetAsync(memory, byte, bytes, 0), e));
}

static bool ops_sync(struct device *d, struct err *e)
{
    return gpu_select(d, e) && GPU_OK(d, cudaDeviceSynchronize(), e);
}

/* ---- the timer ---- */

static __device__ unsigned long long nanoseconds(void)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* Keeps the stream waiting until the host has queued all the work of a sample. The device then works without gaps, and
   the host's load does not affect the time. Runs that wait for the device themselves, or queue more than the driver
   accepts, are delayed once, by `most` ns. */
static __global__ void hold(const volatile unsigned *queued, unsigned sample, unsigned long long most)
{
    for (unsigned long long begin = nanoseconds(); *queued != sample && nanoseconds() - begin < most;)
        ;
}

bool gpu_hold(struct device *d, const volatile unsigned *queued, unsigned sample, struct err *e)
{
    const unsigned long long most = 10000000; /* a busy host takes several milliseconds to queue one */
    hold<<<1, 1>>>(queued, sample, most);
    return GPU_LAUNCHED(d, e);
}

static bool hold_stream(struct device *d, struct err *e)
{
    struct gpu *g = gpu_of(d);
    if (!g->queued && !GPU_OK(d, cudaHostAlloc((void **)&g->queued, sizeof *g->queued, cudaHostAllocDefault), e))
        return false;
    return gpu_hold(d, g->queued, ++g->sample, e);
}

static bool ops_start(struct device *d, struct err *e)
{
    struct gpu *g = gpu_of(d);
    if (!gpu_select(d, e) || !hold_stream(d, e))
        return false;
    if (!g->begin && !GPU_OK(d, cudaEventCreate(&g->begin), e))
        return false;
    if (!g->end && !GPU_OK(d, cudaEventCreate(&g->end), e))
        return false;
    return GPU_OK(d, cudaEventRecord(g->begin, 0), e);
}

static bool ops_stop(struct device *d, double *ms, struct err *e)
{
    struct gpu *g = gpu_of(d);
    float between = 0;
    if (!g->begin)
        return err_set(e, ERR_DEVICE, "%s: the timer was stopped before it was started", d->id);
    bool ok = gpu_select(d, e) && GPU_OK(d, cudaEventRecord(g->end, 0), e);
    *g->queued = g->sample;
    ok = ok && GPU_OK(d, cudaEventSynchronize(g->end), e) &&
         GPU_OK(d, cudaEventElapsedTime(&between, g->begin, g->end), e);
    *ms = between;
    return ok;
}

/* Twice the L2, so that nothing old survives any replacement policy. */
static bool ops_flush(struct device *d, struct err *e)
{
    struct gpu *g = gpu_of(d);
    uint64_t bytes = 2 * d->cache;
    struct plan counted = {};
    if (!gpu_select(d, e) || (!g->flush && !gpu_alloc(d, bytes, &g->flush, &counted, e)))
        return false;
    return bytes == 0 || GPU_OK(d, cudaMemsetAsync(g->flush, 0x5a, bytes, 0), e);
}

static bool ops_memory_free(struct device *d, uint64_t *bytes, struct err *e)
{
    size_t free = 0, total = 0;
    bool ok = gpu_select(d, e) && GPU_OK(d, cudaMemGetInfo(&free, &total), e);
    *bytes = free;
    return ok;
}

static void ops_state(struct device *d, struct device_state *s)
{
    nvml_state(gpu_of(d)->nvml, gpu_of(d)->managed, s);
}

const struct device_ops gpu_ops = {
    .alloc = ops_alloc,
    .free = ops_free,
    .upload = ops_upload,
    .download = ops_download,
    .fill = ops_fill,
    .sync = ops_sync,
    .start = ops_start,
    .stop = ops_stop,
    .flush = ops_flush,
    .bandwidth = gpu_bandwidth,
    .memory_free = ops_memory_free,
    .move = ops_move,
    .state = ops_state,
};
