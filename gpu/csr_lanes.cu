/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_lanes: a group of lanes per row, across the columns of X first (16 bytes a lane) and then across the entries;
   long rows are cut into pieces. The number of columns is known at compile time. */
#include "gpu/expect.cuh"
#include "gpu/lanes.cuh"

#include <algorithm>
#include <cstdlib>

#include "core/limit.h"
#include "gpu/long_rows.cuh"

static const char name[] = "gpu.csr.lanes";

/* A row is long when a lane would take more than STEPS of its entries, and it has more than LONG times the mean. */
enum { STEPS = 64, LONG = 8 };
enum { PARAM_SHARE, PARAM_TILE };
struct lanes_plan {
    struct mul_plan mul;    /* first: mul_empty and mul_plan_new know it by this */
    struct long_rows longs; /* the rows of more than `cut` entries */
    int64_t share;          /* entries that a lane should get of a row of mean length */
    int64_t cut;
    double row_mean;
};

static bool aligned(const void *p, int64_t ld, size_t value, int v)
{
    return (uintptr_t)p % (v * value) == 0 && ld % v == 0;
}

/* Lanes per row: enough columns side by side, then so many entries that each lane gets its share of a mean row. */
static int group_size(double row_mean, int64_t share, int across)
{
    int group = across;
    while (group < WARP && (double)(group / across * share) < row_mean)
        group *= 2;
    return group;
}

template <class T, int K, int V> static void launch_as(const struct lanes_plan *l, work<T> w, unsigned tiles)
{
    w.group = group_size(l->row_mean, l->share, spread<K, V>::across);
    mul<T, K, V><<<dim3(gpu_grid(w.m, BLOCK / w.group), tiles), BLOCK>>>(w);
}

/* Columns j .. j + tiles*K - 1. */
template <class T, int K> static void launch(const struct lanes_plan *l, work<T> w, int64_t j, unsigned tiles)
{
    constexpr int V = pow2_divisor(K, 16 / sizeof(T));
    w.x += j;
    w.y += j;
    if (V > 1 && aligned(w.x, w.ldx, sizeof(T), V) && aligned(w.y, w.ldy, sizeof(T), V))
        launch_as<T, K, V>(l, w, tiles);
    else
        launch_as<T, K, 1>(l, w, tiles);
}

/* The numbers of columns that there is a kernel for, descending; any k is a sum of them. */
template <class T> struct tile {
    int columns;
    void (*launch)(const struct lanes_plan *, work<T>, int64_t j, unsigned tiles);
};

template <class T>
static const tile<T> tiles[] = {
    {256,  launch<T, 256>},
    { 128, launch<T, 128>},
    { 64,  launch<T, 64> },
    { 32,  launch<T, 32> },
    { 16,  launch<T, 16> },
    { 12,  launch<T, 12> },
    { 8,   launch<T, 8>  },
    { 4,   launch<T, 4>  },
    { 3,   launch<T, 3>  },
    { 2,   launch<T, 2>  },
    { 1,   launch<T, 1>  },
};

template <class T> static work<T> work_of(const struct lanes_plan *l)
{
    const struct mul_plan *p = &l->mul;
    return {
        .m = p->a.m,
        .cut = l->cut,
        .ptr = p->a.ptr,
        .ind = p->a.ind,
        .val = (const T *)p->a.val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .ldx = (int)p->ldx,
        .ldy = (int)p->ldy,
        .group = 0, /* at the launch */
        .wide = p->a.wide,
    };
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct lanes_plan *l = static_cast<const struct lanes_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e) || !long_rows_run(&l->longs, p, vtype_of<T>, e))
        return false;
    work<T> w = work_of<T>(l);
    int64_t j = 0;
    for (const tile<T> *t = tiles<T>; j < p->k; t++) {
        int64_t count = t->columns <= p->param[PARAM_TILE] ? (p->k - j) / t->columns : 0;
        for (int64_t now; count > 0; count -= now, j += now * t->columns) {
            now = count < 65535 ? count : 65535;
            t->launch(l, w, j, (unsigned)now);
            if (!GPU_LAUNCHED(p->device, e))
                return false;
        }
    }
    return true;
}

/* ---- preparation ---- */

static bool find_long_rows(const struct csr *a, int64_t cut, int64_t **row, int64_t *count, struct err *e)
{
    *count = 0;
    for (int64_t i = 0; i < a->m; i++)
        *count += a->ptr[i + 1] - a->ptr[i] > cut;
    *row = static_cast<int64_t *>(malloc((size_t)*count * sizeof **row + 1));
    if (!*row)
        return err_nomem(e, "a list of long rows", (unsigned long long)*count * sizeof **row);
    for (int64_t i = 0, at = 0; i < a->m; i++)
        if (a->ptr[i + 1] - a->ptr[i] > cut)
            (*row)[at++] = i;
    return true;
}

static bool prepare_long_rows(const struct problem *p, struct lanes_plan *l, struct plan *plan, struct err *e)
{
    int64_t *row = NULL, count = 0;
    bool ok = find_long_rows(p->a, l->cut, &row, &count, e) && long_rows_prepare(p, row, count, &l->longs, plan, e);
    free(row);
    return ok;
}

static void release(void *plan_data)
{
    struct lanes_plan *l = static_cast<struct lanes_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        long_rows_release(&l->longs);
        gpu_csr_release(&l->mul.a);
    }
    free(l);
}

/* The lanes side by side over the widest tile of k columns. */
static int widest_across(int64_t k, enum vtype type)
{
    int columns = 1;
    while (columns * 2 <= k && columns * 2 <= 256)
        columns *= 2;
    return pow2_divisor(columns / pow2_divisor(columns, 16 / (int)vtype_size(type)), WARP);
}

/* Rows longer than this are long. */
static int64_t cut_length(const struct problem *p)
{
    int across = widest_across(p->x.k, p->a->type);
    double mean = p->stats->row_mean;
    int64_t cut = STEPS * group_size(mean, p->param[PARAM_SHARE], across) / across;
    return std::min(std::max(cut, (int64_t)((double)LONG * mean)), (int64_t)1 << 30);
}

static bool build(const struct problem *p, struct lanes_plan *l, struct plan *plan, struct err *e)
{
    l->share = p->param[PARAM_SHARE];
    l->row_mean = p->stats->row_mean;
    l->cut = cut_length(p);
    return gpu_csr_upload(p->device, p->a, &l->mul.a, plan, e) && prepare_long_rows(p, l, plan, e);
}

static uint64_t bytes(const struct problem *p)
{
    int64_t cut = cut_length(p);
    uint64_t nnz = (uint64_t)p->a->nnz, rows = p->stats->row_max > cut ? nnz / (uint64_t)cut : 0;
    return size_add(kernel_csr_bytes(p->a), rows > 0 ? long_rows_bytes(p, rows, nnz) : 0);
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.ld <= INT32_MAX && p->y.ld <= INT32_MAX && p->x.k < INT32_MAX)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "more than 2^31 columns of X");
}

static const struct param params[] = {
    {.name = "SHARE",
     .help = "entries of a mean row that each lane takes",
     .min = 1,
     .max = 32,
     .initial = 4,
     .choices = NULL },
    { .name = "TILE",        .help = "most columns of X at once", .min = 1, .max = 256, .initial = 128, .choices = NULL },
    {             },
};

static double expect(struct problem *p)
{
    return expect_mul(p, 1.0, 2.0);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "a group of lanes per row, across 16-byte columns of X, then entries; long rows cut",
    .source = NULL,
    .on = "gpu",
    .format = "csr",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = mul_prepare<lanes_plan, build, release>,
    .run = run<T>,
    .release = release,
};

const struct kernel gpu_csr_lanes_f64 = table<double>, gpu_csr_lanes_f32 = table<float>;
