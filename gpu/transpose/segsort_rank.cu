/* SPDX-License-Identifier: GPL-3.0-or-later */
/* segsort_rank: stable sort of A's column indices in segments of BLOCK, with their positions. */
#include "gpu/lib/block.cuh"
#include "gpu/lib/segsort.cuh"

#include "core/measure/block.h"

static const char name[] = "gpu.segsort.rank";

static uint64_t bytes(const struct problem *p)
{
    return (uint64_t)p->a->nnz * sizeof(int32_t) + block_bytes(p->op, p->a);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return block_prepare(p, name, p->a->ind, (uint64_t)p->a->nnz * sizeof(int32_t), 0, (int64_t)1 << p->param[0], plan,
                         e);
}

static bool run(void *plan_data, struct err *e)
{
    const struct block_plan *l = static_cast<const struct block_plan *>(plan_data);
    if (!gpu_enter(l->device, name, e))
        return false;
    segsort_launch((const int32_t *)l->in, l->a->nnz, (uint64_t *)l->out, (int)l->segment);
    return GPU_LAUNCHED(l->device, e);
}

static const struct param params[] = {
    { .name = "BLOCK",
      .help = "entries per segment, a thread each",
      .min = BLOCK_32,
      .max = BLOCK_1024,
      .initial = BLOCK_128,
      .choices = block_sizes },
    {},
};

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "a thread per entry counts those that go before it in its segment",
    .source = "Wang, Liu and Hou, ICS 2016 (MergeTrans)",
    .on = "cuda",
    .format = "csr",
    .op = OP_SEGSORT,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = transpose_supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
    .release = block_release,
    .verify = block_verify,
};

extern const struct kernel gpu_segsort_rank_f64 = table<double>, gpu_segsort_rank_f32 = table<float>;
