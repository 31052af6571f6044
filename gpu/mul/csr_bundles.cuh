/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_bundles: the device code: a group of lanes per bundle of rows, across columns of X first, and then in ways across
   entries. A group loads as many entries at once as it has lanes and passes them round by shuffles. */
#ifndef NZ_CSR_BUNDLES_CUH
#define NZ_CSR_BUNDLES_CUH

#include "gpu/layout/row_bundles.h"
#include "gpu/lib/long_piece.cuh"
#include "gpu/lib/overlap.cuh"

enum { BLOCK_MOST = 256 };

/* What one launch works on. Blocks take the pieces of long rows first, then a chunk of bundles each. */
template <class T> struct bundle_work {
    const uint32_t *list; /* the bundles, as in row_bundles.h; NULL: bundle b is row b */
    const uint32_t *ptr;
    const int32_t *ind;
    const T *val, *x;
    T *y;
    int64_t bundles;
    int ldx, ldy; /* in bytes */
    int k, panel; /* panel: columns of X for one line of the grid */
    int chunk, group;
    bool reread; /* A is read once for each of several tiles of columns */
    unsigned long_blocks;
    long_work<T> longs;
};

/* ---- loads and stores: A and Y by streaming accesses, so that X stays in the caches ---- */

template <class T> static __device__ void load(const T *p, T (&v)[1])
{
    v[0] = __ldg(p);
}

static __device__ void load(const double *p, double (&v)[2])
{
    double2 t = __ldg((const double2 *)p);
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

static __device__ void store(float *p, const float (&v)[4])
{
    __stcs((float4 *)p, make_float4(v[0], v[1], v[2], v[3]));
}

template <class T> static __device__ T load_entry(const T *p, bool reread)
{
    return reread ? __ldg(p) : __ldcs(p);
}

/* ---- rows and their entries ---- */

/* A bundle, and the entries of its first row; those of its other rows follow. */
struct span {
    uint32_t bundle, begin;
    int count; /* -1: there is no such bundle */
};

template <class T> static __device__ span span_of(const bundle_work<T> &w, int64_t at, int64_t end)
{
    if (at >= end)
        return { 0, 0, -1 };
    uint32_t bundle = w.list ? __ldg(w.list + at) : (uint32_t)at, row = bundle & (BUNDLE_ROWS_MOST - 1);
    uint32_t begin = __ldg(w.ptr + row);
    return { bundle, begin, (int)(__ldg(w.ptr + row + 1) - begin) };
}

static __device__ int rows_of(const span &s)
{
    return s.count < 0 ? 0 : 1 + (int)(s.bundle >> BUNDLE_SHIFT);
}

/* B entries a lane of the bundle's columns, and the values of its R rows. */
template <class T, int R, int B> struct batch {
    int32_t c[B];
    T a[B][R];
};

template <class T, int R, int B>
static __device__ void load_batch(batch<T, R, B> &b, const bundle_work<T> &w, const span &s, int e, int group)
{
#pragma unroll
    for (int i = 0; i < B; i++, e += group) {
        bool in = e < s.count;
        uint32_t from = s.begin + (uint32_t)e;
        b.c[i] = in ? load_entry(w.ind + from, w.reread) : 0;
#pragma unroll
        for (int r = 0; r < R; r++)
            b.a[i][r] = in && r < rows_of(s) ? load_entry(w.val + (from + (uint32_t)(r * s.count)), w.reread) : T(0);
    }
}

static __device__ int least_of(int n)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_min_sync(ALL_LANES, n);
#else
    for (int half = WARP / 2; half > 0; half /= 2)
        n = min(n, __shfl_xor_sync(ALL_LANES, n, half));
    return n;
#endif
}

static __device__ int most_of(int n)
{
    return -least_of(-n);
}

/* sum += U entries of each way, from number `s` of the batch on; a lane's second columns are `far` after its first.
   `guarded`: only entries before `left`. */
template <bool guarded, class T, int V, int E, int R, int A, int B, int U>
static __device__ void add_some(T (&sum)[R][E][V], const batch<T, R, B> &b, const char *x, int ldx, int far, int s,
                                int group, int left)
{
    int ways = group / A, way = threadIdx.x % group / A;
    T row[U][E][V];
#pragma unroll
    for (int u = 0; u < U; u++) {
        int i = A < U ? u / A : 0, from = (A < U ? u % A : s + u) * ways + way;
        int32_t c = A == 1 ? b.c[i] : __shfl_sync(ALL_LANES, b.c[i], from, group);
        bool in = !guarded || i * group + from < left;
#pragma unroll
        for (int t = 0; t < E; t++) {
            if (in) {
                load((const T *)(x + (int64_t)c * ldx) + t * far, row[u][t]);
            } else {
#pragma unroll
                for (int v = 0; v < V; v++)
                    row[u][t][v] = 0;
            }
        }
    }
#pragma unroll
    for (int u = 0; u < U; u++) {
        int i = A < U ? u / A : 0, from = (A < U ? u % A : s + u) * ways + way;
#pragma unroll
        for (int r = 0; r < R; r++) {
            T a = A == 1 ? b.a[i][r] : __shfl_sync(ALL_LANES, b.a[i][r], from, group);
#pragma unroll
            for (int t = 0; t < E; t++)
#pragma unroll
                for (int v = 0; v < V; v++)
                    sum[r][t][v] += a * row[u][t][v];
        }
    }
}

/* Bundles first .. end-1 times the columns from j on, up to `to`. Every lane of a warp takes every turn, since shuffles
   need them all. While a batch is added, the next one, of this bundle or the next, is prefetched, and so is the span of
   the bundle after that. */
template <class T, int V, int E, int R, int A>
static __device__ void multiply(const bundle_work<T> &w, int64_t first, int64_t end, int group, int j, int to)
{
    constexpr int U = A < 4 || E == 1 ? 4 : 2, B = A < U ? U / A : 1;
    const int step = (int)blockDim.x / group, own = (int)threadIdx.x % group, ways = group / A, size = group * B;
    int64_t base = first + threadIdx.x / WARP * (WARP / group), at = first + threadIdx.x / group;
    bool writes = own < A && j + own % A * V < to;
    int far = j + (own % A + A) * V < to ? A * V : 0;                                   /* to a lane's second columns */
    const char *x = (const char *)(w.x + j + (j + own % A * V < to ? own % A * V : 0)); /* any column will do */
    j += own % A * V;
    span now = span_of(w, at, end), next = span_of(w, at + step, end);
    batch<T, R, B> b, ahead;
    load_batch(b, w, now, own, group);
    wait_for_x();
    for (; base < end; base += step, at += step) {
        span later = span_of(w, at + 2 * step, end);
        int least = least_of(now.count), most = most_of(now.count);
        T sum[R][E][V] = {};
        for (int e = 0;; e += size) {
            bool more = e + size < most;
            load_batch(ahead, w, more ? now : next, (more ? e + size : 0) + own, group);
            for (int s = 0; s < (A < U ? 1 : A); s += U) {
                int done = e + s * ways;
                if (done >= most)
                    break;
                if (done + U * ways <= least)
                    add_some<false, T, V, E, R, A, B, U>(sum, b, x, w.ldx, far, s, group, 0);
                else
                    add_some<true, T, V, E, R, A, B, U>(sum, b, x, w.ldx, far, s, group, now.count - e);
            }
            b = ahead;
            if (!more)
                break;
        }
        for (int half = group / 2; half >= A; half /= 2)
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int t = 0; t < E; t++)
#pragma unroll
                    for (int v = 0; v < V; v++)
                        sum[r][t][v] += __shfl_xor_sync(ALL_LANES, sum[r][t][v], half);
        if (writes)
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int t = 0; t < E; t++)
                    if (r < rows_of(now) && (t == 0 || far > 0))
                        store((T *)((char *)w.y + (int64_t)((now.bundle & (BUNDLE_ROWS_MOST - 1)) + r) * w.ldy) + j +
                                  t * A * V,
                              sum[r][t]);
        now = next;
        next = later;
    }
}

template <class T, int V, int E, int R, int A>
static __global__ void __launch_bounds__(BLOCK_MOST, R > 1 ? 2 : 3) multiply_bundles(const bundle_work<T> w)
{
    let_next_begin();
    if (blockIdx.x < w.long_blocks) {
        wait_for_x();
        if (blockIdx.y == 0)
            long_piece<T, V>(w.longs, blockIdx.x);
        return;
    }
    int64_t at = blockIdx.x - w.long_blocks, first = at * w.chunk, end = min(first + w.chunk, w.bundles);
    int to = (int)min((int64_t)w.k, (int64_t)(blockIdx.y + 1) * w.panel);
    for (int j = (int)blockIdx.y * w.panel; j < to; j += A * V * E)
        multiply<T, V, E, R, A>(w, first, end, w.group, j, to);
}

#endif
