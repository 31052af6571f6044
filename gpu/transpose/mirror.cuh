/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mirror: transposing without sorting: where the pattern of A is symmetric, row j of T has the pattern of row j of A,
   and only the values must be gathered from their mirror places. */
#pragma once

#include "gpu/lib/overlap.cuh"

#include <cstdint>

/* Rows that a lane group takes together; threads per block, more for short rows; a row of more than MIRROR_LONG entries
   per lane is deferred, and MIRROR_LONGS rows may be: more are left to the sort. A multiprocessor has one block, so
   that what neighbours share stays in its L1. */
enum { MIRROR_ROWS = 3, MIRROR_BLOCK = 768, MIRROR_SHORT = 1024, MIRROR_LONG = 64, MIRROR_LONGS = 64 };

template <class T> struct mirror {
    int64_t m;
    const uint32_t *ptr;
    const int32_t *ind;
    const T *val;
    int32_t *t_ptr, *t_row;
    T *t_val;
    uint32_t *failed;
    uint32_t *longs; /* 1 + MIRROR_LONGS: how many rows are deferred, and which; 0 before */
};

/* A search for a column among entries first .. last-1: the entry at `at`, which is one of them if there are any. */
template <class T> struct mirror_search {
    uint32_t first, last, at;
    int32_t here;
    T val;
};

template <class T> static __device__ void look_at(const struct mirror<T> &a, struct mirror_search<T> *l, uint32_t guess)
{
    l->at = guess - l->first < l->last - l->first ? guess : l->first;
    l->here = l->first < l->last ? __ldg(a.ind + l->at) : -1;
    l->val = l->first < l->last ? __ldg(a.val + l->at) : T(0);
}

/* Finds column c; false: it is not there. Where columns are contiguous it is c - here places further on. */
template <class T> static __device__ bool look_for(const struct mirror<T> &a, struct mirror_search<T> *l, int32_t c)
{
    if (l->here == c)
        return true;
    uint32_t first = l->here < c ? l->at + 1 : l->first, last = l->here < c ? l->last : l->at;
    uint32_t at = l->at + (uint32_t)(c - l->here);
    if (at - first >= last - first)
        at = first + (last - first) / 2;
    while (first < last) {
        int32_t here = __ldg(a.ind + at);
        if (here == c) {
            l->at = at;
            l->val = __ldg(a.val + at);
            return true;
        }
        if (here < c)
            first = at + 1;
        else
            last = at;
        at = first + (last - first) / 2;
    }
    return false;
}

/* The rows that LANES threads take together: every `stride`-th, so that a warp's are neighbours. */
template <int LANES> struct mirror_group {
    static const int stride = 32 / LANES;
    int64_t row;
    uint32_t begin[MIRROR_ROWS], length[MIRROR_ROWS];
};

template <class T> static __device__ void mirror_defer(const struct mirror<T> &a, int64_t row)
{
    uint32_t at = atomicAdd(a.longs, 1);
    if (at < MIRROR_LONGS)
        a.longs[1 + at] = (uint32_t)row;
    else
        *a.failed = 1;
}

/* Called once for a row. Where rows are short on the whole, a long one is deferred, and counts as empty here. Where
   lengths are prefetched, nothing may wait for them, and a long row fails. */
template <class T, int LANES>
static __device__ mirror_group<LANES> mirror_group_at(const struct mirror<T> &a, int64_t row)
{
    struct mirror_group<LANES> g = {
        .row = row
    };
#pragma unroll
    for (int r = 0; r < MIRROR_ROWS; r++) {
        g.begin[r] = __ldg(a.ptr + min(row + r * g.stride, a.m));
        g.length[r] = __ldg(a.ptr + min(row + r * g.stride + 1, a.m)) - g.begin[r];
        if (LANES < WARP && g.length[r] > MIRROR_LONG * LANES) {
            if (threadIdx.x % LANES == 0)
                mirror_defer(a, row + r * g.stride);
            g.length[r] = 0;
        }
    }
    return g;
}

/* The k-th column of each row; -1 where there is none. */
template <class T, int LANES>
static __device__ void mirror_columns(const struct mirror<T> &a, const struct mirror_group<LANES> &g, uint32_t k,
                                      int32_t (&col)[MIRROR_ROWS])
{
#pragma unroll
    for (int r = 0; r < MIRROR_ROWS; r++)
        col[r] = k < g.length[r] ? __ldg(a.ind + g.begin[r] + k) : -1;
}

/* Where the rows of columns `col` are; what neighbouring rows share is loaded once. */
template <class T, int LANES>
static __device__ void mirror_find(const struct mirror<T> &a, const int32_t (&col)[MIRROR_ROWS],
                                   struct mirror_search<T> (&l)[MIRROR_ROWS])
{
#pragma unroll
    for (int r = 0; r < MIRROR_ROWS; r++) {
        bool same = LANES == 32 && r > 0 && col[r] == col[r - 1],
             after = LANES == 32 && r > 0 && col[r] == col[r - 1] + 1;
        l[r].first = col[r] < 0 ? 0 : same ? l[r - 1].first : after ? l[r - 1].last : __ldg(a.ptr + col[r]);
        l[r].last = col[r] < 0 ? 0 : same ? l[r - 1].last : __ldg(a.ptr + col[r] + 1);
    }
}

/* t_p = a_q for entries p = (i, j) and their mirrors q = (j, i), the k-th of each row. The first guess for q is as far
   from the end of row j as p is from the beginning of row i. Where it is wrong, the other rows start from where the
   first one's was found: one place further for each row further and for each column less. *trust: whether the last
   guesses were right, so that all rows begin with them. */
template <class T, int LANES>
static __device__ bool mirror_entries(const struct mirror<T> &a, const struct mirror_group<LANES> &g, uint32_t k,
                                      const int32_t (&col)[MIRROR_ROWS], bool *trust)
{
    const bool trusting = LANES < 32 || *trust;
    struct mirror_search<T> l[MIRROR_ROWS];
    bool found = true;
    mirror_find<T, LANES>(a, col, l);
    look_at(a, &l[0], l[0].last - 1 - k);
    if (trusting)
#pragma unroll
        for (int r = 1; r < MIRROR_ROWS; r++)
            look_at(a, &l[r], l[r].last - 1 - k);
    if (LANES == 32) {
        unsigned here = __activemask(), right = __ballot_sync(here, l[0].here == (int32_t)g.row);
        *trust = 2 * __popc(right) > __popc(here);
    }
    if (col[0] >= 0)
        found = look_for(a, &l[0], (int32_t)g.row);
#pragma unroll
    for (int r = 1; r < MIRROR_ROWS; r++)
        if (!trusting || (col[r] >= 0 && col[0] >= 0 && l[r].here != (int32_t)g.row + r * g.stride))
            look_at(a, &l[r], l[r].first + (l[0].at - l[0].first) + r * g.stride - (col[r] - col[0]));
#pragma unroll
    for (int r = 1; r < MIRROR_ROWS; r++)
        if (col[r] >= 0)
            found &= look_for(a, &l[r], (int32_t)g.row + r * g.stride);
#pragma unroll
    for (int r = 0; r < MIRROR_ROWS; r++)
        if (col[r] >= 0 && found) {
            __stcs(a.t_row + g.begin[r] + k, col[r]);
            __stcs(a.t_val + g.begin[r] + k, l[r].val);
        }
    return found;
}

/* The first entry without a mirror sets *failed, and all threads stop. m = n. Where rows are long, what the next ones
   need is prefetched. */
template <class T, int LANES>
static __global__ void __launch_bounds__(LANES < 32 ? MIRROR_SHORT : MIRROR_BLOCK, 1)
    mirror_rows(const struct mirror<T> a)
{
    const bool early = LANES == 32;
    const uint32_t lane = threadIdx.x % LANES, group = threadIdx.x % 32 / LANES;
    const int64_t me = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t several = MIRROR_ROWS * mirror_group<LANES>::stride, step = threads / 32 * several;
    bool trust = true;
    wait_for_x();
    for (int64_t j = me; j <= a.m; j += threads)
        a.t_ptr[j] = (int32_t)__ldg(a.ptr + j);
    int64_t row = me / 32 * several + group;
    struct mirror_group<LANES> g = mirror_group_at<T, LANES>(a, row), next = g;
    int32_t col[MIRROR_ROWS], first[MIRROR_ROWS], further[MIRROR_ROWS];
    mirror_columns(a, g, lane, first);
    if (early)
        next = mirror_group_at<T, LANES>(a, row + step);
    for (; row < a.m; row += step) {
        uint32_t longest = 0, stop = *(volatile uint32_t *)a.failed;
        struct mirror_group<LANES> after = next;
#pragma unroll
        for (int r = 0; r < MIRROR_ROWS; r++) {
            longest = max(longest, g.length[r]);
            col[r] = first[r];
        }
        if (stop)
            return;
        if (early) {
            mirror_columns(a, next, lane, first);
            after = mirror_group_at<T, LANES>(a, row + 2 * step);
        }
        bool found = longest <= MIRROR_LONG * LANES;
        for (uint32_t k = lane; k < longest && found; k += LANES) {
            if (early)
                mirror_columns(a, g, k + LANES, further);
            found = mirror_entries(a, g, k, col, &trust);
            found = __all_sync(__activemask(), found);
            if (!early)
                mirror_columns(a, g, k + LANES, further);
#pragma unroll
            for (int r = 0; r < MIRROR_ROWS; r++)
                col[r] = further[r];
        }
        unsigned bad = __ballot_sync(__activemask(), !found);
        if (!found && threadIdx.x % 32 == __ffs((int)bad) - 1 && *(volatile uint32_t *)a.failed == 0)
            *a.failed = 1; /* few threads write it, not thousands */
        g = early ? next : mirror_group_at<T, LANES>(a, row + step);
        if (!early)
            mirror_columns(a, g, lane, first);
        next = after;
    }
}

/* The deferred rows, each by equally many blocks; there are more blocks than such rows. */
template <class T> static __global__ void __launch_bounds__(MIRROR_SHORT) mirror_longs(const struct mirror<T> a)
{
    wait_for_x();
    const uint32_t rows = *a.longs;
    if (rows == 0 || *a.failed)
        return;
    const uint32_t i = a.longs[1 + blockIdx.x % rows], part = blockIdx.x / rows, parts = gridDim.x / rows;
    const uint32_t end = part < parts ? __ldg(a.ptr + i + 1) : 0;
    for (uint32_t e = __ldg(a.ptr + i) + part * blockDim.x + threadIdx.x; e < end; e += parts * blockDim.x) {
        int32_t j = __ldg(a.ind + e);
        struct mirror_search<T> l = {
            .first = __ldg(a.ptr + j), .last = __ldg(a.ptr + j + 1)
        };
        look_at(a, &l, l.first);
        if (!look_for(a, &l, (int32_t)i)) {
            *a.failed = 1;
            return;
        }
        __stcs(a.t_row + e, j);
        __stcs(a.t_val + e, l.val);
    }
}

/* Lanes for a row of `mean` entries. */
static inline int mirror_lanes(int64_t mean)
{
    return mean < 2 ? 1 : mean < 6 ? 4 : mean < 10 ? 8 : mean < 16 ? 16 : 32;
}

template <class T> static void (*mirror_kernel(int lanes))(const struct mirror<T>)
{
    return lanes == 1    ? mirror_rows<T, 1>
           : lanes == 4  ? mirror_rows<T, 4>
           : lanes == 8  ? mirror_rows<T, 8>
           : lanes == 16 ? mirror_rows<T, 16>
                         : mirror_rows<T, 32>;
}

/* Leaves in *failed whether an entry has no mirror. Short rows get few threads; row_max: entries of the longest row. */
template <class T>
static void mirror_launch(const struct mirror<T> &a, int64_t mean, int64_t row_max, bool overlap, unsigned processors)
{
    const int lanes = mirror_lanes(mean);
    const unsigned threads = lanes < 32 ? MIRROR_SHORT : MIRROR_BLOCK;
    const unsigned grid = std::min(processors, gpu_grid(a.m, threads / lanes * MIRROR_ROWS));
    overlap_begin(overlap, mirror_kernel<T>(lanes), grid, threads, 0, a);
    if (lanes < WARP && row_max > MIRROR_LONG * lanes)
        overlap_begin(overlap, mirror_longs<T>, 2 * std::max<unsigned>(processors, MIRROR_LONGS), MIRROR_SHORT, 0, a);
}
