/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_radix: T = Aᵀ by a stable radix sort of the columns, or by buckets of columns. If the pattern is symmetric,
   nothing is sorted. */
#include "gpu/transpose/transpose_by_buckets.cuh"
#include "gpu/transpose/transpose_by_mirror.cuh"
#include "gpu/transpose/transpose_by_sort.cuh"

static const char name[] = "gpu.transpose.radix";

static uint64_t bytes(const struct problem *p)
{
    if (p->a->nnz > INT32_MAX)
        return kernel_csr_bytes(p->a);
    struct buckets k = p->device ? buckets_of(p) : buckets{};
    uint64_t sort = work_of(p, large_tiles(p), NULL).all, cut = 0;
    if (k.count)
        buckets_place(&k, NULL, &cut);
    return kernel_csr_bytes(p->a) + cut + std::max(sort, k.count * BUCKET_BYTES);
}

static bool supports(const struct problem *p, struct err *why)
{
    if (!transpose_supports(p, why))
        return false;
    if (p->device && gpu_shared_most(p->device) < (int64_t)sizeof(struct radix_tile<ITEMS_SMALL>))
        return err_set(why, ERR_UNSUPPORTED, "its tiles take %zu bytes of shared memory; a block has %lld here",
                       sizeof(struct radix_tile<ITEMS_SMALL>), (long long)gpu_shared_most(p->device));
    return true;
}

template <class T> static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct radix_plan *plan = static_cast<struct radix_plan *>(transpose_plan_new(p, name, sizeof *plan, 0, out, e));
    if (!plan)
        return false;
    plan->large = large_tiles(p);
    plan->row_max = p->stats->row_max;
    plan->overlap = gpu_major(p->device) >= 9;
    int far;
    plan->mirror = p->param[PARAM_MIRROR] && looks_mirrored(p->a, &far) && !searches_long_rows(p);
    bool ok = (plan->mirror && far <= MIRROR_SAMPLE / 8) || buckets_prepare<T>(p, plan, out, e);
    if (ok && plan->buckets.count == 0)
        ok = sort_prepare<T>(p, plan, out, e);
    return gpu_plan_end(out, ok);
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct radix_plan *plan = static_cast<const struct radix_plan *>(plan_data);
    const struct device *d = plan->device;
    if (!gpu_enter(plan->device, name, e))
        return false;
    if (plan->a.nnz == 0)
        return transpose_empty(plan, e);
    if (plan->buckets.count) {
        launch_buckets<T>(plan);
        return GPU_LAUNCHED(d, e);
    }
    struct radix_sort r = plan->own.radix;
    if (plan->mirror)
        mirror_launch(mirror_of<T>(plan), plan->a.nnz / plan->a.m, plan->row_max, plan->overlap, processors_of(d));
    else
        r.needed = NULL;
    if (plan->large)
        launch_sort<T, ITEMS_LARGE>(plan, r);
    else
        launch_sort<T, ITEMS_SMALL>(plan, r);
    return GPU_LAUNCHED(d, e);
}

/* As measured on an H200, in multiples of the time that the bytes alone take. */
static double expect(struct problem *p)
{
    bool mirrored = p->a->m == p->a->n && p->stats->pattern_symmetry >= 1;
    return (mirrored ? 3.0 : 6.5) * (double)kernel_compulsory_bytes(p);
}

static const char *const switches[] = { "off", "on", NULL }, *const sizes[] = { "auto", "small", "large", NULL },
                         *const uses[] = { "auto", "off", "on", NULL };

static const struct param params[] = {
    param_number("BITS", "bits of a digit at most", 8, DIGIT_BITS, DIGIT_BITS),
    param_choice("MIRROR", "mirror the entries if the pattern looks symmetric, and sort only if it is not", switches,
                 1),
    param_choice("TILES",
                 "entries that a block sorts at a time: 2048, 8192 where they fit, or by the number of entries", sizes,
                 TILES_AUTO),
    param_choice("BUCKETS", "deal the entries out to buckets of columns that are put in order each, where they fit",
                 uses, BUCKETS_AUTO),
    {},
};

template <class T>
static constexpr struct kernel table = transpose_table<T>({
    .name = name,
    .what = "a radix sort of the columns, or of buckets of them; a symmetric pattern is mirrored",
    .source = "Adinets and Merrill, Onesweep (2022)",
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare<T>,
    .run = run<T>,
});

extern const struct kernel gpu_transpose_radix_f64 = table<double>, gpu_transpose_radix_f32 = table<float>;
