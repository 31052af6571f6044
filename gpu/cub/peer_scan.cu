/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_scan: exclusive prefix sum of A's column indices, mod 2³², by CUB. */
#include <cub/device/device_scan.cuh>

#include "core/measure/block.h"
#include "gpu/lib/block.cuh"

static const char name[] = "peer.cub.scan";

/* A sufficient amount of working memory: CUB reports its need only on the device, a fraction of the input. */
static uint64_t bytes(const struct problem *p)
{
    return block_prepared_bytes(p) + block_bytes(p->op, p->a) / 16 + (1 << 20);
}

static cudaError_t scan(void *work, size_t *size, const struct block_plan *plan, int64_t count)
{
    return cub::DeviceScan::ExclusiveSum(work, *size, (const uint32_t *)plan->in, (uint32_t *)plan->out, count);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct block_plan none = {};
    size_t size = 0;
    *out = {};
    return gpu_enter(p->device, name, e) && GPU_OK(p->device, scan(NULL, &size, &none, p->a->nnz), e) &&
           block_prepare(p, name, size, 0, out, e);
}

static bool run(void *plan_data, struct err *e)
{
    const struct block_plan *plan = static_cast<const struct block_plan *>(plan_data);
    size_t size = plan->work_bytes;
    return gpu_enter(plan->device, name, e) &&
           (plan->a->nnz == 0 || GPU_OK(plan->device, scan(plan->work, &size, plan, plan->a->nnz), e));
}

template <class T>
static constexpr struct kernel table = block_peer<T>({
    .name = name,
    .what = "CUB, exclusive prefix sum in one pass with look-back",
    .source = "NVIDIA CUB",
    .op = OP_SCAN,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
});

extern const struct kernel gpu_cub_scan_f64 = table<double>, gpu_cub_scan_f32 = table<float>;
