/* SPDX-License-Identifier: GPL-3.0-or-later */
/* equal_access: how the lanes of csr_equal read A and X and write Y. */
#pragma once

#include "gpu/layout/nonzero_split.h"
#include "gpu/lib/long_piece.cuh"

template <class T, int V> static __device__ void store_whole(char *to, const vec<T, V> &v)
{
    if constexpr (sizeof v == sizeof(float4)) {
        float4 raw;
        memcpy(&raw, &v, sizeof raw);
        __stcs((float4 *)to, raw);
    } else if constexpr (V == 2)
        __stcs((float2 *)to, make_float2(v.at[0], v.at[1]));
    else
        __stcs((T *)to, v.at[0]);
}

/* A lane's V values of a row of Y, S at a time; adjacent lanes have the values between, A·S of them at a time. `left`
   values remain from the lane's first on, a multiple of S. */
template <class T, int V, int S, int A> static __device__ void store(char *to, const vec<T, V> &v, int left)
{
#pragma unroll
    for (int i = 0; i < V; i += S)
        if (i * A < left) {
            vec<T, S> part;
#pragma unroll
            for (int u = 0; u < S; u++)
                part.at[u] = v.at[i + u];
            store_whole<T, S>(to + i * A * sizeof(T), part);
        }
}

/* The same for X; missing values repeat others. */
template <class T, int V, int S, int A> static __device__ vec<T, V> load_x(const char *from, int left)
{
    vec<T, V> v;
#pragma unroll
    for (int i = 0; i < V; i += S) {
        const vec<T, S> part = *(const vec<T, S> *)(from + (S == V || i * A < left ? i * A : 0) * sizeof(T));
#pragma unroll
        for (int u = 0; u < S; u++)
            v.at[i + u] = part.at[u];
    }
    return v;
}

template <class T, int V> static __device__ vec<T, V> load_written(const vec<T, V> *from)
{
    vec<T, V> v;
    if constexpr (sizeof v == sizeof(float4)) {
        float4 raw = __ldcg((const float4 *)from);
        memcpy(&v, &raw, sizeof raw);
    } else
        v.at[0] = __ldcg((const T *)from);
    return v;
}

template <class T, int V> static __device__ vec<T, V> operator+(vec<T, V> a, const vec<T, V> &b)
{
#pragma unroll
    for (int v = 0; v < V; v++)
        a.at[v] += b.at[v];
    return a;
}

template <class T, int V> static __device__ vec<T, V> lane_up(const vec<T, V> &a, int lanes)
{
    vec<T, V> b;
#pragma unroll
    for (int v = 0; v < V; v++)
        b.at[v] = __shfl_up_sync(ALL_LANES, a.at[v], lanes);
    return b;
}

static __device__ void load_quad(const double *from, double *to)
{
    double2 low = __ldcs((const double2 *)from), high = __ldcs((const double2 *)from + 1);
    to[0] = low.x, to[1] = low.y, to[2] = high.x, to[3] = high.y;
}

static __device__ void load_quad(const float *from, float *to)
{
    float4 q = __ldcs((const float4 *)from);
    to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
}

static __device__ void load_quad(const uint32_t *from, uint32_t *to)
{
    uint4 q = __ldcs((const uint4 *)from);
    to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
}

template <int D, class U> static __device__ void load_quads(const U *from, int apart, U (&to)[D])
{
#pragma unroll
    for (int i = 0; i < D; i += ENTRY_QUAD)
        load_quad(from + i * apart, to + i);
}
