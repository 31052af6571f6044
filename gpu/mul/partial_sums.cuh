/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partial_sums: the sums of long rows from those of their partial rows (see column_tiling.h). */
#pragma once

#include "gpu/lib/overlap.cuh"

template <class T> struct partial_work {
    const T *partial; /* longs·tiles rows of k sums, tile by tile */
    const uint32_t *long_row;
    T *y;
    uint32_t longs, tiles, ldp, ldy; /* ldp, ldy in bytes */
    int k;
};

/* y_ij for WARP long rows i and one column j: a warp for every WARP-th tile, a lane for each row. */
template <class T> static __global__ void __launch_bounds__(WARP *WARP) sum_partials(const partial_work<T> w)
{
    __shared__ T part[WARP][WARP + 1];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, first = blockIdx.x * WARP;
    let_next_begin();
    wait_for_x();
    T sum = 0;
    if (first + lane < w.longs) {
#pragma unroll 8
        for (uint32_t q = warp; q < w.tiles; q += WARP)
            sum += __ldcg(w.partial + (uint64_t)q * w.longs + first + lane);
    }
    part[warp][lane] = sum;
    __syncthreads();
    sum = part[lane][warp];
    for (int half = WARP / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, half);
    if (lane == 0 && first + warp < w.longs)
        *(T *)((char *)w.y + (uint64_t)w.long_row[first + warp] * w.ldy) = sum;
}

/* y_ij for long row i = blockIdx.x and WARP columns j: a warp for every WARP-th tile, a lane for each column. */
template <class T> static __global__ void __launch_bounds__(WARP *WARP) sum_wide_partials(const partial_work<T> w)
{
    __shared__ T part[WARP][WARP + 1];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, row = blockIdx.x;
    const int first = (int)blockIdx.y * WARP;
    let_next_begin();
    wait_for_x();
    T sum = 0;
    if (first + (int)lane < w.k) {
        const char *from = (const char *)(w.partial + first + lane) + (uint64_t)row * w.ldp;
#pragma unroll 8
        for (uint32_t q = warp; q < w.tiles; q += WARP)
            sum += __ldcg((const T *)(from + (uint64_t)q * w.longs * w.ldp));
    }
    part[warp][lane] = sum;
    __syncthreads();
    sum = part[lane][warp];
    for (int half = WARP / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, half);
    if (lane == 0 && first + (int)warp < w.k)
        *(T *)((char *)(w.y + first + warp) + (uint64_t)w.long_row[row] * w.ldy) = sum;
}
