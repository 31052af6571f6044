/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mirror: the device code of transposing in place of sorting: where the pattern of A is symmetric, column j of T has
   the pattern of row j, and only the values must be fetched from their mirror places. */
#ifndef NZ_MIRROR_CUH
#define NZ_MIRROR_CUH

#include <cstdint>

/* Rows that are looked at together; threads per block, more for short rows; entries per lane from which on a row is
   left to the sort. A multiprocessor has one block, so that what neighbours share stays in its L1. */
enum { MIRROR_ROWS = 3, MIRROR_BLOCK = 768, MIRROR_SHORT = 1024, MIRROR_LONG = 64 };

template <class T> struct mirror {
    int64_t m;
    const uint32_t *ptr;
    const int32_t *ind;
    const T *val;
    int32_t *t_ptr, *t_row;
    T *t_val;
    uint32_t *failed;
};

/* Looking for a column among entries first .. last-1: what stands at `at`, which is one of them if there are any. */
template <class T> struct look {
    uint32_t first, last, at;
    int32_t here;
    T val;
};

template <class T> static __device__ void look_at(const struct mirror<T> &a, struct look<T> *l, uint32_t guess)
{
    l->at = guess - l->first < l->last - l->first ? guess : l->first;
    l->here = l->first < l->last ? __ldg(a.ind + l->at) : -1;
    l->val = l->first < l->last ? __ldg(a.val + l->at) : T(0);
}

/* Goes to column c; false: it is not there. Where columns stand side by side it is c - here further on. */
template <class T> static __device__ bool look_for(const struct mirror<T> &a, struct look<T> *l, int32_t c)
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

/* The rows that LANES threads look at together: every `stride`-th, so that a warp's are neighbours. */
struct mirror_group {
    int64_t row;
    int stride;
    uint32_t begin[MIRROR_ROWS], length[MIRROR_ROWS];
};

/* t_p = a_q for entries p = (i, j) and their mirrors q = (j, i), the k-th of each row. The guess is a place as far from
   the end of row j as p is from the beginning of row i; where it is wrong, rows follow the first of them: one row
   further is one place further, and so is one column less. */
template <class T>
static __device__ bool mirror_entries(const struct mirror<T> &a, const struct mirror_group &g, uint32_t k)
{
    int32_t col[MIRROR_ROWS];
    struct look<T> l[MIRROR_ROWS];
    bool found = true;
#pragma unroll
    for (int r = 0; r < MIRROR_ROWS; r++)
        col[r] = k < g.length[r] ? __ldg(a.ind + g.begin[r] + k) : -1;
#pragma unroll
    for (int r = 0; r < MIRROR_ROWS; r++) {
        l[r].first = col[r] >= 0 ? __ldg(a.ptr + col[r]) : 0;
        l[r].last = col[r] >= 0 ? __ldg(a.ptr + col[r] + 1) : 0;
    }
#pragma unroll
    for (int r = 0; r < MIRROR_ROWS; r++)
        look_at(a, &l[r], l[r].last - 1 - k);
    if (col[0] >= 0)
        found = look_for(a, &l[0], (int32_t)g.row);
#pragma unroll
    for (int r = 1; r < MIRROR_ROWS; r++)
        if (col[r] >= 0 && col[0] >= 0 && l[r].here != (int32_t)g.row + r * g.stride)
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

/* The first entry without a mirror sets *failed, and everybody stops; so does a row that is too long for so few
   threads. m = n. */
template <class T, int LANES>
static __global__ void __launch_bounds__(LANES < 32 ? MIRROR_SHORT : MIRROR_BLOCK, 1)
    mirror_rows(const struct mirror<T> a)
{
    const int stride = 32 / LANES;
    const uint32_t lane = threadIdx.x % LANES, group = threadIdx.x % 32 / LANES;
    const int64_t me = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, threads = (int64_t)gridDim.x * blockDim.x;
    for (int64_t j = me; j <= a.m; j += threads)
        a.t_ptr[j] = (int32_t)__ldg(a.ptr + j);
    for (int64_t row = me / 32 * MIRROR_ROWS * stride + group; row < a.m; row += threads / 32 * MIRROR_ROWS * stride) {
        struct mirror_group g = { .row = row, .stride = stride };
        uint32_t longest = 0, stop = *(volatile uint32_t *)a.failed;
#pragma unroll
        for (int r = 0; r < MIRROR_ROWS; r++) {
            g.begin[r] = __ldg(a.ptr + min(row + r * stride, a.m));
            g.length[r] = __ldg(a.ptr + min(row + r * stride + 1, a.m)) - g.begin[r];
            longest = max(longest, g.length[r]);
        }
        if (stop)
            return;
        bool found = longest <= MIRROR_LONG * LANES;
        for (uint32_t k = lane; k < longest && found; k += LANES)
            found = mirror_entries(a, g, k);
        unsigned bad = __ballot_sync(__activemask(), !found);
        if (!found && threadIdx.x % 32 == __ffs((int)bad) - 1 && *(volatile uint32_t *)a.failed == 0)
            *a.failed = 1; /* by a few, not by thousands */
    }
}

#endif
