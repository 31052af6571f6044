/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_segsort: stable sort of A's column indices in segments of BLOCK, with their positions, by CUB. */
#include <cub/device/device_segmented_sort.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "core/measure/block.h"
#include "gpu/lib/block.cuh"

static const char name[] = "peer.cub.segsort";

enum { THREADS = 256 };

/* Where segment i begins: at i·length, the last one ends at count. */
struct segment_begin {
    int64_t length, count;
    __host__ __device__ int64_t operator()(int64_t i) const
    {
        return i * length < count ? i * length : count;
    }
};

static uint64_t pair_bytes(int64_t count)
{
    uint64_t used = 0;
    work_place(&used, (uint64_t)count * sizeof(uint64_t));
    return used;
}

/* Pairs column·2³² + position: all differ, so any sort of them is stable. */
static __global__ void __launch_bounds__(THREADS) pairs_make(const int32_t *in, int64_t count, uint64_t *pair)
{
    int64_t e = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (e < count)
        pair[e] = (uint64_t)(uint32_t)in[e] << 32 | (uint64_t)e;
}

static cudaError_t sort(void *work, size_t *size, const uint64_t *in, uint64_t *out, int64_t count, int64_t length)
{
    const struct segment_begin begin = { length, count };
    auto at = thrust::make_transform_iterator(thrust::make_counting_iterator((int64_t)0), begin);
    return cub::DeviceSegmentedSort::SortKeys(work, *size, in, out, count, (count + length - 1) / length, at, at + 1);
}

/* Besides the pairs, CUB needs lists of segments and a second buffer. */
static uint64_t bytes(const struct problem *p)
{
    return (uint64_t)p->a->nnz * sizeof(int32_t) + 3 * block_bytes(p->op, p->a) + (1 << 20);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    int64_t count = p->a->nnz, length = (int64_t)1 << p->param[0];
    size_t size = 0;
    *out = {};
    if (!gpu_enter(p->device, name, e) || !GPU_OK(p->device, sort(NULL, &size, NULL, NULL, count, length), e))
        return false;
    return block_prepare(p, name, size_add(pair_bytes(count), size), length, out, e);
}

static bool run(void *plan_data, struct err *e)
{
    const struct block_plan *plan = static_cast<const struct block_plan *>(plan_data);
    int64_t count = plan->a->nnz;
    uint64_t *pair = (uint64_t *)plan->work, before = pair_bytes(count);
    size_t size = plan->work_bytes - before;
    if (!gpu_enter(plan->device, name, e))
        return false;
    if (count == 0)
        return true;
    pairs_make<<<gpu_grid(count, THREADS), THREADS>>>((const int32_t *)plan->in, count, pair);
    return GPU_LAUNCHED(plan->device, e) &&
           GPU_OK(plan->device,
                  sort((char *)plan->work + before, &size, pair, (uint64_t *)plan->out, count, plan->segment), e);
}

static const struct param params[] = {
    block_size("BLOCK", "entries per segment", BLOCK_128),
    {},
};

template <class T>
static constexpr struct kernel table = block_peer<T>({
    .name = name,
    .what = "CUB, segmented sort of pairs of column and position",
    .source = "NVIDIA CUB",
    .op = OP_SEGSORT,
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
});

extern const struct kernel gpu_cub_segsort_f64 = table<double>, gpu_cub_segsort_f32 = table<float>;
