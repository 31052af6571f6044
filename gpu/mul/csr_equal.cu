/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal: nonzero-split: every group of lanes multiplies equally many entries, regardless of rows. One launch; a
   second one if long rows are tiled, and one before if most rows are empty. */
#include "gpu/lib/fill_split.cuh"
#include "gpu/mul/csr_equal_run.cuh"

static const char name[] = "gpu.csr.equal";

/* ---- running ---- */

template <class T> static bool run(const struct equal_plan *plan, struct err *e)
{
    const dim3 grid = plan->together ? dim3((unsigned)(plan->blocks * plan->tiles))
                                     : dim3((unsigned)plan->blocks, (unsigned)plan->tiles);
    return run_empty<T>(plan, e) &&
           (plan->blocks == 0 ||
            overlap_launch(plan, kernel_of<T>(plan), grid, BLOCK, shared_of<T>(plan), work_of<T>(plan), e)) &&
           run_partials<T>(plan, e);
}

/* ---- preparation ---- */

static bool upload_tiling(const struct problem *p, const struct column_tiling *t, struct equal_plan *plan,
                          struct plan *out, struct err *e)
{
    const struct device *d = p->device;
    uint64_t partials = (uint64_t)column_tiling_partials(t),
             sum = (uint64_t)partial_width(plan) * vtype_size(p->a->type);
    plan->longs = t->longs;
    plan->x_tiles = t->tiles;
    return gpu_upload(d, t->place, t->place ? (uint64_t)(t->rows + 1) * sizeof *t->place : 0, &plan->place, out, e) &&
           (!leaves_out_empty(p) || empty_rows_upload(p, &plan->empty, out, e)) &&
           (partials == 0 ||
            (gpu_upload(d, t->long_row, (uint64_t)t->longs * sizeof *t->long_row, &plan->long_row, out, e) &&
             gpu_alloc(d, partials * sum, &plan->partial, out, e)));
}

/* Together with the kernel's static shared memory, more than blocks have by default. */
enum { SHARED_LESS = 40 << 10 };

template <class T> static bool allow_shared(const struct problem *p, const struct equal_plan *plan, struct err *e)
{
    size_t shared = shared_of<T>(plan);
    return shared <= SHARED_LESS ||
           GPU_OK(p->device,
                  cudaFuncSetAttribute(kernel_of<T>(plan), cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                  e);
}

static bool upload_split(const struct problem *p, const struct row_spans *rows, const struct nonzero_split *s,
                         struct equal_plan *plan, struct plan *out, struct err *e)
{
    const struct device *d = p->device;
    uint64_t blocks = (uint64_t)s->blocks, strips = blocks * (uint64_t)plan->shape.strips,
             entries = strips * (uint64_t)plan->shape.length, value = vtype_size(p->a->type);
    uint64_t tickets = (uint64_t)s->pieces * (uint64_t)plan->tiles;
    plan->blocks = s->blocks;
    plan->together = plan->together && plan->blocks * plan->tiles <= INT32_MAX;
    plan->rows = s->rows;
    bool ok = gpu_upload(d, s->range, blocks * sizeof *s->range, &plan->range, out, e) &&
              gpu_upload(d, s->strip, strips * sizeof *s->strip, &plan->strip, out, e) &&
              gpu_alloc(d, entries * sizeof(uint32_t), &plan->ind, out, e) &&
              gpu_alloc(d, entries * value, &plan->val, out, e);
    const struct split_filling to = {
        .shape = plan->shape, .range = plan->range, .strip = plan->strip, .ind = plan->ind, .val = plan->val
    };
    bool wide = p->a->type == VT_F64;
    return ok && (wide ? allow_shared<double>(p, plan, e) : allow_shared<float>(p, plan, e)) &&
           fill_split(p, rows, s, to, out, e) &&
           gpu_alloc(d, tickets * (uint64_t)(plan->across * plan->vector) * value, &plan->carry, out, e) &&
           gpu_alloc(d, tickets * sizeof(unsigned), &plan->ticket, out, e) &&
           (tickets == 0 || GPU_OK(d, cudaMemset(plan->ticket, 0, tickets * sizeof(unsigned)), e));
}

static uint64_t most_entries(const struct problem *p, const struct equal_plan *plan)
{
    const struct tiling_wish wish = tiling_of(p, plan);
    return nonzero_split_most(p->a, p->stats->empty_rows + column_tiling_most(p->a, &wish), &plan->shape);
}

static uint64_t strips_most(const struct problem *p, const struct equal_plan *plan)
{
    return most_entries(p, plan) / (uint64_t)plan->shape.length;
}

/* Bytes of the split on the host: the beginnings of strips; the first entry of each row; begin, end and place of rows
   if some are tiled or left out. */
static uint64_t host_bytes(const struct problem *p, const struct equal_plan *plan)
{
    const struct tiling_wish wish = tiling_of(p, plan);
    uint64_t partials = (uint64_t)column_tiling_most(p->a, &wish), row = partials > 0 || wish.no_empty ? 28 : 8;
    return size_add(size_mul(strips_most(p, plan), 12), size_mul((uint64_t)p->a->m + partials, row));
}

static bool build(const struct problem *p, struct equal_plan *plan, struct plan *out, struct err *e)
{
    struct column_tiling tiling = {};
    struct nonzero_split split = {};
    lay_out(p, plan);
    shape_strips(p, plan);
    const struct tiling_wish wish = tiling_of(p, plan);
    bool ok = limit_host(host_bytes(p, plan), "splitting A into equal strips", e) &&
              column_tiling_build(p->a, &wish, &tiling, e);
    if (ok) {
        struct row_spans rows = column_tiling_rows(p->a, &tiling);
        ok = nonzero_split_build(&rows, &plan->shape, &split, e);
        ok = ok && upload_tiling(p, &tiling, plan, out, e) && upload_split(p, &rows, &split, plan, out, e);
    }
    nonzero_split_release(&split);
    column_tiling_release(&tiling);
    return ok;
}

/* Every block may have pieces of two cut rows. */
static uint64_t bytes(const struct problem *p)
{
    struct equal_plan plan = {};
    lay_out(p, &plan);
    shape_strips(p, &plan);
    uint64_t value = vtype_size(p->a->type), entries = most_entries(p, &plan);
    uint64_t strips = strips_most(p, &plan), blocks = strips / (uint64_t)plan.shape.strips;
    uint64_t piece = size_mul((uint64_t)plan.tiles, (uint64_t)(plan.across * plan.vector) * value + sizeof(unsigned));
    uint64_t lists = strips * sizeof(uint16_t) + blocks * sizeof(struct block_range);
    const struct tiling_wish wish = tiling_of(p, &plan);
    uint64_t partials = (uint64_t)column_tiling_most(p->a, &wish), sum = (uint64_t)partial_width(&plan) * value;
    uint64_t rows = partials > 0 || wish.no_empty ? (uint64_t)p->a->m + partials + 1 : 0;
    uint64_t tiled = size_add(size_mul(partials, sum + sizeof(uint32_t)), size_mul(rows, 5));
    uint64_t source = split_source_bytes(p->a, (uint64_t)p->a->m + partials, strips);
    return size_add(size_mul(entries, 4 + value),
                    size_add(size_add(lists, tiled), size_add(source, size_mul(2 * blocks, piece))));
}

static bool supports(const struct problem *p, struct err *why)
{
    struct equal_plan plan = {};
    lay_out(p, &plan);
    if (p->a->m >= INT32_MAX || p->a->n >= INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^31 rows or columns");
    if (std::max(p->x.ld, p->y.ld) > INT32_MAX / 8 || plan.tiles > 65535)
        return err_set(why, ERR_UNSUPPORTED, "too many columns of X");
    return true;
}

static const char *const weave_choices[] = { "auto", "no", "yes", NULL };
static const char *const passes_choices[] = { "auto", "apart", "together", NULL };
static const struct param params[] = {
    param_number("STEPS", "entries of a strip; 0: as suits A", 0, STEPS_MOST, 0),
    param_number("TILE", "bytes of a row of X at once; 0: as suits A", 0, TILE_MOST, 0),
    param_choice("WEAVE", "whether long rows are cut into tiles of columns, multiplied tile by tile", weave_choices,
                 TILING_AUTO),
    param_choice("PASSES", "tiles of X one after the other over all of A, or together, block by block", passes_choices,
                 PASSES_AUTO),
    {},
};

static double expect(struct problem *p)
{
    return 0.85 * expect_mul(p, 1.0, 2.5);
}

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "nonzero-split: equally many entries for every group of lanes, sums of cut rows carried in order",
    .format = "csr",
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = mul_prepare<struct equal_plan, build>,
    .run = mul_run<name, equal_plan, run<T>>,
});

extern const struct kernel gpu_csr_equal_f64 = table<double>, gpu_csr_equal_f32 = table<float>;
