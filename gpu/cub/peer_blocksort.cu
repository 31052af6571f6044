/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_blocksort: stable sort of A's column indices in segments of BLOCK, with their positions, by CUB's sort within a
   thread block. */
#include <cub/block/block_radix_sort.cuh>

#include "gpu/lib/block.cuh"

static const char name[] = "peer.cub.blocksort";

/* One block per segment; each thread has ITEMS neighbours of it. Missing entries have all bits set, more than any
   column: they come last. */
template <int LENGTH>
static __global__ void __launch_bounds__(LENGTH) sort(const int32_t *in, int64_t count, int bits, uint64_t *out)
{
    constexpr int ITEMS = LENGTH >= 128 ? 4 : 1, THREADS = LENGTH / ITEMS;
    using block_sort = cub::BlockRadixSort<uint32_t, THREADS, ITEMS, uint32_t>;
    __shared__ typename block_sort::TempStorage temp;
    const int64_t begin = (int64_t)blockIdx.x * LENGTH;
    uint32_t col[ITEMS], at[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        at[i] = threadIdx.x * ITEMS + i;
        col[i] = begin + at[i] < count ? (uint32_t)in[begin + at[i]] : UINT32_MAX;
    }
    block_sort(temp).SortBlockedToStriped(col, at, 0, bits);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        int64_t to = begin + i * THREADS + threadIdx.x;
        if (to < count)
            out[to] = (uint64_t)col[i] << 32 | (uint64_t)(begin + at[i]);
    }
}

template <int LENGTH> static void launch_length(const struct block_plan *plan)
{
    constexpr int THREADS = LENGTH >= 128 ? LENGTH / 4 : LENGTH;
    int64_t count = plan->a->nnz;
    sort<LENGTH><<<(unsigned)((count + LENGTH - 1) / LENGTH), THREADS>>>(
        (const int32_t *)plan->in, count, column_bits(plan->a->n) + 1, (uint64_t *)plan->out);
}

static void launch(const struct block_plan *plan)
{
    static void (*const by_length[])(const struct block_plan *) = { launch_length<32>,  launch_length<64>,
                                                                    launch_length<128>, launch_length<256>,
                                                                    launch_length<512>, launch_length<1024> };
    if (plan->a->nnz > 0)
        by_length[plan->param[0] - BLOCK_32](plan);
}

static const struct param params[] = {
    block_size("BLOCK", "entries per segment", BLOCK_128),
    {},
};

template <class T>
static constexpr struct kernel table = block_peer<T>({
    .name = name,
    .what = "CUB, radix sort of columns and positions within a thread block",
    .source = "NVIDIA CUB",
    .op = OP_SEGSORT,
    .params = params,
    .bytes = block_prepared_bytes,
    .prepare = block_sort_prepare<name>,
    .run = block_run<name, launch>,
});

extern const struct kernel gpu_cub_blocksort_f64 = table<double>, gpu_cub_blocksort_f32 = table<float>;
