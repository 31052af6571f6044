/* SPDX-License-Identifier: GPL-3.0-or-later */
/* segsort_rank: stable sort of A's column indices in segments of BLOCK, with their positions. */
#include "gpu/lib/block.cuh"
#include "gpu/lib/segsort.cuh"

static const char name[] = "gpu.segsort.rank";

static void launch(const struct block_plan *plan)
{
    segsort_launch((const int32_t *)plan->in, plan->a->nnz, (uint64_t *)plan->out, (int)plan->segment);
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
    .bytes = block_prepared_bytes,
    .prepare = block_sort_prepare<name>,
    .run = block_run<name, launch>,
});

extern const struct kernel gpu_segsort_rank_f64 = table<double>, gpu_segsort_rank_f32 = table<float>;
