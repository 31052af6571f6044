/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_radix: T = Aᵀ by a stable radix sort of the columns. Where the pattern turns out to be symmetric, nothing
   is sorted. */
#include "gpu/mirror.cuh"
#include "gpu/radix_pass.cuh"
#include "gpu/traits.cuh"
#include "gpu/transpose.cuh"

#include <algorithm>

static const char name[] = "gpu.transpose.radix";

enum { PARAM_BITS, PARAM_MIRROR };

/* The working memory of a run. */
struct work {
    struct radix radix;
    uint4 *entry[2]; /* what a pass writes that is not the last, in turn */
    uint64_t all;
};

struct radix_plan {
    struct transpose_plan base; /* first: it is freed as one */
    struct work work;
    bool large, mirror; /* mirror: it is tried first whether the pattern is symmetric */
};

static int bits_of(int64_t n)
{
    int bits = 1;
    while ((int64_t)1 << bits < n)
        bits++;
    return bits;
}

/* As few digits as BITS allows, of equal size; the last may be smaller. */
static void digits_cut(struct radix *r, int most)
{
    int bits = bits_of(r->n);
    r->passes = (bits + most - 1) / most;
    int each = (bits + r->passes - 1) / r->passes;
    for (int p = 0; p < r->passes; p++)
        r->digit[p] = { p * each, std::min(each, bits - p * each) };
}

static unsigned processors_of(const struct device *d)
{
    return d->threads > 0 ? (unsigned)d->threads : 1;
}

/* Whether tiles are large: they fit, and there are enough of them. */
static bool large_tiles(const struct problem *p)
{
    return p->device && p->a->nnz / (RANKERS * ITEMS_LARGE) >= processors_of(p->device) &&
           gpu_shared_most(p->device) >= (int64_t)sizeof(struct tile<ITEMS_LARGE>);
}

/* Divides the memory at `base`, which may be NULL. */
static struct work work_of(const struct problem *p, bool large, char *base)
{
    struct work w = {};
    struct radix *r = &w.radix;
    uint64_t nnz = (uint64_t)p->a->nnz;
    if (nnz == 0)
        return w;
    r->m = p->a->m;
    r->n = p->a->n;
    r->nnz = (uint32_t)nnz;
    r->chunk = WARP * (large ? ITEMS_LARGE : ITEMS_SMALL);
    r->tiles = (uint32_t)((nnz + r->chunk * WARPS - 1) / (r->chunk * WARPS));
    digits_cut(r, (int)p->param[PARAM_BITS]);
    r->statuses = ((uint64_t)r->tiles << r->digit[0].bits) / 2;
    r->clears = 1 + PASSES_MOST + PASSES_MOST * BINS_MOST;
    r->clear = (uint32_t *)(base + work_place(&w.all, 4 * r->clears));
    r->needed = r->clear;
    r->ticket = r->needed + 1;
    r->count = r->ticket + PASSES_MOST;
    r->status = (uint64_t *)(base + work_place(&w.all, 2 * r->statuses * sizeof *r->status));
    r->row = (uint32_t *)(base + work_place(&w.all, (nnz / r->chunk + 1) * 4));
    for (int i = 0; i < 2; i++)
        w.entry[i] = (uint4 *)(base + work_place(&w.all, i < r->passes - 1 ? nnz * sizeof(uint4) : 0));
    return w;
}

static uint64_t bytes(const struct problem *p)
{
    return kernel_csr_bytes(p->a) + (p->a->nnz <= INT32_MAX ? work_of(p, large_tiles(p), NULL).all : 0);
}

static bool supports(const struct problem *p, struct err *why)
{
    if (!transpose_supports(p, why))
        return false;
    if (p->device && gpu_shared_most(p->device) < (int64_t)sizeof(struct tile<ITEMS_SMALL>))
        return err_set(why, ERR_UNSUPPORTED, "its tiles take %zu bytes of shared memory; a block has %lld here",
                       sizeof(struct tile<ITEMS_SMALL>), (long long)gpu_shared_most(p->device));
    return true;
}

/* Kernels that want more shared memory than any block has must ask. */
template <class T, int ITEMS> static bool shared_ask(const struct device *d, struct err *e)
{
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    int bytes = (int)sizeof(struct tile<ITEMS>);
    return GPU_OK(d, cudaFuncSetAttribute(radix_pass<T, ITEMS, true, true>, most, bytes), e) &&
           GPU_OK(d, cudaFuncSetAttribute(radix_pass<T, ITEMS, true, false>, most, bytes), e) &&
           GPU_OK(d, cudaFuncSetAttribute(radix_pass<T, ITEMS, false, true>, most, bytes), e) &&
           GPU_OK(d, cudaFuncSetAttribute(radix_pass<T, ITEMS, false, false>, most, bytes), e);
}

/* Whether a few entries have mirrors: then all may have. */
static bool looks_mirrored(const struct csr *a)
{
    enum { SAMPLE = 64 };
    if (a->m != a->n)
        return false;
    for (int64_t s = 0; s < SAMPLE; s++) {
        int64_t i = a->m * s / SAMPLE, p = a->ptr[i] + (a->ptr[i + 1] - a->ptr[i]) * (s % 8) / 8;
        if (p == a->ptr[i + 1])
            continue;
        const int32_t *first = a->ind + a->ptr[a->ind[p]], *last = a->ind + a->ptr[a->ind[p] + 1];
        if (!std::binary_search(first, last, (int32_t)i))
            return false;
    }
    return true;
}

template <class T> static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    bool large = large_tiles(p);
    uint64_t all = work_of(p, large, NULL).all;
    struct radix_plan *l = (struct radix_plan *)transpose_plan_new(p, name, sizeof *l, all, plan, e);
    if (!l)
        return false;
    l->work = work_of(p, large, (char *)l->base.work);
    l->large = large;
    l->mirror = p->param[PARAM_MIRROR] && looks_mirrored(p->a);
    if ((large ? shared_ask<T, ITEMS_LARGE>(p->device, e) : shared_ask<T, ITEMS_SMALL>(p->device, e)) &&
        (all == 0 || GPU_OK(p->device, cudaMemset(l->work.radix.clear, 0, 4 * l->work.radix.clears), e)))
        return true;
    transpose_release(l);
    return false;
}

static struct pass pass_of(const struct radix *r, int p)
{
    return { .m = r->m,
             .n = r->n,
             .nnz = r->nnz,
             .tiles = r->tiles,
             .bins = 1u << r->digit[p].bits,
             .digit = r->digit[p],
             .row = r->row,
             .needed = r->needed,
             .count = r->count + p * BINS_MOST,
             .ticket = r->ticket + p,
             .status = r->status + p % 2 * r->statuses,
             .other = r->status + (p + 1) % 2 * r->statuses,
             .clear = r->clear,
             .clears = r->clears };
}

template <class T, int ITEMS> static void launch_sort(const struct radix_plan *l, struct radix r)
{
    const struct source<T> a = {
        (const uint32_t *)l->base.a.ptr, (const uint32_t *)l->base.a.ind, (const T *)l->base.a.val
    };
    const struct target<T> t = {
        (uint32_t *)l->base.t.ptr, (uint32_t *)l->base.t.ind, (T *)l->base.t.val
    };
    const unsigned processors = processors_of(l->base.device), bytes = sizeof(struct tile<ITEMS>);
    const unsigned blocks = std::min<unsigned>(r.tiles, blocks_of(ITEMS) * processors);
    radix_count<<<std::min(r.tiles, 4 * processors), RANKERS>>>(r, r.digit[r.passes - 1], a.ptr, a.col);
    for (int i = 0; i < r.passes; i++) {
        const struct pass p = pass_of(&r, i);
        const uint4 *in = l->work.entry[(i + 1) % 2];
        uint4 *out = l->work.entry[i % 2];
        if (r.passes == 1)
            radix_pass<T, ITEMS, true, true><<<blocks, RANKERS, bytes>>>(p, a, in, out, t);
        else if (i == 0)
            radix_pass<T, ITEMS, true, false><<<blocks, RANKERS, bytes>>>(p, a, in, out, t);
        else if (i < r.passes - 1)
            radix_pass<T, ITEMS, false, false><<<blocks, RANKERS, bytes>>>(p, a, in, out, t);
        else
            radix_pass<T, ITEMS, false, true><<<blocks, RANKERS, bytes>>>(p, a, in, out, t);
    }
}

/* Leaves in `failed` whether it was in vain. Short rows get few threads. */
template <class T> static void launch_mirror(const struct radix_plan *l, uint32_t *failed)
{
    const struct gpu_csr *a = &l->base.a;
    const struct compressed *t = &l->base.t;
    const struct mirror<T> mirror = {
        a->m, (const uint32_t *)a->ptr, a->ind, (const T *)a->val, (int32_t *)t->ptr, t->ind, (T *)t->val, failed
    };
    int64_t mean = a->nnz / a->m;
    int lanes = mean < 4 ? 4 : mean < 8 ? 8 : mean < 16 ? 16 : 32;
    unsigned threads = lanes < 32 ? MIRROR_SHORT : MIRROR_BLOCK;
    unsigned grid = std::min(processors_of(l->base.device), gpu_grid(a->m, threads / lanes * MIRROR_ROWS));
    switch (lanes) {
    case 4:
        mirror_rows<T, 4><<<grid, threads>>>(mirror);
        break;
    case 8:
        mirror_rows<T, 8><<<grid, threads>>>(mirror);
        break;
    case 16:
        mirror_rows<T, 16><<<grid, threads>>>(mirror);
        break;
    default:
        mirror_rows<T, 32><<<grid, threads>>>(mirror);
    }
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct radix_plan *l = static_cast<const struct radix_plan *>(plan_data);
    const struct device *d = l->base.device;
    if (!gpu_enter(l->base.device, name, e))
        return false;
    if (l->base.a.nnz == 0)
        return transpose_empty(&l->base, e);
    struct radix r = l->work.radix;
    if (l->mirror)
        launch_mirror<T>(l, r.needed);
    else
        r.needed = NULL;
    if (l->large)
        launch_sort<T, ITEMS_LARGE>(l, r);
    else
        launch_sort<T, ITEMS_SMALL>(l, r);
    return GPU_LAUNCHED(d, e);
}

/* What was measured on an H200, in multiples of the time that the bytes alone take. */
static double expect(struct problem *p)
{
    bool mirrored = p->a->m == p->a->n && p->stats->pattern_symmetry >= 1;
    return (mirrored ? 3.0 : 6.5) * (double)kernel_compulsory_bytes(p);
}

static const char *const switches[] = { "off", "on", NULL };

static const struct param params[] = {
    {.name = "BITS",
     .help = "bits of a digit at most",
     .min = 8,
     .max = DIGIT_BITS,
     .initial = DIGIT_BITS,
     .choices = NULL },
    { .name = "MIRROR",
     .help = "try first whether the pattern is symmetric, where some entries say so",
     .min = 0,
     .max = 1,
     .initial = 1,
     .choices = switches },
    {                   },
};

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "a stable radix sort of the columns with look-back; a symmetric pattern is only mirrored",
    .source = "Adinets and Merrill, Onesweep (2022)",
    .on = "gpu",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare<T>,
    .run = run<T>,
    .release = transpose_release,
};

const struct kernel gpu_transpose_radix_f64 = table<double>, gpu_transpose_radix_f32 = table<float>;
