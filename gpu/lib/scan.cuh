/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan: exclusive prefix sums, Blelloch's within a block and recursive over blocks. */
#pragma once

#include <cstdint>

enum { SCAN_ITEMS = 8 };

/* The sum over the preceding threads; *all: over all threads. t: a word per thread; a power of two of threads. */
static __device__ uint32_t scan_threads(uint32_t *t, uint32_t value, uint32_t *all)
{
    int threads = blockDim.x, tid = threadIdx.x;
    t[tid] = value;
    for (int step = 1; step < threads; step *= 2) { /* up: sums of pairs, of pairs of pairs … */
        __syncthreads();
        int at = (tid + 1) * 2 * step - 1;
        if (at < threads)
            t[at] += t[at - step];
    }
    __syncthreads();
    *all = t[threads - 1];
    __syncthreads();
    if (tid == 0)
        t[threads - 1] = 0;
    for (int step = threads / 2; step > 0; step /= 2) { /* down: what is left of each half */
        __syncthreads();
        int at = (tid + 1) * 2 * step - 1;
        if (at < threads) {
            uint32_t left = t[at - step];
            t[at - step] = t[at];
            t[at] += left;
        }
    }
    __syncthreads();
    return t[tid];
}

/* Each block scans its own elements; sums[b]: of block b. May be in place; both arrays are aligned to 16 bytes. */
static __global__ void __launch_bounds__(1024)
    scan_blocks(const uint32_t *in, uint32_t *out, int64_t count, uint32_t *sums)
{
    extern __shared__ uint32_t scan_shared[];
    int64_t begin = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * SCAN_ITEMS;
    uint32_t v[SCAN_ITEMS], sum = 0, all;
    bool whole = begin + SCAN_ITEMS <= count;
    if (whole) {
        ((uint4 *)v)[0] = ((const uint4 *)(in + begin))[0];
        ((uint4 *)v)[1] = ((const uint4 *)(in + begin))[1];
    } else {
        for (int i = 0; i < SCAN_ITEMS; i++)
            v[i] = begin + i < count ? in[begin + i] : 0;
    }
#pragma unroll
    for (int i = 0; i < SCAN_ITEMS; i++) {
        uint32_t here = v[i];
        v[i] = sum;
        sum += here;
    }
    uint32_t before = scan_threads(scan_shared, sum, &all);
    if (threadIdx.x == 0 && sums)
        sums[blockIdx.x] = all;
#pragma unroll
    for (int i = 0; i < SCAN_ITEMS; i++)
        v[i] += before;
    if (whole) {
        ((uint4 *)(out + begin))[0] = ((const uint4 *)v)[0];
        ((uint4 *)(out + begin))[1] = ((const uint4 *)v)[1];
    } else {
        for (int i = 0; i < SCAN_ITEMS && begin + i < count; i++)
            out[begin + i] = v[i];
    }
}

/* out[i] += sums[block of i] */
static __global__ void __launch_bounds__(1024) scan_add(uint32_t *out, int64_t count, const uint32_t *sums)
{
    int64_t begin = (int64_t)blockIdx.x * blockDim.x * SCAN_ITEMS + threadIdx.x;
    uint32_t before = sums[blockIdx.x];
#pragma unroll
    for (int i = 0; i < SCAN_ITEMS; i++)
        if (begin + i * blockDim.x < count)
            out[begin + i * blockDim.x] += before;
}

/* ---- on the host ---- */

static inline int64_t scan_tiles(int64_t count, int block)
{
    int64_t tile = (int64_t)block * SCAN_ITEMS;
    return (count + tile - 1) / tile;
}

/* Words of working memory. */
static inline uint64_t scan_work(int64_t count, int block)
{
    uint64_t words = 0;
    for (int64_t tiles = scan_tiles(count, block); tiles > 1; tiles = scan_tiles(tiles, block))
        words += ((uint64_t)tiles + 3) / 4 * 4;
    return words;
}

static inline void scan_launch(const uint32_t *in, uint32_t *out, int64_t count, uint32_t *work, int block)
{
    int64_t tiles = scan_tiles(count, block);
    if (tiles == 0)
        return;
    scan_blocks<<<(unsigned)tiles, block, block * sizeof(uint32_t)>>>(in, out, count, tiles > 1 ? work : NULL);
    if (tiles == 1)
        return;
    scan_launch(work, work, tiles, work + (tiles + 3) / 4 * 4, block);
    scan_add<<<(unsigned)tiles, block>>>(out, count, work);
}
