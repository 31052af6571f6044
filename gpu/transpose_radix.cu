/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_radix: T = Aᵀ by a stable radix sort of the columns. Where the pattern turns out to be symmetric, nothing
   is sorted. */
#include "gpu/mirror.cuh"
#include "gpu/radix.cuh"
#include "gpu/transpose.cuh"

#include <algorithm>

static const char name[] = "gpu.transpose.radix";

enum { PARAM_BITS, PARAM_MIRROR };

/* The working memory of a run; `clear` bytes from its beginning are cleared first. */
template <class T> struct work {
    struct radix radix;
    struct entries<T> spare;
    uint32_t *col; /* beside T */
    uint64_t clear, all;
};

template <class T> struct radix_plan {
    struct transpose_plan base; /* first: it is freed as one */
    struct work<T> work;
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

/* Divides the memory at `base`, which may be NULL. */
template <class T> static work<T> work_of(const struct problem *p, char *base)
{
    work<T> w = {};
    struct radix *r = &w.radix;
    uint64_t nnz = (uint64_t)p->a->nnz;
    if (nnz == 0)
        return w;
    r->m = p->a->m;
    r->n = p->a->n;
    r->nnz = (uint32_t)nnz;
    r->tiles = (uint32_t)((nnz + TILE - 1) / TILE);
    digits_cut(r, (int)p->param[PARAM_BITS]);
    r->statuses = ((uint64_t)r->passes * r->tiles) << r->digit[0].bits;
    bool spare = r->passes > 1;
    r->needed = (uint32_t *)(base + work_place(&w.all, 4));
    r->ticket = (uint32_t *)(base + work_place(&w.all, PASSES_MOST * 4));
    r->count = (uint32_t *)(base + work_place(&w.all, 4 * PASSES_MOST * BINS_MOST));
    w.clear = w.all;
    r->status = (uint32_t *)(base + work_place(&w.all, r->statuses * 4));
    r->row = (uint32_t *)(base + work_place(&w.all, (uint64_t)r->tiles * 4));
    w.col = (uint32_t *)(base + work_place(&w.all, nnz * 4));
    w.spare.col = (uint32_t *)(base + work_place(&w.all, spare ? nnz * 4 : 0));
    w.spare.row = (uint32_t *)(base + work_place(&w.all, spare ? nnz * 4 : 0));
    w.spare.val = (T *)(base + work_place(&w.all, spare ? nnz * sizeof(T) : 0));
    return w;
}

template <class T> static uint64_t bytes(const struct problem *p)
{
    return kernel_csr_bytes(p->a) + (p->a->nnz <= INT32_MAX ? work_of<T>(p, NULL).all : 0);
}

template <class T> static bool supports(const struct problem *p, struct err *why)
{
    const enum cudaDeviceAttr most = cudaDevAttrMaxSharedMemoryPerBlockOptin;
    int bytes = 0;
    if (!transpose_supports(p, why))
        return false;
    if (p->device &&
        !GPU_OK(p->device, cudaDeviceGetAttribute(&bytes, most, static_cast<struct gpu *>(p->device->data)->index),
                why))
        return false;
    if (p->device && (size_t)bytes < sizeof(struct tile<T>))
        return err_set(why, ERR_UNSUPPORTED, "its tiles take %zu bytes of shared memory; a block has %d here",
                       sizeof(struct tile<T>), bytes);
    return true;
}

/* Kernels that want more shared memory than any block has must ask. */
template <class T> static bool shared_ask(const struct device *d, struct err *e)
{
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    int bytes = (int)sizeof(struct tile<T>);
    return GPU_OK(d, cudaFuncSetAttribute(radix_pass<T, true>, most, bytes), e) &&
           GPU_OK(d, cudaFuncSetAttribute(radix_pass<T, false>, most, bytes), e);
}

template <class T> static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    uint64_t all = work_of<T>(p, NULL).all;
    struct radix_plan<T> *l = (struct radix_plan<T> *)transpose_plan_new(p, name, sizeof *l, all, plan, e);
    if (!l)
        return false;
    l->work = work_of<T>(p, (char *)l->base.work);
    if (shared_ask<T>(p->device, e))
        return true;
    transpose_release(l);
    return false;
}

static unsigned processors_of(const struct device *d)
{
    return d->threads > 0 ? (unsigned)d->threads : 1;
}

static struct pass pass_of(const struct radix *r, int p)
{
    return { .m = r->m,
             .nnz = r->nnz,
             .tiles = r->tiles,
             .bins = 1u << r->digit[p].bits,
             .digit = r->digit[p],
             .needed = r->needed,
             .count = r->count + p * BINS_MOST,
             .row = r->row,
             .ticket = r->ticket + p,
             .status = r->status + (((uint64_t)p * r->tiles) << r->digit[0].bits) };
}

/* A pass writes into T when an even number of passes follow it, and else into what is spare. */
template <class T> static void launch_sort(const struct radix_plan<T> *l)
{
    const struct gpu_csr *a = &l->base.a;
    const struct compressed *t = &l->base.t;
    const struct radix r = l->work.radix;
    const struct entries<T> end = {
        NULL, l->work.col, (uint32_t *)t->ind, (T *)t->val
    };
    struct entries<T> in = {
        (const uint32_t *)a->ptr, (uint32_t *)a->ind, NULL, (T *)a->val
    };
    unsigned processors = processors_of(l->base.device), blocks = std::min<unsigned>(r.tiles, BLOCKS * processors);
    radix_count<<<std::min(r.tiles, 4 * processors), RANKERS>>>(r, r.digit[r.passes - 1], in.ptr, in.col);
    for (int p = 0; p < r.passes; p++) {
        const struct entries<T> out = (r.passes - 1 - p) % 2 == 0 ? end : l->work.spare;
        if (p == 0)
            radix_pass<T, true><<<blocks, RANKERS, sizeof(struct tile<T>)>>>(pass_of(&r, p), in, out);
        else
            radix_pass<T, false><<<blocks, RANKERS, sizeof(struct tile<T>)>>>(pass_of(&r, p), in, out);
        in = out;
    }
    radix_pointers<<<gpu_grid(r.n + 1, 256), 256>>>(r, end.col, (int32_t *)t->ptr);
}

/* Leaves in `failed` whether it was in vain. Short rows get few threads. */
template <class T> static void launch_mirror(const struct radix_plan<T> *l, uint32_t *failed)
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
    const struct radix_plan<T> *l = static_cast<const struct radix_plan<T> *>(plan_data);
    const struct device *d = l->base.device;
    if (!gpu_enter(l->base.device, name, e))
        return false;
    if (l->base.a.nnz == 0)
        return transpose_empty(&l->base, e);
    uint32_t *needed = l->work.radix.needed;
    bool mirror = l->base.param[PARAM_MIRROR] && l->base.a.m == l->base.a.n;
    if (!GPU_OK(d, cudaMemsetAsync(needed, 0, l->work.clear, 0), e))
        return false;
    if (mirror)
        launch_mirror(l, needed);
    else if (!GPU_OK(d, cudaMemsetAsync(needed, 1, 4, 0), e))
        return false;
    launch_sort(l);
    return GPU_LAUNCHED(d, e);
}

/* What was measured on an H200, in multiples of the time that the bytes alone take. */
static double expect(struct problem *p)
{
    bool mirrored = p->a->m == p->a->n && p->stats->pattern_symmetry >= 1;
    return (mirrored ? 3.0 : 8.0) * (double)kernel_compulsory_bytes(p);
}

static const char *const switches[] = { "off", "on", NULL };

static const struct param params[] = {
    {.name = "BITS", .help = "bits of a digit at most", .min = 5, .max = DIGIT_BITS, .initial = 8, .choices = NULL },
    { .name = "MIRROR",
     .help = "try first whether the pattern is symmetric",
     .min = 0,
     .max = 1,
     .initial = 1,
     .choices = switches },
    {            },
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
    .supports = supports<T>,
    .bytes = bytes<T>,
    .expect = expect,
    .prepare = prepare<T>,
    .run = run<T>,
    .release = transpose_release,
};

const struct kernel gpu_transpose_radix_f64 = table<double>, gpu_transpose_radix_f32 = table<float>;
