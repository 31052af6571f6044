/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bricks_stages: copies tiles, and the rows of X that the window lacks for them, to shared memory: a few warps of a
   block copy some tiles ahead; the others wait for each tile and free its stage. Needs compute capability 8.0. */
#pragma once

#include "gpu/layout/bricks.h"
#include "gpu/lib/overlap.cuh"

enum { BRICK_STAGES = 3, BRICK_UNIT = 16 }; /* UNIT: bytes of one copy */

/* An item is a run of tiles times `width` columns of X; items of one run are consecutive. A block takes every
   gridDim-th. Shared memory holds the window first, then the stages. */
template <class T> struct brick_work {
    const struct brick_tile *tile;
    const int32_t *run; /* the first tile of each, and of one more */
    const struct brick_copy *copy;
    const unsigned char *data;
    const T *x;
    T *y;
    int64_t ldx, ldy, k, items;
    int panels, stages, stage, window; /* stage: bytes of each; window: its bytes */
    int warps, copiers;                /* warps that multiply, and that copy */
    bool whole_x, whole_y;             /* whether rows of X, and those of Y, begin and end on 16 bytes */
};

/* The position of a block: a tile, and the rest of its item. */
struct brick_walk {
    int64_t item, j; /* j: the first of its columns of X */
    int32_t tile, end;
};

template <class T, int W> static __device__ brick_walk walk_from(const brick_work<T> &w, int64_t item)
{
    if (item >= w.items)
        return { item, 0, 0, 0 };
    int64_t run = item / w.panels;
    return { item, item % w.panels * W, __ldg(w.run + run), __ldg(w.run + run + 1) };
}

template <class T, int W> static __device__ void walk_on(const brick_work<T> &w, brick_walk *at)
{
    if (++at->tile >= at->end)
        *at = walk_from<T, W>(w, at->item + gridDim.x);
}

/* full: a tile and its rows of X are in shared memory; empty: they are no longer needed. */
struct brick_barriers {
    uint64_t full[BRICK_STAGES], empty[BRICK_STAGES];
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

/* Arrives when all copies begun by this thread are complete. */
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

/* The offset of byte `at` of the row of X in a slot. In f64, pieces of 32 bytes are swizzled, so that the same bytes of
   slots of the four classes are in different banks. */
template <class T, int W> static __device__ int x_offset(int slot, int at)
{
    return slot * W * (int)sizeof(T) + (sizeof(T) == 8 ? at ^ slot % BRICK_STEP * 32 : at);
}

/* Begins an asynchronous copy of N bytes, 4, 8 or 16; 16 bypass the L1. */
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

/* Rows of X that a thread, or adjacent threads, copy together. */
enum { COPY_BATCH = 8 };

/* Copies first, first + apart … of a tile, as many as a batch has; column -1: none. */
template <class T>
static __device__ void load_copies(const brick_work<T> &w, const brick_tile &t, int first, int apart,
                                   brick_copy (&f)[COPY_BATCH])
{
#pragma unroll
    for (int u = 0; u < COPY_BATCH; u++) {
        int at = first + u * apart;
        int2 raw = at < t.copies ? __ldg((const int2 *)(w.copy + t.copy) + at) : make_int2(-1, 0);
        f[u] = { raw.x, raw.y };
    }
}

/* How the copying threads divide the rows of X: LANES for each, N bytes at a time. */
template <class T, int W, int N> struct row_copy {
    static constexpr int PARTS = W * (int)sizeof(T) / N, LANES = PARTS < WARP ? PARTS : WARP;
};

/* Begins to copy the columns from j on, W or as many as there are, of the rows of X that a batch names. */
template <class T, int W, int N>
static __device__ void copy_batch(const brick_work<T> &w, const brick_copy (&f)[COPY_BATCH], int64_t j,
                                  unsigned char *window, int lane)
{
    constexpr int PARTS = row_copy<T, W, N>::PARTS, LANES = row_copy<T, W, N>::LANES;
    int end = (w.k - j < W ? (int)(w.k - j) : W) * (int)sizeof(T);
    const char *x = (const char *)(w.x + j);
#pragma unroll
    for (int u = 0; u < COPY_BATCH; u++)
#pragma unroll
        for (int at = lane * N; at < PARTS * N; at += LANES * N)
            if (f[u].column >= 0 && at < end)
                copy_async<N>(window + x_offset<T, W>(f[u].slot, at),
                              x + f[u].column * w.ldx * (int64_t)sizeof(T) + at);
}

static __device__ inline void prefetch_lines(const void *from, int64_t bytes, int thread, int threads)
{
    for (int64_t at = thread * 128; at < bytes; at += threads * 128)
        asm volatile("prefetch.global.L2 [%0];" ::"l"((const char *)from + at));
}

/* Waits until the previous tile in this stage is done, or all previous tiles. */
static __device__ inline void wait_for_room(brick_barriers *b, int stages, int stage, uint32_t parity, bool all)
{
    barrier_wait(&b->empty[stage], parity);
    for (int s = 0; s < stages && all; s++)
        barrier_wait(&b->empty[s], s < stage ? parity ^ 1 : parity);
}

/* The loop of the copying warps: tile after tile, as room permits. The tile after the next one is looked up before the
   copies of this one begin, and prefetched to the L2 after them. `thread`: among these warps. */
template <class T, int W, int N>
static __device__ void copy_tiles(const brick_work<T> &w, brick_barriers *b, unsigned char *shared, int thread)
{
    constexpr int LANES = row_copy<T, W, N>::LANES;
    int stage = 0, threads = w.copiers * WARP, first = thread / LANES, apart = threads / LANES, lane = thread % LANES;
    uint32_t parity = 1; /* in the first round, all stages are empty */
    brick_walk at = walk_from<T, W>(w, blockIdx.x), ahead = at;
    walk_on<T, W>(w, &ahead);
    brick_tile t = w.tile[at.tile], next = w.tile[ahead.tile];
    brick_copy f[COPY_BATCH];
    load_copies(w, t, first, apart, f);
    for (bool begun = false; at.item < w.items; begun = true) {
        int64_t j = at.j;
        at = ahead;
        walk_on<T, W>(w, &ahead);
        const brick_tile after = w.tile[ahead.tile];
        wait_for_room(b, w.stages, stage, parity, t.alone);
        unsigned char *to = shared + w.window + stage * w.stage;
        for (int i = thread * BRICK_UNIT; i < t.bytes; i += threads * BRICK_UNIT)
            copy_async<BRICK_UNIT>(to + i, w.data + t.at + i);
        if (!begun)
            wait_for_x();
        for (int from = first;;) {
            copy_batch<T, W, N>(w, f, j, shared, lane);
            from += COPY_BATCH * apart;
            if (from >= t.copies)
                break;
            load_copies(w, t, from, apart, f);
        }
        barrier_arrive_copied(&b->full[stage]);
        load_copies(w, next, first, apart, f);
        prefetch_lines(w.copy + after.copy, after.copies * (int64_t)sizeof *w.copy, thread, threads);
        prefetch_lines(w.data + after.at, after.bytes, thread, threads);
        t = next;
        next = after;
        if (++stage == w.stages) {
            stage = 0;
            parity ^= 1;
        }
    }
}

/* Initialises the barriers for the whole block; `warps` free stages. */
static __device__ inline void begin_stages(brick_barriers *b, int stages, int copiers, int warps)
{
    if (threadIdx.x == 0) {
        for (int s = 0; s < stages; s++) {
            barrier_init(&b->full[s], (uint32_t)(copiers * WARP));
            barrier_init(&b->empty[s], (uint32_t)warps);
        }
    }
    __syncthreads();
}

#endif
