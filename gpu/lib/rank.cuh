/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank: device code for stable counting: where each entry of a tile goes when entries stand in the order of a digit,
   and in which row it is. Entries are read a warp at a time, lane by lane; counters are in shared memory. */
#pragma once

#include <cstdint>

#include "gpu/device/warp.cuh"

/* A thread takes `items` entries of a tile, a warp 32 times as many that are together. A tile has fewer than 2¹⁶. */
enum { RANKERS = 512, WARPS = RANKERS / WARP };

static __device__ unsigned lane_id()
{
    return threadIdx.x % WARP;
}

/* The largest value in the warp. */
static __device__ uint32_t warp_max(uint32_t value)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(ALL_LANES, value);
#else
    for (int apart = WARP / 2; apart > 0; apart /= 2)
        value = max(value, __shfl_xor_sync(ALL_LANES, value, apart));
    return value;
#endif
}

/* The sum of the values of the threads before. For whole warps, up to 1024 threads. */
template <class N> static __device__ N block_scan(N value)
{
    __shared__ N part[WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    N upto = value;
    for (int step = 1; step < WARP; step *= 2) {
        N other = __shfl_up_sync(ALL_LANES, upto, step);
        upto += lane >= step ? other : 0;
    }
    if (lane == WARP - 1)
        part[warp] = upto;
    __syncthreads();
    N sum = lane < warps ? part[lane] : 0;
    for (int step = 1; step < WARP; step *= 2) {
        N other = __shfl_up_sync(ALL_LANES, sum, step);
        sum += lane >= step ? other : 0;
    }
    N before = __shfl_sync(ALL_LANES, sum, warp > 0 ? warp - 1 : 0);
    return (warp > 0 ? before : 0) + upto - value;
}

/* ---- digits, and their counters ---- */

/* `bits` bits of a column from `shift` on. */
struct digit {
    int shift, bits;
};

static __device__ uint32_t digit_of(struct digit d, uint32_t col)
{
    return col >> d.shift & ((1u << d.bits) - 1);
}

/* Two counters share a word: the even digit's is its low half. */
static __device__ int half_shift(uint32_t bin)
{
    return (int)(bin & 1) * 16;
}

static __device__ void warp_clear(uint32_t *counters, uint32_t words)
{
    for (uint32_t b = lane_id() * 4; b < words; b += 4 * WARP)
        *(uint4 *)(counters + b) = make_uint4(0, 0, 0, 0);
    __syncwarp();
}

/* ---- ranks ---- */

/* Items of a warp that are ranked together. */
enum { RANK_AHEAD = 8 };

/* The lanes whose columns have the same digit, by a vote on each bit: faster than asking for a match. */
template <int N> static __device__ void digit_peers(struct digit d, const uint32_t *col, unsigned (&peers)[N])
{
#pragma unroll
    for (int i = 0; i < N; i++)
        peers[i] = ALL_LANES;
    for (int b = d.shift; b < d.shift + d.bits; b++) {
        const uint32_t bit = 1u << b;
#pragma unroll
        for (int i = 0; i < N; i++) {
            bool one = col[i] & bit;
            unsigned ones = __ballot_sync(ALL_LANES, one);
            peers[i] &= one ? ones : ~ones;
        }
    }
}

/* rank[i] = what the counter of the digit of col[i] was before this entry, when each entry of the warp adds one in
   turn. The first lane with a digit counts for all; that nothing waits for its answer before the next item is asked
   for makes this twice as fast. */
template <int N>
static __device__ void rank_some(uint32_t *counters, struct digit d, const uint32_t *col, uint32_t *rank)
{
    const unsigned before = (1u << lane_id()) - 1;
    unsigned peers[N];
    digit_peers(d, col, peers);
#pragma unroll
    for (int i = 0; i < N; i++) {
        uint32_t bin = digit_of(d, col[i]), less = __popc(peers[i] & before);
        rank[i] = 0;
        if (less == 0)
            rank[i] = atomicAdd(&counters[bin / 2], (uint32_t)__popc(peers[i]) << half_shift(bin));
        __syncwarp();
        peers[i] = less << 16 | half_shift(bin) << 8 | (__ffs((int)peers[i]) - 1); /* what is needed below */
    }
#pragma unroll
    for (int i = 0; i < N; i++) {
        uint32_t first = __shfl_sync(ALL_LANES, rank[i], (int)(peers[i] & 0xff));
        rank[i] = (first >> (peers[i] >> 8 & 0xff) & 0xffff) + (peers[i] >> 16);
    }
}

template <int ITEMS>
static __device__ void warp_rank(uint32_t *counters, struct digit d, const uint32_t (&col)[ITEMS],
                                 uint32_t (&rank)[ITEMS])
{
    const int some = ITEMS < RANK_AHEAD ? ITEMS : RANK_AHEAD;
#pragma unroll
    for (int i = 0; i < ITEMS; i += some)
        rank_some<some>(counters, d, col + i, rank + i);
}

/* ---- the rows of entries ---- */

/* More rows than this are not looked at one by one. */
enum { ROWS_MANY = 8192 };

/* The row of entry e, which is in first .. last: the last that begins at e or before. */
static __device__ uint32_t row_search(const uint32_t *ptr, uint32_t first, uint32_t last, uint32_t e)
{
    while (first < last) {
        const uint32_t middle = last - (last - first) / 2;
        if (__ldg(ptr + middle) <= e)
            first = middle;
        else
            last = middle - 1;
    }
    return first;
}

/* row[i] = the row of entry at + 32·i + lane, where the entry at `at` is in row `first` and the last of the warp in
   `last` or before. id: a word per entry, bits: a bit per entry, both the warp's own. */
template <int ITEMS>
static __device__ void warp_rows(const uint32_t *ptr, uint32_t first, uint32_t last, uint32_t at, uint32_t *id,
                                 uint32_t *bits, uint32_t (&row)[ITEMS])
{
    const int ahead = 4;
    const unsigned lane = lane_id();
    if (last - first > ROWS_MANY) {
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            row[i] = row_search(ptr, first, last, at + i * WARP + lane);
        return;
    }
    if (lane < ITEMS)
        bits[lane] = 0;
    __syncwarp();
    for (uint64_t base = (uint64_t)first + 1; base <= last; base += ahead * WARP) {
        uint32_t begin[ahead], end[ahead];
#pragma unroll
        for (int u = 0; u < ahead; u++) {
            uint64_t r = base + u * WARP + lane;
            begin[u] = r <= last ? __ldg(ptr + r) : UINT32_MAX;
            end[u] = r <= last ? __ldg(ptr + r + 1) : 0;
        }
#pragma unroll
        for (int u = 0; u < ahead; u++)
            if (begin[u] < end[u] && begin[u] - at < WARP * ITEMS) {
                id[begin[u] - at] = (uint32_t)base + u * WARP + lane;
                atomicOr(&bits[(begin[u] - at) / WARP], 1u << (begin[u] - at) % WARP);
            }
        if (__any_sync(ALL_LANES, begin[ahead - 1] - at >= WARP * ITEMS))
            break;
    }
    __syncwarp();
    uint32_t now = first;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        uint32_t upto = bits[i] & ((2u << lane) - 1);
        row[i] = upto ? id[i * WARP + 31 - __clz((int)upto)] : now;
        now = __shfl_sync(ALL_LANES, row[i], WARP - 1);
    }
}
