/* SPDX-License-Identifier: GPL-3.0-or-later */
/* staged: the device code of sell_staged: a block per tile; its rows of X are copied to shared memory, then its slices
   are multiplied, a warp each, X being found by 16-bit local indices. */
#ifndef NZ_STAGED_CUH
#define NZ_STAGED_CUH

#include <cuda_pipeline.h>

#include "gpu/mul.cuh"
#include "gpu/tiles.cuh"

enum { WARP = 32, STAGED_THREADS = 256, STAGED_WARPS = STAGED_THREADS / WARP };

template <class T> struct staged_work {
    const struct tile *tile;
    const int32_t *columns, *order;
    const uint32_t *slice;
    const uint16_t *ind;
    const T *val, *x;
    T *y;
    int64_t m, ldx, ldy;
    int k;
    bool aligned; /* rows of X and Y begin on 16 bytes */
};

constexpr int pow2_divisor(int n, int most)
{
    int d = 1;
    while (2 * d <= most && n % (2 * d) == 0)
        d *= 2;
    return d;
}

/* K columns at a time: V values in one access, `lanes` lanes side by side, E times; G bundles to a warp. */
template <class T, int K> struct staged_shape {
    static constexpr int V = pow2_divisor(K, 16 / sizeof(T)), lanes = pow2_divisor(K / V, 8), E = K / V / lanes;
    static constexpr int G = WARP / lanes;
};

template <class T, int N> struct alignas(N * sizeof(T)) staged_vec {
    T at[N];
};

/* A streamed past the caches, or, when it is read once per K columns, kept for the next time. */
template <bool again, int bytes> struct fetch;
template <bool again> struct fetch<again, 2> {
    using type = uint16_t;
};
template <bool again> struct fetch<again, 4> {
    using type = uint32_t;
};
template <bool again> struct fetch<again, 8> {
    using type = uint2;
};
template <bool again> struct fetch<again, 16> {
    using type = uint4;
};

template <bool again, class T, int N> static __device__ staged_vec<T, N> fetch_vec(const T *p)
{
    using raw = typename fetch<again, N * (int)sizeof(T)>::type;
    raw r = again ? __ldg((const raw *)p) : __ldcs((const raw *)p);
    staged_vec<T, N> v;
    memcpy(&v, &r, sizeof v);
    return v;
}

/* Asks for the tile's entries, which are needed when X has come. */
template <class T, int U, int R, int G> static __device__ void prefetch(const staged_work<T> &w, const tile &t)
{
#if __CUDA_ARCH__ >= 800
    int64_t begin = w.slice[t.slice], units = w.slice[t.slice + t.slices] - begin;
    const char *ind = (const char *)(w.ind + begin * G * U), *val = (const char *)(w.val + begin * G * U * R);
    int64_t ind_bytes = units * G * U * 2, val_bytes = units * G * U * R * (int64_t)sizeof(T);
    for (int64_t at = threadIdx.x * 128; at < ind_bytes; at += STAGED_THREADS * 128)
        asm volatile("prefetch.global.L2 [%0];" ::"l"(ind + at));
    for (int64_t at = threadIdx.x * 128; at < val_bytes; at += STAGED_THREADS * 128)
        asm volatile("prefetch.global.L2 [%0];" ::"l"(val + at));
#endif
}

/* Columns j .. j+K-1 of the tile's rows of X to shared memory; then a row of zeros, for padding. */
template <class T, int K> static __device__ void stage(const staged_work<T> &w, const tile &t, int j, T *shared)
{
    using shape = staged_shape<T, K>;
    constexpr int V = shape::V, parts = K / V;
    const int32_t *columns = w.columns + t.column;
    const T *x = w.x + j;
    int total = t.columns * parts;
#pragma unroll 4
    for (int i = threadIdx.x; i < total; i += STAGED_THREADS) {
        int c = i / parts, part = i % parts * V;
        const T *from = x + (int64_t)__ldg(columns + c) * w.ldx + part;
        T *to = shared + c * K + part;
        if (V == 1 || w.aligned) {
            if (j + part + V <= w.k) {
                __pipeline_memcpy_async(to, from, V * sizeof(T));
                continue;
            }
        }
#pragma unroll
        for (int v = 0; v < V; v++)
            to[v] = j + part + v < w.k ? from[v] : T(0);
    }
    for (int i = threadIdx.x; i < K; i += STAGED_THREADS)
        shared[t.columns * K + i] = 0;
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
}

/* sum += unit after unit of one bundle, `units` of them. */
template <class T, int K, int U, int R, int B, class S>
static __device__ void add_units(S &sum, const uint16_t *ind, const T *val, const T *shared)
{
    using shape = staged_shape<T, K>;
    constexpr int V = shape::V, E = shape::E, G = shape::G, VL = U < 16 / (int)sizeof(T) ? U : 16 / (int)sizeof(T);
    constexpr int Q = U / VL;
    constexpr bool again = K * sizeof(T) >= 128;
    staged_vec<uint16_t, U> c[B];
    staged_vec<T, VL> a[B][R][Q];
#pragma unroll
    for (int b = 0; b < B; b++) {
        c[b] = fetch_vec<again, uint16_t, U>(ind + b * G * U);
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int q = 0; q < Q; q++)
                a[b][r][q] = fetch_vec<again, T, VL>(val + (b * R * Q + r * Q + q) * G * VL);
    }
#pragma unroll
    for (int b = 0; b < B; b++)
#pragma unroll
        for (int u = 0; u < U; u++)
#pragma unroll
            for (int e = 0; e < E; e++) {
                staged_vec<T, V> x = *(const staged_vec<T, V> *)(shared + c[b].at[u] * K + e * shape::lanes * V);
#pragma unroll
                for (int r = 0; r < R; r++)
#pragma unroll
                    for (int v = 0; v < V; v++)
                        sum[r][e].at[v] += a[b][r][u / VL].at[u % VL] * x.at[v];
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

/* The slices of a tile times the columns j .. j+K-1 of X. */
template <class T, int K, int U, int R>
static __device__ void multiply_slices(const staged_work<T> &w, const tile &t, int j, const T *shared)
{
    using shape = staged_shape<T, K>;
    constexpr int V = shape::V, E = shape::E, G = shape::G, lanes = shape::lanes;
    constexpr int VL = U < 16 / (int)sizeof(T) ? U : 16 / (int)sizeof(T), B = R > 1 ? 4 / U : 8 / U;
    int lane = threadIdx.x % WARP, group = lane / lanes, column = lane % lanes * V;
    shared += column;
    for (uint32_t s = threadIdx.x / WARP; s < t.slices; s += STAGED_WARPS) {
        uint32_t unit = __ldg(w.slice + t.slice + s), units = __ldg(w.slice + t.slice + s + 1) - unit;
        int place = (int)s * G + group;
        int64_t row = place < t.bundles ? (int64_t)__ldg(w.order + t.bundle + place) * R : w.m;
        const uint16_t *ind = w.ind + ((int64_t)unit * G + group) * U;
        const T *val = w.val + (int64_t)unit * G * U * R + group * VL;
        staged_vec<T, V> sum[R][E] = {};
        for (; units >= B; units -= B, ind += B * G * U, val += B * G * U * R)
            add_units<T, K, U, R, B>(sum, ind, val, shared);
        for (; units > 0; units--, ind += G * U, val += G * U * R)
            add_units<T, K, U, R, 1>(sum, ind, val, shared);
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int e = 0; e < E; e++)
                if (row + r < w.m)
                    put<T, V>(w, w.y + (row + r) * w.ldy, j + column + e * lanes * V, sum[r][e]);
    }
}

template <class T, int K, int U, int R>
static __global__ void __launch_bounds__(STAGED_THREADS) staged(const staged_work<T> w)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    T *shared = reinterpret_cast<T *>(bytes);
    const tile t = w.tile[blockIdx.x];
    prefetch<T, U, R, staged_shape<T, K>::G>(w, t);
    for (int j = 0; j < w.k; j += K) {
        stage<T, K>(w, t, j, shared);
        multiply_slices<T, K, U, R>(w, t, j, shared);
        __syncthreads();
    }
}

#endif
