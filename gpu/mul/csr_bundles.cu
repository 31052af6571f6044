/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_bundles: a group of lanes per row, or per bundle of rows with the same columns; neighbouring rows in one block,
   so that what they share of X is in the L1; long rows cut into pieces; all in one launch. */
#include <cmath>

#include "gpu/lib/expect.cuh"
#include "gpu/mul/csr_bundles.cuh"

#include <algorithm>
#include <cstdlib>

#include "core/base/limit.h"
#include "gpu/layout/row_bundles.h"

static const char name[] = "gpu.csr.bundles";

/* A row is long when a warp would take more than STEPS steps for it, and it has more than LONG times the mean. Where a
   column occurs REUSED times in a chunk of rows, X is taken in tiles that the L1 holds. Uneven rows get chunks of one
   turn, so that no block outlasts the others. More than FUSED pieces a multiprocessor have a launch of their own, with
   more warps. H200: tiles (NOTES.md); the others are not measured by themselves. */
enum { STEPS = 64, LONG = 8, TURNS = 8, CHUNKS_PER_SM = 16, CHUNK_REUSED = 128, FUSED = 8 };
enum { TILE_REUSED = 256, TILE_BUNDLES = 512, TILE_WIDE = 1024 };
static const double REUSED = 2, EVEN = 0.5;
enum { PARAM_SHARE, PARAM_TILE, PARAM_ROWS, PARAM_BLOCK };

/* Rows of a bundle; whether neighbouring rows share columns; whether rows are of like length. */
struct bundle_traits {
    int height;
    bool reused, even;
};

struct bundle_shape {
    int vector, each, across, tile; /* columns of X in one access, accesses and lanes side by side, columns in all */
    int group, panel, block;
};

struct bundles_plan {
    struct mul_plan mul;    /* first: mul_empty and mul_plan_new know it by this */
    struct long_rows longs; /* the rows of more than `cut` entries */
    struct bundle_shape lay;
    struct bundle_traits traits;
    int64_t bundles, chunk;
    bool fused;
    void *list;
};

/* ---- running ---- */

template <class T> using bundles_kernel = void (*)(const bundle_work<T>);

/* Where there are many columns a lane takes two accesses of them, so that a warp has more rows in flight; bundles have
   enough. */
template <class T, int V> static bundles_kernel<T> for_rows(const struct bundle_shape *l)
{
    switch (l->across) {
    case 1:
        return multiply_bundles<T, V, 1, 1, 1>;
    case 2:
        return multiply_bundles<T, V, 1, 1, 2>;
    case 4:
        return l->each == 1 ? multiply_bundles<T, V, 1, 1, 4> : multiply_bundles<T, V, 2, 1, 4>;
    case 8:
        return multiply_bundles<T, V, 2, 1, 8>;
    case 16:
        return multiply_bundles<T, V, 2, 1, 16>;
    default:
        return multiply_bundles<T, V, 2, 1, 32>;
    }
}

template <class T, int V, int R> static bundles_kernel<T> for_bundles(const struct bundle_shape *l)
{
    switch (l->across) {
    case 1:
        return multiply_bundles<T, V, 1, R, 1>;
    case 2:
        return multiply_bundles<T, V, 1, R, 2>;
    case 4:
        return multiply_bundles<T, V, 1, R, 4>;
    case 8:
        return multiply_bundles<T, V, 1, R, 8>;
    case 16:
        return multiply_bundles<T, V, 1, R, 16>;
    default:
        return multiply_bundles<T, V, 1, R, 32>;
    }
}

/* Rows of X that do not allow 16-byte accesses are rare: single values are for single rows only. */
template <class T> static bundles_kernel<T> kernel_of(const struct bundles_plan *l)
{
    constexpr int V = 16 / sizeof(T);
    if (l->lay.vector == 1)
        return for_rows<T, 1>(&l->lay);
    return l->traits.height == 1   ? for_rows<T, V>(&l->lay)
           : l->traits.height == 2 ? for_bundles<T, V, 2>(&l->lay)
                                   : for_bundles<T, V, 3>(&l->lay);
}

template <class T> static bundle_work<T> work_of(const struct bundles_plan *l)
{
    const struct mul_plan *p = &l->mul;
    return {
        .list = (const uint32_t *)l->list,
        .ptr = (const uint32_t *)p->a.ptr,
        .ind = p->a.ind,
        .val = (const T *)p->a.val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .bundles = l->bundles,
        .ldx = (int)(p->ldx * (int64_t)sizeof(T)),
        .ldy = (int)(p->ldy * (int64_t)sizeof(T)),
        .k = (int)p->k,
        .panel = l->lay.panel,
        .chunk = (int)l->chunk,
        .group = l->lay.group,
        .reread = p->k > l->lay.tile,
        .long_blocks = l->fused ? (unsigned)(l->longs.pieces * l->longs.tiles) : 0,
        .longs = long_work_of<T>(&l->longs, p),
    };
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct bundles_plan *l = static_cast<const struct bundles_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e) || (!l->fused && !long_rows_run(&l->longs, p, vtype_of<T>, e)))
        return false;
    if (l->bundles == 0 && !l->fused)
        return true;
    bundle_work<T> w = work_of<T>(l);
    unsigned block = (unsigned)l->lay.block;
    dim3 grid(w.long_blocks + gpu_grid(l->bundles, l->chunk), (unsigned)((p->k + l->lay.panel - 1) / l->lay.panel));
    size_t shared = w.long_blocks > 0 ? block * l->lay.vector * sizeof(T) : 0;
    return overlap_launch(p, kernel_of<T>(l), grid, block, shared, w, e);
}

/* ---- preparation ---- */

static int64_t up_to_pow2(int64_t n)
{
    int64_t p = 1;
    while (p < n)
        p *= 2;
    return p;
}

/* Bytes of a row of X that are taken at once: as many as the L1 should hold where neighbours share columns; else as
   many as let X fit into the L2, if any; else enough for long accesses. */
static int64_t tile_bytes(const struct problem *p, const struct bundle_traits *t)
{
    int64_t value = (int64_t)vtype_size(p->a->type), all = p->x.k * value, cache = (int64_t)p->device->cache / 2;
    int64_t n = std::max<int64_t>(p->a->n, 1);
    if (p->param[PARAM_TILE] > 0)
        return std::max(p->param[PARAM_TILE], value);
    if (t->height > 1)
        return TILE_BUNDLES;
    if (t->reused)
        return TILE_REUSED;
    if (n <= cache / TILE_REUSED && n > cache / all)
        return std::min<int64_t>(up_to_pow2(cache / n + 1) / 2, TILE_WIDE);
    return TILE_WIDE;
}

/* Entries that a lane takes of a mean row: fewer lanes a row have less to reduce, more have more loads in flight. */
static int64_t entries_per_way(const struct problem *p, int across, const struct bundle_traits *t)
{
    if (p->param[PARAM_SHARE] > 0)
        return p->param[PARAM_SHARE];
    if (t->reused)
        return across > 2 ? 32 : 16;
    return across > 2 && t->even ? 8 : 4;
}

/* Lanes of a group: those across the columns, times so many ways that each takes `each` entries of a mean row; more
   while the device has idle lanes. */
static int group_size(const struct problem *p, int across, int64_t each)
{
    int64_t device = (int64_t)std::max(p->device->threads, 1) * 1024, group = across;
    double mean = p->stats->row_mean;
    while (group < WARP && (double)(group / across * each) < mean)
        group *= 2;
    while (group < WARP && p->a->m * group < device && (double)(group / across) < mean)
        group *= 2;
    return (int)group;
}

/* for_rows and for_bundles have a kernel for each result. */
static struct bundle_shape lay_out(const struct problem *p, const struct bundle_traits *t)
{
    struct bundle_shape l = {};
    int64_t k = std::max<int64_t>(p->x.k, 1), bytes = tile_bytes(p, t);
    l.vector = mul_vector(p);
    int64_t parts = (std::min(bytes / (int64_t)vtype_size(p->a->type), k) + l.vector - 1) / l.vector;
    l.each = parts > 4 && t->height == 1 ? 2 : 1;
    l.across = (int)std::min<int64_t>(up_to_pow2((parts + l.each - 1) / l.each), WARP);
    l.tile = l.across * l.each * l.vector;
    l.group = group_size(p, l.across, entries_per_way(p, l.across, t));
    l.block = (int)p->param[PARAM_BLOCK] / WARP * WARP;
    bool panels = !t->reused && p->a->n <= (int64_t)p->device->cache / 2 / TILE_REUSED;
    int64_t tiles = (k + l.tile - 1) / l.tile;
    l.panel = (int)(panels ? l.tile * ((tiles + 65534) / 65535) : l.tile * tiles);
    return l;
}

/* Rows of more entries are long. */
static int64_t cut_length(const struct problem *p)
{
    int64_t value = (int64_t)vtype_size(p->a->type), parts = std::max<int64_t>(p->x.k * value / 16, 1);
    return std::max<int64_t>((int64_t)STEPS * (int64_t)WARP / std::min<int64_t>(up_to_pow2(parts), WARP),
                             (int64_t)((double)LONG * p->stats->row_mean));
}

/* Bundles of a block: many where they share columns, else some turns of its groups; fewer where blocks would be too
 * few. */
static int64_t chunk_size(const struct problem *p, const struct bundle_shape *l, const struct bundle_traits *t,
                          int64_t bundles)
{
    int64_t turn = std::max(l->block / l->group, 1), spread = (int64_t)CHUNKS_PER_SM * std::max(p->device->threads, 1);
    int64_t wanted = t->reused ? (int64_t)CHUNK_REUSED : t->even ? TURNS * turn : turn;
    if (p->param[PARAM_ROWS] > 0)
        wanted = p->param[PARAM_ROWS];
    return std::max(std::min(wanted, bundles / spread), turn);
}

static bool upload(const struct problem *p, const struct row_bundles *b, struct bundles_plan *l, struct plan *plan,
                   struct err *e)
{
    uint64_t list = b->list ? (uint64_t)b->count * sizeof *b->list : 0;
    return gpu_csr_upload(p->device, p->a, &l->mul.a, plan, e) &&
           gpu_upload(p->device, b->list, list, &l->list, plan, e) &&
           long_rows_prepare(p, b->long_row, b->longs, &l->longs, plan, e);
}

static bool build(const struct problem *p, struct bundles_plan *l, struct plan *plan, struct err *e)
{
    struct row_bundles b;
    double reuse;
    bool ok = row_bundles_find(p->a, mul_vector(p) > 1 ? BUNDLE_MOST : 1, cut_length(p), &b, e) &&
              row_bundles_reuse(p->a, CHUNK_REUSED, &reuse, e);
    if (ok) {
        l->traits = { .height = b.height,
                      .reused = reuse >= REUSED * b.height,
                      .even = row_bundles_balance(p->a, &b, 8) > EVEN };
        l->lay = lay_out(p, &l->traits);
        l->bundles = b.count;
        l->chunk = chunk_size(p, &l->lay, &l->traits, b.count);
        ok = upload(p, &b, l, plan, e);
        l->fused = l->longs.pieces * l->longs.tiles <= (int64_t)FUSED * std::max(p->device->threads, 1);
    }
    row_bundles_release(&b);
    return ok;
}

static void release(void *plan_data)
{
    struct bundles_plan *l = static_cast<struct bundles_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        long_rows_release(&l->longs);
        cudaFree(l->list);
        gpu_csr_release(&l->mul.a);
    }
    free(l);
}

/* An upper bound from the longest row alone: a list of all rows, and all that may be long. */
static uint64_t bytes(const struct problem *p)
{
    int64_t cut = cut_length(p);
    uint64_t nnz = (uint64_t)p->a->nnz, rows = p->stats->row_max > cut ? nnz / (uint64_t)cut : 0;
    uint64_t lists = size_add(kernel_csr_bytes(p->a), 8 * (uint64_t)p->a->m + 4);
    return size_add(lists, rows > 0 ? long_rows_bytes(p, rows, nnz) : 0);
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m > BUNDLE_ROWS_MOST || p->a->nnz > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^30 rows, or 2^31 entries");
    if (std::max(p->x.ld, p->y.ld) > INT32_MAX / 8)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^28 columns of X");
    return true;
}

/* Entries up to which it is ever the fastest: H200, BENCH.md. */
enum { WORTH_MOST = 1 << 23 };

static const struct param params[] = {
    { .name = "SHARE",
      .help = "entries of a mean row that a lane takes; 0: as suits A",
      .min = 0,
      .max = 64,
      .initial = 0,
      .choices = NULL },
    { .name = "TILE",
      .help = "bytes of a row of X at once; 0: as suits A",
      .min = 0,
      .max = TILE_WIDE,
      .initial = 0,
      .choices = NULL },
    { .name = "ROWS", .help = "rows of a block; 0: as suits A", .min = 0, .max = 4096, .initial = 0, .choices = NULL },
    { .name = "BLOCK", .help = "threads per block", .min = 32, .max = BLOCK_MOST, .initial = 256, .choices = NULL },
    {},
};

/* The fastest only of a few small products, where preparing it costs little. */
static double expect(struct problem *p)
{
    return p->a->nnz <= WORTH_MOST ? expect_mul(p, 1.0, 2.5) : INFINITY;
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "a group of lanes for rows with the same columns, across 16-byte columns of X; long rows cut",
    .source = NULL,
    .on = "cuda",
    .format = "csr",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = mul_prepare<bundles_plan, build, release>,
    .run = run<T>,
    .release = release,
};

extern const struct kernel gpu_csr_bundles_f64 = table<double>, gpu_csr_bundles_f32 = table<float>;
