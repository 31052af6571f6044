/* SPDX-License-Identifier: GPL-3.0-or-later */
/* staged: the device code of sell_staged and sell_coded: a block takes tiles in turn. While the slices of one are
   multiplied, one warp each, with X addressed by 16-bit local indices, the next one's rows of X go to shared memory. */
#pragma once

#include <cuda_pipeline.h>

#include "gpu/lib/overlap.cuh"
#include "gpu/mul/staged_shape.cuh"

static __device__ void prefetch(const void *from, int64_t bytes)
{
#if __CUDA_ARCH__ >= 800
    for (int64_t at = threadIdx.x * 128; at < bytes; at += blockDim.x * 128)
        asm volatile("prefetch.global.L2 [%0];" ::"l"((const char *)from + at));
#endif
}

/* Prefetches the columns of a tile needed soon. */
template <class T> static __device__ void prefetch_columns(const staged_work<T> &w, int at)
{
    if (at < w.tiles) {
        const tile *t = w.tile + at;
        prefetch(w.columns + t->column, t->columns * 4);
    }
}

/* Begins copying columns j .. j+K-1 of the tile's rows of X to shared memory; then a row of zeros, for padding. */
template <class T, int K> static __device__ void stage(const staged_work<T> &w, const tile &t, int j, T *shared)
{
    using shape = staged_shape<T, K>;
    constexpr int V = shape::V, parts = K / V;
    const int32_t *columns = w.columns + t.column;
    const T *x = w.x + j;
    int total = t.columns * parts;
#pragma unroll 4
    for (int i = threadIdx.x; i < total; i += (int)blockDim.x) {
        int c = i / parts, part = i % parts * V;
        const T *from = x + (int64_t)__ldg(columns + c) * w.ldx + part;
        T *to = shared + c * K + part;
        if ((V == 1 || w.aligned) && j + part + V <= w.k) {
            __pipeline_memcpy_async(to, from, V * sizeof(T));
            continue;
        }
#pragma unroll
        for (int v = 0; v < V; v++)
            to[v] = j + part + v < w.k ? from[v] : T(0);
    }
    for (int i = threadIdx.x; i < K; i += (int)blockDim.x)
        shared[t.columns * K + i] = 0;
}

/* B units of one bundle. */
template <class T, int U, int R, int B, bool C> struct staged_batch {
    using value = staged_value<T, U, C>;
    staged_vec<uint16_t, U> ind[B];
    staged_vec<typename value::type, value::N> val[B][R][value::Q];
};

/* Units unit .. unit+B-1 of the bundle of `group`, those before `end`. */
template <class T, int K, int U, int R, int B, bool C>
static __device__ void load_batch(staged_batch<T, U, R, B, C> &batch, const staged_work<T> &w, uint32_t unit,
                                  uint32_t end, int group)
{
    using value = staged_value<T, U, C>;
    constexpr int G = staged_shape<T, K>::G, N = value::N, Q = value::Q;
    constexpr bool reread = K * sizeof(T) >= 128;
    const uint16_t *ind = w.ind + ((int64_t)unit * G + group) * U;
    const typename value::type *val = (const typename value::type *)w.val + (int64_t)unit * G * U * R + group * N;
#pragma unroll
    for (int b = 0; b < B; b++) {
        if (unit + b >= end)
            break;
        batch.ind[b] = load_vec<reread, uint16_t, U>(ind + b * G * U);
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int q = 0; q < Q; q++)
                batch.val[b][r][q] = load_vec<reread, typename value::type, N>(val + (b * R * Q + r * Q + q) * G * N);
    }
}

/* sum += batch · X, of its first `units` units. */
template <class T, int K, int U, int R, int B, bool C, class S>
static __device__ void add_batch(S &sum, const staged_batch<T, U, R, B, C> &batch, uint32_t units, const T *shared,
                                 const T *code)
{
    using shape = staged_shape<T, K>;
    constexpr int V = shape::V, E = shape::E, N = staged_value<T, U, C>::N;
    int lane = threadIdx.x % WARP;
#pragma unroll
    for (int b = 0; b < B; b++) {
        if ((uint32_t)b >= units)
            break;
#pragma unroll
        for (int u = 0; u < U; u++) {
            T a[R];
#pragma unroll
            for (int r = 0; r < R; r++)
                if constexpr (C)
                    a[r] = code[batch.val[b][r][u / N].at[u % N]];
                else
                    a[r] = batch.val[b][r][u / N].at[u % N];
#pragma unroll
            for (int e = 0; e < E; e++) {
                staged_vec<T, V> x =
                    *(const staged_vec<T, V> *)(shared + batch.ind[b].at[u] * K + shape::offset(lane, e));
#pragma unroll
                for (int r = 0; r < R; r++)
#pragma unroll
                    for (int v = 0; v < V; v++)
                        sum[r][e].at[v] += a[r] * x.at[v];
            }
        }
    }
}

/* V values of Y from column j on. */
template <class T, int V> static __device__ void put(const staged_work<T> &w, T *y, int j, staged_vec<T, V> v)
{
    if ((V == 1 || w.aligned) && j + V <= w.k) {
        *(staged_vec<T, V> *)(y + j) = v;
        return;
    }
#pragma unroll
    for (int i = 0; i < V; i++)
        if (j + i < w.k)
            y[j + i] = v.at[i];
}

/* A slice as a warp sees it: its units, and the first row of the lane's bundle (m: none). */
struct staged_span {
    uint32_t unit, end;
    int64_t row;
};

template <class T, int R, int G>
static __device__ staged_span span_of(const staged_work<T> &w, const tile &t, uint32_t s, int group)
{
    int place = (int)s * G + group;
    return { __ldg(w.slice + t.slice + s), __ldg(w.slice + t.slice + s + 1),
             place < t.bundles ? (int64_t)__ldg(w.order + t.bundle + place) * R : w.m };
}

/* The slices of a tile times columns j .. j+K-1 of X; each batch is loaded while the previous one is added. */
template <class T, int K, int U, int R, bool C>
static __device__ void multiply_slices(const staged_work<T> &w, const tile &t, int j, const T *shared, const T *code)
{
    using shape = staged_shape<T, K>;
    constexpr int V = shape::V, E = shape::E, G = shape::G, B = R > 1 ? 1 : 4 / U;
    int lane = threadIdx.x % WARP, group = lane / shape::lanes, column = shape::first_column(lane);
    shared += column;
    uint32_t ahead = threadIdx.x / WARP;
    if (ahead >= t.slices)
        return;
    staged_span at = span_of<T, R, G>(w, t, ahead, group), then = {};
    staged_batch<T, U, R, B, C> batch, next;
    load_batch<T, K, U, R, B, C>(batch, w, at.unit, at.end, group);
    ahead += STAGED_WARPS;
    if (ahead < t.slices)
        then = span_of<T, R, G>(w, t, ahead, group);
    staged_vec<T, V> sum[R][E] = {};
    for (;;) {
        bool last = at.unit + B >= at.end;
        if (!last)
            load_batch<T, K, U, R, B, C>(next, w, at.unit + B, at.end, group);
        else if (ahead < t.slices)
            load_batch<T, K, U, R, B, C>(next, w, then.unit, then.end, group);
        add_batch<T, K, U, R, B, C>(sum, batch, at.end - at.unit, shared, code);
        batch = next;
        if (!last) {
            at.unit += B;
            continue;
        }
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int e = 0; e < E; e++) {
                if (at.row + r < w.m)
                    put<T, V>(w, w.y + (at.row + r) * w.ldy, j + column + shape::offset(lane, e), sum[r][e]);
                sum[r][e] = {};
            }
        if (ahead >= t.slices)
            return;
        at = then;
        ahead += STAGED_WARPS;
        if (ahead < t.slices)
            then = span_of<T, R, G>(w, t, ahead, group);
    }
}

/* For few columns: entries go directly to registers, many at a time. Shared memory: the codes, then two buffers for
   rows of X: one is read while the other is filled. */
template <class T, int K, int U, int R, bool C>
static __global__ void __launch_bounds__(STAGED_THREADS) staged(const staged_work<T> w)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    T *code = reinterpret_cast<T *>(bytes), *buffer = code + (C ? VALUE_CODES : 0);
    if (C)
        for (int i = threadIdx.x; i < VALUE_CODES; i += (int)blockDim.x)
            code[i] = w.code[i];
    let_next_begin();
    int at = blockIdx.x, j = 0, turn = 0;
    tile t = w.tile[at];
    wait_for_x();
    stage<T, K>(w, t, 0, buffer);
    __pipeline_commit();
    for (;;) {
        tile next = t;
        int next_j = j + K < w.k ? j + K : 0, next_at = next_j > 0 ? at : at + (int)gridDim.x;
        bool more = next_at < w.tiles;
        if (more) {
            if (next_j == 0) {
                next = w.tile[next_at];
                prefetch_columns(w, next_at + (int)gridDim.x);
            }
            stage<T, K>(w, next, next_j, buffer + (turn ^ 1) * w.buffer);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1); /* the copies begun one turn ago are complete */
        __syncthreads();
        multiply_slices<T, K, U, R, C>(w, t, j, buffer + turn * w.buffer, code);
        if (!more)
            break;
        __syncthreads();
        t = next;
        at = next_at;
        j = next_j;
        turn ^= 1;
    }
}
