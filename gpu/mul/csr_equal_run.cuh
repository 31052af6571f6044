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

template <class T> static equal_kernel<T> kernel_of(const struct equal_plan *plan)
{
    if (plan->shape.beside)
        return equal<T, 1, 1, 1, 8, true>;
    if (is_staged(plan) && plan->shape.length % 8 == 0)
        return equal<T, 1, 1, 1, 8>;
    constexpr int V = 16 / sizeof(T);
    if (plan->vector == 1)
        return for_width<T, 1, 1>(plan->across);
    if (plan->access == V)
        return for_width<T, V, V>(plan->across);
    return plan->access == 1 ? for_width<T, V, 1>(plan->across) : for_width<T, V, 2>(plan->across);
}

/* Values of a partial row. */
static int64_t partial_width(const struct equal_plan *plan)
{
    return (int64_t)plan->tiles * plan->across * plan->vector;
}

/* Sums of the rows that end in a block, and the products of its entries. */
template <class T> static size_t shared_of(const struct equal_plan *plan)
{
    int64_t products = plan->shape.beside ? (int64_t)BLOCK * plan->shape.length : 0;
    return is_staged(plan) ? (size_t)(products + products / 16 + plan->rows + plan->rows / 16 + 1) * sizeof(T) : 0;
}

template <class T> static equal_work<T> work_of(const struct equal_plan *plan)
{
    return {
        .range = plan->range,
        .strip = plan->strip,
        .ind = plan->ind,
        .val = (const T *)plan->val,
        .x = (const T *)plan->x,
        .y = (T *)plan->y,
        .carry = (T *)plan->carry,
        .partial = (T *)plan->partial,
        .place = plan->place,
        .ticket = plan->ticket,
        .n = (uint32_t)plan->a.n,
        .ldx = (uint32_t)(plan->ldx * (int64_t)sizeof(T)),
        .ldy = (uint32_t)(plan->ldy * (int64_t)sizeof(T)),
        .ldp = (uint32_t)(partial_width(plan) * (int64_t)sizeof(T)),
        .k = (int)plan->k,
        .length = plan->shape.length,
        .tiles = plan->tiles,
        .together = plan->together,
    };
}

template <class T> static partial_work<T> partial_work_of(const struct equal_plan *plan)
{
    return {
        .partial = (const T *)plan->partial,
        .long_row = plan->long_row,
        .y = (T *)plan->y,
        .longs = (uint32_t)plan->longs,
        .tiles = (uint32_t)plan->x_tiles,
        .ldp = (uint32_t)(partial_width(plan) * (int64_t)sizeof(T)),
        .ldy = (uint32_t)(plan->ldy * (int64_t)sizeof(T)),
        .k = (int)plan->k,
    };
}

template <class T> static bool run_partials(const struct equal_plan *plan, struct err *e)
{
    if (plan->longs == 0)
        return true;
    if (partial_width(plan) == 1) {
        dim3 longs((unsigned)(plan->longs + WARP - 1) / WARP);
        return overlap_launch(plan, sum_partials<T>, longs, WARP * WARP, 0, partial_work_of<T>(plan), e);
    }
    dim3 grid((unsigned)plan->longs, (unsigned)(plan->k + WARP - 1) / WARP);
    return overlap_launch(plan, sum_wide_partials<T>, grid, WARP * WARP, 0, partial_work_of<T>(plan), e);
}

template <class T> static bool run_empty(const struct equal_plan *plan, struct err *e)
{
    const int64_t words = (plan->a.m + WARP - 1) / WARP;
    if (!plan->empty)
        return true;
    const empty_work<T> w = { plan->empty,  (T *)plan->y, words, (uint32_t)(plan->ldy * (int64_t)sizeof(T)),
                              (int)plan->k, plan->across };
    void (*kernel)(const empty_work<T>) = plan->access == 1 ? zero_rows<T, 1> : zero_rows<T, 2>;
    if (plan->access > 2)
        kernel = zero_rows<T, 16 / sizeof(T)>;
    return overlap_launch(plan, kernel, dim3((unsigned)((words + BLOCK / WARP - 1) / (BLOCK / WARP))), BLOCK, 0, w, e);
}
