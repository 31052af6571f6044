/* SPDX-License-Identifier: GPL-3.0-or-later */
/* staged_bulk: for many columns: the entries of a tile are copied to shared memory, too, all at once; while some blocks
   wait for theirs, others multiply. */
#pragma once

#include "gpu/mul/staged.cuh"

/* Begins to copy `bytes` bytes, a multiple of N. */
template <int N> static __device__ void copy_bulk(void *to, const void *from, int64_t bytes)
{
    for (int64_t at = threadIdx.x * N; at < bytes; at += blockDim.x * N)
        __pipeline_memcpy_async((char *)to + at, (const char *)from + at, N);
}

/* Whether entries are read from global memory: bundles of several rows and few columns of X need few of them. */
constexpr bool in_place(int height, int64_t column_bytes)
{
    return height > 1 && column_bytes <= 64;
}

/* A tile's part of A in shared memory. */
struct bulk_tile {
    unsigned char *val;
    uint16_t *ind;
    uint32_t *slice;
    int32_t *order;
};

template <class T, int K, int U, int R, bool C>
static __device__ void copy_tile(const staged_work<T> &w, const tile &t, const bulk_tile &to)
{
    constexpr int G = staged_shape<T, K>::G;
    constexpr int64_t ind_bytes = G * U * 2, val_bytes = G * U * R * (C ? 1 : (int)sizeof(T));
    constexpr int N = val_bytes % 16 == 0 ? 16 : 8;
    int64_t units = t.unit_end - t.unit;
    if (!in_place(R, K * sizeof(T))) {
        copy_bulk<ind_bytes % 16 == 0 ? 16 : 8>(to.ind, (const char *)w.ind + t.unit * ind_bytes, units * ind_bytes);
        copy_bulk<N>(to.val, (const char *)w.val + t.unit * val_bytes, units * val_bytes);
    }
    copy_bulk<4>(to.slice, w.slice + t.slice, ((int64_t)t.slices + 1) * 4);
    copy_bulk<4>(to.order, w.order + t.bundle, (int64_t)t.bundles * 4);
}

/* Prefetches the entries of this block's next tile. */
template <class T, int U, int R, int G, bool C> static __device__ void prefetch_tile(const staged_work<T> &w, int at)
{
    if (at >= w.tiles)
        return;
    const tile t = w.tile[at];
    int64_t units = t.unit_end - t.unit, size = C ? 1 : sizeof(T);
    prefetch(w.ind + (int64_t)t.unit * G * U, units * G * U * 2);
    prefetch((const char *)w.val + (int64_t)t.unit * G * U * R * size, units * G * U * R * size);
    prefetch(w.columns + t.column, t.columns * 4);
}

template <class T, int K, int U, int R, bool C>
static __device__ void multiply_bulk(const staged_work<T> &w, const tile &t, const bulk_tile &a, int j, const T *shared,
                                     const T *code)
{
    using shape = staged_shape<T, K>;
    using value = staged_value<T, U, C>;
    constexpr int V = shape::V, E = shape::E, G = shape::G, N = value::N, Q = value::Q;
    int lane = threadIdx.x % WARP, group = lane / shape::lanes, column = shape::first_column(lane);
    shared += column;
    for (uint32_t s = threadIdx.x / WARP; s < t.slices; s += blockDim.x / WARP) {
        int unit = (int)(a.slice[s] - t.unit), end = (int)(a.slice[s + 1] - t.unit), place = (int)s * G + group;
        int64_t row = place < t.bundles ? (int64_t)a.order[place] * R : w.m;
        const uint16_t *ind = a.ind + (unit * G + group) * U;
        const typename value::type *val = (const typename value::type *)a.val + unit * G * U * R + group * N;
        staged_vec<T, V> sum[R][E] = {};
#pragma unroll 2
        for (; unit < end; unit++, ind += G * U, val += G * U * R) {
            staged_batch<T, U, R, 1, C> batch;
            if constexpr (in_place(R, K * sizeof(T)))
                load_batch<T, K, U, R, 1, C>(batch, w, t.unit + unit, t.unit + end, group);
            else {
                batch.ind[0] = *(const staged_vec<uint16_t, U> *)ind;
#pragma unroll
                for (int r = 0; r < R; r++)
#pragma unroll
                    for (int q = 0; q < Q; q++)
                        batch.val[0][r][q] = *(const staged_vec<typename value::type, N> *)(val + (r * Q + q) * G * N);
            }
            add_batch<T, K, U, R, 1, C>(sum, batch, 1, shared, code);
        }
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int e = 0; e < E; e++)
                if (row + r < w.m)
                    put<T, V>(w, w.y + (row + r) * w.ldy, j + column + shape::offset(lane, e), sum[r][e]);
    }
}

template <class T, int K, int U, int R, bool C>
static __global__ void __launch_bounds__(STAGED_THREADS) staged_bulk(const staged_work<T> w)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    constexpr int G = staged_shape<T, K>::G;
    T *code = reinterpret_cast<T *>(bytes), *x = code + (C ? VALUE_CODES : 0);
    unsigned char *val = reinterpret_cast<unsigned char *>(x + w.buffer), *ind = val + w.val_room;
    const bulk_tile a = { val, (uint16_t *)ind, (uint32_t *)(ind + w.ind_room),
                          (int32_t *)(ind + w.ind_room + w.slice_room) };
    if (C)
        for (int i = threadIdx.x; i < VALUE_CODES; i += (int)blockDim.x)
            code[i] = w.code[i];
    let_next_begin();
    for (int at = blockIdx.x; at < w.tiles; at += (int)gridDim.x) {
        const tile t = w.tile[at];
        copy_tile<T, K, U, R, C>(w, t, a);
        wait_for_x();
        for (int j = 0; j < w.k; j += K) {
            stage<T, K>(w, t, j, x);
            __pipeline_commit();
            if (j == 0)
                prefetch_tile<T, U, R, G, C>(w, at + (int)gridDim.x);
            __pipeline_wait_prior(0);
            __syncthreads();
            multiply_bulk<T, K, U, R, C>(w, t, a, j, x, code);
            __syncthreads();
        }
    }
}
