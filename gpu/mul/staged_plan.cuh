/* SPDX-License-Identifier: GPL-3.0-or-later */
/* staged_plan: preparation and runs shared by sell_staged and sell_coded; both are these functions and a table. */
#pragma once

#include "gpu/mul/staged_table.cuh"

#include <cmath>

#include "gpu/device/traits.cuh"
#include "gpu/lib/expect.cuh"
#include "gpu/lib/long_rows.cuh"

enum { PARAM_SHARED, PARAM_ROWS, PARAM_CLUSTER, PARAM_HEIGHT };
enum { CLUSTER_AUTO, CLUSTER_NO, CLUSTER_YES };
enum { HEIGHT_AUTO, HEIGHT_1, HEIGHT_3 };
enum { ROWS_LEAST = 32, TILES_PER_SM = 8, CUT_MOST = 4096 };

struct staged_plan : mul_plan {
    struct long_rows longs;
    int64_t tiles, buffer; /* buffer: values in each of the two */
    unsigned blocks;
    size_t shared;
    int row; /* of the table of kernels */
    int step, height, threads;
    int64_t val_room, ind_room, slice_room; /* bytes in shared memory, for bulk */
    bool aligned;
    struct tile *tile;
    int32_t *columns, *order;
    uint32_t *slice;
    uint16_t *ind;
    void *val, *code;
};

template <class T, bool C> static staged_kernel<T> kernel_of(const struct staged_plan *plan)
{
    const shape_entry<T> *s = &shapes<T, C>::table[plan->row];
    if (plan->height == 3)
        return s->threes;
    return plan->step == 1 ? s->step1 : plan->step == 2 ? s->step2 : s->step4;
}

template <class T, bool C> static bool staged_run(const struct staged_plan *plan, struct err *e)
{
    if (!long_rows_run(&plan->longs, plan, vtype_of<T>, e))
        return false;
    if (plan->tiles == 0)
        return true;
    const staged_work<T> w = {
        .tile = plan->tile,
        .columns = plan->columns,
        .order = plan->order,
        .slice = plan->slice,
        .ind = plan->ind,
        .val = plan->val,
        .code = (const T *)plan->code,
        .x = (const T *)plan->x,
        .y = (T *)plan->y,
        .m = plan->a.m,
        .ldx = plan->ldx,
        .ldy = plan->ldy,
        .tiles = (int)plan->tiles,
        .k = (int)plan->k,
        .buffer = (int)plan->buffer,
        .val_room = (int)plan->val_room,
        .ind_room = (int)plan->ind_room,
        .slice_room = (int)plan->slice_room,
        .aligned = plan->aligned,
    };
    return overlap_launch(plan, kernel_of<T, C>(plan), dim3(plan->blocks), (unsigned)plan->threads, plan->shared, w, e);
}

/* ---- preparation ---- */

template <class T, bool C> static constexpr int64_t code_bytes()
{
    return C ? VALUE_CODES * (int64_t)sizeof(T) : 0;
}

static bool is_bulk(int64_t columns, int64_t value)
{
    return columns > 2 && columns * value >= 16;
}

template <class T, bool C> static struct tile_limits limits_of(const struct problem *p, int height)
{
    const shape_entry<T> *s = &shapes<T, C>::table[choose_row<T, C>(p->x.k)];
    int64_t column = s->columns * (int64_t)sizeof(T);
    bool bulk = is_bulk(s->columns, sizeof(T)), entries = bulk && !in_place(height, column);
    /* KB; H200: 44 and 74 of 36 to 110 for 27-point and FEM in bulk, NOTES.md; 56 not measured by itself. */
    int64_t shared = !bulk ? 56 : height > 1 || p->stats->row_mean > 40 ? 74 : 44;
    if (p->param[PARAM_SHARED] > 0)
        shared = p->param[PARAM_SHARED];
    int64_t most = gpu_shared_most(p->device) * 3 / 4; /* the rest is for padding */
    int64_t budget = std::max(std::min(shared << 10, most) - code_bytes<T, C>(), (int64_t)1 << 10); /* a few columns */
    int64_t bytes = bulk ? budget : budget / 2;                                                     /* two buffers */
    int64_t columns = std::min<int64_t>((entries ? bytes * 3 / 4 : bytes) / column - 1, 65534);
    int64_t bundles = (p->a->m + height - 1) / height;
    int64_t spread = bundles / ((int64_t)TILES_PER_SM * std::max(p->device->threads, 1)); /* every SM gets some */
    int64_t rows = std::min(p->param[PARAM_ROWS] / height, std::max<int64_t>(spread, ROWS_LEAST));
    int64_t wanted = p->param[PARAM_CLUSTER];
    bool square = p->a->m == p->a->n, wide = p->x.k * (int64_t)sizeof(T) >= 32;
    int groups = WARP / s->lanes;
    return {
        .height = height,
        .groups = groups,
        .vector = C ? 16 : 16 / (int)sizeof(T),
        .least_step = bulk ? 2 : 1,
        .coded = C,
        .columns = columns,
        .bytes = bytes,
        .column_bytes = column,
        .entry_bytes = entries ? 3 + (C ? 1 : (int64_t)sizeof(T)) : 0,
        .bundles = std::max<int64_t>((rows + groups - 1) / groups * groups, groups),
        .cut = std::min<int64_t>(columns / 4, CUT_MOST),
        .cluster = square && (wanted == CLUSTER_YES || (wanted == CLUSTER_AUTO && wide)),
    };
}

/* The values of the codes. */
template <class T>
static bool upload_code(const struct problem *p, const struct tiling *t, struct staged_plan *plan, struct plan *out,
                        struct err *e)
{
    T code[VALUE_CODES];
    std::copy(t->code, t->code + VALUE_CODES, code);
    return gpu_upload(p->device, code, sizeof code, &plan->code, out, e);
}

template <class T, bool C>
static bool upload(const struct problem *p, const struct tiling *t, struct staged_plan *plan, struct plan *out,
                   struct err *e)
{
    const struct device *d = p->device;
    uint64_t values = (uint64_t)t->slots * (uint64_t)plan->height * (C ? 1 : sizeof(T));
    return gpu_upload(d, t->tile, (uint64_t)t->tiles * sizeof *t->tile, &plan->tile, out, e) &&
           gpu_upload(d, t->columns, (uint64_t)t->column_count * sizeof *t->columns, &plan->columns, out, e) &&
           gpu_upload(d, t->order, (uint64_t)t->bundles * sizeof *t->order, &plan->order, out, e) &&
           gpu_upload(d, t->slice, (uint64_t)(t->slices + 1) * sizeof *t->slice, &plan->slice, out, e) &&
           gpu_upload(d, t->ind, (uint64_t)t->slots * sizeof *t->ind, &plan->ind, out, e) &&
           gpu_upload(d, t->val, values, &plan->val, out, e) && (!C || upload_code<T>(p, t, plan, out, e)) &&
           long_rows_prepare(p, t->long_row, t->long_rows, NULL, &plan->longs, out, e);
}

/* Reserves the kernel's shared memory, and fills the device with blocks, which take tiles in turn. */
template <class T, bool C> static bool lay_out_blocks(const struct problem *p, struct staged_plan *plan, struct err *e)
{
    const void *f = (const void *)kernel_of<T, C>(plan);
    int per_sm = 1;
    if (!GPU_OK(p->device, cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)plan->shared),
                e) ||
        !GPU_OK(p->device, cudaFuncSetAttribute(f, cudaFuncAttributePreferredSharedMemoryCarveout, 100), e) ||
        !GPU_OK(p->device, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, f, plan->threads, plan->shared), e))
        return false;
    plan->blocks =
        (unsigned)std::min<int64_t>(plan->tiles, (int64_t)std::max(per_sm, 1) * std::max(p->device->threads, 1));
    return true;
}

/* Shared memory for the largest tiles. */
template <class T, bool C> static void lay_out_shared(const struct tiling *t, int groups, struct staged_plan *plan)
{
    int columns = shapes<T, C>::table[plan->row].columns;
    bool bulk = is_bulk(columns, sizeof(T));
    int64_t units = 0, slices = 0, bundles = 0;
    for (const struct tile *tile = t->tile; tile < t->tile + t->tiles; tile++) {
        units = std::max<int64_t>(units, tile->unit_end - tile->unit);
        slices = std::max<int64_t>(slices, tile->slices);
        bundles = std::max<int64_t>(bundles, tile->bundles);
    }
    plan->buffer = ((t->most_columns + 1) * columns + 3) / 4 * 4; /* whole 16 bytes */
    plan->shared = (size_t)(code_bytes<T, C>() + (bulk ? 1 : 2) * plan->buffer * (int64_t)sizeof(T));
    plan->threads = STAGED_THREADS;
    if (!bulk)
        return;
    int64_t unit = (int64_t)groups * t->step;
    plan->slice_room = (slices + 1) * 4;
    plan->shared += (size_t)(plan->slice_room + bundles * 4);
    if (in_place(plan->height, columns * (int64_t)sizeof(T)))
        return;
    if (plan->height > 1) /* few slices a tile */
        plan->threads /= 2;
    plan->val_room = (units * unit * plan->height * (C ? 1 : (int64_t)sizeof(T)) + 15) / 16 * 16;
    plan->ind_room = (units * unit * 2 + 15) / 16 * 16;
    plan->shared += (size_t)(plan->val_room + plan->ind_room);
}

template <class T, bool C>
static bool staged_build(const struct problem *p, struct staged_plan *plan, struct plan *out, struct err *e)
{
    struct tiling t;
    plan->row = choose_row<T, C>(p->x.k);
    plan->height = p->param[PARAM_HEIGHT] == HEIGHT_AUTO ? tiles_height(p->a)
                   : p->param[PARAM_HEIGHT] == HEIGHT_3  ? 3
                                                         : 1;
    struct tile_limits limits = limits_of<T, C>(p, plan->height);
    if (!tiles_build(p->a, &limits, &t, e))
        return false;
    plan->step = t.step;
    plan->tiles = t.tiles;
    plan->aligned = mul_aligned(&p->x) && mul_aligned(&p->y);
    lay_out_shared<T, C>(&t, limits.groups, plan);
    bool ok = (int64_t)plan->shared <= gpu_shared_most(p->device) ||
              err_set(e, ERR_UNSUPPORTED, "a tile needs %lld bytes of shared memory, more than there are",
                      (long long)plan->shared);
    ok = ok && lay_out_blocks<T, C>(p, plan, e) && upload<T, C>(p, &t, plan, out, e);
    out->slots = (uint64_t)(t.slots * plan->height + long_row_entries(p->a, t.long_row, t.long_rows));
    out->traffic = kernel_traffic_with(p, (uint64_t)p->a->nnz * (2 + (C ? 1 : sizeof(T)) * (uint64_t)plan->height) /
                                                  (uint64_t)plan->height +
                                              (uint64_t)t.column_count * sizeof *t.columns);
    tiles_release(&t);
    return ok;
}

/* A bound without a pass over A: sorted bundles pad a tile by at most its longest times G, and its contents; tiles end
   only when full. */
template <class T, bool C> static uint64_t staged_bytes(const struct problem *p)
{
    struct tile_limits l = limits_of<T, C>(p, 1);
    uint64_t nnz = (uint64_t)p->a->nnz, m = (uint64_t)p->a->m, value = sizeof(T);
    uint64_t tiles = 16 + 2 * m / (uint64_t)l.bundles + 2 * nnz / (uint64_t)l.columns;
    if (l.entry_bytes > 0)
        tiles += 3 * nnz * (uint64_t)(l.entry_bytes + l.column_bytes) / (uint64_t)l.bytes;
    uint64_t longest = std::min((uint64_t)p->stats->row_max, (uint64_t)l.cut), groups = (uint64_t)l.groups;
    uint64_t slots = size_add(nnz + nnz / 2 + 4 * m, size_mul(tiles, groups * (longest + 4)));
    uint64_t height = p->param[PARAM_HEIGHT] == HEIGHT_3 ? 3 : p->param[PARAM_HEIGHT] == HEIGHT_1 ? 1 : 2;
    uint64_t lists =
        size_add(size_mul(slots, 2 + height * value), 4 * nnz + 8 * m + tiles * (sizeof(struct tile) + 64) + 4096);
    int64_t cut = std::min(l.cut, limits_of<T, C>(p, 3).cut);
    if (p->stats->row_max * (p->param[PARAM_HEIGHT] == HEIGHT_1 ? 1 : 3) <= cut)
        return lists;
    uint64_t long_rows = std::min(m, 3 * nnz / (uint64_t)cut);
    return size_add(lists, long_rows_bytes(p, long_rows, nnz));
}

template <bool C> static bool staged_supports(const struct problem *p, struct err *why)
{
    if (p->a->m >= INT32_MAX - 8 || p->x.k >= INT32_MAX / 2)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^31 rows, or columns of X");
    if (C && p->a->val && !value_codes_likely(p->a)) /* without values yet, it may be */
        return err_set(why, ERR_UNSUPPORTED, "more than %d different values", VALUE_CODES);
    return true;
}

static const char *const cluster_choices[] = { "auto", "no", "yes", NULL };
static const char *const height_choices[] = { "auto", "1", "3", NULL };
static const struct param staged_params[] = {
    param_number("SHARED", "KB of shared memory for a tile; 0: as suits k", 0, 200, 0),
    param_number("ROWS", "most rows of a tile", 32, 4096, 512),
    param_choice("CLUSTER", "whether a tile gathers rows that share columns", cluster_choices, CLUSTER_AUTO),
    param_choice("HEIGHT", "rows that share every index and every load of X", height_choices, HEIGHT_AUTO),
    {},
};

/* The cost with `a` times the bytes of CSR. They never won on an H200 away from the diagonal; nor for k = 1 if columns
   fit the 16 bits of sell_packed; nor if a row of X is WIDE (k = 32: 7-point of 122^3 0.414, csr.lanes 0.338; 9-point
   0.258, bricks 0.209); nor if a tile has few rows, because they are long (205 entries, k = 8: 0.180 after 3 s,
   csr.equal 0.055). Without codes they win below BRICKS columns only: k = 8, FEM 0.083, bricks 0.066; roads 0.267 after
   261 ms, csr.equal 0.222. */
template <bool C> static double staged_expect(const struct problem *p, double a)
{
    enum { LONG_MEAN = 128, WIDE = 256, BRICKS = 8 };
    if (!expect_local(p) || p->stats->row_mean > (double)LONG_MEAN || (p->x.k == 1 && expect_packs(p)) ||
        (!C && p->x.k >= BRICKS) || p->x.k * (int64_t)vtype_size(p->a->type) >= WIDE)
        return INFINITY;
    return expect_mul(p, a, 3.0);
}
