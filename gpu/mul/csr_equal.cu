/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal: every team of lanes goes through equally many entries, whatever rows they belong to. One launch, and for
   one column of X a second one where long rows are taken together. */
#include "gpu/lib/expect.cuh"
#include "gpu/mul/csr_equal.cuh"
#include "gpu/mul/partial_sums.cuh"
#include "gpu/mul/weave.cuh"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "core/base/limit.h"

static const char name[] = "gpu.csr.equal";

enum { PARAM_STEPS, PARAM_TILE, PARAM_WEAVE };
/* While there are BLOCKS_PER_SM blocks for a multiprocessor, units are as long as ROWS rows of mean length, or half as
   long if narrow, so that what neighbouring rows share of X is in the L1, and so that the longest row has no more than
   PIECES pieces. Where there is much to do, blocks are full to all but one in SPARE of their slots. */
enum { BLOCKS_PER_SM = 4, ROWS = 6, PIECES = 256, SPARE = 8, STEPS_FEW = 16, STEPS_MOST = 128, TILE_MOST = 512 };

struct equal_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    int vector, across, tiles;
    struct slots_shape shape;
    int64_t blocks, rows;   /* rows: the most that end in a block */
    int64_t longs, x_tiles; /* long rows, and the strands of each */
    void *share, *unit, *ind, *val, *carry, *ticket, *strand, *long_row;
};

/* ---- running ---- */

template <class T> using equal_kernel = void (*)(const equal_work<T>);

template <class T, int V> static equal_kernel<T> for_width(int across)
{
    switch (across) {
    case 1:
        return equal<T, V, 1, 4>;
    case 2:
        return equal<T, V, 2, 4>;
    case 4:
        return equal<T, V, 4, 4>;
    case 8:
        return equal<T, V, 8, 4>;
    case 16:
        return equal<T, V, 16, 4>;
    default:
        return equal<T, V, 32, 4>;
    }
}

/* Sums are put in order in shared memory where rows of Y are single values. */
static bool is_staged(const struct equal_plan *l)
{
    return l->across == 1 && l->vector == 1;
}

template <class T> static equal_kernel<T> kernel_of(const struct equal_plan *l)
{
    if (is_staged(l) && l->shape.steps % 8 == 0)
        return equal<T, 1, 1, 8>;
    return l->vector == 1 ? for_width<T, 1>(l->across) : for_width<T, 16 / sizeof(T)>(l->across);
}

template <class T> static equal_work<T> work_of(const struct equal_plan *l)
{
    const struct mul_plan *p = &l->mul;
    return {
        .share = (const struct share *)l->share,
        .unit = (const uint16_t *)l->unit,
        .ind = (const uint32_t *)l->ind,
        .val = (const T *)l->val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .carry = (T *)l->carry,
        .strand = (T *)l->strand,
        .long_row = (const uint32_t *)l->long_row,
        .ticket = (unsigned *)l->ticket,
        .n = (uint32_t)p->a.n,
        .ldx = (uint32_t)(p->ldx * (int64_t)sizeof(T)),
        .ldy = (uint32_t)(p->ldy * (int64_t)sizeof(T)),
        .k = (int)p->k,
        .steps = l->shape.steps,
        .tiles = l->tiles,
        .strands = (uint32_t)(l->longs * l->x_tiles),
    };
}

template <class T> static strand_work<T> strand_work_of(const struct equal_plan *l)
{
    const struct mul_plan *p = &l->mul;
    return {
        .strand = (const T *)l->strand,
        .long_row = (const uint32_t *)l->long_row,
        .y = (T *)p->y,
        .longs = (uint32_t)l->longs,
        .x_tiles = (uint32_t)l->x_tiles,
        .ldy = (uint32_t)(p->ldy * (int64_t)sizeof(T)),
    };
}

/* The next run may load its part of A while this one ends. */
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
    return l->longs == 0 || overlap_launch(p, sum_strands<T>, longs, WARP * WARP, 0, strand_work_of<T>(l), e);
}

/* ---- preparation ---- */

/* Bytes of a row of X at once: fewer where rows come from far away, so that more of them are in the L2. */
static int64_t tile_bytes(const struct problem *p)
{
    if (p->param[PARAM_TILE] > 0)
        return p->param[PARAM_TILE];
    if (expect_local(p))
        return TILE_MOST;
    return p->a->n <= (int64_t)p->device->cache / (TILE_MOST / 2) ? TILE_MOST / 2 : TILE_MOST / 4;
}

static void lay_out(const struct problem *p, struct equal_plan *l)
{
    int64_t value = (int64_t)vtype_size(p->a->type), k = std::max<int64_t>(p->x.k, 1);
    l->vector = mul_vector(p);
    int64_t parts = (k + l->vector - 1) / l->vector,
            most = std::min(tile_bytes(p) / (l->vector * value), (int64_t)WARP);
    for (l->across = 1; l->across < parts && 2 * l->across <= most;)
        l->across *= 2;
    l->tiles = (int)((parts + l->across - 1) / l->across);
}

/* Steps of a unit. Single sums wait in shared memory, which then bounds them. Blocks may be left half empty where that
   costs little. */
static void shape_units(const struct problem *p, struct equal_plan *l)
{
    int64_t units = BLOCK / l->across, slots = p->a->nnz + p->stats->empty_rows;
    int64_t device = (int64_t)BLOCKS_PER_SM * std::max(p->device->threads, 1) * units;
    int64_t rows = ROWS * slots / std::max<int64_t>(p->a->m, 1), pieces = p->stats->row_max / (PIECES * units);
    int64_t few = STEPS_FEW, most = std::min<int64_t>(STEPS_MOST, SLOT_BLOCK_MOST / units);
    if (l->across <= 2)
        rows /= 2, few /= 2;
    if (is_staged(l))
        most = STEPS_FEW;
    int64_t steps = std::min((slots * l->tiles + device - 1) / device, std::max({ rows, pieces, few }));
    steps = p->param[PARAM_STEPS] > 0 ? p->param[PARAM_STEPS] : steps;
    steps = std::min((std::max<int64_t>(steps, 1) + SLOT_QUAD - 1) / SLOT_QUAD * SLOT_QUAD, most);
    steps = is_staged(l) && steps > few ? most : steps;
    bool little = slots * l->across * l->vector * (int64_t)vtype_size(p->a->type) <= (int64_t)p->device->cache / 4;
    l->shape = { .units = (int)units,
                 .teams = WARP / l->across,
                 .steps = (int)steps,
                 .spare = (int)(little ? units * steps : units * steps / SPARE) };
}

/* Only single values are added up where strands end, and of one column. */
static enum weave_when when_to_weave(const struct problem *p, const struct equal_plan *l)
{
    return is_staged(l) && l->tiles == 1 ? (enum weave_when)p->param[PARAM_WEAVE] : WEAVE_NO;
}

static bool upload_weave(const struct problem *p, const struct weave *w, struct equal_plan *l, struct plan *plan,
                         struct err *e)
{
    const struct device *d = p->device;
    uint64_t strands = (uint64_t)weave_strands(w);
    l->longs = (int64_t)w->long_row.size();
    l->x_tiles = w->x_tiles;
    return strands == 0 ||
           (gpu_upload(d, w->long_row.data(), w->long_row.size() * sizeof w->long_row[0], &l->long_row, plan, e) &&
            gpu_alloc(d, strands * vtype_size(p->a->type), &l->strand, plan, e));
}

static bool upload(const struct problem *p, const struct slots *s, struct equal_plan *l, struct plan *plan,
                   struct err *e)
{
    const struct device *d = p->device;
    uint64_t value = vtype_size(p->a->type), slots = (uint64_t)(l->blocks * l->shape.units * l->shape.steps);
    uint64_t tickets = (uint64_t)s->pieces * (uint64_t)l->tiles;
    return gpu_upload(d, s->share.data(), s->share.size() * sizeof s->share[0], &l->share, plan, e) &&
           gpu_upload(d, s->unit.data(), s->unit.size() * sizeof s->unit[0], &l->unit, plan, e) &&
           gpu_upload(d, s->ind.get(), slots * sizeof s->ind[0], &l->ind, plan, e) &&
           gpu_upload(d, s->val.get(), slots * value, &l->val, plan, e) &&
           gpu_alloc(d, tickets * (uint64_t)(l->across * l->vector) * value, &l->carry, plan, e) &&
           gpu_alloc(d, tickets * sizeof(unsigned), &l->ticket, plan, e) &&
           (tickets == 0 || GPU_OK(d, cudaMemset(l->ticket, 0, tickets * sizeof(unsigned)), e));
}

static uint64_t most_slots(const struct problem *p, const struct equal_plan *l)
{
    return slots_most(p->a, p->stats->empty_rows + weave_most(p->a, when_to_weave(p, l)), &l->shape);
}

/* Bytes of the cut on the host: slots; the first slot of each row; of rows that are woven where they begin and end. */
static uint64_t host_bytes(const struct problem *p, const struct equal_plan *l)
{
    uint64_t strands = (uint64_t)weave_most(p->a, when_to_weave(p, l)), row = strands > 0 ? 24 : 8;
    return size_add(size_mul(most_slots(p, l), 4 + vtype_size(p->a->type)), size_mul((uint64_t)p->a->m + strands, row));
}

static bool build(const struct problem *p, struct equal_plan *l, struct plan *plan, struct err *e)
{
    lay_out(p, l);
    shape_units(p, l);
    if (!limit_host(host_bytes(p, l), "cutting A into equal shares", e))
        return false;
    try {
        struct weave w;
        struct slots s;
        weave_build(p->a, when_to_weave(p, l), &w);
        struct slot_rows rows = weave_rows(p->a, &w);
        slots_build(p->a, &rows, &l->shape, &s);
        weave_shares(&w, &s);
        l->blocks = s.blocks;
        l->rows = s.rows;
        return upload_weave(p, &w, l, plan, e) && upload(p, &s, l, plan, e);
    } catch (const std::bad_alloc &) {
        return err_nomem(e, "equal shares of entries", host_bytes(p, l));
    }
}

static void release(void *plan_data)
{
    struct equal_plan *l = static_cast<struct equal_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->strand);
        cudaFree(l->long_row);
        cudaFree(l->ticket);
        cudaFree(l->carry);
        cudaFree(l->val);
        cudaFree(l->ind);
        cudaFree(l->unit);
        cudaFree(l->share);
    }
    free(l);
}

/* Every block may have parts of two cut rows. */
static uint64_t bytes(const struct problem *p)
{
    struct equal_plan l = {};
    lay_out(p, &l);
    shape_units(p, &l);
    uint64_t value = vtype_size(p->a->type), slots = most_slots(p, &l);
    uint64_t units = slots / (uint64_t)l.shape.steps, blocks = units / (uint64_t)l.shape.units;
    uint64_t part = size_mul((uint64_t)l.tiles, (uint64_t)(l.across * l.vector) * value + sizeof(unsigned));
    uint64_t lists = units * sizeof(uint16_t) + blocks * sizeof(struct share);
    uint64_t woven = (uint64_t)weave_most(p->a, when_to_weave(p, &l)) * (value + sizeof(uint32_t));
    return size_add(size_mul(slots, 4 + value), size_add(size_add(lists, woven), size_mul(2 * blocks, part)));
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
      .help = "entries of a unit; 0: as suits A",
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
      .help = "whether long rows are cut by tiles of x and taken together (k = 1)",
      .min = WEAVE_AUTO,
      .max = WEAVE_YES,
      .initial = WEAVE_AUTO,
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
    .what = "equally many entries for every team of lanes; sums of cut rows passed on in order",
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
    .prepare = mul_prepare<struct equal_plan, build, release>,
    .run = run<T>,
    .release = release,
};

extern const struct kernel gpu_csr_equal_f64 = table<double>, gpu_csr_equal_f32 = table<float>;
