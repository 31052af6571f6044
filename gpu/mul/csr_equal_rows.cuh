/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal_rows: the rows of Y that csr_equal writes by separate kernels: if most rows of A are empty, their zeros, by
   streaming stores; and the sums of long rows from their partial rows (see column_tiling.h). */
#pragma once

#include "gpu/lib/overlap.cuh"
#include "gpu/mul/equal_access.cuh"

template <class T> struct empty_work {
    const uint32_t *empty; /* a bit for each row */
    T *y;
    int64_t words;
    uint32_t ldy;  /* in bytes */
    int k, across; /* across: lanes side by side, a power of two */
};

/* Zeros, S values per access. A warp takes the rows of one word. */
template <class T, int S> static __global__ void __launch_bounds__(256) zero_rows(const empty_work<T> w)
{
    const int64_t word = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const int lane = threadIdx.x % WARP;
    let_next_begin();
    if (word >= w.words)
        return;
    const uint32_t bits = __ldg(w.empty + word);
    wait_for_x();
    for (int r = lane / w.across; r < WARP; r += WARP / w.across) {
        char *y = (char *)w.y + (uint64_t)(word * WARP + r) * w.ldy;
        for (int j = lane % w.across * S; bits >> r & 1 && j < w.k; j += w.across * S)
            store_whole<T, S>(y + j * sizeof(T), {});
    }
}

/* The bits of A's rows, uploaded. */
static bool empty_rows_upload(const struct problem *p, uint32_t **out, struct plan *plan, struct err *e)
{
    const struct csr *a = p->a;
    const int64_t words = (a->m + WARP - 1) / WARP;
    uint32_t *empty = static_cast<uint32_t *>(malloc((size_t)words * sizeof *empty + 1));
    if (!empty)
        return err_nomem(e, "the list of empty rows", (uint64_t)words * sizeof *empty);
#pragma omp parallel for schedule(static)
    for (int64_t at = 0; at < words; at++) {
        empty[at] = 0;
        for (int64_t i = at * WARP; i < std::min(at * WARP + WARP, a->m); i++)
            empty[at] |= (uint32_t)(a->ptr[i] == a->ptr[i + 1]) << i % WARP;
    }
    bool ok = gpu_upload(p->device, empty, (uint64_t)words * sizeof *empty, out, plan, e);
    free(empty);
    return ok;
}

template <class T> struct partial_work {
    const T *partial; /* longs·tiles rows of k sums, tile by tile */
    const uint32_t *long_row;
    T *y;
    uint32_t longs, tiles, ldp, ldy; /* ldp, ldy in bytes */
    int k;
};

/* y_ij for WARP long rows i and one column j: a warp for every WARP-th tile, a lane for each row. */
template <class T> static __global__ void __launch_bounds__(WARP *WARP) sum_partials(const partial_work<T> w)
{
    __shared__ T part[WARP][WARP + 1];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, first = blockIdx.x * WARP;
    let_next_begin();
    wait_for_x();
    T sum = 0;
    if (first + lane < w.longs) {
#pragma unroll 8
        for (uint32_t q = warp; q < w.tiles; q += WARP)
            sum += __ldcg(w.partial + (uint64_t)q * w.longs + first + lane);
    }
    part[warp][lane] = sum;
    __syncthreads();
    sum = part[lane][warp];
    for (int half = WARP / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, half);
    if (lane == 0 && first + warp < w.longs)
        *(T *)((char *)w.y + (uint64_t)w.long_row[first + warp] * w.ldy) = sum;
}

/* y_ij for long row i = blockIdx.x and WARP columns j: a warp for every WARP-th tile, a lane for each column. */
template <class T> static __global__ void __launch_bounds__(WARP *WARP) sum_wide_partials(const partial_work<T> w)
{
    __shared__ T part[WARP][WARP + 1];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, row = blockIdx.x;
    const int first = (int)blockIdx.y * WARP;
    let_next_begin();
    wait_for_x();
    T sum = 0;
    if (first + (int)lane < w.k) {
        const char *from = (const char *)(w.partial + first + lane) + (uint64_t)row * w.ldp;
#pragma unroll 8
        for (uint32_t q = warp; q < w.tiles; q += WARP)
            sum += __ldcg((const T *)(from + (uint64_t)q * w.longs * w.ldp));
    }
    part[warp][lane] = sum;
    __syncthreads();
    sum = part[lane][warp];
    for (int half = WARP / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, half);
    if (lane == 0 && first + (int)warp < w.k)
        *(T *)((char *)(w.y + first + warp) + (uint64_t)w.long_row[row] * w.ldy) = sum;
}
