/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal_run: the kernels of csr_equal for a plan, and their arguments. */
#pragma once

#include "gpu/mul/csr_equal_rows.cuh"
#include "gpu/mul/csr_equal_shape.cuh"

template <class T> using equal_kernel = void (*)(const equal_work<T>);

template <class T, int V, int S> static equal_kernel<T> for_width(int across)
{
    static const equal_kernel<T> of[] = { equal<T, V, S, 1, 4>, equal<T, V, S, 2, 4>,  equal<T, V, S, 4, 4>,
                                          equal<T, V, S, 8, 4>, equal<T, V, S, 16, 4>, equal<T, V, S, 32, 4> };
    return of[__builtin_ctz((unsigned)across)];
}

template <class T> static equal_kernel<T> kernel_of(const struct equal_plan *l)
{
    if (l->shape.beside)
        return equal<T, 1, 1, 1, 8, true>;
    if (is_staged(l) && l->shape.length % 8 == 0)
        return equal<T, 1, 1, 1, 8>;
    constexpr int V = 16 / sizeof(T);
    if (l->vector == 1)
        return for_width<T, 1, 1>(l->across);
    if (l->access == V)
        return for_width<T, V, V>(l->across);
    return l->access == 1 ? for_width<T, V, 1>(l->across) : for_width<T, V, 2>(l->across);
}

/* Values of a partial row. */
static int64_t partial_width(const struct equal_plan *l)
{
    return (int64_t)l->tiles * l->across * l->vector;
}

/* Sums of the rows that end in a block, and the products of its entries. */
template <class T> static size_t shared_of(const struct equal_plan *l)
{
    int64_t products = l->shape.beside ? (int64_t)BLOCK * l->shape.length : 0;
    return is_staged(l) ? (size_t)(products + products / 16 + l->rows + l->rows / 16 + 1) * sizeof(T) : 0;
}

template <class T> static equal_work<T> work_of(const struct equal_plan *l)
{
    return {
        .range = l->range,
        .strip = l->strip,
        .ind = l->ind,
        .val = (const T *)l->val,
        .x = (const T *)l->x,
        .y = (T *)l->y,
        .carry = (T *)l->carry,
        .partial = (T *)l->partial,
        .place = l->place,
        .ticket = l->ticket,
        .n = (uint32_t)l->a.n,
        .ldx = (uint32_t)(l->ldx * (int64_t)sizeof(T)),
        .ldy = (uint32_t)(l->ldy * (int64_t)sizeof(T)),
        .ldp = (uint32_t)(partial_width(l) * (int64_t)sizeof(T)),
        .k = (int)l->k,
        .length = l->shape.length,
        .tiles = l->tiles,
        .together = l->together,
    };
}

template <class T> static partial_work<T> partial_work_of(const struct equal_plan *l)
{
    return {
        .partial = (const T *)l->partial,
        .long_row = l->long_row,
        .y = (T *)l->y,
        .longs = (uint32_t)l->longs,
        .tiles = (uint32_t)l->x_tiles,
        .ldp = (uint32_t)(partial_width(l) * (int64_t)sizeof(T)),
        .ldy = (uint32_t)(l->ldy * (int64_t)sizeof(T)),
        .k = (int)l->k,
    };
}

template <class T> static bool run_partials(const struct equal_plan *l, struct err *e)
{
    if (l->longs == 0)
        return true;
    if (partial_width(l) == 1) {
        dim3 longs((unsigned)(l->longs + WARP - 1) / WARP);
        return overlap_launch(l, sum_partials<T>, longs, WARP * WARP, 0, partial_work_of<T>(l), e);
    }
    dim3 grid((unsigned)l->longs, (unsigned)(l->k + WARP - 1) / WARP);
    return overlap_launch(l, sum_wide_partials<T>, grid, WARP * WARP, 0, partial_work_of<T>(l), e);
}

template <class T> static bool run_empty(const struct equal_plan *l, struct err *e)
{
    const int64_t words = (l->a.m + WARP - 1) / WARP;
    if (!l->empty)
        return true;
    const empty_work<T> w = {
        l->empty, (T *)l->y, words, (uint32_t)(l->ldy * (int64_t)sizeof(T)), (int)l->k, l->across
    };
    void (*kernel)(const empty_work<T>) = l->access == 1 ? zero_rows<T, 1> : zero_rows<T, 2>;
    if (l->access > 2)
        kernel = zero_rows<T, 16 / sizeof(T)>;
    return overlap_launch(l, kernel, dim3((unsigned)((words + BLOCK / WARP - 1) / (BLOCK / WARP))), BLOCK, 0, w, e);
}
