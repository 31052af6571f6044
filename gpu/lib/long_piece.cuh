/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long_piece: the device code for long rows: a block per piece; the block that finishes last adds up the pieces of its
   row, in a fixed order. */
#pragma once

#include "gpu/lib/long_rows.cuh"

/* Blocks of any number of threads that `width` divides, one per piece and tile of columns. */
template <class T> struct long_work {
    const struct row_piece *piece;
    const int32_t *ind;
    const T *val, *x;
    T *y, *sum;
    unsigned *ticket;
    int64_t k, ldx, ldy, ld;
    int width;
    unsigned pieces, tiles;
};

template <class T> static long_work<T> long_work_of(const struct long_rows *l, const struct mul_plan *plan)
{
    return {
        .piece = l->piece,
        .ind = l->ind,
        .val = (const T *)l->val,
        .x = (const T *)plan->x,
        .y = (T *)plan->y,
        .sum = (T *)l->sum,
        .ticket = l->ticket,
        .k = plan->k,
        .ldx = plan->ldx,
        .ldy = plan->ldy,
        .ld = l->ld,
        .width = l->width,
        .pieces = (unsigned)l->pieces,
        .tiles = l->tiles,
    };
}

template <class T, int V> struct alignas(V * sizeof(T)) vec {
    T at[V];
};

/* Σ over the ways (groups of `width` threads) of each column, in a fixed tree; complete in the threads of way 0. */
template <class T, int V> static __device__ vec<T, V> add_ways(vec<T, V> *shared, vec<T, V> sum, int width)
{
    shared[threadIdx.x] = sum;
    __syncthreads();
    for (int half = (int)blockDim.x / 2; half >= width; half /= 2) {
        if ((int)threadIdx.x < half) {
#pragma unroll
            for (int v = 0; v < V; v++)
                shared[threadIdx.x].at[v] += shared[threadIdx.x + half].at[v];
        }
        __syncthreads();
    }
    sum = shared[threadIdx.x];
    __syncthreads();
    return sum;
}

/* Whether this block is the last of its row to arrive: the others' writes are then visible. */
static __device__ bool is_last(unsigned *ticket, int pieces)
{
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(ticket, (unsigned)pieces - 1) == (unsigned)pieces - 1; /* back to 0 for the next run */
    __syncthreads();
    __threadfence();
    return last;
}

/* The work of block `block` of pieces·tiles. It needs a vector per thread of dynamic shared memory. */
template <class T, int V> static __device__ void long_piece(const long_work<T> &w, unsigned block)
{
    extern __shared__ __align__(16) unsigned char long_shared[];
    vec<T, V> *shared = reinterpret_cast<vec<T, V> *>(long_shared);
    unsigned at = block % w.pieces, tile = block / w.pieces;
    const struct row_piece p = w.piece[at];
    int way = threadIdx.x / w.width, ways = blockDim.x / w.width;
    int64_t j = ((int64_t)tile * w.width + threadIdx.x % w.width) * V;
    bool in = j < w.k;
    vec<T, V> sum = {};
    const int32_t *ind = w.ind + p.begin;
    const T *val = w.val + p.begin;
#pragma unroll 4
    for (int e = way; e < p.count && in; e += ways) {
        vec<T, V> x = *(const vec<T, V> *)(w.x + (int64_t)__ldcs(ind + e) * w.ldx + j);
        T a = __ldcs(val + e);
#pragma unroll
        for (int v = 0; v < V; v++)
            sum.at[v] += a * x.at[v];
    }
    sum = add_ways<T, V>(shared, sum, w.width);
    bool writes = way == 0 && in;
    vec<T, V> *y = (vec<T, V> *)(w.y + p.row * w.ldy + j);
    if (p.pieces == 1) {
        if (writes)
            *y = sum;
        return;
    }
    if (writes)
#pragma unroll
        for (int v = 0; v < V; v++)
            __stcg(w.sum + at * w.ld + j + v, sum.at[v]);
    if (!is_last(w.ticket + (int64_t)p.number * w.tiles + tile, p.pieces))
        return;
    sum = {};
#pragma unroll 8
    for (int q = way; q < p.pieces && in; q += ways)
#pragma unroll
        for (int v = 0; v < V; v++)
            sum.at[v] += __ldcg(w.sum + (p.first + q) * w.ld + j + v);
    sum = add_ways<T, V>(shared, sum, w.width);
    if (writes)
        *y = sum;
}
