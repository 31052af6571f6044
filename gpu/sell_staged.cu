/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sell_staged: sliced ELLPACK in tiles that share rows of X: these are copied to shared memory once for the tile, and
   found there by 16-bit indices; rows in threes with the same columns share every index and every load of X. */
#include "gpu/staged.cuh"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "core/limit.h"
#include "gpu/long_rows.cuh"

static const char name[] = "gpu.sell.staged";

enum { PARAM_SHARED, PARAM_ROWS, PARAM_CLUSTER };
enum { CLUSTER_AUTO, CLUSTER_NO, CLUSTER_YES };
enum { ROWS_LEAST = 32, TILES_PER_SM = 4, CUT_MOST = 4096 };

template <class T> using staged_kernel = void (*)(const staged_work<T>);

struct staged_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    struct long_rows longs;
    int64_t tiles;
    size_t shared;
    int row; /* of the table of kernels */
    int step, height;
    bool aligned;
    void *tile, *columns, *order, *slice, *ind, *val;
};

/* The kernels for `columns` columns at a time: step 1, 2 and 4, and bundles of three with step 2. */
template <class T> struct shape_entry {
    int columns, lanes;
    staged_kernel<T> step1, step2, step4, threes;
};

template <class T, int K> constexpr shape_entry<T> few()
{
    return { K, staged_shape<T, K>::lanes, staged<T, K, 1, 1>, staged<T, K, 2, 1>, staged<T, K, 4, 1>, staged<T, K, 2, 3> };
}

template <class T, int K> constexpr shape_entry<T> many()
{
    return { K, staged_shape<T, K>::lanes, NULL, NULL, staged<T, K, 4, 1>, staged<T, K, 2, 3> };
}

template <class T> struct shapes;
template <> struct shapes<double> {
    static constexpr shape_entry<double> table[] = {
        few<double, 1>(),
        few<double, 2>(),
        few<double, 3>(),
        few<double, 4>(),
        many<double, 8>(),
        few<double, 12>(),
        many<double, 16>(),
    };
};
template <> struct shapes<float> {
    static constexpr shape_entry<float> table[] = {
        few<float, 1>(),
        few<float, 2>(),
        few<float, 3>(),
        few<float, 4>(),
        few<float, 8>(),
        few<float, 12>(),
        many<float, 16>(),
        many<float, 32>(),
    };
};

/* The fewest columns that k fits in; else the most. */
template <class T> static int choose_row(int64_t k)
{
    int row = 0, last = (int)(sizeof shapes<T>::table / sizeof *shapes<T>::table) - 1;
    while (row < last && shapes<T>::table[row].columns < k)
        row++;
    return row;
}

template <class T> static staged_kernel<T> kernel_of(const struct staged_plan *l)
{
    const shape_entry<T> *s = &shapes<T>::table[l->row];
    if (l->height == 3)
        return s->threes;
    return l->step == 1 ? s->step1 : l->step == 2 ? s->step2 : s->step4;
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct staged_plan *l = static_cast<const struct staged_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e) ||
        !long_rows_run(&l->longs, p, sizeof(T) == sizeof(double) ? VT_F64 : VT_F32, e))
        return false;
    if (l->tiles == 0)
        return true;
    staged_work<T> w = {
        .tile = (const struct tile *)l->tile,
        .columns = (const int32_t *)l->columns,
        .order = (const int32_t *)l->order,
        .slice = (const uint32_t *)l->slice,
        .ind = (const uint16_t *)l->ind,
        .val = (const T *)l->val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .m = p->a.m,
        .ldx = p->ldx,
        .ldy = p->ldy,
        .k = (int)p->k,
        .aligned = l->aligned,
    };
    kernel_of<T>(l)<<<(unsigned)l->tiles, STAGED_THREADS, l->shared>>>(w);
    return GPU_LAUNCHED(p->device, e);
}

/* ---- preparation ---- */

static void release(void *plan_data)
{
    struct staged_plan *l = static_cast<struct staged_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        long_rows_release(&l->longs);
        cudaFree(l->val);
        cudaFree(l->ind);
        cudaFree(l->slice);
        cudaFree(l->order);
        cudaFree(l->columns);
        cudaFree(l->tile);
    }
    free(l);
}

/* Bytes of shared memory that a block may have. */
static int64_t shared_most(const struct problem *p)
{
    int most = 0;
    if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                               static_cast<struct gpu *>(p->device->data)->index) != cudaSuccess)
        most = 48 << 10;
    return std::min(p->param[PARAM_SHARED] << 10, (int64_t)most);
}

template <class T> static struct tile_limits limits_of(const struct problem *p, int64_t shared, int height)
{
    const shape_entry<T> *s = &shapes<T>::table[choose_row<T>(p->x.k)];
    int64_t bundles = (p->a->m + height - 1) / height;
    int64_t spread = bundles / ((int64_t)TILES_PER_SM * std::max(p->device->threads, 1)); /* every SM gets some */
    int64_t rows = std::min(p->param[PARAM_ROWS] / height, std::max<int64_t>(spread, ROWS_LEAST));
    int64_t columns = std::min<int64_t>(shared / (s->columns * (int64_t)sizeof(T)) - 1, 65534);
    int64_t wanted = p->param[PARAM_CLUSTER];
    bool square = p->a->m == p->a->n, wide = p->x.k * (int64_t)sizeof(T) >= 64;
    int groups = WARP / s->lanes;
    return {
        .height = height,
        .groups = groups,
        .vector = 16 / (int)sizeof(T),
        .columns = columns,
        .bundles = std::max<int64_t>((rows + groups - 1) / groups * groups, groups),
        .cut = std::min<int64_t>(columns / 2, CUT_MOST),
        .cluster = square && (wanted == CLUSTER_YES || (wanted == CLUSTER_AUTO && wide)),
    };
}

static bool upload(const struct problem *p, const struct tiling *t, struct staged_plan *l, struct plan *plan,
                   struct err *e)
{
    const struct device *d = p->device;
    uint64_t values = (uint64_t)t->slots * (uint64_t)l->height * vtype_size(p->a->type);
    return gpu_upload(d, t->tile.data(), t->tile.size() * sizeof t->tile[0], &l->tile, plan, e) &&
           gpu_upload(d, t->columns.data(), t->columns.size() * sizeof t->columns[0], &l->columns, plan, e) &&
           gpu_upload(d, t->order.data(), t->order.size() * sizeof t->order[0], &l->order, plan, e) &&
           gpu_upload(d, t->slice.data(), t->slice.size() * sizeof t->slice[0], &l->slice, plan, e) &&
           gpu_upload(d, t->ind.get(), (uint64_t)t->slots * sizeof(uint16_t), &l->ind, plan, e) &&
           gpu_upload(d, t->val.get(), values, &l->val, plan, e) &&
           long_rows_prepare(p, t->long_rows.data(), (int64_t)t->long_rows.size(), &l->longs, plan, e);
}

/* Lets the kernel have its shared memory. */
template <class T> static bool allow_shared(const struct problem *p, const struct staged_plan *l, struct err *e)
{
    const void *f = (const void *)kernel_of<T>(l);
    return GPU_OK(p->device,
                  cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)l->shared), e) &&
           GPU_OK(p->device, cudaFuncSetAttribute(f, cudaFuncAttributePreferredSharedMemoryCarveout, 100), e);
}

static bool aligned(const void *p, int64_t ld, size_t value)
{
    return (uintptr_t)p % 16 == 0 && ld * (int64_t)value % 16 == 0;
}

template <class T>
static bool build(const struct problem *p, struct staged_plan *l, struct plan *plan, struct err *e)
{
    struct tiling t;
    l->row = choose_row<T>(p->x.k);
    l->height = tiles_height(p->a);
    struct tile_limits limits = limits_of<T>(p, shared_most(p), l->height);
    if (!tiles_build(p->a, &limits, &t, e))
        return false;
    l->step = t.step;
    l->tiles = (int64_t)t.tile.size();
    l->shared = (size_t)(t.most_columns + 1) * shapes<T>::table[l->row].columns * sizeof(T);
    l->aligned = aligned(p->x.data, p->x.ld, sizeof(T)) && aligned(p->y.data, p->y.ld, sizeof(T));
    return allow_shared<T>(p, l, e) && upload(p, &t, l, plan, e);
}

template <class T> static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    *plan = {};
    if (!gpu_select(p->device, e))
        return false;
    struct staged_plan *l = reinterpret_cast<struct staged_plan *>(mul_plan_new(p, sizeof *l, e));
    if (!l)
        return false;
    if (!mul_empty(&l->mul) && !build<T>(p, l, plan, e)) {
        release(l);
        return false;
    }
    plan->data = l;
    return true;
}

/* A bound that needs no pass over A: sorted bundles pad a tile by at most its longest times G, and what it has; tiles end
   only when they are full. */
template <class T> static uint64_t bytes(const struct problem *p)
{
    struct tile_limits l = limits_of<T>(p, shared_most(p), 1);
    uint64_t nnz = (uint64_t)p->a->nnz, m = (uint64_t)p->a->m, value = sizeof(T);
    uint64_t tiles = 16 + 2 * m / (uint64_t)l.bundles + 2 * nnz / (uint64_t)l.columns;
    uint64_t longest = std::min((uint64_t)p->stats->row_max, (uint64_t)l.cut), groups = (uint64_t)l.groups;
    uint64_t slots = size_add(nnz + nnz / 2 + 4 * m, size_mul(tiles, groups * (longest + 4)));
    uint64_t lists = size_add(size_mul(slots, 2 + value), 4 * nnz + 8 * m + tiles * (sizeof(struct tile) + 64));
    if (p->stats->row_max <= l.cut)
        return lists;
    uint64_t long_rows = std::min(m, 3 * nnz / (uint64_t)l.cut);
    return size_add(lists, long_rows_bytes(p, long_rows, nnz));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m < INT32_MAX - 8 && p->x.k < INT32_MAX / 2)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "more than 2^31 rows, or columns of X");
}

static const char *const cluster_choices[] = { "auto", "no", "yes", NULL };
static const struct param params[] = {
    {.name = "SHARED",
     .help = "KB of shared memory for the rows of X of a tile",
     .min = 16,
     .max = 200,
     .initial = 54,
     .choices = NULL },
    { .name = "ROWS", .help = "most rows of a tile", .min = 32, .max = 4096, .initial = 512, .choices = NULL },
    { .name = "CLUSTER",
     .help = "whether a tile gathers rows that share columns",
     .min = CLUSTER_AUTO,
     .max = CLUSTER_YES,
     .initial = CLUSTER_AUTO,
     .choices = cluster_choices },
    {},
};

const struct kernel gpu_sell_staged_f64 = {
    .name = name,
    .what = "slices with 16-bit indices into rows of X in shared memory, tiles of rows that share columns",
    .source = NULL,
    .on = "gpu",
    .format = "sell",
    .op = OP_MUL,
    .type = VT_F64,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes<double>,
    .prepare = prepare<double>,
    .run = run<double>,
    .release = release,
};

const struct kernel gpu_sell_staged_f32 = {
    .name = name,
    .what = "slices with 16-bit indices into rows of X in shared memory, tiles of rows that share columns",
    .source = NULL,
    .on = "gpu",
    .format = "sell",
    .op = OP_MUL,
    .type = VT_F32,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes<float>,
    .prepare = prepare<float>,
    .run = run<float>,
    .release = release,
};
