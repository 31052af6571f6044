/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bitmap_mma: multiplies sufficiently full windows of A as dense ones on the FP64 tensor cores, even in f32: an entry
   is its value and the bits of its window, and a row of X is fetched once for 128 rows of A. */
#include "gpu/lib/expect.cuh"

#include <cmath>

#include "gpu/device/traits.cuh"
#include "gpu/mul/bitmap_mma_multiply.cuh"

static const char name[] = "gpu.bitmap.mma";

struct bitmap_plan : mul_plan {
    int64_t groups;
    int parts, panels, splits, stages, stage;
    bool whole_x, pairs_y; /* whether rows of X are whole units; as in bitmap_work */
    int32_t *group, *column;
    uint32_t *at;
    unsigned char *data;
};

/* ---- running ---- */

template <class T> using bitmap_kernel = void (*)(const bitmap_work<T>);

template <class T, int N> static bitmap_kernel<T> kernel_for(int parts)
{
    if constexpr (parts_most < T >> 2)
        if (parts > 2)
            return parts == 3 ? multiply<T, 3, N> : multiply<T, 4, N>;
    return parts == 2 ? multiply<T, 2, N> : multiply<T, 1, N>;
}

template <class T> static bitmap_kernel<T> kernel_of(const struct bitmap_plan *plan)
{
    return plan->whole_x ? kernel_for<T, UNIT>(plan->parts) : kernel_for<T, sizeof(T)>(plan->parts);
}

template <class T> static int64_t shared_of(const struct bitmap_plan *plan)
{
    const int64_t stages = (int64_t)plan->stages * (x_bytes<T>(plan->parts) + plan->stage);
    return plan->splits > 1 ? std::max<int64_t>(stages, sums_bytes(plan->parts)) : stages;
}

template <class T> static bool run(const struct bitmap_plan *plan, struct err *e)
{
    const bitmap_work<T> w = {
        .group = plan->group,
        .column = plan->column,
        .at = plan->at,
        .data = plan->data,
        .x = (const T *)plan->x,
        .y = (T *)plan->y,
        .m = plan->a.m,
        .k = plan->k,
        .ldx = plan->ldx,
        .ldy = plan->ldy,
        .panels = plan->panels,
        .splits = plan->splits,
        .stages = plan->stages,
        .stage = plan->stage,
        .pairs_y = plan->pairs_y,
    };
    return overlap_launch(plan, kernel_of<T>(plan), dim3((unsigned)(plan->groups * plan->panels * plan->splits)),
                          BITMAP_THREADS, (size_t)shared_of<T>(plan), w, e, (unsigned)plan->splits);
}

/* ---- preparation ---- */

enum { SPLITS_MOST = 8 };

/* Equal numbers of parts in all panels, as far as possible; splits so that blocks fill the device, nine tenths of it at
   least. */
template <class T> static void lay_out(const struct problem *p, struct bitmap_plan *plan)
{
    const int64_t parts = std::max<int64_t>((p->x.k + PART - 1) / PART, 1);
    plan->groups = bitmap_groups(p->a->m);
    const bool few = p->device && plan->groups * parts * SPLITS_MOST <= p->device->threads * blocks_of(1);
    const int64_t most = few ? 1 : parts_most<T>;
    plan->panels = (int)((parts + most - 1) / most);
    plan->parts = (int)((parts + plan->panels - 1) / plan->panels);
    plan->splits = 1;
    while (plan->splits < SPLITS_MOST && p->device && gpu_major(p->device) >= 9 &&
           plan->groups * plan->panels * plan->splits < 0.9 * p->device->threads * blocks_of(plan->parts))
        plan->splits *= 2;
}

/* Whether rows are aligned to `bytes` bytes. */
static bool begin_on(const struct dense *x, uintptr_t bytes)
{
    return ((uintptr_t)x->data | (uintptr_t)x->ld * vtype_size(x->type)) % bytes == 0;
}

/* As many stages as the blocks of a multiprocessor have room for; if fewer than two, as many as one block has. */
template <class T> static bool set_stages(const struct problem *p, struct bitmap_plan *plan, struct err *e)
{
    const int64_t most = gpu_shared_most(p->device), stage = x_bytes<T>(plan->parts) + plan->stage;
    plan->stages = (int)std::min<int64_t>(most / blocks_of(plan->parts) / stage, STAGES);
    if (plan->stages < 2)
        plan->stages = (int)std::min<int64_t>(most / stage, STAGES);
    if (plan->stages < 2)
        return err_set(e, ERR_UNSUPPORTED, "its steps do not fit the shared memory of the device");
    return GPU_OK(p->device,
                  cudaFuncSetAttribute((const void *)kernel_of<T>(plan), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       (int)shared_of<T>(plan)),
                  e);
}

/* Half a byte for each of 16 places: windows less than a thirtieth full are refused. */
static uint64_t bytes(const struct problem *p)
{
    return size_add(size_mul((uint64_t)p->a->nnz, vtype_size(p->a->type) + 8),
                    size_add(size_mul(8, (uint64_t)bitmap_groups(p->a->m)), 64 << 10));
}

template <class T> static bool build(const struct problem *p, struct bitmap_plan *plan, struct plan *out, struct err *e)
{
    const struct device *d = p->device;
    struct bitmap b = {};
    lay_out<T>(p, plan);
    plan->whole_x = begin_on(&p->x, UNIT) && p->x.k * (int64_t)sizeof(T) % UNIT == 0;
    plan->pairs_y = begin_on(&p->y, 2 * sizeof(T));
    bool ok = limit_host(bytes(p), "windows of rows", e) && bitmap_build(p->a, bytes(p), &b, e);
    if (ok) {
        plan->stage = (int)b.stage;
        ok = set_stages<T>(p, plan, e) &&
             gpu_upload(d, b.group, (uint64_t)(b.groups + 1) * sizeof *b.group, &plan->group, out, e) &&
             gpu_upload(d, b.at, (uint64_t)(b.steps + 1) * sizeof *b.at, &plan->at, out, e) &&
             gpu_upload(d, b.column, (uint64_t)b.steps * BITMAP_COLUMNS * sizeof *b.column, &plan->column, out, e) &&
             gpu_upload(d, b.data, (uint64_t)b.at[b.steps] * UNIT, &plan->data, out, e);
        out->traffic = kernel_traffic_with(p, (uint64_t)b.at[b.steps] * UNIT +
                                                  (uint64_t)b.steps * BITMAP_COLUMNS * sizeof *b.column);
    }
    bitmap_release(&b);
    return ok;
}

template <class T> static bool supports(const struct problem *p, struct err *why)
{
    struct bitmap_plan plan = {};
    lay_out<T>(p, &plan);
    if (p->x.k < 2)
        return err_set(why, ERR_UNSUPPORTED, "it is for k = 2 and more");
    if (p->device && gpu_major(p->device) < 8)
        return err_set(why, ERR_UNSUPPORTED, "FP64 tensor cores come with compute capability 8.0");
    if (plan.groups > INT32_MAX / (std::max(plan.panels, 1) * SPLITS_MOST))
        return err_set(why, ERR_UNSUPPORTED, "too many rows and columns of X");
    return true;
}

/* Places of all windows, from the ends of rows in a few of them: exact for bands. */
static double expect_places(const struct problem *p)
{
    const struct csr *a = p->a;
    int64_t groups = bitmap_groups(a->m), step = std::max<int64_t>(groups / 64, 1), seen = 0;
    double places = 0;
    for (int64_t g = 0; g < groups; g += step, seen++) {
        int64_t low = a->n, high = 0;
        for (int64_t i = g * BITMAP_ROWS; i < std::min(a->m, (g + 1) * BITMAP_ROWS); i++)
            if (a->ptr[i] < a->ptr[i + 1]) {
                low = std::min<int64_t>(low, a->ind[a->ptr[i]]);
                high = std::max<int64_t>(high, a->ind[a->ptr[i + 1] - 1] + 1);
            }
        places += (double)BITMAP_ROWS * (double)(std::max(high - low, (int64_t)0) + BITMAP_COLUMNS);
    }
    return places / (double)std::max<int64_t>(seen, 1) * (double)groups;
}

/* Bytes that could be moved while a block begins and ends, and while it multiplies a place by a part: fitted to six
   bands that are 10 to 34% full, k = 16 to 128 (H200). RANK: of such bands, kernels on CSR take 1.3 to 1.5 times what
   they expect. */
template <class T> static double expect(struct problem *p)
{
    const double BEGIN = 46e6, PLACE = 3.4, RANK = sizeof(T) == 8 ? 0.7 : 0.8;
    struct bitmap_plan plan = {};
    lay_out<T>(p, &plan);
    const double places = expect_places(p);
    if (places > 30 * (double)p->a->nnz)
        return INFINITY;
    return RANK * (EXPECT_LAUNCH + BEGIN + places * PLACE * plan.parts * plan.panels);
}

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "dense windows of 128 rows as bits and values: X staged in shared memory, FP64 tensor cores",
    .format = "bitmap",
    .compressed = true,
    .supports = supports<T>,
    .bytes = bytes,
    .expect = expect<T>,
    .prepare = mul_prepare<struct bitmap_plan, build<T>>,
    .run = mul_run<name, bitmap_plan, run<T>>,
});

extern const struct kernel gpu_bitmap_mma_f64 = table<double>, gpu_bitmap_mma_f32 = table<float>;
