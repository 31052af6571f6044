/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_plan: preparation and runs shared by sell_sorted and sell_packed; both are these functions and a table. */
#pragma once

#include "gpu/mul/sell_slices.cuh"

#include "core/measure/similar_order.h"

struct sell_plan : mul_plan {
    struct long_rows longs;
    int64_t slices;
    bool coded;
    struct row_slice *slice;
    uint16_t *order;
    int32_t *place;
    void *ind, *val, *code;
};

enum { PARAM_ORDER }; /* of sell_sorted */

template <class T> static sell_work<T> sell_work_of(const struct sell_plan *plan)
{
    return {
        .slice = plan->slice,
        .order = plan->order,
        .place = plan->place,
        .ind = plan->ind,
        .val = plan->val,
        .code = (const T *)plan->code,
        .x = (const T *)plan->x,
        .y = (T *)plan->y,
        .m = plan->a.m,
        .ldx = plan->ldx,
        .ldy = plan->ldy,
        .slices = plan->slices,
        .long_blocks = (unsigned)(plan->longs.pieces * plan->longs.tiles),
        .longs = long_work_of<T>(&plan->longs, plan),
    };
}

template <class T, bool narrow> static bool sell_run(const struct sell_plan *plan, struct err *e)
{
    sell_work<T> w = sell_work_of<T>(plan);
    unsigned grid = w.long_blocks + gpu_grid(plan->slices, BLOCK / WARP);
    size_t shared = w.long_blocks > 0 ? BLOCK * sizeof(T) : 0;
    void (*kernel)(const sell_work<T>) = sell<T, int32_t, false, 1>;
    if (narrow)
        kernel = plan->coded ? sell<T, uint16_t, true, 4> : sell<T, uint16_t, false, 1>;
    return overlap_launch(plan, kernel, dim3(grid), BLOCK, shared, w, e);
}

/* ---- preparation ---- */

/* The rows of A in another order, without their entries; row NULL: the file's order is as good. */
struct sell_order {
    struct similar_order mine;
    struct csr ordered;
    const int32_t *row;
};

static void sell_order_release(struct sell_order *o)
{
    free(o->ordered.ptr);
    free(o->mine.row);
    *o = {};
}

static bool sell_order_find(const struct problem *p, struct sell_order *o, struct err *e)
{
    const struct csr *a = p->a;
    const struct similar_order *order;
    if (!similar_order_find(p, &o->mine, &order, e))
        return false;
    if (!order->found)
        return true;
    o->row = order->row;
    o->ordered = *a;
    o->ordered.ind = NULL;
    o->ordered.val = NULL;
    o->ordered.ptr = static_cast<int64_t *>(malloc(((size_t)a->m + 1) * sizeof *a->ptr));
    if (!o->ordered.ptr)
        return err_nomem(e, "the order of rows", ((uint64_t)a->m + 1) * sizeof *a->ptr);
    o->ordered.ptr[0] = 0;
    for (int64_t i = 0; i < a->m; i++)
        o->ordered.ptr[i + 1] = o->ordered.ptr[i] + row_length(a, o->row[i]);
    return true;
}

/* Lanes of a row: one, and more while the device has more lanes than A has rows, and the rows have entries for them. */
static int sell_ways(const struct problem *p)
{
    int64_t device = (int64_t)std::max(p->device->threads, 1) * 1024, m = std::max<int64_t>(p->a->m, 1);
    int ways = 1;
    while (ways < WARP && m * ways < device && 4 * ways < p->a->nnz / m)
        ways *= 2;
    return ways;
}

/* A row is long if a warp would take more than 64 steps for it, and it has more than a warp's share of all entries. Not
   measured. */
static int64_t sell_cut(const struct problem *p)
{
    return std::max<int64_t>(64 * WARP, p->a->nnz / (WARP * (int64_t)std::max(p->device->threads, 1)));
}

static __global__ void fill_slices(const struct slice_filling f, int64_t slices)
{
    const int64_t at = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (at < slices)
        slice_fill(&f, at, threadIdx.x % WARP);
}

/* Fills the entries from A in CSR, which is on the device meanwhile. */
static bool sell_fill(const struct problem *p, const struct sliced_rows *s, bool narrow, struct sell_plan *plan,
                      struct plan *out, struct err *e)
{
    const struct device *d = p->device;
    const struct csr *a = p->a;
    const uint64_t value = vtype_size(a->type), slots = (uint64_t)s->slots;
    int64_t *ptr;
    struct gpu_csr held;
    struct plan passing;
    bool ok = gpu_plan_new(p, NULL, sizeof(struct gpu_plan), &passing, e) &&
              gpu_alloc(d, slots * (narrow ? sizeof(uint16_t) : sizeof(int32_t)), &plan->ind, out, e) &&
              gpu_alloc(d, slots * value, &plan->val, out, e) && gpu_csr_share(p, &held, &passing, e) &&
              gpu_csr_pointers(d, &held, &ptr, &passing, e);
    if (ok && s->slices > 0) {
        const struct slice_filling f = { .slice = plan->slice,
                                         .order = plan->order,
                                         .place = plan->place,
                                         .m = a->m,
                                         .ptr = ptr,
                                         .from = held.ind,
                                         .from_val = held.val,
                                         .ind = plan->ind,
                                         .val = plan->val,
                                         .narrow = narrow,
                                         .wide = a->type == VT_F64 };
        fill_slices<<<gpu_grid(s->slices, BLOCK / WARP), BLOCK>>>(f, s->slices);
        ok = GPU_LAUNCHED(d, e) && GPU_OK(d, cudaDeviceSynchronize(), e);
    }
    out->upload_ms += passing.upload_ms;
    gpu_plan_release(passing.data);
    return ok;
}

template <class T>
static bool sell_upload(const struct problem *p, const struct sliced_rows *s, bool narrow, struct sell_plan *plan,
                        struct plan *out, struct err *e)
{
    const struct device *d = p->device;
    uint64_t slots = s->coded ? (uint64_t)s->slots : 0, rows = s->order ? (uint64_t)p->a->m : 0;
    T code[VALUE_CODES];
    std::copy(s->code, s->code + VALUE_CODES, code);
    plan->slices = s->slices;
    plan->coded = s->coded;
    return gpu_upload(d, s->slice, (uint64_t)s->slices * sizeof *s->slice, &plan->slice, out, e) &&
           gpu_upload(d, s->order, rows * sizeof *s->order, &plan->order, out, e) &&
           gpu_upload(d, s->ind, slots * sizeof *s->ind, &plan->ind, out, e) &&
           gpu_upload(d, s->val, slots, &plan->val, out, e) && (s->coded || sell_fill(p, s, narrow, plan, out, e)) &&
           gpu_upload(d, code, plan->coded ? sizeof code : 0, &plan->code, out, e) &&
           long_rows_prepare(p, s->long_row, s->long_rows, NULL, &plan->longs, out, e);
}

template <class T, bool narrow>
static bool sell_build(const struct problem *p, struct sell_plan *plan, struct plan *out, struct err *e)
{
    struct slices_limits limits = { .ways = sell_ways(p), .cut = sell_cut(p), .narrow = narrow, .coded = narrow };
    struct sell_order o = {};
    struct sliced_rows s = {};
    bool ok = narrow || p->param[PARAM_ORDER] == 0 || sell_order_find(p, &o, e);
    ok = ok && slices_build(o.row ? &o.ordered : p->a, &limits, &s, e);
    for (int64_t i = 0; ok && o.row && i < s.long_rows; i++)
        s.long_row[i] = o.row[s.long_row[i]];
    ok = ok && gpu_upload(p->device, o.row, o.row ? (uint64_t)p->a->m * sizeof *o.row : 0, &plan->place, out, e) &&
         sell_upload<T>(p, &s, narrow, plan, out, e);
    out->slots = (uint64_t)s.slots; /* long rows stay rows of A */
    out->slots += ok ? (uint64_t)long_row_entries(p->a, s.long_row, s.long_rows) : 0;
    if (narrow)
        out->traffic = kernel_traffic_with(p, (uint64_t)p->a->nnz * (2 + (s.coded ? 1 : sizeof(T))) +
                                                  (uint64_t)s.slices * sizeof *s.slice);
    slices_release(&s);
    sell_order_release(&o);
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
    uint64_t own = size_add(std::max(coded, plain), 16 * m + 6 * m + 64 + VALUE_CODES * sizeof(T));
    uint64_t rows = (uint64_t)p->stats->row_max > cut ? nnz / cut : 0;
    uint64_t source = size_add(size_mul(nnz, 4 + sizeof(T)), 12 * (m + 1));
    return size_add(size_add(own, source), rows > 0 ? long_rows_bytes(p, rows, nnz) : 0);
}

static bool sell_supports(const struct problem *p, struct err *why)
{
    if (p->x.k != 1)
        return err_set(why, ERR_UNSUPPORTED, "it is for k = 1");
    if (p->a->m >= SLICE_ROWS_MOST)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^29 rows");
    return true;
}
