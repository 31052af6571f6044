/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan_blelloch: exclusive prefix sum of A's column indices, mod 2³². */
#include "gpu/lib/block.cuh"
#include "gpu/lib/scan.cuh"

static const char name[] = "gpu.scan.blelloch";

static int block_of(const int64_t *param)
{
    return 1 << param[0];
}

static uint64_t work_bytes(const struct problem *p)
{
    return scan_work(p->a->nnz, block_of(p->param)) * sizeof(uint32_t);
}

static uint64_t bytes(const struct problem *p)
{
    return block_prepared_bytes(p) + work_bytes(p);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return block_prepare(p, name, work_bytes(p), 0, out, e);
}

static void launch(const struct block_plan *plan)
{
    scan_launch((const uint32_t *)plan->in, (uint32_t *)plan->out, plan->a->nnz, (uint32_t *)plan->work,
                block_of(plan->param));
}

static const struct param params[] = {
    block_size("BLOCK", "threads per block", BLOCK_256),
    {},
};

template <class T>
static constexpr struct kernel table = block_table<T>({
    .name = name,
    .what = "exclusive prefix sum: up and down a tree in each block, recursive over blocks",
    .source = "Blelloch 1990; Harris, Sengupta and Owens, GPU Gems 3",
    .op = OP_SCAN,
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = block_run<name, launch>,
});

extern const struct kernel gpu_scan_blelloch_f64 = table<double>, gpu_scan_blelloch_f32 = table<float>;
