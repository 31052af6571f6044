/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mirror: the device code of transposing in place of sorting: where the pattern of A is symmetric, column j of T has
   the pattern of row j, and only the values must be fetched from their mirror places. */
#ifndef NZ_MIRROR_CUH
#define NZ_MIRROR_CUH

#include "gpu/rank.cuh"

/* Where column c stands in row r; `guess` is tried first. nnz: it does not. */
static __device__ uint32_t mirror_find(const int32_t *ind, uint32_t begin, uint32_t end, uint32_t guess, int32_t c,
                                       uint32_t nnz)
{
    if (guess >= begin && guess < end && __ldg(ind + guess) == c)
        return guess;
    for (uint32_t count = end - begin; count > 0;) {
        uint32_t half = count / 2;
        int32_t here = __ldg(ind + begin + half);
        if (here == c)
            return begin + half;
        if (here < c) {
            begin += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return nnz;
}

/* A sample of the entries first: most patterns that are not symmetric are found out by it at once. */
static __global__ void __launch_bounds__(256)
    mirror_probe(int64_t m, uint32_t nnz, const uint32_t *ptr, const int32_t *ind, uint32_t *failed)
{
    uint64_t probes = (uint64_t)gridDim.x * blockDim.x, t = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t e = (uint32_t)(t * nnz / probes);
    int64_t low = 0, high = m; /* ptr[low] ≤ e < ptr[high] */
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if (ptr[middle] <= e)
            low = middle;
        else
            high = middle;
    }
    if (mirror_find(ind, ptr[ind[e]], ptr[ind[e] + 1], nnz, (int32_t)low, nnz) == nnz)
        *failed = 1;
}

/* t_p = a_q for entry p = (c, r) and its mirror q = (r, c): in meshes most often as far from the end of row r as p is
   from the beginning of row c. The first entry without a mirror sets *failed, and everybody stops. m = n. */
template <class T>
static __global__ void __launch_bounds__(RANKERS, 2)
    mirror_fetch(int64_t m, uint32_t nnz, uint32_t share, const uint32_t *__restrict__ ptr,
                 const int32_t *__restrict__ ind, const T *__restrict__ val, int32_t *t_ptr, int32_t *t_row, T *t_val,
                 uint32_t *failed)
{
    __shared__ uint32_t id[RANKERS * ITEMS], bits[RANKERS * ITEMS / WARP];
    uint32_t tile = blockDim.x * ITEMS, begin = blockIdx.x * share, end = min(begin + share, nnz);
    unsigned offset = threadIdx.x / WARP * WARP_TILE + threadIdx.x % WARP;
    int64_t row = row_of(ptr, m, begin);
    for (int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; j <= m; j += (int64_t)gridDim.x * blockDim.x)
        t_ptr[j] = (int32_t)ptr[j];
    for (uint32_t at = begin; at < end; at += tile) {
        uint32_t count = min(end - at, tile), rows[ITEMS], from[ITEMS];
        int32_t col[ITEMS];
        bool found = true;
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            col[i] = offset + i * WARP < count ? __ldg(ind + at + offset + i * WARP) : -1;
        if (__syncthreads_or(*(volatile uint32_t *)failed))
            return;
        row = rows_expand(ptr, m, at, count, row, id, bits, rows);
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            if (col[i] < 0)
                continue;
            uint32_t first = __ldg(ptr + col[i]), last = __ldg(ptr + col[i] + 1);
            uint32_t guess = last - 1 - (at + offset + i * WARP - __ldg(ptr + rows[i]));
            from[i] = mirror_find(ind, first, last, guess, (int32_t)rows[i], nnz);
            found &= from[i] < nnz;
        }
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            if (col[i] < 0 || from[i] == nnz)
                continue;
            __stcs(t_row + at + offset + i * WARP, col[i]);
            __stcs(t_val + at + offset + i * WARP, __ldg(val + from[i]));
        }
        if (!found)
            *failed = 1;
        __syncthreads();
    }
}

#endif
