/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_slices: the device code of sell_sorted and sell_packed: y = A x, a warp per slice of rows of like length. */
#pragma once

#include "gpu/layout/slices.h"
#include "gpu/lib/blocks_held.cuh"
#include "gpu/lib/long_piece.cuh"
#include "gpu/lib/overlap.cuh"

enum { BLOCK = 256, EACH = 8 }; /* BLOCK: as many threads as codes */

template <class T> struct sell_work {
    const struct row_slice *slice;
    const uint16_t *order;
    const int32_t *place; /* the row of Y for each row; NULL: its own */
    const void *ind, *val;
    const T *code, *x; /* code: the values of 8-bit codes; NULL: values are stored in full */
    T *y;
    int64_t m, ldx, ldy, slices;
    unsigned long_blocks;
    long_work<T> longs;
};

template <class T, bool C> struct sell_value {
    using type = T;
};
template <class T> struct sell_value<T, true> {
    using type = uint8_t;
};

/* S entries of a lane, in one access. */
template <class I, int S> struct sell_entries;
template <class I> struct sell_entries<I, 1> {
    using type = I;
};
template <> struct sell_entries<uint16_t, 4> {
    using type = uint2;
};
template <> struct sell_entries<uint8_t, 4> {
    using type = uint32_t;
};

template <class I, int S> static __device__ void stream(const I *from, I (&out)[S])
{
    using raw = typename sell_entries<I, S>::type;
    raw r = __ldcs((const raw *)from);
    memcpy(out, &r, sizeof r);
}

/* The row whose products a lane sums; -1: none. */
template <class T> static __device__ int64_t sell_row(const sell_work<T> &w, int64_t first, int ways)
{
    int64_t at = first + threadIdx.x % WARP / ways, window = first / SLICE_WINDOW;
    if (at >= w.m || at / SLICE_WINDOW != window)
        return -1;
    if (w.order) {
        unsigned row = __ldcs(w.order + at);
        if (row == SLICE_NO_ROW)
            return -1;
        at = window * SLICE_WINDOW + row;
    }
    return w.place ? __ldg(w.place + at) : at;
}

/* U units of a lane from `unit` on; those past the end are padding. */
template <int U, int S, class I, class V>
static __device__ void load_units(const I *ind, const V *val, uint32_t unit, uint32_t units, I (&c)[U][S], V (&a)[U][S])
{
#pragma unroll
    for (int u = 0; u < U; u++) {
        if (unit + u < units) {
            stream<I, S>(ind + u * WARP * S, c[u]);
            stream<V, S>(val + u * WARP * S, a[u]);
        } else {
#pragma unroll
            for (int i = 0; i < S; i++)
                c[u][i] = (I)-1, a[u][i] = 0;
        }
    }
}

/* Columns as I: whole ones, -1 for padding, or 16-bit distances from the slice's base, 0xffff for padding. Values as
   T, or (C) 8-bit codes. S entries of a lane are contiguous. */
template <class T, class I, bool C, int S>
static __global__ void __launch_bounds__(BLOCK, blocks_held(sizeof(T) == 8 && !C ? 4 : 5, BLOCK))
    sell(const sell_work<T> w)
{
    constexpr bool narrow = sizeof(I) == 2;
    constexpr int U = EACH / S;
    using value = typename sell_value<T, C>::type;
    __shared__ T code[C ? VALUE_CODES : 1];
    let_next_begin();
    if (blockIdx.x < w.long_blocks) {
        wait_for_x();
        long_piece<T, 1>(w.longs, blockIdx.x);
        return;
    }
    int64_t at = (int64_t)(blockIdx.x - w.long_blocks) * (BLOCK / WARP) + threadIdx.x / WARP;
    int4 raw = at < w.slices ? __ldg((const int4 *)w.slice + at) : make_int4(0, 0, 0, 0);
    if (C) {
        code[threadIdx.x] = __ldg(w.code + threadIdx.x);
        __syncthreads();
    }
    if (at >= w.slices)
        return;
    struct row_slice s;
    memcpy(&s, &raw, sizeof s);
    int ways = 1 << (s.first >> SLICE_WAYS_SHIFT), lane = threadIdx.x % WARP;
    int64_t row = sell_row(w, s.first & (SLICE_ROWS_MOST - 1), ways);
    const T *x = w.x + (narrow ? s.base * w.ldx : 0);
    const I *ind = (const I *)w.ind + ((int64_t)s.unit * WARP + lane) * S;
    const value *val = (const value *)w.val + ((int64_t)s.unit * WARP + lane) * S;
    T sum = 0;
    I c[U][S];
    value a[U][S];
    load_units<U, S>(ind, val, 0, s.units, c, a);
    wait_for_x();
    for (uint32_t unit = 0;;) {
        T b[U][S];
#pragma unroll
        for (int u = 0; u < U; u++)
#pragma unroll
            for (int i = 0; i < S; i++)
                b[u][i] = c[u][i] != (I)-1 ? __ldg(x + c[u][i] * w.ldx) : T(0);
#pragma unroll
        for (int u = 0; u < U; u++)
#pragma unroll
            for (int i = 0; i < S; i++)
                if constexpr (C)
                    sum += code[a[u][i]] * b[u][i];
                else
                    sum += a[u][i] * b[u][i];
        unit += U;
        if (unit >= s.units)
            break;
        ind += U * WARP * S;
        val += U * WARP * S;
        load_units<U, S>(ind, val, unit, s.units, c, a);
    }
    for (int half = ways / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync(ALL_LANES, sum, half);
    if (row >= 0 && lane % ways == 0)
        w.y[row * w.ldy] = sum;
}
