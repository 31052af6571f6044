/* SPDX-License-Identifier: GPL-3.0-or-later */
/* radix: the device code of transposing by a stable radix sort of the columns, least digit first: entries with equal
   columns stay in the order of their rows. A tile learns from those before it where its entries go while they are
   still at work (decoupled look-back). */
#ifndef NZ_RADIX_CUH
#define NZ_RADIX_CUH

#include "gpu/rank.cuh"

enum {
    DIGIT_BITS = 8,
    BINS_MOST = 1 << DIGIT_BITS,
    PASSES_MOST = 4,
    COUNT_AHEAD = 8,
    LOOK_AHEAD = 4,
    BLOCKS = 1024 / RANKERS
};

/* How A is sorted, and what all passes share. */
struct radix {
    int64_t m, n;
    uint32_t nnz, tiles;
    int passes;
    struct digit digit[PASSES_MOST];
    uint32_t *needed; /* 0: T is there already, and nothing is to be done */
    uint32_t *ticket; /* passes: how many tiles have been taken */
    uint32_t *count;  /* passes × BINS_MOST: entries with each digit */
    uint32_t *status; /* passes × tiles × bins of the first pass, which has most: see `pass` */
    uint32_t *row;    /* tiles: the row of their first entry */
    uint64_t statuses;
};

/* What one pass sees of it. status: tiles × bins; what a tile says of each bin: 0: nothing yet; 1 + its own entries; or
   SUM | the entries of all tiles up to it, which are below 2³¹. One word, so that it is all there or not at all. */
struct pass {
    int64_t m;
    uint32_t nnz, tiles, bins;
    struct digit digit;
    const uint32_t *needed, *count, *row;
    uint32_t *ticket, *status;
};
static const uint32_t SUM = 1u << 31;

/* Entries, column by column. */
template <class T> struct entries {
    const uint32_t *ptr; /* when they are those of A, whose rows are not written out; else row */
    uint32_t *col, *row;
    T *val;
};

/* ---- counting ---- */

/* One warp's share of the entries. Neighbours often have the same highest digit, and then count together. */
static __device__ void count_digits(const struct radix &r, struct digit top, const uint32_t (&col)[COUNT_AHEAD],
                                    uint32_t *count)
{
    unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (int u = 0; u < COUNT_AHEAD; u++) {
        bool in = col[u] != UINT32_MAX;
        unsigned high = in ? digit_of(top, col[u]) : BINS_MOST, same = run_length((int)high, lane);
        if (in && same)
            atomicAdd(&count[(r.passes - 1) * BINS_MOST + high], same);
#pragma unroll
        for (int p = 0; p < PASSES_MOST - 1; p++)
            if (p < r.passes - 1 && in)
                atomicAdd(&count[p * BINS_MOST + digit_of(r.digit[p], col[u])], 1);
    }
}

/* Counts every digit of every column, finds the rows that tiles begin in, and clears what the passes work with. */
static __global__ void __launch_bounds__(RANKERS)
    radix_count(const struct radix r, struct digit top, const uint32_t *ptr, const uint32_t *ind)
{
    __shared__ uint32_t count[PASSES_MOST * BINS_MOST];
    uint64_t threads = (uint64_t)gridDim.x * blockDim.x, me = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (!*r.needed)
        return;
    for (int b = threadIdx.x; b < PASSES_MOST * BINS_MOST; b += blockDim.x)
        count[b] = 0;
    for (uint64_t i = me; i < r.statuses; i += threads)
        r.status[i] = 0;
    for (uint64_t i = me; i < (uint64_t)r.m; i += threads)
        for (uint32_t t = (ptr[i] + TILE - 1) / TILE, end = ptr[i + 1]; (uint64_t)t * TILE < end; t++)
            r.row[t] = (uint32_t)i;
    __syncthreads();
    for (uint64_t base = me / WARP * WARP * COUNT_AHEAD; base < r.nnz; base += threads * COUNT_AHEAD) {
        uint32_t col[COUNT_AHEAD];
#pragma unroll
        for (int u = 0; u < COUNT_AHEAD; u++) {
            uint64_t e = base + u * WARP + threadIdx.x % WARP;
            col[u] = e < r.nnz ? __ldg(ind + e) : UINT32_MAX;
        }
        count_digits(r, top, col, count);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < r.passes * BINS_MOST; b += blockDim.x)
        if (count[b])
            atomicAdd(&r.count[b], count[b]);
}

/* ---- look-back ---- */

/* The entries of all tiles before `tile` in bin threadIdx.x; a few tiles are asked at a time. */
static __device__ uint32_t look_back(const struct pass &p, uint32_t tile)
{
    const volatile uint32_t *status = p.status + threadIdx.x;
    uint32_t sum = 0;
    for (uint32_t t = tile; t > 0; t -= min(t, (uint32_t)LOOK_AHEAD)) {
        uint32_t word[LOOK_AHEAD];
#pragma unroll
        for (uint32_t u = 0; u < LOOK_AHEAD; u++)
            word[u] = u < t ? status[(uint64_t)(t - 1 - u) * p.bins] : SUM;
#pragma unroll
        for (uint32_t u = 0; u < LOOK_AHEAD; u++) {
            while (word[u] == 0)
                word[u] = status[(uint64_t)(t - 1 - u) * p.bins];
            if (word[u] & SUM)
                return sum + (word[u] & ~SUM);
            sum += word[u] - 1;
        }
    }
    return sum;
}

/* ---- a pass ---- */

/* A tile in shared memory: its entries in the order of their bins; the entries of each bin in the warps before; where
   each bin begins in the tile; and where entry 0 would go if it were in the bin. */
template <class T> struct tile {
    T val[TILE];
    uint32_t row[TILE], col[TILE], before[RANKERS / WARP][BINS_MOST], start[BINS_MOST], base[BINS_MOST];
    uint32_t next; /* the next tile's number */
};

/* Makes the counters of warps those of the warps before; returns how many entries the tile has in bin threadIdx.x. */
static __device__ uint32_t warps_scan(uint32_t (*before)[BINS_MOST], uint32_t bins)
{
    uint32_t sum = 0;
    if (threadIdx.x >= bins)
        return 0;
#pragma unroll
    for (int w = 0; w < RANKERS / WARP; w++) {
        uint32_t here = before[w][threadIdx.x];
        before[w][threadIdx.x] = sum;
        sum += here;
    }
    return sum;
}

template <class T>
static __device__ void tile_write(const struct tile<T> &tile, struct digit d, uint32_t count,
                                  const struct entries<T> &out)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        uint32_t slot = i * RANKERS + threadIdx.x;
        if (slot >= count)
            break;
        uint32_t col = tile.col[slot], to = tile.base[digit_of(d, col)] + slot;
        out.col[to] = col;
        out.row[to] = tile.row[slot];
        out.val[to] = tile.val[slot];
    }
}

/* Blocks take tiles in turn, so those before are at work or done. What is not there is a column of ones: the last
   entries of the last tile, in the last bin. */
template <class T, bool FIRST>
static __global__ void __launch_bounds__(RANKERS, BLOCKS)
    radix_pass(const struct pass p, const struct entries<T> in, const struct entries<T> out)
{
    extern __shared__ uint4 shared[];
    struct tile<T> *my = (struct tile<T> *)shared;
    const uint32_t me = threadIdx.x, offset = me / WARP * WARP_TILE + me % WARP;
    uint32_t *own = my->before[me / WARP];
    if (!*p.needed)
        return;
    for (;;) {
        if (me == 0)
            my->next = atomicAdd(p.ticket, 1);
        __syncthreads();
        const uint32_t number = my->next, at = number * TILE;
        if (number >= p.tiles)
            return;
        uint32_t count = min(p.nnz - at, (uint32_t)TILE), col[ITEMS], row[ITEMS], rank[ITEMS];
        T val[ITEMS];
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            bool there = offset + i * WARP < count;
            col[i] = there ? __ldcs(in.col + at + offset + i * WARP) : UINT32_MAX;
            row[i] = there && !FIRST ? __ldcs(in.row + at + offset + i * WARP) : 0;
        }
        for (uint32_t b = me % WARP; b < p.bins; b += WARP)
            own[b] = 0;
        __syncwarp();
        if (FIRST)
            rows_expand(in.ptr, p.m, at, count, p.row[number], my->row, my->col, row);
        warp_rank(own, p.digit, col, rank);
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            val[i] = offset + i * WARP < count ? __ldcs(in.val + at + offset + i * WARP) : T(0);
        __syncthreads();
        uint32_t here = warps_scan(my->before, p.bins), *said = p.status + (uint64_t)number * p.bins + me;
        if (me < p.bins)
            *(volatile uint32_t *)said = 1 + here;
        uint64_t sum = block_scan((me < p.bins ? (uint64_t)p.count[me] << 32 : 0) | here);
        if (me < p.bins)
            my->start[me] = (uint32_t)sum;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            uint32_t b = digit_of(p.digit, col[i]), slot = my->start[b] + own[b] + rank[i];
            my->col[slot] = col[i];
            my->row[slot] = row[i];
            my->val[slot] = val[i];
        }
        if (me < p.bins) {
            uint32_t before = look_back(p, number);
            *(volatile uint32_t *)said = SUM | (before + here);
            my->base[me] = (uint32_t)(sum >> 32) + before - (uint32_t)sum;
        }
        __syncthreads();
        tile_write(*my, p.digit, count, out);
    }
}

/* ---- pointers ---- */

/* ptr[j] = the first of the sorted columns that is j or more. */
static __global__ void __launch_bounds__(256) radix_pointers(const struct radix r, const uint32_t *col, int32_t *ptr)
{
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    if (!*r.needed)
        return;
    for (int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; j <= r.n; j += step) {
        uint32_t low = 0, high = r.nnz; /* col[low - 1] < j ≤ col[high] */
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (col[middle] < j)
                low = middle + 1;
            else
                high = middle;
        }
        ptr[j] = (int32_t)low;
    }
}

#endif
