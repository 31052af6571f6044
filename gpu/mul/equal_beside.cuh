/* SPDX-License-Identifier: GPL-3.0-or-later */
/* equal_beside: the strips of csr_equal for rows of X that are single values, and columns that follow each other. */
#pragma once

#include "gpu/lib/overlap.cuh"
#include "gpu/mul/equal_work.cuh"

/* Lanes beside each other take consecutive entries, so that columns that follow each other are one access. The products
   change hands in shared memory; then each lane sums those of its strip, and stages the sums in row order. */
template <class T, int D>
static __device__ struct block_part add_beside(const equal_work<T> &w, strip_state<T, 1> &p, T *product, T *stage)
{
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, first = lane * w.length;
    const int64_t from = ((int64_t)blockIdx.x * BLOCK + warp * WARP) * w.length + lane * ENTRY_QUAD;
    struct block_part t = { blockIdx.x, (int)blockIdx.y, 0, 0, 0, 0 };
    const uint32_t *ind = w.ind + from;
    const T *val = w.val + from;
    uint32_t next[D], ends = 0;
    load_quads<D>(ind, WARP, next);
    t.j = t.tile;
    t.left = w.k - t.j;
    t.strip = __ldg(w.strip + (int64_t)t.block * BLOCK + threadIdx.x);
    product += padded(warp * WARP * w.length);
    wait_for_x();
    const char *column = (const char *)(w.x + t.j);
    for (int at = 0; at < w.length; at += D) {
        uint32_t c[D];
        T a[D], x[D];
#pragma unroll
        for (int i = 0; i < D; i++)
            c[i] = next[i];
        load_quads<D>(val, WARP, a);
#pragma unroll
        for (int i = 0; i < D; i++) {
            uint32_t j = c[i] & ~ENTRY_LAST;
            x[i] = j < w.n ? *(const T *)(column + (uint64_t)j * w.ldx) : 0;
        }
        ind += D * WARP;
        val += D * WARP;
        if (at + D < w.length)
            load_quads<D>(ind, WARP, next);
#pragma unroll
        for (int i = 0; i < D; i++) {
            const unsigned last = __ballot_sync(ALL_LANES, (c[i] & ENTRY_LAST) != 0);
            if (first / WARP == at + i)
                ends = last >> first % WARP;
            product[padded((at + i) * WARP + lane)] = a[i] * x[i];
        }
    }
    __syncwarp();
    p = { {}, {}, t.strip & STRIP_BEFORE, 0, (t.strip & STRIP_OPEN) != 0 };
    for (int e = 0; e < w.length; e++) {
        p.sum.at[0] += product[padded(first + e)];
        if (ends >> e & 1) {
            stage[padded(p.row++)] = p.sum.at[0];
            p.sum.at[0] = 0;
        }
    }
    return t;
}
