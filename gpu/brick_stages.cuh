/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_stages: tiles on their way to shared memory: a few warps of a block ask for them, some tiles ahead; the others
   wait for each and give its place back. Needs compute capability 8.0. */
#ifndef NZ_BRICK_STAGES_CUH
#define NZ_BRICK_STAGES_CUH

#include "gpu/bricks.cuh"

enum { BRICK_STAGES_MOST = 4, BRICK_UNIT = 16 }; /* UNIT: bytes of one copy */

/* An item is a tile times `width` columns of X; items of one tile follow each other. A block takes every gridDim-th. */
template <class T> struct brick_work {
    const struct brick_tile *tile;
    const int32_t *columns;
    const unsigned char *data;
    const T *x;
    T *y;
    int64_t ldx, ldy, k, items;
    int panels, stages, stage; /* stage: bytes of each */
    int fetchers;              /* warps that fetch */
    bool whole_x, whole_y;     /* whether rows of X, and those of Y, begin and end on 16 bytes */
};

/* full: a tile has come; empty: it is done with. */
struct brick_barriers {
    uint64_t full[BRICK_STAGES_MOST], empty[BRICK_STAGES_MOST];
};

static __device__ inline uint32_t shared_address(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

#if __CUDA_ARCH__ >= 900
#define TRY "try_wait" /* sleeps a while */
#else
#define TRY "test_wait"
#endif

#if __CUDA_ARCH__ >= 800

static __device__ inline void barrier_init(uint64_t *b, uint32_t count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(count) : "memory");
}

static __device__ inline void barrier_arrive(uint64_t *b)
{
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::"r"(shared_address(b)) : "memory");
}

/* Arrives when all copies that this thread has begun have come. */
static __device__ inline void barrier_arrive_copied(uint64_t *b)
{
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(b)) : "memory");
}

static __device__ inline void barrier_wait(uint64_t *b, uint32_t parity)
{
    asm volatile("{ .reg .pred p;\n"
                 "again: mbarrier." TRY ".parity.shared::cta.b64 p, [%0], %1;\n"
                 "@!p bra again; }" ::"r"(shared_address(b)),
                 "r"(parity)
                 : "memory");
}

/* Where byte `at` of the row of X in a slot lies. In f64, pieces of 32 bytes change places, so that those at the same
   place in slots of the four classes lie in different banks. */
template <class T, int W> static __device__ int brick_place(int slot, int at)
{
    return slot * W * (int)sizeof(T) + (sizeof(T) == 8 ? at ^ slot % BRICK_STEP * 32 : at);
}

/* Begins to copy N bytes, 4, 8 or 16, past the L1 where that can be. */
template <int N> static __device__ void copy_async(void *to, const void *from)
{
    if constexpr (N == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)),
                     "l"(__cvta_generic_to_global(from))
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)),
                     "l"(__cvta_generic_to_global(from)), "n"(N)
                     : "memory");
}

/* Begins to copy columns j .. j+count-1 of the rows of X that the tile needs, N bytes at a time. A batch of column
   numbers is on its way together. */
template <class T, int W, int N>
static __device__ void copy_x(const brick_work<T> &w, const brick_tile &t, int64_t j, int count, unsigned char *to,
                              int thread)
{
    constexpr int PARTS = W * (int)sizeof(T) / N, LANES = PARTS < WARP ? PARTS : WARP, BATCH = 8;
    const int32_t *columns = w.columns + t.column;
    int rows = w.fetchers * (WARP / LANES), lane = thread % LANES, end = count * (int)sizeof(T);
    const char *x = (const char *)(w.x + j);
    for (int first = thread / LANES; first < t.slots; first += BATCH * rows) {
        int32_t c[BATCH];
#pragma unroll
        for (int u = 0; u < BATCH; u++)
            c[u] = first + u * rows < t.slots ? __ldg(columns + first + u * rows) : -1;
#pragma unroll
        for (int u = 0; u < BATCH; u++)
#pragma unroll
            for (int at = lane * N; at < PARTS * N; at += LANES * N)
                if (c[u] >= 0 && at < end)
                    copy_async<N>(to + brick_place<T, W>(first + u * rows, at),
                                  x + c[u] * w.ldx * (int64_t)sizeof(T) + at);
    }
}

static __device__ inline void prefetch_lines(const void *from, int64_t bytes, int thread, int threads)
{
    for (int64_t at = thread * 128; at < bytes; at += threads * 128)
        asm volatile("prefetch.global.L2 [%0];" ::"l"((const char *)from + at));
}

template <class T> static __device__ brick_tile tile_of(const brick_work<T> &w, int64_t item)
{
    return w.tile[(item < w.items ? item : w.items - 1) / w.panels];
}

/* What the warps that fetch do: item after item, as far as there is room. The tile after the next one is looked up
   before the copies of this one begin, and asked for behind them: it is in the L2 when its turn comes. `thread`: of
   theirs. */
template <class T, int W>
static __device__ void fetch_items(const brick_work<T> &w, brick_barriers *b, unsigned char *stages, int thread)
{
    int stage = 0, threads = w.fetchers * WARP;
    uint32_t parity = 1; /* the first round finds its places empty */
    brick_tile t = tile_of(w, blockIdx.x), next = tile_of(w, (int64_t)blockIdx.x + gridDim.x);
    for (int64_t item = blockIdx.x; item < w.items; item += gridDim.x) {
        const brick_tile after = tile_of(w, item + 2 * (int64_t)gridDim.x);
        int64_t j = item % w.panels * W;
        int count = w.k - j < W ? (int)(w.k - j) : W;
        unsigned char *to = stages + (int64_t)stage * w.stage;
        barrier_wait(&b->empty[stage], parity);
        for (int i = thread * BRICK_UNIT; i < t.bytes; i += threads * BRICK_UNIT)
            copy_async<BRICK_UNIT>(to + i, w.data + t.at + i);
        if (w.whole_x)
            copy_x<T, W, BRICK_UNIT>(w, t, j, count, to + t.bytes, thread);
        else
            copy_x<T, W, (int)sizeof(T)>(w, t, j, count, to + t.bytes, thread);
        barrier_arrive_copied(&b->full[stage]);
        prefetch_lines(w.columns + after.column, after.slots * 4, thread, threads);
        prefetch_lines(w.data + after.at, after.bytes, thread, threads);
        t = next;
        next = after;
        if (++stage == w.stages) {
            stage = 0;
            parity ^= 1;
        }
    }
}

/* Ends with all threads of the block knowing the barriers; `warps` is how many give places back. */
static __device__ inline void begin_stages(brick_barriers *b, int stages, int fetchers, int warps)
{
    if (threadIdx.x == 0) {
        for (int s = 0; s < stages; s++) {
            barrier_init(&b->full[s], (uint32_t)(fetchers * WARP));
            barrier_init(&b->empty[s], (uint32_t)warps);
        }
    }
    __syncthreads();
}

#endif
#endif
