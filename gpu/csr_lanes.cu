/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_lanes: a group of lanes per row, across the columns of X first (16 bytes a lane) and then across the entries;
   long rows are cut into pieces, whose sums are added up in order. The number of columns is known at compile time. */
#include "gpu/lanes.cuh"

#include <algorithm>
#include <cstdlib>

#include "core/limit.h"

static const char name[] = "gpu.csr.lanes";

/* A row is long when a lane would take more than STEPS of its entries, and it has more than LONG times the mean. */
enum { STEPS = 64, LONG = 8, PIECE_BLOCKS = 1 << 20 };
enum { PARAM_SHARE, PARAM_TILE };
struct lanes_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    int64_t share;       /* entries that a lane should get of a row of mean length */
    int64_t cut;         /* longer rows are long: cut into pieces of at most `most` entries */
    int64_t most, pieces, long_rows;
    int64_t ld; /* of the sums of pieces, one row of k each */
    double row_mean;
    void *piece, *long_row, *sum;
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
    unsigned blocks = gpu_grid(w.m, BLOCK / w.group), most = INT32_MAX - w.piece_blocks;
    blocks = w.piece_blocks + (blocks < most ? blocks : most);
    mul<T, K, V><<<dim3(blocks, tiles), BLOCK>>>(w);
}

/* Columns j .. j + tiles*K - 1. */
template <class T, int K> static void launch(const struct lanes_plan *l, work<T> w, int64_t j, unsigned tiles)
{
    constexpr int V = pow2_divisor(K, 16 / sizeof(T));
    w.x += j;
    w.y += j;
    w.sum += j;
    if (V > 1 && aligned(w.x, w.ldx, sizeof(T), V) && aligned(w.y, w.ldy, sizeof(T), V) &&
        aligned(w.sum, w.ld, sizeof(T), V))
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
        .pieces = l->pieces,
        .cut = l->cut,
        .ptr = p->a.ptr,
        .ind = p->a.ind,
        .val = (const T *)p->a.val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .sum = (T *)l->sum,
        .piece = (const struct piece *)l->piece,
        .ldx = (int)p->ldx,
        .ldy = (int)p->ldy,
        .ld = (int)l->ld,
        .group = 0, /* at the launch */
        .piece_blocks = l->pieces > 0 ? std::min<unsigned>(gpu_grid(l->pieces, BLOCK / WARP), PIECE_BLOCKS) : 0,
        .wide = p->a.wide,
    };
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct lanes_plan *l = static_cast<const struct lanes_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e))
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
    if (l->long_rows == 0)
        return true;
    combine<T><<<gpu_grid(l->long_rows * p->k, BLOCK), BLOCK>>>(
        l->long_rows, p->k, (const struct long_row *)l->long_row, (const T *)l->sum, l->ld, (T *)p->y, p->ldy);
    return GPU_LAUNCHED(p->device, e);
}

/* ---- preparation ---- */

static int64_t pieces_of(int64_t count, int64_t cut, int64_t most)
{
    return count > cut ? (count + most - 1) / most : 0;
}

/* Rows that are cut and the pieces they make; with lists, these too. */
static void cut_rows(const struct csr *a, struct lanes_plan *l, struct piece *piece, struct long_row *row)
{
    l->pieces = l->long_rows = 0;
    for (int64_t i = 0; i < a->m; i++) {
        int64_t count = a->ptr[i + 1] - a->ptr[i], pieces = pieces_of(count, l->cut, l->most);
        if (pieces == 0)
            continue;
        if (row)
            row[l->long_rows] = { .row = i, .first = l->pieces, .count = pieces };
        for (int64_t s = 0; piece && s < pieces; s++)
            piece[l->pieces + s] = { .begin = a->ptr[i] + s * l->most,
                                     .count = std::min(l->most, count - s * l->most) };
        l->pieces += pieces;
        l->long_rows++;
    }
}

static bool upload_pieces(const struct problem *p, struct lanes_plan *l, struct plan *plan, struct err *e)
{
    cut_rows(p->a, l, NULL, NULL);
    if (l->pieces == 0)
        return true;
    uint64_t piece_bytes = (uint64_t)l->pieces * sizeof(struct piece);
    uint64_t row_bytes = (uint64_t)l->long_rows * sizeof(struct long_row);
    struct piece *piece = static_cast<struct piece *>(malloc(piece_bytes));
    struct long_row *row = static_cast<struct long_row *>(malloc(row_bytes));
    bool ok = piece && row;
    if (!ok)
        err_nomem(e, "the pieces of long rows", piece_bytes + row_bytes);
    else
        cut_rows(p->a, l, piece, row);
    ok = ok && gpu_upload(p->device, piece, piece_bytes, &l->piece, plan, e) &&
         gpu_upload(p->device, row, row_bytes, &l->long_row, plan, e) &&
         gpu_alloc(p->device, (uint64_t)(l->pieces * l->ld) * vtype_size(p->a->type), &l->sum, plan, e);
    free(row);
    free(piece);
    return ok;
}

static void release(void *plan_data)
{
    struct lanes_plan *l = static_cast<struct lanes_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->sum);
        cudaFree(l->long_row);
        cudaFree(l->piece);
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

static double row_mean(const struct csr *a)
{
    return a->m > 0 ? (double)a->nnz / (double)a->m : 0;
}

/* Rows longer than this are cut, into pieces of at most *most ≥ cut entries, a warp's work. */
static int64_t cut_length(const struct problem *p, int64_t *most)
{
    int across = widest_across(p->x.k, p->a->type);
    double mean = row_mean(p->a);
    int64_t cut = STEPS * group_size(mean, p->param[PARAM_SHARE], across) / across;
    cut = std::min(std::max(cut, (int64_t)((double)LONG * mean)), (int64_t)1 << 30);
    *most = std::max(cut, (int64_t)(STEPS * (WARP / across)));
    return cut;
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    *plan = {};
    if (!gpu_select(p->device, e))
        return false;
    struct lanes_plan *l = reinterpret_cast<struct lanes_plan *>(mul_plan_new(p, sizeof *l, e));
    if (!l)
        return false;
    l->share = p->param[PARAM_SHARE];
    l->row_mean = row_mean(p->a);
    l->cut = cut_length(p, &l->most);
    l->ld = (p->x.k + 3) / 4 * 4; /* so that 16-byte stores fit */
    bool ok = gpu_csr_upload(p->device, p->a, &l->mul.a, plan, e) && upload_pieces(p, l, plan, e);
    if (ok)
        plan->data = l;
    else
        release(l);
    return ok;
}

/* A row of c > cut entries makes at most c/cut + 1 ≤ 2·⌊c/cut⌋ pieces. */
static uint64_t bytes(const struct problem *p)
{
    int64_t most, cut = cut_length(p, &most);
    uint64_t pieces = p->stats->row_max > cut ? 2 * (uint64_t)(p->a->nnz / cut) : 0;
    uint64_t sum = size_mul((uint64_t)p->x.k + 3, vtype_size(p->a->type));
    uint64_t each = size_add(sum, sizeof(struct piece) + sizeof(struct long_row));
    return size_add(kernel_csr_bytes(p->a), size_mul(pieces, each));
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

const struct kernel gpu_csr_lanes_f64 = {
    .name = name,
    .what = "a group of lanes per row, across 16-byte columns of X, then entries; long rows cut",
    .source = NULL,
    .on = "gpu",
    .format = "csr",
    .op = OP_MUL,
    .type = VT_F64,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run<double>,
    .release = release,
};

const struct kernel gpu_csr_lanes_f32 = {
    .name = name,
    .what = "a group of lanes per row, across 16-byte columns of X, then entries; long rows cut",
    .source = NULL,
    .on = "gpu",
    .format = "csr",
    .op = OP_MUL,
    .type = VT_F32,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run<float>,
    .release = release,
};
