/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buckets_cut: the ranges of columns that become buckets, from sums of what the columns before take
   (layout/column_buckets.h). A block has a share of the columns, which are next to each other. */
#pragma once

#include "gpu/layout/column_buckets.h"
#include "gpu/lib/rank.cuh"

enum { CUTTERS = 256, CUT_SHARES = 1024 };

struct cut_ranges {
    struct column_cut cut;
    struct column_range range[BUCKETS_MOST];
};

struct buckets_cut {
    uint32_t n, share;
    uint32_t *cell;             /* n: each column's entries, and in the end its cells */
    uint64_t *sum;              /* CUT_SHARES: what each share's columns take, and then those before */
    struct cut_ranges *columns; /* all bits of the ranges are 1 at first */
};

/* How many entries each column has. */
static __global__ void columns_count(uint64_t nnz, const uint32_t *col, uint32_t *count)
{
    for (uint64_t e = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; e < nnz; e += (uint64_t)gridDim.x * blockDim.x)
        atomicAdd(&count[__ldg(col + e)], 1);
}

static __global__ void __launch_bounds__(CUTTERS) shares_sum(const struct buckets_cut c)
{
    const uint64_t first = (uint64_t)blockIdx.x * c.share, end = min((uint64_t)c.n, first + c.share);
    uint64_t sum = 0;
#pragma unroll 4
    for (uint64_t j = first + threadIdx.x; j < end; j += CUTTERS)
        sum += column_cost(c.cell[j]);
    const uint64_t before = block_scan<uint64_t>(sum);
    if (threadIdx.x == CUTTERS - 1)
        c.sum[blockIdx.x] = before + sum;
}

/* One block. */
static __global__ void __launch_bounds__(CUT_SHARES)
    shares_scan(const struct buckets_cut c, uint32_t blocks, uint32_t entries)
{
    const uint64_t own = c.sum[threadIdx.x], before = block_scan<uint64_t>(own);
    c.sum[threadIdx.x] = before;
    if (threadIdx.x == CUT_SHARES - 1)
        c.columns->cut = column_cut_of((uint32_t)(before + own), blocks, entries);
}

/* Enters the columns into their ranges; or, when all are, CELLS. */
template <bool CELLS> static __global__ void __launch_bounds__(CUTTERS) columns_cut(const struct buckets_cut c)
{
    __shared__ uint64_t upto;
    const uint64_t first = (uint64_t)blockIdx.x * c.share, end = min((uint64_t)c.n, first + c.share);
    const struct column_cut cut = c.columns->cut;
    uint64_t before = c.sum[blockIdx.x];
    for (uint64_t at = first; at < end; at += CUTTERS) {
        const uint32_t j = (uint32_t)at + threadIdx.x, entries = j < end ? c.cell[j] : 0;
        const uint64_t cost = column_cost(entries), here = before + block_scan<uint64_t>(cost);
        if (threadIdx.x == CUTTERS - 1)
            upto = here + cost;
        if (j < end && CELLS)
            c.cell[j] = column_cell(cut, here, entries, c.columns->range);
        if (j < end && !CELLS)
            column_enter(cut, c.n, j, here, entries, c.columns->range);
        __syncthreads();
        before = upto;
    }
}
