/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_plan: preparing and running what sell_sorted and sell_packed share; both are these functions and a table. */
#ifndef NZ_SELL_PLAN_CUH
#define NZ_SELL_PLAN_CUH

#include "gpu/mul/sell_slices.cuh"

#include <algorithm>
#include <cstdlib>

#include "core/base/limit.h"

struct sell_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    struct long_rows longs;
    int64_t slices;
    bool coded;
    void *slice, *order, *ind, *val, *code;
};

template <class T> static sell_work<T> sell_work_of(const struct sell_plan *l)
{
    const struct mul_plan *p = &l->mul;
    return {
        .slice = (const struct row_slice *)l->slice,
        .order = (const uint16_t *)l->order,
        .ind = l->ind,
        .val = l->val,
        .code = (const T *)l->code,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .m = p->a.m,
        .ldx = p->ldx,
        .ldy = p->ldy,
        .slices = l->slices,
        .long_blocks = (unsigned)(l->longs.pieces * l->longs.tiles),
        .longs = long_work_of<T>(&l->longs, p),
    };
}

template <class T, bool narrow> static bool sell_run(void *plan_data, struct err *e)
{
    const struct sell_plan *l = static_cast<const struct sell_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, narrow ? "gpu.sell.packed" : "gpu.sell.sorted", e))
        return false;
    sell_work<T> w = sell_work_of<T>(l);
    unsigned grid = w.long_blocks + gpu_grid(l->slices, BLOCK / WARP);
    size_t shared = w.long_blocks > 0 ? BLOCK * sizeof(T) : 0;
    void (*kernel)(const sell_work<T>) = sell<T, int32_t, false, 1>;
    if (narrow)
        kernel = l->coded ? sell<T, uint16_t, true, 4> : sell<T, uint16_t, false, 1>;
    return overlap_launch(p, kernel, dim3(grid), BLOCK, shared, w, e);
}

/* ---- preparation ---- */

/* Lanes of a row: one, and more while the device has more lanes than A has rows, and the rows have entries for them. */
static int sell_ways(const struct problem *p)
{
    int64_t device = (int64_t)std::max(p->device->threads, 1) * 1024, m = std::max<int64_t>(p->a->m, 1);
    int ways = 1;
    while (ways < WARP && m * ways < device && 4 * ways < p->a->nnz / m)
        ways *= 2;
    return ways;
}

/* A row is long when a warp would take more than 64 steps for it, and it has more than a warp's part of all entries.
   Not measured. */
static int64_t sell_cut(const struct problem *p)
{
    return std::max<int64_t>(64 * WARP, p->a->nnz / (WARP * (int64_t)std::max(p->device->threads, 1)));
}

template <class T>
static bool sell_upload(const struct problem *p, const struct sliced_rows *s, size_t index, struct sell_plan *l,
                        struct plan *plan, struct err *e)
{
    const struct device *d = p->device;
    uint64_t slots = (uint64_t)s->slots, value = s->coded ? 1 : sizeof(T), rows = s->order ? (uint64_t)p->a->m : 0;
    T code[VALUE_CODES];
    std::copy(s->code, s->code + VALUE_CODES, code);
    l->slices = s->slices;
    l->coded = s->coded;
    return gpu_upload(d, s->slice, (uint64_t)s->slices * sizeof *s->slice, &l->slice, plan, e) &&
           gpu_upload(d, s->order, rows * sizeof *s->order, &l->order, plan, e) &&
           gpu_upload(d, s->ind, slots * index, &l->ind, plan, e) &&
           gpu_upload(d, s->val, slots * value, &l->val, plan, e) &&
           gpu_upload(d, code, l->coded ? sizeof code : 0, &l->code, plan, e) &&
           long_rows_prepare(p, s->long_row, s->long_rows, &l->longs, plan, e);
}

static void sell_release(void *plan_data)
{
    struct sell_plan *l = static_cast<struct sell_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        long_rows_release(&l->longs);
        cudaFree(l->code);
        cudaFree(l->val);
        cudaFree(l->ind);
        cudaFree(l->order);
        cudaFree(l->slice);
    }
    free(l);
}

template <class T, bool narrow>
static bool sell_build(const struct problem *p, struct sell_plan *l, struct plan *plan, struct err *e)
{
    struct slices_limits limits = { .ways = sell_ways(p), .cut = sell_cut(p), .narrow = narrow, .coded = narrow };
    struct sliced_rows s;
    if (!slices_build(p->a, &limits, &s, e))
        return false;
    bool ok = sell_upload<T>(p, &s, narrow ? sizeof(uint16_t) : sizeof(int32_t), l, plan, e);
    slices_release(&s);
    return ok;
}

/* A bound on slots in units of `step`, from m, nnz and the longest row alone. Rows in order have little padding.
   Sorted, a slice's lanes are as long as its first row, which is no longer than any of the slice before: so a row
   window is padded by at most its longest row in each lane. Slices end in whole units; those whose rows have more than
   sell_ways lanes are 32 units long. */
static uint64_t sell_slots_most(const struct problem *p, uint64_t longest, uint64_t step)
{
    uint64_t nnz = (uint64_t)p->a->nnz, m = (uint64_t)p->a->m, windows = m / SLICE_WINDOW + 1;
    uint64_t sorted = size_add(nnz, size_mul(windows, WARP * longest)), even = nnz + nnz / 20;
    uint64_t ends = step * (m * (uint64_t)sell_ways(p) + windows * WARP);
    return size_add(std::max(even, size_add(sorted, size_mul(sorted / WARP + 1, step))), ends);
}

template <class T, bool narrow> static uint64_t sell_bytes(const struct problem *p)
{
    uint64_t nnz = (uint64_t)p->a->nnz, m = (uint64_t)p->a->m, entry = (narrow ? 2 : 4) + sizeof(T);
    uint64_t cut = (uint64_t)sell_cut(p), longest = std::min((uint64_t)p->stats->row_max, cut);
    uint64_t coded = narrow ? size_mul(sell_slots_most(p, longest, 4), 3) : 0;
    uint64_t plain = size_mul(sell_slots_most(p, longest, 1), entry);
    uint64_t own = size_add(std::max(coded, plain), 16 * m + 2 * m + 64 + VALUE_CODES * sizeof(T));
    uint64_t rows = (uint64_t)p->stats->row_max > cut ? nnz / cut : 0;
    return size_add(own, rows > 0 ? long_rows_bytes(p, rows, nnz) : 0);
}

static bool sell_supports(const struct problem *p, struct err *why)
{
    if (p->x.k != 1)
        return err_set(why, ERR_UNSUPPORTED, "it is for k = 1");
    if (p->a->m >= SLICE_ROWS_MOST)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^29 rows");
    return true;
}

#endif
