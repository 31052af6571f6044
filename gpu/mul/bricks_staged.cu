/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bricks_staged: tiles of bricks. The rows of X for a tile are copied to a window in shared memory while earlier tiles
   are multiplied, and stay there for later tiles. f64 uses the tensor cores; in f32 each lane holds eight rows by four
   columns of Y in registers. */
#include <cmath>

#include "core/measure/similar_order.h"
#include "gpu/device/traits.cuh"
#include "gpu/lib/expect.cuh"
#include "gpu/lib/long_rows.cuh"
#include "gpu/mul/bricks_multiply.cuh"

static const char name[] = "gpu.bricks.staged";

/* A block has WARPS_MOST warps at most. BRICK_STAGES tiles are in shared memory, each in one part of SHARE: narrow rows
   of X leave room for larger tiles (k = 16, 27-point of 100^3: 6 parts 0.231, 7 0.225, 8 0.222, FEM k = 8 0.113, 0.112,
   0.115). The kernel takes COLUMNS_LEAST columns of X and more, and is worth trying from COLUMNS_WORTH on where rows
   have ENTRIES_LEAST entries on average, or ENTRIES_LOCAL in the order of the file, ENTRIES_NARROW (f32) if all of a
   row's columns are within REACH: the window then still has most rows of X that the rows before used. */
enum { WARPS_MOST = 20, SHARE_NARROW = 7, SHARE_WIDE = 12, ROWS_MOST = 256 };
enum {
    COLUMNS_LEAST = 5,
    COLUMNS_WORTH = 8,
    ENTRIES_LEAST = 4,
    ENTRIES_LOCAL = 8,
    ENTRIES_NARROW = 6,
    REACH = 4096,
    PRODUCTS_F64 = 64,
    PRODUCTS_F32 = 160
};
enum { PARAM_WIDTH, PARAM_WARPS, PARAM_FETCH, PARAM_ORDER };

/* A search for another order needs more entries than this. Not measured. */
enum { SEARCH_LEAST = 1 << 18 };
enum { WIDTH_AUTO, WIDTH_128, WIDTH_256 };

struct bricks_plan : mul_plan {
    struct long_rows longs;
    int64_t tiles;
    int64_t runs;
    int width, warps, copiers;
    int64_t stage, window; /* bytes of shared memory */
    bool whole_x, whole_y; /* as in brick_work */
    unsigned blocks;
    struct brick_tile *tile;
    int32_t *run;
    struct brick_copy *copy;
    unsigned char *data;
};

/* The last warps copy, the others multiply: bricks in turn, counted across tiles. */
template <class T, int W> static __global__ void __launch_bounds__(WARPS_MOST *WARP, 1) multiply(const brick_work<T> w)
{
#if __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) unsigned char shared[];
    __shared__ brick_barriers b;
    int warp = threadIdx.x / WARP, next = warp, stage = 0;
    uint32_t parity = 0;
    let_next_begin();
    begin_stages(&b, w.stages, w.copiers, w.warps);
    if (warp >= w.warps) {
        int thread = (int)threadIdx.x - w.warps * WARP;
        if (w.whole_x)
            copy_tiles<T, W, BRICK_UNIT>(w, &b, shared, thread);
        else
            copy_tiles<T, W, (int)sizeof(T)>(w, &b, shared, thread);
        return;
    }
    for (brick_walk at = walk_from<T, W>(w, blockIdx.x); at.item < w.items; walk_on<T, W>(w, &at)) {
        const unsigned char *tile = shared + w.window + stage * w.stage;
        barrier_wait(&b.full[stage], parity);
        int bricks = (int)((const brick_head *)tile)->bricks;
        for (; next < bricks; next += w.warps)
            multiply_brick<W>(w, tile, shared, next, at.j);
        next -= bricks;
        __syncwarp();
        if (threadIdx.x % WARP == 0)
            barrier_arrive(&b.empty[stage]);
        if (++stage == w.stages) {
            stage = 0;
            parity ^= 1;
        }
    }
#else
    __trap(); /* `supports` refuses such devices */
#endif
}

template <class T> using bricks_kernel = void (*)(const brick_work<T>);

template <class T> static bricks_kernel<T> kernel_of(int width)
{
    constexpr int least = 128 / sizeof(T);
    return width == least ? multiply<T, least> : multiply<T, 2 * least>;
}

static unsigned threads_of(const struct bricks_plan *plan)
{
    return (unsigned)(plan->warps + plan->copiers) * WARP;
}

static size_t shared_of(const struct bricks_plan *plan)
{
    return (size_t)(plan->window + BRICK_STAGES * plan->stage);
}

template <class T> static bool run(const struct bricks_plan *plan, struct err *e)
{
    if (!long_rows_run(&plan->longs, plan, vtype_of<T>, e))
        return false;
    if (plan->tiles == 0)
        return true;
    const int64_t panels = (plan->k + plan->width - 1) / plan->width;
    const brick_work<T> w = {
        .tile = plan->tile,
        .run = plan->run,
        .copy = plan->copy,
        .data = plan->data,
        .x = (const T *)plan->x,
        .y = (T *)plan->y,
        .ldx = plan->ldx,
        .ldy = plan->ldy,
        .k = plan->k,
        .items = plan->runs * panels,
        .panels = (int)panels,
        .stages = BRICK_STAGES,
        .stage = (int)plan->stage,
        .window = (int)plan->window,
        .warps = plan->warps,
        .copiers = plan->copiers,
        .whole_x = plan->whole_x,
        .whole_y = plan->whole_y,
    };
    dim3 blocks((unsigned)std::min<int64_t>(plan->blocks, w.items));
    return overlap_launch(plan, kernel_of<T>(plan->width), blocks, threads_of(plan), shared_of(plan), w, e);
}

/* ---- preparation ---- */

/* One cache line, or two. */
template <class T> static int width_of(const struct problem *p)
{
    int least = 128 / (int)sizeof(T);
    bool one = p->param[PARAM_WIDTH] == WIDTH_AUTO ? p->x.k <= least : p->param[PARAM_WIDTH] == WIDTH_128;
    return one ? least : 2 * least;
}

static uint64_t most_bytes(const struct problem *p)
{
    uint64_t nnz = (uint64_t)p->a->nnz, m = (uint64_t)p->a->m;
    return (p->a->type == VT_F64 ? 16 : 36) * nnz + 24 * m + (64 << 10);
}

template <class T> static struct brick_limits limits_of(const struct problem *p)
{
    int64_t all = gpu_shared_most(p->device) - 512, sms = std::max(p->device->threads, 1);
    int64_t stride = width_of<T>(p) * (int64_t)sizeof(T);
    int64_t bytes = all / (stride == 128 ? SHARE_NARROW : SHARE_WIDE) / 128 * 128;
    int64_t slots = (all - BRICK_STAGES * bytes) / stride / BRICK_STEP * BRICK_STEP;
    return {
        .bytes = bytes,
        .slots = slots,
        .stride = stride,
        .rows = std::clamp<int64_t>(p->a->m / (4 * sms) / BRICK_ROWS * BRICK_ROWS, BRICK_ROWS, ROWS_MOST),
        .cut = std::min(slots / 3, bytes / 48),
        .ahead = BRICK_STAGES,
        .runs = sms,
        .most = most_bytes(p),
    };
}

/* As many blocks as the device holds at once; each takes items in turn. */
template <class T> static bool lay_out(const struct problem *p, struct bricks_plan *plan, struct err *e)
{
    const void *f = (const void *)kernel_of<T>(plan->width);
    int fit = 0, threads = (int)threads_of(plan);
    size_t shared = shared_of(plan);
    if (!GPU_OK(p->device, cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared), e) ||
        !GPU_OK(p->device, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, f, threads, shared), e))
        return false;
    if (fit == 0)
        return err_set(e, ERR_UNSUPPORTED, "%zu bytes of shared memory are more than the device has", shared);
    plan->blocks = (unsigned)(fit * std::max(p->device->threads, 1));
    return true;
}

/* The bricks of A in an order in which neighbours share columns. */
static bool build_ordered(const struct problem *p, const struct brick_limits *limits, struct bricks *b, struct err *e)
{
    struct similar_order mine;
    const struct similar_order *order;
    struct csr ordered = {};
    bool ok = similar_order_find(p, &mine, &order, e) &&
              (order->found || err_set(e, ERR_UNSUPPORTED, "no order of the rows is much better than the file's"));
    ok = ok && csr_gather(p->a, order->row, &ordered, e) && bricks_build(&ordered, limits, b, e);
    if (ok)
        bricks_rename(b, order->row);
    csr_free(&ordered);
    free(mine.row);
    return ok;
}

template <class T> static bool build(const struct problem *p, struct bricks_plan *plan, struct plan *out, struct err *e)
{
    const struct device *d = p->device;
    struct brick_limits limits = limits_of<T>(p);
    struct bricks b;
    if (!(p->param[PARAM_ORDER] ? build_ordered(p, &limits, &b, e) : bricks_build(p->a, &limits, &b, e)))
        return false;
    plan->tiles = b.tiles;
    plan->runs = b.runs;
    plan->width = width_of<T>(p);
    plan->warps = (int)p->param[PARAM_WARPS];
    plan->copiers = std::min((int)p->param[PARAM_FETCH], WARPS_MOST - plan->warps);
    plan->stage = limits.bytes;
    plan->window = limits.slots * limits.stride;
    bool whole = p->x.k * (int64_t)sizeof(T) % BRICK_UNIT == 0;
    plan->whole_x = whole && mul_aligned(&p->x);
    plan->whole_y = whole && mul_aligned(&p->y);
    bool ok = lay_out<T>(p, plan, e) &&
              gpu_upload(d, b.tile, (uint64_t)b.tiles * sizeof *b.tile, &plan->tile, out, e) &&
              gpu_upload(d, b.run, (uint64_t)(b.runs + 1) * sizeof *b.run, &plan->run, out, e) &&
              gpu_upload(d, b.copy, (uint64_t)b.copies * sizeof *b.copy, &plan->copy, out, e) &&
              gpu_upload(d, b.data, (uint64_t)b.bytes, &plan->data, out, e) &&
              long_rows_prepare(p, b.long_row, b.long_rows, NULL, &plan->longs, out, e);
    const uint64_t cut = (uint64_t)long_row_entries(p->a, b.long_row, b.long_rows);
    out->slots = (uint64_t)b.values + cut;
    out->traffic = kernel_traffic_below(p, (uint64_t)b.bytes + (uint64_t)b.tiles * sizeof *b.tile +
                                               (uint64_t)b.copies * sizeof *b.copy + cut * sizeof *p->a->ind +
                                               ((uint64_t)p->a->nnz - (uint64_t)b.values) * sizeof(T));
    bricks_release(&b);
    return ok;
}

template <class T> static uint64_t bytes(const struct problem *p)
{
    uint64_t cut = (uint64_t)std::max<int64_t>(limits_of<T>(p).cut, 1), nnz = (uint64_t)p->a->nnz;
    if ((uint64_t)p->stats->row_max <= cut)
        return most_bytes(p);
    return size_add(most_bytes(p), long_rows_bytes(p, std::min((uint64_t)p->a->m, nnz / cut), nnz));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->x.k < COLUMNS_LEAST)
        return err_set(why, ERR_UNSUPPORTED, "it is for k = %d and more", COLUMNS_LEAST);
    if (p->a->m >= INT32_MAX - BRICK_ROWS)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^31 rows");
    if (p->device && gpu_major(p->device) < 8)
        return err_set(why, ERR_UNSUPPORTED, "asynchronous copies to shared memory come with compute capability 8.0");
    return true;
}

/* If neighbours share columns, the window copies a row of X for about eight entries. In f32 the bricks are stored with
   their zeros. Rows of which few fit the window, and short ones times few columns, leave bricks too empty (k = 8: 205
   entries 0.362 after 335 ms, csr.equal 0.055; 7-point of 122^3, k = 64 0.729 after 138 ms, csr.lanes 0.656; 9-point,
   f32 k = 16 0.147 and 0.092, k = 32 0.151 and 0.165). */
template <class T> static double expect(struct problem *p)
{
    const double a = p->a->type == VT_F64 ? 1.0 : 1.5;
    if (p->stats->row_mean < (double)ENTRIES_LEAST || p->x.k < COLUMNS_WORTH ||
        2 * p->stats->row_mean > (double)limits_of<T>(p).cut)
        return INFINITY;
    if (expect_local(p)) {
        const bool narrow = p->stats->bandwidth_lower + p->stats->bandwidth_upper <= REACH;
        const int least = !narrow ? ENTRIES_LOCAL : sizeof(T) == 8 ? ENTRIES_LEAST : ENTRIES_NARROW;
        const double entries = p->stats->row_mean, products = sizeof(T) == 8 ? PRODUCTS_F64 : PRODUCTS_F32;
        return entries < (double)least || entries * (double)p->x.k < products ? INFINITY : expect_mul(p, a, 8);
    }
    p->param[PARAM_ORDER] = p->a->nnz > SEARCH_LEAST && similar_order_promises(p);
    return p->param[PARAM_ORDER] ? expect_ordered(p, a) : INFINITY;
}

static const char *const order_choices[] = { "file", "similar", NULL };

static const char *const width_choices[] = { "auto", "128", "256", NULL };

template <class T>
static constexpr struct param params[] = {
    param_choice("WIDTH", "bytes of a row of X at a time", width_choices, WIDTH_AUTO),
    param_number("WARPS", "warps that multiply", 4, 16, sizeof(T) == 8 ? 8 : 12),
    param_number("FETCH", "warps that fetch", 1, WARPS_MOST - 8, sizeof(T) == 8 ? 12 : 8),
    param_choice("ORDER", "rows of A inside the plan: the file's, or such that neighbours share columns", order_choices,
                 0),
    {},
};

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "8-row bricks that share columns, X staged in shared memory; FP64 tensor cores, FMA in f32",
    .source = "Wang, Feng and Ding, TC-GNN (2023), for the columns of a window of rows put side by side",
    .format = "bricks",
    .params = params<T>,
    .supports = supports,
    .bytes = bytes<T>,
    .expect = expect<T>,
    .prepare = mul_prepare<struct bricks_plan, build<T>>,
    .run = mul_run<name, bricks_plan, run<T>>,
});

extern const struct kernel gpu_bricks_staged_f64 = table<double>, gpu_bricks_staged_f32 = table<float>;
