/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal: nonzero-split: every group of lanes multiplies equally many entries, whatever rows they belong to. One
   launch, and for one column of X a second one where long rows are tiled. */
#include "gpu/lib/expect.cuh"
#include "gpu/lib/fill_split.cuh"
#include "gpu/mul/csr_equal.cuh"
#include "gpu/mul/partial_sums.cuh"

#include <algorithm>
#include <cstdlib>

#include "core/base/limit.h"
#include "gpu/layout/column_tiling.h"

static const char name[] = "gpu.csr.equal";

enum { PARAM_STEPS, PARAM_TILE, PARAM_WEAVE };
/* H200, NOTES.md: strips of ROWS rows of mean length, half as long if narrow, keep what neighbouring rows share of X
   in the L1; STEPS_FEW and STEPS_MOST bound their length, TILE_MOST the bytes of a row of X at once, or
   TILE_FAR, or a LINE. REUSE and EVEN part what was measured: uniform of 1M and 2.5M columns, R-MAT. Not measured:
   BLOCKS_PER_SM blocks a multiprocessor are made first; a row has PIECES pieces at most; where there is much to do,
   blocks are full to all but one in SPARE of their entries. */
enum { BLOCKS_PER_SM = 4, ROWS = 6, PIECES = 256, SPARE = 8, STEPS_FEW = 16, STEPS_MOST = 128, TILE_MOST = 512 };
enum { TILE_FAR = 256, LINE = 128, REUSE = 3, EVEN = 8 };
/* A web graph with a sixth of its entries far is faster with TILE_MOST, a circuit with half of them is not; where
   columns are far and even, rows share nothing in a strip, and STEPS_EVEN bounds it (lp; uniform of 1M). */
static const double FAR_LITTLE = 0.25;
enum { STEPS_EVEN = 32 };
/* Where columns have so few entries, rows of X are not fetched twice anyway (hypersparse). */
enum { ONCE = 2 };
/* Fewer columns are single values where rows are no whole vectors. Not measured. */
enum { SINGLE_MOST = 8 };

struct equal_plan {
    struct mul_plan mul;               /* first: mul_empty and mul_plan_new know it by this */
    int vector, access, across, tiles; /* vector: values of a lane; access: of them at once */
    struct split_shape shape;
    int64_t blocks, rows;   /* rows: the most that end in a block */
    int64_t longs, x_tiles; /* long rows, and the partial rows of each */
    void *range, *strip, *ind, *val, *carry, *ticket, *partial, *long_row;
};

/* ---- running ---- */

template <class T> using equal_kernel = void (*)(const equal_work<T>);

template <class T, int V, int S> static equal_kernel<T> for_width(int across)
{
    switch (across) {
    case 1:
        return equal<T, V, S, 1, 4>;
    case 2:
        return equal<T, V, S, 2, 4>;
    case 4:
        return equal<T, V, S, 4, 4>;
    case 8:
        return equal<T, V, S, 8, 4>;
    case 16:
        return equal<T, V, S, 16, 4>;
    default:
        return equal<T, V, S, 32, 4>;
    }
}

/* Sums are staged in shared memory, in row order, where rows of Y are single values. */
static bool is_staged(const struct equal_plan *l)
{
    return l->across == 1 && l->vector == 1;
}

template <class T> static equal_kernel<T> kernel_of(const struct equal_plan *l)
{
    if (is_staged(l) && l->shape.length % 8 == 0)
        return equal<T, 1, 1, 1, 8>;
    constexpr int V = 16 / sizeof(T);
    if (l->vector == 1)
        return for_width<T, 1, 1>(l->across);
    if (l->access == V)
        return for_width<T, V, V>(l->across);
    return l->access == 1 ? for_width<T, V, 1>(l->across) : for_width<T, V, 2>(l->across);
}

template <class T> static equal_work<T> work_of(const struct equal_plan *l)
{
    const struct mul_plan *p = &l->mul;
    return {
        .range = (const struct block_range *)l->range,
        .strip = (const uint16_t *)l->strip,
        .ind = (const uint32_t *)l->ind,
        .val = (const T *)l->val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .carry = (T *)l->carry,
        .partial = (T *)l->partial,
        .long_row = (const uint32_t *)l->long_row,
        .ticket = (unsigned *)l->ticket,
        .n = (uint32_t)p->a.n,
        .ldx = (uint32_t)(p->ldx * (int64_t)sizeof(T)),
        .ldy = (uint32_t)(p->ldy * (int64_t)sizeof(T)),
        .k = (int)p->k,
        .length = l->shape.length,
        .tiles = l->tiles,
        .partials = (uint32_t)(l->longs * l->x_tiles),
    };
}

template <class T> static partial_work<T> partial_work_of(const struct equal_plan *l)
{
    const struct mul_plan *p = &l->mul;
    return {
        .partial = (const T *)l->partial,
        .long_row = (const uint32_t *)l->long_row,
        .y = (T *)p->y,
        .longs = (uint32_t)l->longs,
        .tiles = (uint32_t)l->x_tiles,
        .ldy = (uint32_t)(p->ldy * (int64_t)sizeof(T)),
    };
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct equal_plan *l = static_cast<const struct equal_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e))
        return false;
    dim3 grid((unsigned)l->blocks, (unsigned)l->tiles);
    size_t shared = is_staged(l) ? (size_t)(l->rows + l->rows / 16 + 1) * sizeof(T) : 0;
    if (!overlap_launch(p, kernel_of<T>(l), grid, BLOCK, shared, work_of<T>(l), e))
        return false;
    dim3 longs((unsigned)(l->longs + WARP - 1) / WARP);
    return l->longs == 0 || overlap_launch(p, sum_partials<T>, longs, WARP * WARP, 0, partial_work_of<T>(l), e);
}

/* ---- preparation ---- */

/* Whether no column is a hub. */
static bool is_even(const struct problem *p)
{
    return p->stats->col_max <= EVEN * (p->a->nnz / std::max<int64_t>(p->a->n, 1) + 1);
}

/* A line of each row of X pays while all fit the L2 so many times: once if some columns are hubs, which stay anyway. */
static int64_t lines_worth(const struct problem *p)
{
    return is_even(p) ? REUSE : 1;
}

/* Bytes of a row of X at once: fewer where columns are far apart, so that more rows of X stay in the L2; but pieces of
   rows that are no whole lines would share lines. */
static int64_t tile_bytes(const struct problem *p)
{
    int64_t n = p->a->n, cache = (int64_t)p->device->cache;
    if (p->param[PARAM_TILE] > 0)
        return p->param[PARAM_TILE];
    if (p->a->nnz <= ONCE * n)
        return TILE_MOST;
    if (expect_local(p) || expect_far(p) < FAR_LITTLE || p->x.k * (int64_t)vtype_size(p->a->type) % LINE != 0)
        return TILE_MOST;
    return n > cache / TILE_FAR && n <= lines_worth(p) * cache / LINE ? LINE : TILE_FAR;
}

/* Whether rows of X and Y may be accessed `values` values at a time. */
static bool is_whole(const struct problem *p, int64_t values)
{
    uintptr_t bytes = (uintptr_t)values * vtype_size(p->a->type);
    return p->x.k % values == 0 && p->x.ld % values == 0 && p->y.ld % values == 0 &&
           ((uintptr_t)p->x.data | (uintptr_t)p->y.data) % bytes == 0;
}

static void lay_out(const struct problem *p, struct equal_plan *l)
{
    int64_t value = (int64_t)vtype_size(p->a->type), k = std::max<int64_t>(p->x.k, 1);
    l->vector = 16 / (int)value;
    for (l->access = l->vector; !is_whole(p, l->access);)
        l->access /= 2;
    if (l->access < l->vector && k < SINGLE_MOST)
        l->vector = l->access = 1;
    int64_t parts = (k + l->vector - 1) / l->vector,
            most = std::min(tile_bytes(p) / (l->vector * value), (int64_t)WARP);
    for (l->across = 1; l->across < parts && 2 * l->across <= most;)
        l->across *= 2;
    l->tiles = (int)((parts + l->across - 1) / l->across);
}

/* Single sums are staged in shared memory, which then bounds the length. Blocks may be left half empty where that costs
   little. */
static void shape_strips(const struct problem *p, struct equal_plan *l)
{
    int64_t strips = BLOCK / l->across, entries = p->a->nnz + p->stats->empty_rows;
    int64_t device = (int64_t)BLOCKS_PER_SM * std::max(p->device->threads, 1) * strips;
    int64_t rows = ROWS * entries / std::max<int64_t>(p->a->m, 1), pieces = p->stats->row_max / (PIECES * strips);
    int64_t few = STEPS_FEW, most = std::min<int64_t>(STEPS_MOST, SPLIT_BLOCK_MOST / strips);
    if (l->across <= 2)
        rows /= 2, few /= 2;
    if (is_staged(l))
        most = STEPS_FEW;
    else if ((l->tiles > 1 || p->a->nnz <= ONCE * p->a->n) && p->param[PARAM_STEPS] == 0 && is_even(p) &&
             !expect_local(p))
        most = STEPS_EVEN;
    int64_t length = std::min((entries * l->tiles + device - 1) / device, std::max({ rows, pieces, few }));
    length = p->param[PARAM_STEPS] > 0 ? p->param[PARAM_STEPS] : length;
    length = std::min((std::max<int64_t>(length, 1) + ENTRY_QUAD - 1) / ENTRY_QUAD * ENTRY_QUAD, most);
    length = is_staged(l) && length > few ? most : length;
    bool little = entries * l->across * l->vector * (int64_t)vtype_size(p->a->type) <= (int64_t)p->device->cache / 4;
    l->shape = { .strips = (int)strips,
                 .groups = WARP / l->across,
                 .length = (int)length,
                 .spare = (int)(little ? strips * length : strips * length / SPARE) };
}

/* Only the sums of one column, single values, have partial rows. */
static enum tiling_when when_to_tile(const struct problem *p, const struct equal_plan *l)
{
    return is_staged(l) && l->tiles == 1 ? (enum tiling_when)p->param[PARAM_WEAVE] : TILING_NO;
}

static bool upload_tiling(const struct problem *p, const struct column_tiling *t, struct equal_plan *l,
                          struct plan *plan, struct err *e)
{
    const struct device *d = p->device;
    uint64_t partials = (uint64_t)column_tiling_partials(t);
    l->longs = t->longs;
    l->x_tiles = t->tiles;
    return partials == 0 ||
           (gpu_upload(d, t->long_row, (uint64_t)t->longs * sizeof *t->long_row, &l->long_row, plan, e) &&
            gpu_alloc(d, partials * vtype_size(p->a->type), &l->partial, plan, e));
}

static bool upload_split(const struct problem *p, const struct row_spans *rows, const struct nonzero_split *s,
                         struct equal_plan *l, struct plan *plan, struct err *e)
{
    const struct device *d = p->device;
    uint64_t blocks = (uint64_t)s->blocks, strips = blocks * (uint64_t)l->shape.strips,
             entries = strips * (uint64_t)l->shape.length, value = vtype_size(p->a->type);
    uint64_t tickets = (uint64_t)s->pieces * (uint64_t)l->tiles;
    l->blocks = s->blocks;
    l->rows = s->rows;
    bool ok = gpu_upload(d, s->range, blocks * sizeof *s->range, &l->range, plan, e) &&
              gpu_upload(d, s->strip, strips * sizeof *s->strip, &l->strip, plan, e) &&
              gpu_alloc(d, entries * sizeof(uint32_t), &l->ind, plan, e) &&
              gpu_alloc(d, entries * value, &l->val, plan, e);
    const struct split_filling to = { .shape = l->shape,
                                      .range = (const struct block_range *)l->range,
                                      .strip = (const uint16_t *)l->strip,
                                      .ind = (uint32_t *)l->ind,
                                      .val = l->val };
    return ok && fill_split(p, rows, s, to, plan, e) &&
           gpu_alloc(d, tickets * (uint64_t)(l->across * l->vector) * value, &l->carry, plan, e) &&
           gpu_alloc(d, tickets * sizeof(unsigned), &l->ticket, plan, e) &&
           (tickets == 0 || GPU_OK(d, cudaMemset(l->ticket, 0, tickets * sizeof(unsigned)), e));
}

static uint64_t most_entries(const struct problem *p, const struct equal_plan *l)
{
    int64_t partials = column_tiling_most(p->a, when_to_tile(p, l));
    return nonzero_split_most(p->a, p->stats->empty_rows + partials, &l->shape);
}

static uint64_t strips_most(const struct problem *p, const struct equal_plan *l)
{
    return most_entries(p, l) / (uint64_t)l->shape.length;
}

/* Bytes of the split on the host: where strips begin; the first entry of each row; begin and end of rows where some are
   tiled. */
static uint64_t host_bytes(const struct problem *p, const struct equal_plan *l)
{
    uint64_t partials = (uint64_t)column_tiling_most(p->a, when_to_tile(p, l)), row = partials > 0 ? 24 : 8;
    return size_add(size_mul(strips_most(p, l), 12), size_mul((uint64_t)p->a->m + partials, row));
}

static bool build(const struct problem *p, struct equal_plan *l, struct plan *plan, struct err *e)
{
    struct column_tiling tiling = {};
    struct nonzero_split split = {};
    lay_out(p, l);
    shape_strips(p, l);
    bool ok = limit_host(host_bytes(p, l), "splitting A into equal strips", e) &&
              column_tiling_build(p->a, when_to_tile(p, l), &tiling, e);
    if (ok) {
        struct row_spans rows = column_tiling_rows(p->a, &tiling);
        ok = nonzero_split_build(&rows, &l->shape, &split, e);
        if (ok)
            column_tiling_ranges(&tiling, &split);
        ok = ok && upload_tiling(p, &tiling, l, plan, e) && upload_split(p, &rows, &split, l, plan, e);
    }
    nonzero_split_release(&split);
    column_tiling_release(&tiling);
    return ok;
}

static void release(void *plan_data)
{
    struct equal_plan *l = static_cast<struct equal_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->partial);
        cudaFree(l->long_row);
        cudaFree(l->ticket);
        cudaFree(l->carry);
        cudaFree(l->val);
        cudaFree(l->ind);
        cudaFree(l->strip);
        cudaFree(l->range);
    }
    free(l);
}

/* Every block may have pieces of two cut rows. */
static uint64_t bytes(const struct problem *p)
{
    struct equal_plan l = {};
    lay_out(p, &l);
    shape_strips(p, &l);
    uint64_t value = vtype_size(p->a->type), entries = most_entries(p, &l);
    uint64_t strips = strips_most(p, &l), blocks = strips / (uint64_t)l.shape.strips;
    uint64_t piece = size_mul((uint64_t)l.tiles, (uint64_t)(l.across * l.vector) * value + sizeof(unsigned));
    uint64_t lists = strips * sizeof(uint16_t) + blocks * sizeof(struct block_range);
    uint64_t partials = (uint64_t)column_tiling_most(p->a, when_to_tile(p, &l));
    uint64_t tiled = partials * (value + sizeof(uint32_t));
    uint64_t source = split_source_bytes(p->a, (uint64_t)p->a->m + partials, strips);
    return size_add(size_mul(entries, 4 + value),
                    size_add(size_add(lists, tiled), size_add(source, size_mul(2 * blocks, piece))));
}

static bool supports(const struct problem *p, struct err *why)
{
    struct equal_plan l = {};
    lay_out(p, &l);
    if (p->a->m >= INT32_MAX || p->a->n >= INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^31 rows or columns");
    if (std::max(p->x.ld, p->y.ld) > INT32_MAX / 8 || l.tiles > 65535)
        return err_set(why, ERR_UNSUPPORTED, "too many columns of X");
    return true;
}

static const char *const weave_choices[] = { "auto", "no", "yes", NULL };
static const struct param params[] = {
    { .name = "STEPS",
      .help = "entries of a strip; 0: as suits A",
      .min = 0,
      .max = STEPS_MOST,
      .initial = 0,
      .choices = NULL },
    { .name = "TILE",
      .help = "bytes of a row of X at once; 0: as suits A",
      .min = 0,
      .max = TILE_MOST,
      .initial = 0,
      .choices = NULL },
    { .name = "WEAVE",
      .help = "whether long rows are cut into tiles of columns, multiplied tile by tile (k = 1)",
      .min = TILING_AUTO,
      .max = TILING_YES,
      .initial = TILING_AUTO,
      .choices = weave_choices },
    {},
};

static double expect(struct problem *p)
{
    return 0.85 * expect_mul(p, 1.0, 2.5);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "nonzero-split: equally many entries for every group of lanes, sums of cut rows carried in order",
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
    .prepare = mul_prepare<struct equal_plan, build, release>,
    .run = run<T>,
    .release = release,
};

extern const struct kernel gpu_csr_equal_f64 = table<double>, gpu_csr_equal_f32 = table<float>;
