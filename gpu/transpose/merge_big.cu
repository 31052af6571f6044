/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge_big: one round of merging pairs of sorted segments of any length, cut by splitters. */
#include "gpu/lib/block.cuh"
#include "gpu/lib/merge.cuh"

#include "core/measure/block.h"

static const char name[] = "gpu.merge.big";

enum { PARAM_STEP, PARAM_SEGMENT, PARAM_BLOCK };

static uint64_t work_bytes(const struct problem *p)
{
    return merge_big_work(p->a->nnz, p->param[PARAM_SEGMENT], 1 << p->param[PARAM_STEP]);
}

static uint64_t bytes(const struct problem *p)
{
    return 2 * block_bytes(p->op, p->a) + work_bytes(p);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return block_merge_prepare(p, name, work_bytes(p), p->param[PARAM_SEGMENT], out, e);
}

static void launch(const struct block_plan *plan)
{
    int step = 1 << plan->param[PARAM_STEP], threads = plan->param[PARAM_BLOCK] ? (int)plan->param[PARAM_BLOCK] : step;
    merge_big_launch((const uint64_t *)plan->in, plan->a->nnz, (uint64_t *)plan->out, plan->segment / 2, step, threads,
                     plan->work);
}

static const struct param params[] = {
    block_size("SP_DIST", "entries from a splitter to the next", BLOCK_128),
    param_number("SEGMENT", "entries per segment", 100, 1 << 20, 1 << 13),
    param_number("BLOCK", "threads per block; 0: SP_DIST", 0, 1024, 0),
    {},
};

template <class T>
static constexpr struct kernel table = block_table<T>({
    .name = name,
    .what = "splitters cut both segments into independent merges of 2 SP_DIST entries",
    .source = "Wang, Liu and Hou, ICS 2016 (MergeTrans)",
    .op = OP_MERGEBIG,
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = block_run<name, launch>,
});

extern const struct kernel gpu_merge_big_f64 = table<double>, gpu_merge_big_f32 = table<float>;
