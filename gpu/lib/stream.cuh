/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream: the device code of CSR-Stream: the entries of a block of rows staged in shared memory, then added up by row;
   for one column of X and for several. */
#pragma once

#include "gpu/lib/row_plan.cuh"

/* The data of a launch; shared memory has room for `nz` entries of A, or for a value per thread if that is more. */
template <class T, class P> struct stream_work {
    int64_t blocks, k, ldx, ldy;
    const struct row_block *block;
    const P *ptr;
    const int32_t *ind;
    const T *val, *x;
    T *y;
    int nz;
};

template <class T, class P> static stream_work<T, P> stream_work_of(const struct row_plan *plan, int64_t nz)
{
    return { plan->rows.blocks,
             plan->k,
             plan->ldx,
             plan->ldy,
             plan->rows.block,
             (const P *)plan->a.ptr,
             plan->a.ind,
             (const T *)plan->a.val,
             (const T *)plan->x,
             (T *)plan->y,
             (int)nz };
}

static __device__ int stream_thread(void)
{
    return (int)(threadIdx.y * blockDim.x + threadIdx.x);
}

static __device__ int stream_threads(void)
{
    return (int)(blockDim.x * blockDim.y);
}

/* The largest power of two ≤ n, n ≥ 1. */
static __device__ int pow2_floor(int n)
{
    return 1 << (31 - __clz(n));
}

/* product[e] = a_e·x_e for the entries of r; with more than nz entries, product[e] is the sum of every nz-th. */
template <class T, class P>
static __device__ void stage_products(const stream_work<T, P> &w, const struct row_block &r, T *product)
{
    const int32_t *ind = w.ind + r.begin;
    const T *val = w.val + r.begin;
    int step = stream_threads(), staged = min(r.count, w.nz);
#pragma unroll 4
    for (int e = stream_thread(); e < staged; e += step)
        product[e] = val[e] * w.x[ind[e] * w.ldx];
    if (r.count <= w.nz)
        return;
    for (int e = stream_thread(); e < staged; e += step) {
        T sum = product[e];
        for (int64_t s = (int64_t)e + w.nz; s < r.count; s += w.nz)
            sum += val[s] * w.x[ind[s] * w.ldx];
        product[e] = sum;
    }
}

/* y_i = Σ product over row i: `group` threads a row, a power of two, reduced in shared memory. */
template <class T, class P>
static __device__ void reduce_rows(const stream_work<T, P> &w, const struct row_block &r, T *product)
{
    int t = stream_thread(), group = pow2_floor(max(stream_threads() / r.rows, 1));
    int lane = t % group, staged = min(r.count, w.nz);
    if (group == 1) {
        for (int i = t; i < r.rows; i += stream_threads()) {
            int end = min((int)(w.ptr[r.row + i + 1] - (P)r.begin), staged);
            T sum = 0;
            for (int e = (int)(w.ptr[r.row + i] - (P)r.begin); e < end; e++)
                sum += product[e];
            w.y[(r.row + i) * w.ldy] = sum;
        }
        return;
    }
    int i = t / group;
    T sum = 0;
    if (i < r.rows) {
        int end = min((int)(w.ptr[r.row + i + 1] - (P)r.begin), staged);
        for (int e = (int)(w.ptr[r.row + i] - (P)r.begin) + lane; e < end; e += group)
            sum += product[e];
    }
    __syncthreads();
    product[t] = sum;
    for (int half = group / 2; half > 0; half /= 2) {
        __syncthreads();
        if (lane < half && i < r.rows)
            product[t] = sum += product[t + half];
    }
    if (lane == 0 && i < r.rows)
        w.y[(r.row + i) * w.ldy] = sum;
}

/* y = A·x over the rows of r, r.rows ≥ 1. Called by all threads of the block. */
template <class T, class P>
static __device__ void stream_one(const stream_work<T, P> &w, const struct row_block &r, char *shared)
{
    T *product = (T *)shared;
    __syncthreads(); /* the previous block is done with `product` */
    stage_products(w, r, product);
    __syncthreads();
    reduce_rows(w, r, product);
}

/* Y = A·X over the rows of r, r.rows ≥ 1: one thread per (row, column), threadIdx.y and x. Entries are staged once;
   more than nz of them, which only a single row can have, in rounds. */
template <class T, class P>
static __device__ void stream_many(const stream_work<T, P> &w, const struct row_block &r, char *shared)
{
    T *val = (T *)shared;
    int32_t *ind = (int32_t *)(val + w.nz);
    bool rounds = r.count > w.nz, staged = false;
    for (int64_t j0 = 0; j0 < w.k; j0 += blockDim.x)
        for (int i0 = 0; i0 < r.rows; i0 += (int)blockDim.y) {
            int64_t i = r.row + i0 + threadIdx.y, j = j0 + threadIdx.x;
            bool inside = i < r.row + r.rows && j < w.k;
            int64_t begin = inside ? (int64_t)w.ptr[i] - r.begin : 0;
            int64_t end = inside ? (int64_t)w.ptr[i + 1] - r.begin : 0;
            const T *x = w.x + j;
            T sum = 0;
            for (int64_t first = 0; first < r.count; first += w.nz) {
                int count = (int)min((int64_t)w.nz, r.count - first);
                if (rounds || !staged) {
                    __syncthreads(); /* the staged entries have been read */
                    for (int e = stream_thread(); e < count; e += stream_threads()) {
                        ind[e] = w.ind[r.begin + first + e];
                        val[e] = w.val[r.begin + first + e];
                    }
                    __syncthreads();
                    staged = true;
                }
                int last = (int)min(end - first, (int64_t)count);
#pragma unroll 4
                for (int e = (int)max(begin - first, (int64_t)0); e < last; e++)
                    sum += val[e] * x[ind[e] * w.ldx];
            }
            if (inside)
                w.y[i * w.ldy + j] = sum;
        }
}
