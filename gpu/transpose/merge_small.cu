/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge_small: one round of merging pairs of sorted segments that fit in shared memory. */
#include "gpu/lib/block.cuh"
#include "gpu/lib/merge.cuh"

#include "core/measure/block.h"

static const char name[] = "gpu.merge.small";

static uint64_t bytes(const struct problem *p)
{
    return 2 * block_bytes(p->op, p->a);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return block_merge_prepare(p, name, 0, (int64_t)1 << p->param[0], out, e);
}

static void launch(const struct block_plan *plan)
{
    merge_small_launch((const uint64_t *)plan->in, plan->a->nnz, (uint64_t *)plan->out, (int)(plan->segment / 2));
}

static const struct param params[] = {
    block_size("BLOCK", "entries per segment, a thread each", BLOCK_256),
    {},
};

template <class T>
static constexpr struct kernel table = block_table<T>({
    .name = name,
    .what = "a thread per pair of entries looks for their places in the other segment",
    .source = "Wang, Liu and Hou, ICS 2016 (MergeTrans)",
    .op = OP_MERGE,
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = block_run<name, launch>,
});

extern const struct kernel gpu_merge_small_f64 = table<double>, gpu_merge_small_f32 = table<float>;
