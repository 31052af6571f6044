/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal: nonzero-split: every group of lanes multiplies equally many entries, whatever rows they belong to. One
   launch, and for one column of X a second one where long rows are tiled. */
#include "gpu/lib/fill_split.cuh"
#include "gpu/mul/csr_equal.cuh"
#include "gpu/mul/equal_shape.cuh"
#include "gpu/mul/partial_sums.cuh"

#include <cstdlib>

#include "core/base/limit.h"

static const char name[] = "gpu.csr.equal";

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
