/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bandwidth: how fast this GPU reads and copies memory, and reads its L2: the roofs of every kernel here. */
#include "gpu/device/ops.cuh"
#include "gpu/device/traits.cuh"

enum { THREADS = 512, BLOCKS_PER_SM = 4, UNROLL = 4, ROUNDS = 40, LEVEL_ROUNDS = 100 };

/* Fills with random bits: memory and its links can be faster on zeros. */
static __global__ void scramble(ulonglong2 *a, int64_t n)
{
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        unsigned long long h = (unsigned long long)(i + 1) * 0x9e3779b97f4a7c15ull;
        h ^= h >> 29;
        a[i] = make_ulonglong2(h, h * 0xbf58476d1ce4e5b9ull);
    }
}

/* Adds up a[0..n); every warp stores its sum, so that the compiler drops no load. */
static __global__ void __launch_bounds__(THREADS)
    sum(const ulonglong2 *__restrict__ a, int64_t n, unsigned long long *out)
{
    int64_t step = (int64_t)gridDim.x * THREADS, first = (int64_t)blockIdx.x * THREADS + threadIdx.x, i = first;
    unsigned long long s = 0;
    for (; i + (UNROLL - 1) * step < n; i += UNROLL * step) {
        ulonglong2 v[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            v[u] = a[i + u * step];
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            s += v[u].x ^ v[u].y;
    }
    for (; i < n; i += step)
        s += a[i].x ^ a[i].y;
    for (int half = 16; half > 0; half /= 2)
        s += __shfl_down_sync(ALL_LANES, s, half);
    if (threadIdx.x % 32 == 0)
        out[first / 32] = s;
}

/* The same `rounds` times, bypassing the L1, which would keep the block's share of a small array. */
static __global__ void __launch_bounds__(THREADS)
    sum_rounds(const ulonglong2 *a, int64_t n, int rounds, unsigned long long *out)
{
    int64_t step = (int64_t)gridDim.x * THREADS, first = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    unsigned long long s = 0;
    for (int r = 0; r < rounds; r++) {
#pragma unroll UNROLL
        for (int64_t i = first; i < n; i += step) {
            ulonglong2 v = __ldcg(a + i);
            s += v.x ^ v.y;
        }
    }
    for (int half = 16; half > 0; half /= 2)
        s += __shfl_down_sync(ALL_LANES, s, half);
    if (threadIdx.x % 32 == 0)
        out[first / 32] = s;
}

struct buffers {
    ulonglong2 *from, *to;
    uint64_t bytes; /* of each */
    unsigned blocks;
    uint64_t level; /* bytes that fit in the L2 */
};

static bool read_once(struct device *d, const struct buffers *b, struct err *e)
{
    sum<<<b->blocks, THREADS>>>(b->from, (int64_t)(b->bytes / sizeof *b->from), (unsigned long long *)b->to);
    return GPU_LAUNCHED(d, e);
}

static bool copy_once(struct device *d, const struct buffers *b, struct err *e)
{
    return GPU_OK(d, cudaMemcpyAsync(b->to, b->from, b->bytes, cudaMemcpyDeviceToDevice, 0), e);
}

static bool level_once(struct device *d, const struct buffers *b, struct err *e)
{
    sum_rounds<<<b->blocks, THREADS>>>(b->from, (int64_t)(b->level / sizeof *b->from), LEVEL_ROUNDS,
                                       (unsigned long long *)b->to);
    return GPU_LAUNCHED(d, e);
}

/* The best of several rounds after a warm-up, since a roof is what can be reached; the third best as a share of it. */
static bool best_ms(struct device *d, bool (*once)(struct device *, const struct buffers *, struct err *),
                    const struct buffers *b, double *best, double *agreement, struct err *e)
{
    double ms[ROUNDS + 1];
    for (int round = 0; round <= ROUNDS; round++)
        if (!d->ops->start(d, e) || !once(d, b, e) || !d->ops->stop(d, &ms[round], e))
            return false;
    std::sort(ms + 1, ms + ROUNDS + 1);
    *best = ms[1];
    *agreement = ms[1] / ms[3];
    return true;
}

/* 1 GB each, less where less is free, but always at least four times the L2. */
static bool buffers_size(struct device *d, struct buffers *b, struct err *e)
{
    uint64_t free, least = std::max<uint64_t>(4 * d->cache, 1 << 20);
    if (!d->ops->memory_free(d, &free, e))
        return false;
    b->level = d->cache / 4 / 4096 * 4096; /* an L2 of two halves may keep lines in both */
    b->bytes = std::min<uint64_t>(std::max<uint64_t>(1 << 30, least), free / 4) / 4096 * 4096;
    b->blocks = (unsigned)std::max(1, d->threads * BLOCKS_PER_SM);
    if (b->bytes < least)
        return err_set(e, ERR_MEMORY, "%s: only %.2f GB are free, too little to measure its bandwidth", d->id,
                       (double)free / 1e9);
    return true;
}

/* Operations of a multiprocessor per clock, an FMA counted once, in f64 and f32 (CUDA C++ Programming Guide, throughput
   of native arithmetic instructions); without tensor cores. */
static void peak_compute(const struct device *d, struct bandwidth *out)
{
    static const struct {
        int capability, f64, f32;
    } units[] = { { 75, 2, 64 },  { 80, 32, 64 },  { 86, 2, 128 },   { 87, 2, 128 },
                  { 89, 2, 128 }, { 90, 64, 128 }, { 100, 64, 128 }, { 120, 2, 128 } };
    const int capability = 10 * gpu_major(d) + gpu_trait(d, cudaDevAttrComputeCapabilityMinor, 0);
    const double clocks = 2e-6 * gpu_trait(d, cudaDevAttrClockRate, 0) * d->threads; /* from kHz, two flops an FMA */
    out->peak_computed = true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].capability == capability) {
            out->all.peak[VT_F64] = clocks * units[i].f64;
            out->all.peak[VT_F32] = clocks * units[i].f32;
        }
}

static bool measure(struct device *d, const struct buffers *b, struct bandwidth *out, struct err *e)
{
    double read_ms, copy_ms, level_ms, ignored;
    scramble<<<b->blocks, THREADS>>>(b->from, (int64_t)(b->bytes / sizeof *b->from));
    if (!GPU_LAUNCHED(d, e) || !best_ms(d, copy_once, b, &copy_ms, &out->agreement, e) ||
        !best_ms(d, read_once, b, &read_ms, &ignored, e) || !best_ms(d, level_once, b, &level_ms, &ignored, e))
        return false;
    out->all.copy = 2 * (double)b->bytes / copy_ms / 1e6;
    out->all.read = (double)b->bytes / read_ms / 1e6;
    out->all.level[0] = (double)(LEVEL_ROUNDS * b->level) / level_ms / 1e6;
    peak_compute(d, out);
    return true;
}

bool gpu_bandwidth(struct device *d, struct bandwidth *out, struct err *e)
{
    struct buffers b = {};
    *out = {};
    bool ok = buffers_size(d, &b, e) && d->ops->alloc(d, b.bytes, (void **)&b.from, e) &&
              d->ops->alloc(d, b.bytes, (void **)&b.to, e) && measure(d, &b, out, e);
    d->ops->free(d, b.to);
    d->ops->free(d, b.from);
    return ok;
}
