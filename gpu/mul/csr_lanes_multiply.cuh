/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_lanes_multiply: the kernel of csr_lanes. */
#pragma once

#include "gpu/lib/blocks_held.cuh"
#include "gpu/lib/overlap.cuh"
#include "gpu/mul/equal_access.cuh"

enum { BLOCK = 128 };

enum { AHEAD = 2 }; /* entries fetched at a time */

/* Blocks per multiprocessor, which leave a thread 32, 40 or 64 registers, by vectors per lane. H100, k = 16 to 100,
   R-MAT, items, 7-point stencil and web graph: 8 to 16 blocks, 1 to 8 entries (NOTES.md). */
template <class T> static constexpr int blocks_of(int vectors)
{
    return vectors == 1 ? 16 : vectors == 2 && sizeof(T) == 4 ? 12 : 8;
}

template <class T, class P> struct lanes_work {
    const P *ptr;
    const int32_t *ind;
    const int4 *place;
    const T *val, *x;
    T *y;
    int64_t m, k, ldx, ldy, cut;
    unsigned groups, tiles, long_blocks;
    bool together;
    long_work<T> longs;
};

/* Row i: its number in A, and its entries. A struct row_place is fetched in one access. */
template <class T, class P> static __device__ int64_t row_fetch(const lanes_work<T, P> &w, int64_t i, P *begin, P *end)
{
    if (!w.place) {
        *begin = __ldg(w.ptr + i);
        *end = __ldg(w.ptr + i + 1);
        return i;
    }
    const int4 place = __ldg(w.place + i);
    *begin = (P)((uint64_t)(uint32_t)place.x | (uint64_t)(uint32_t)place.y << 32);
    *end = *begin + (P)place.z;
    return place.w;
}

/* y_ij = Σ a_ie x_ej for C vectors of A columns j: lane l of L takes vectors l, l + L, … of a tile of L·C. */
template <class T, class P, int A, int L, int C>
static __global__ void __launch_bounds__(BLOCK, blocks_held(blocks_of<T>(C), BLOCK)) multiply(const lanes_work<T, P> w)
{
    if (blockIdx.x < w.long_blocks) {
        wait_for_x();
        long_piece<T, sizeof(vec<T, A>) == 16 ? A : 1>(w.longs, blockIdx.x);
        return;
    }
    const unsigned b = blockIdx.x - w.long_blocks, group = w.together ? b / w.tiles : b % w.groups,
                   tile = w.together ? b % w.tiles : b / w.groups;
    const int64_t number = (int64_t)group * (BLOCK / L) + threadIdx.x / L;
    const int64_t j = ((int64_t)tile * L * C + threadIdx.x % L) * A;
    if (number >= w.m)
        return;
    P e, end;
    const int64_t i = row_fetch(w, number, &e, &end);
    wait_for_x();
    if ((int64_t)(end - e) > w.cut)
        return;
    const T *x = w.x + j;
    vec<T, A> sum[C] = {};
    for (; e < end; e += AHEAD) {
        T val[AHEAD];
        vec<T, A> fetched[AHEAD][C] = {};
#pragma unroll
        for (int u = 0; u < AHEAD; u++) {
            const bool there = e + u < end;
            const T *row = x + (there ? __ldg(w.ind + e + u) : 0) * w.ldx;
            val[u] = there ? __ldg(w.val + e + u) : T(0);
#pragma unroll
            for (int c = 0; c < C; c++)
                if (there && j + c * L * A < w.k)
                    fetched[u][c] = *(const vec<T, A> *)(row + c * L * A);
        }
#pragma unroll
        for (int u = 0; u < AHEAD; u++)
#pragma unroll
            for (int c = 0; c < C; c++)
#pragma unroll
                for (int v = 0; v < A; v++)
                    sum[c].at[v] += val[u] * fetched[u][c].at[v];
    }
    T *y = w.y + i * w.ldy + j;
#pragma unroll
    for (int c = 0; c < C; c++)
        if (j + c * L * A < w.k)
            store_whole<T, A>((char *)(y + c * L * A), sum[c]);
}
