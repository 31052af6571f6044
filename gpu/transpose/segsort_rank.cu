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

static void launch(const struct block_plan *l)
{
    segsort_launch((const int32_t *)l->in, l->a->nnz, (uint64_t *)l->out, (int)l->segment);
}

static const struct param params[] = {
    block_size("BLOCK", "entries per segment, a thread each", BLOCK_128),
    {},
};

template <class T>
static constexpr struct kernel table = block_table<T>({
    .name = name,
    .what = "a thread per entry counts those that go before it in its segment",
    .source = "Wang, Liu and Hou, ICS 2016 (MergeTrans)",
    .op = OP_SEGSORT,
    .params = params,
    .bytes = bytes,
    .prepare = prepare,
    .run = block_run<name, launch>,
});

extern const struct kernel gpu_segsort_rank_f64 = table<double>, gpu_segsort_rank_f32 = table<float>;
