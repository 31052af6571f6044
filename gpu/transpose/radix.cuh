/* SPDX-License-Identifier: GPL-3.0-or-later */
/* radix: what the passes of a stable radix sort of the columns share, least digit first: entries with equal columns
   stay in the order of their rows. Here all digits are counted, and a tile learns from those before it where its
   entries go while they are still at work (decoupled look-back). */
#pragma once

#include "gpu/lib/overlap.cuh"
#include "gpu/lib/rank.cuh"

enum { DIGIT_BITS = 10, BINS_MOST = 1 << DIGIT_BITS, PASSES_MOST = 4, COUNT_AHEAD = 8, LOOK_AHEAD = 4 };
static_assert(RANKERS >= BINS_MOST / 2, "a thread has two bins");

/* How A is sorted, and what all passes share. */
struct radix_sort {
    int64_t m, n;
    uint32_t nnz, tiles, chunk; /* a chunk: the entries of a tile that one warp holds */
    int passes;
    struct digit digit[PASSES_MOST];
    uint32_t *needed; /* 0: T is complete, and nothing is left to do; NULL: it is not */
    uint32_t *longs;  /* rows that mirroring has deferred: set to none for the next run */
    uint32_t *ticket; /* passes: how many tiles have been taken */
    uint32_t *count;  /* passes × BINS_MOST: entries with each digit */
    uint32_t *row;    /* the row of every chunk's first entry */
    uint64_t *status; /* 2 × statuses, for passes in turn: see radix_pass_work */
    uint64_t statuses;
    uint32_t *clear, clears; /* see radix_pass_work */
};

/* What one pass sees of it. status: tiles × bins / 2, what a tile publishes for each pair of bins: 0: nothing yet; 1 +
   its own entries; or SUM | the entries of all tiles up to it, which are below 2³¹. The second bin is in the high half
   of the word, which is written at once. other: the statuses of the next pass, which are cleared. */
struct radix_pass_work {
    int64_t m, n;
    uint32_t nnz, tiles, bins;
    struct digit digit;
    const uint32_t *row;
    uint32_t *needed, *count, *ticket;
    uint64_t *status, *other;
    uint32_t *clear; /* `clears` words that the last pass sets to 0 for the next run: tickets, counts, *needed */
    uint32_t clears;
};
static const uint32_t SUM = 1u << 31;

/* A, and T. Between passes an entry is four words: column, row, value. */
template <class T> struct source {
    const uint32_t *ptr, *col;
    const T *val;
};
template <class T> struct target {
    uint32_t *ptr, *row;
    T *val;
};

static __device__ uint4 entry_of(uint32_t col, uint32_t row, double val)
{
    return make_uint4(col, row, (uint32_t)__double2loint(val), (uint32_t)__double2hiint(val));
}

static __device__ uint4 entry_of(uint32_t col, uint32_t row, float val)
{
    return make_uint4(col, row, __float_as_uint(val), 0);
}

static __device__ void entry_value(uint4 e, double *val)
{
    *val = __hiloint2double((int)e.w, (int)e.z);
}

static __device__ void entry_value(uint4 e, float *val)
{
    *val = __uint_as_float(e.z);
}

/* ---- counting ---- */

/* One warp's part of the entries. Neighbours often have the same highest digit, and then one lane counts them all. */
static __device__ void count_digits(const struct radix_sort &r, struct digit top, const uint32_t (&col)[COUNT_AHEAD],
                                    uint32_t *count)
{
    for (int p = 0; p < r.passes - 1; p++)
#pragma unroll
        for (int u = 0; u < COUNT_AHEAD; u++)
            if (col[u] != UINT32_MAX)
                atomicAdd(&count[p * BINS_MOST + digit_of(r.digit[p], col[u])], 1);
    count += (r.passes - 1) * BINS_MOST;
#pragma unroll
    for (int u = 0; u < COUNT_AHEAD; u++) {
        uint32_t bin = digit_of(top, col[u]), first = __shfl_sync(ALL_LANES, bin, 0);
        bool in = col[u] != UINT32_MAX, one = __all_sync(ALL_LANES, in && bin == first);
        if (one ? lane_id() == 0 : in)
            atomicAdd(&count[bin], one ? WARP : 1);
    }
}

/* The row of every chunk's first entry, for chunks that begin in a warp's 32 rows from `base` on; where a row has many,
   all lanes write them. */
static __device__ void chunk_rows(int64_t m, uint32_t chunk, const uint32_t *ptr, int64_t base, uint32_t *row)
{
    int64_t i = base + lane_id();
    uint32_t c = i < m ? (ptr[i] + chunk - 1) / chunk : 0;
    uint32_t end = i < m ? (ptr[i + 1] + chunk - 1) / chunk : 0;
    if (c < end)
        row[c++] = (uint32_t)i;
    for (unsigned more = __ballot_sync(ALL_LANES, c < end); more; more &= more - 1) {
        int from = __ffs((int)more) - 1;
        uint32_t last = __shfl_sync(ALL_LANES, end, from);
        for (uint32_t k = __shfl_sync(ALL_LANES, c, from) + lane_id(); k < last; k += WARP)
            row[k] = (uint32_t)base + from;
    }
}

/* Counts every digit of every column, finds the rows in which chunks begin, and clears the first pass's statuses. */
static __global__ void __launch_bounds__(RANKERS)
    radix_count(const struct radix_sort r, struct digit top, const uint32_t *ptr, const uint32_t *ind)
{
    __shared__ uint32_t count[PASSES_MOST * BINS_MOST];
    uint64_t threads = (uint64_t)gridDim.x * blockDim.x, me = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    wait_for_x();
    if (me == 0)
        *r.longs = 0;
    if (r.needed && !*r.needed)
        return;
    for (int b = threadIdx.x; b < PASSES_MOST * BINS_MOST; b += blockDim.x)
        count[b] = 0;
    for (uint64_t i = me; i < r.statuses; i += threads)
        r.status[i] = 0;
    for (int64_t base = (int64_t)(me / WARP * WARP); base < r.m; base += (int64_t)threads)
        chunk_rows(r.m, r.chunk, ptr, base, r.row);
    __syncthreads();
    for (uint64_t base = me / WARP * WARP * COUNT_AHEAD; base < r.nnz; base += threads * COUNT_AHEAD) {
        uint32_t col[COUNT_AHEAD];
#pragma unroll
        for (int u = 0; u < COUNT_AHEAD; u++) {
            uint64_t e = base + u * WARP + lane_id();
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

/* The entries of all tiles before `tile` in this thread's two bins; LOOK_AHEAD tiles are read at a time. */
static __device__ uint2 look_back(const struct radix_pass_work &p, uint32_t tile)
{
    const uint32_t half = p.bins / 2;
    const volatile uint64_t *status = p.status + threadIdx.x;
    uint2 sum = make_uint2(0, 0);
    for (uint32_t t = tile; t > 0; t -= min(t, (uint32_t)LOOK_AHEAD)) {
        uint64_t word[LOOK_AHEAD];
#pragma unroll
        for (uint32_t u = 0; u < LOOK_AHEAD; u++)
            word[u] = u < t ? status[(uint64_t)(t - 1 - u) * half] : SUM;
#pragma unroll
        for (uint32_t u = 0; u < LOOK_AHEAD; u++) {
            while (word[u] == 0)
                word[u] = status[(uint64_t)(t - 1 - u) * half];
            sum.y += (uint32_t)(word[u] >> 32);
            if ((uint32_t)word[u] & SUM)
                return make_uint2(sum.x + ((uint32_t)word[u] & ~SUM), sum.y);
            sum.x += (uint32_t)word[u] - 1;
        }
    }
    return sum;
}
