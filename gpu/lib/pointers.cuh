/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pointers: row pointers → the row of each entry; column indices → column pointers, by partial histograms. */
#pragma once

#include <algorithm>

#include "gpu/device/warp.cuh"
#include "gpu/lib/scan.cuh"

/* A block per row, and more while there are more rows than blocks. */
static __global__ void __launch_bounds__(1024) ptr2index_rows(const uint32_t *ptr, int64_t m, int32_t *index)
{
    for (int64_t i = blockIdx.x; i < m; i += gridDim.x) {
        uint32_t end = ptr[i + 1];
        for (uint32_t e = ptr[i] + threadIdx.x; e < end; e += blockDim.x)
            index[e] = (int32_t)i;
    }
}

enum { SEARCH_THREADS = 256, SEARCH_ENTRIES = 8 * SEARCH_THREADS };

/* The last i of low .. high with ptr[i] <= e, where ptr[low] <= e. */
static __device__ int64_t row_search(const uint32_t *ptr, int64_t low, int64_t high, uint32_t e)
{
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (ptr[middle] <= e)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* A block per SEARCH_ENTRIES entries, however long the rows: each entry's row lies between those of the block's first
   and last entries. */
static __global__ void __launch_bounds__(SEARCH_THREADS)
    ptr2index_search(const uint32_t *ptr, int64_t m, int64_t nnz, int32_t *index)
{
    __shared__ int64_t end[2];
    int64_t begin = (int64_t)blockIdx.x * SEARCH_ENTRIES, last = min(begin + SEARCH_ENTRIES, nnz) - 1;
    if (threadIdx.x % WARP == 0 && threadIdx.x < 2 * WARP)
        end[threadIdx.x / WARP] = row_search(ptr, 0, m - 1, (uint32_t)(threadIdx.x ? last : begin));
    __syncthreads();
    for (int64_t e = begin + threadIdx.x; e <= last; e += SEARCH_THREADS)
        index[e] = (int32_t)row_search(ptr, end[0], end[1], (uint32_t)e);
}

/* index[e] = the row of entry e, by the fastest method. */
static inline void ptr2index_fast(const uint32_t *ptr, int64_t m, int64_t nnz, int32_t *index)
{
    if (nnz > 0)
        ptr2index_search<<<(unsigned)((nnz + SEARCH_ENTRIES - 1) / SEARCH_ENTRIES), SEARCH_THREADS>>>(ptr, m, nnz,
                                                                                                      index);
}

static inline void ptr2index_launch(const uint32_t *ptr, int64_t m, int32_t *index, int block)
{
    if (m > 0)
        ptr2index_rows<<<(unsigned)std::min<int64_t>(m, INT32_MAX), block>>>(ptr, m, index);
}

/* ---- histograms ---- */

/* Partial histograms: part p of `parts` counts entries p·share ..; inter: parts × n. */
struct histograms {
    int64_t n, nnz, share;
    int parts;
    uint32_t *inter;
};

/* The number of parts that keeps the histograms within four counters per entry. */
static inline struct histograms histograms_of(int64_t n, int64_t nnz, int most)
{
    int64_t parts =
        std::max<int64_t>(1, std::min<int64_t>({ most, 4 * nnz / std::max<int64_t>(n, 1), (nnz + 31) / 32 }));
    return { n, nnz, (nnz + parts - 1) / parts, (int)parts, NULL };
}

static inline uint64_t histograms_bytes(const struct histograms *h)
{
    return (uint64_t)h->parts * (uint64_t)h->n * sizeof(uint32_t);
}

/* A block per part; inter is zero before. */
static __global__ void __launch_bounds__(1024) histogram_parts(const struct histograms h, const int32_t *ind)
{
    int64_t begin = blockIdx.x * h.share, end = min(begin + h.share, h.nnz);
    for (int64_t e = begin + threadIdx.x; e < end; e += blockDim.x)
        atomicAdd(&h.inter[blockIdx.x * h.n + ind[e]], 1);
}

/* The vertical scan, first method: a thread walks down a column. total[j] gets the column's sum. Counters of 0 are not
   written: most are 0, nothing reads them, and writing them takes 4 to 6 times as long (H200, 31 to 93 parts of 3
   entries a column). */
static __global__ void __launch_bounds__(256) histogram_walk(const struct histograms h, uint32_t *total)
{
    enum { STEPS = 8 }; /* loads in flight; not measured */
    int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= h.n)
        return;
    uint32_t sum = 0, here[STEPS];
    for (int p = 0; p < h.parts; p += STEPS) {
#pragma unroll
        for (int i = 0; i < STEPS; i++)
            here[i] = p + i < h.parts ? h.inter[(p + i) * h.n + j] : 0;
#pragma unroll
        for (int i = 0; i < STEPS; i++) {
            if (here[i])
                h.inter[(p + i) * h.n + j] = sum;
            sum += here[i];
        }
    }
    total[j] = sum;
}

/* Second method: columns become rows, n × parts, whose overall prefix sum is where each part's entries of each column
   begin. Blocks of (32, 8). */
static __global__ void __launch_bounds__(256) histogram_turn(const struct histograms h, uint32_t *turned)
{
    __shared__ uint32_t t[32][33];
    int64_t j0 = (int64_t)blockIdx.x * 32;
    int p0 = blockIdx.y * 32;
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
        if (p0 + y < h.parts && j0 + threadIdx.x < h.n)
            t[y][threadIdx.x] = h.inter[(p0 + y) * h.n + j0 + threadIdx.x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
        if (p0 + (int)threadIdx.x < h.parts && j0 + y < h.n)
            turned[(j0 + y) * h.parts + p0 + threadIdx.x] = t[threadIdx.x][y];
}

/* ptr[j] = the first of row j of the turned sums; ptr[n] = nnz. */
static __global__ void __launch_bounds__(256)
    histogram_heads(const struct histograms h, const uint32_t *turned, uint32_t *ptr)
{
    int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (j <= h.n)
        ptr[j] = j < h.n ? turned[j * h.parts] : (uint32_t)h.nnz;
}

/* From counted histograms to pointers, in either way. Afterwards part p's entries of column j, if it has any, begin at
   ptr[j] + inter[p·n + j] (walk), or at turned[j·parts + p]. ptr: n + 1 words on 16 bytes, work: scan_work words. */
static inline void histogram_pointers(const struct histograms &h, uint32_t *turned, uint32_t *ptr, uint32_t *work,
                                      bool turn)
{
    unsigned columns = (unsigned)(h.n / 256 + 1);
    if (turn) {
        histogram_turn<<<dim3((unsigned)((h.n + 31) / 32), (h.parts + 31) / 32), dim3(32, 8)>>>(h, turned);
        scan_launch(turned, turned, h.n * h.parts, work, 256);
        histogram_heads<<<columns, 256>>>(h, turned, ptr);
    } else {
        cudaMemsetAsync(ptr + h.n, 0, sizeof *ptr, 0);
        histogram_walk<<<columns, 256>>>(h, ptr);
        scan_launch(ptr, ptr, h.n + 1, work, 256);
    }
}

static const char *const histogram_ways[] = { "walk", "turn", NULL };
