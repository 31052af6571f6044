/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes: the device code of csr_lanes: a group of lanes per row, across columns of X first and then across entries. */
#ifndef NZ_LANES_CUH
#define NZ_LANES_CUH

#include "gpu/mul.cuh"

enum { WARP = 32, BLOCK = 256 };
static const unsigned ALL_LANES = 0xffffffff;

/* What one launch works on; rows of more than `cut` entries are somebody else's. */
template <class T> struct work {
    int64_t m, cut;
    const void *ptr;
    const int32_t *ind;
    const T *val, *x;
    T *y;
    int ldx, ldy, group; /* group: lanes per row, a power of two */
    bool wide;
};

/* ---- loads and stores: A and Y pass by, X stays in the caches ---- */

template <class T> static __device__ void load(const T *p, T (&v)[1])
{
    v[0] = __ldg(p);
}

static __device__ void load(const double *p, double (&v)[2])
{
    double2 t = __ldg((const double2 *)p);
    v[0] = t.x, v[1] = t.y;
}

static __device__ void load(const float *p, float (&v)[2])
{
    float2 t = __ldg((const float2 *)p);
    v[0] = t.x, v[1] = t.y;
}

static __device__ void load(const float *p, float (&v)[4])
{
    float4 t = __ldg((const float4 *)p);
    v[0] = t.x, v[1] = t.y, v[2] = t.z, v[3] = t.w;
}

template <class T> static __device__ void store(T *p, const T (&v)[1])
{
    __stcs(p, v[0]);
}

static __device__ void store(double *p, const double (&v)[2])
{
    __stcs((double2 *)p, make_double2(v[0], v[1]));
}

static __device__ void store(float *p, const float (&v)[2])
{
    __stcs((float2 *)p, make_float2(v[0], v[1]));
}

static __device__ void store(float *p, const float (&v)[4])
{
    __stcs((float4 *)p, make_float4(v[0], v[1], v[2], v[3]));
}

/* ---- the product ---- */

constexpr int pow2_divisor(int n, int most)
{
    int d = 1;
    while (2 * d <= most && n % (2 * d) == 0)
        d *= 2;
    return d;
}

/* How K columns are laid over lanes: V values each in one access, `across` lanes side by side, `each` times. */
template <int K, int V> struct spread {
    static constexpr int across = pow2_divisor(K / V, WARP);
    static constexpr int each = K / V / across;
    static constexpr int batch = each > 2 ? 2 : 4; /* entries in flight per lane */
};

template <class T> static __device__ int64_t pointer(const work<T> &w, int64_t i)
{
    return w.wide ? ((const int64_t *)w.ptr)[i] : (int64_t)((const uint32_t *)w.ptr)[i];
}

/* Where the entries of a row are, and where its sum goes. Nothing and NULL: long rows, and what is past the end. */
template <class T> struct span {
    int64_t begin;
    int count;
    T *out;
};

template <class T> static __device__ span<T> span_of_row(const work<T> &w, int64_t i)
{
    if (i >= w.m)
        return { 0, 0, NULL };
    int64_t begin = pointer(w, i), count = pointer(w, i + 1) - begin;
    if (count > w.cut)
        return { 0, 0, NULL };
    return { begin, (int)count, w.y + i * w.ldy };
}

/* sum += the entries e, e+stride, … of one batch; those past `count` are left out when `guarded`. */
template <bool guarded, class T, int K, int V, int E = spread<K, V>::each>
static __device__ void add_batch(T (&sum)[E][V], const int32_t *ind, const T *val, int e, int stride, int count,
                                 const T *x, int ldx)
{
    constexpr int U = spread<K, V>::batch, across = spread<K, V>::across;
    int32_t c[U];
    T a[U], b[U][E][V];
#pragma unroll
    for (int u = 0; u < U; u++) {
        bool in = !guarded || e + u * stride < count;
        c[u] = in ? __ldcs(ind + e + u * stride) : -1;
        a[u] = in ? __ldcs(val + e + u * stride) : T(0);
    }
#pragma unroll
    for (int u = 0; u < U; u++)
#pragma unroll
        for (int t = 0; t < E; t++) {
            if (!guarded || c[u] >= 0) {
                load(x + (int64_t)c[u] * ldx + t * across * V, b[u][t]);
            } else {
#pragma unroll
                for (int v = 0; v < V; v++)
                    b[u][t][v] = 0;
            }
        }
#pragma unroll
    for (int u = 0; u < U; u++)
#pragma unroll
        for (int t = 0; t < E; t++)
#pragma unroll
            for (int v = 0; v < V; v++)
                sum[t][v] += a[u] * b[u][t][v];
}

/* Every lane of a warp takes every turn, so that all of them meet in the shuffles. */
template <class T, int K, int V> static __global__ void __launch_bounds__(BLOCK) mul(const work<T> w)
{
    constexpr int across = spread<K, V>::across, E = spread<K, V>::each, U = spread<K, V>::batch;
    int group = w.group, per_warp = WARP / group;
    int lane = threadIdx.x % WARP, column = lane % across * V;
    int stride = group / across, first = lane % group / across;
    int64_t warp = (int64_t)blockIdx.x * (BLOCK / WARP) + threadIdx.x / WARP;
    int64_t step = (int64_t)gridDim.x * (BLOCK / WARP) * per_warp;
    int64_t panel = (int64_t)blockIdx.y * K + column;
    const T *x = w.x + panel;
    for (int64_t base = warp * per_warp; base < w.m; base += step) {
        span<T> s = span_of_row(w, base + lane / group);
        const int32_t *ind = w.ind + s.begin;
        const T *val = w.val + s.begin;
        T sum[E][V] = {};
        int e = first;
        for (; e + (U - 1) * stride < s.count; e += U * stride)
            add_batch<false, T, K, V>(sum, ind, val, e, stride, s.count, x, w.ldx);
        if (e < s.count)
            add_batch<true, T, K, V>(sum, ind, val, e, stride, s.count, x, w.ldx);
        for (int half = group / 2; half >= across; half /= 2)
#pragma unroll
            for (int t = 0; t < E; t++)
#pragma unroll
                for (int v = 0; v < V; v++)
                    sum[t][v] += __shfl_xor_sync(ALL_LANES, sum[t][v], half);
        if (first == 0 && s.out) {
#pragma unroll
            for (int t = 0; t < E; t++)
                store(s.out + panel + t * across * V, sum[t]);
        }
    }
}

#endif
