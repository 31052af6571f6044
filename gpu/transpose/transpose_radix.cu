/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_radix: T = Aᵀ by a stable radix sort of the columns. If the pattern is symmetric, nothing is sorted. */
#include "gpu/device/traits.cuh"
#include "gpu/lib/transpose.cuh"
#include "gpu/transpose/mirror.cuh"
#include "gpu/transpose/radix_pass.cuh"

static const char name[] = "gpu.transpose.radix";

enum { PARAM_BITS, PARAM_MIRROR, PARAM_TILES };
enum { TILES_AUTO, TILES_SMALL, TILES_LARGE };

/* The working memory of a run. */
struct radix_work {
    struct radix_sort radix;
    uint4 *entry[2]; /* what all passes but the last write, in turn */
    uint64_t all;
};

struct radix_plan : transpose_plan {
    struct radix_work own;
    int64_t row_max;    /* entries of the longest row */
    bool large, mirror; /* mirror: tried first */
    bool overlap;       /* whether the device can begin a kernel before the one before has ended */
};

/* As few digits as BITS allows, of equal size; the last may be smaller. */
static void digits_cut(struct radix_sort *r, int most)
{
    int bits = column_bits(r->n);
    r->passes = (bits + most - 1) / most;
    int each = (bits + r->passes - 1) / r->passes;
    for (int p = 0; p < r->passes; p++)
        r->digit[p] = { p * each, std::min(each, bits - p * each) };
}

static unsigned processors_of(const struct device *d)
{
    return d->threads > 0 ? (unsigned)d->threads : 1;
}

/* Whether tiles are large: they fit, and there are enough of them for half of the multiprocessors. */
static bool large_tiles(const struct problem *p)
{
    if (!p->device || gpu_shared_most(p->device) < (int64_t)sizeof(struct radix_tile<ITEMS_LARGE>))
        return false;
    if (p->param[PARAM_TILES] != TILES_AUTO)
        return p->param[PARAM_TILES] == TILES_LARGE;
    return 2 * p->a->nnz / (RANKERS * ITEMS_LARGE) >= processors_of(p->device);
}

/* Divides the memory at `base`, which may be NULL. */
static struct radix_work work_of(const struct problem *p, bool large, char *base)
{
    struct radix_work w = {};
    struct radix_sort *r = &w.radix;
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
    r->longs = (uint32_t *)(base + work_place(&w.all, 4 * (1 + MIRROR_LONGS)));
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
    if (p->device && gpu_shared_most(p->device) < (int64_t)sizeof(struct radix_tile<ITEMS_SMALL>))
        return err_set(why, ERR_UNSUPPORTED, "its tiles take %zu bytes of shared memory; a block has %lld here",
                       sizeof(struct radix_tile<ITEMS_SMALL>), (long long)gpu_shared_most(p->device));
    return true;
}

template <class T>
using pass_kernel = void (*)(const struct radix_pass_work, const struct source<T>, const uint4 *, uint4 *,
                             const struct target<T>);

template <class T, int ITEMS> static pass_kernel<T> kernel_of(bool first, bool last)
{
    if (first)
        return last ? radix_pass<T, ITEMS, true, true> : radix_pass<T, ITEMS, true, false>;
    return last ? radix_pass<T, ITEMS, false, true> : radix_pass<T, ITEMS, false, false>;
}

/* Lets the kernels have the shared memory that they need. */
template <class T, int ITEMS> static bool shared_allow(const struct device *d, struct err *e)
{
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    for (int i = 0; i < 4; i++)
        if (!GPU_OK(
                d, cudaFuncSetAttribute(kernel_of<T, ITEMS>(i & 1, i & 2), most, (int)sizeof(struct radix_tile<ITEMS>)),
                e))
            return false;
    return true;
}

/* Whether a few entries have mirrors: then all may have. */
static bool looks_mirrored(const struct csr *a)
{
    enum { SAMPLE = 64 };
    if (a->m != a->n || a->nnz == 0)
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

/* Whether many entries have their mirrors in long rows: each is searched for there, unless the row is full. H200: 20
   rows of n/4 with a third of all entries take 0.413 ms, sorted 0.318; with one full row 0.024, sorted 0.073. */
static bool searches_long_rows(const struct problem *p)
{
    const struct stats *s = p->stats;
    int64_t few = MIRROR_LONG * mirror_lanes(p->a->nnz / p->a->m), searched = 0;
    for (int b = 1; b < s->bins; b++)
        if ((int64_t)1 << (b - 1) >= few && (int64_t)1 << b <= p->a->n)
            searched += s->bin_nnz[b];
    return searched > p->a->nnz / 8;
}

template <class T> static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    bool large = large_tiles(p);
    uint64_t all = work_of(p, large, NULL).all;
    struct radix_plan *l = static_cast<struct radix_plan *>(transpose_plan_new(p, name, sizeof *l, all, plan, e));
    if (!l)
        return false;
    l->own = work_of(p, large, (char *)l->work);
    l->large = large;
    l->row_max = p->stats->row_max;
    l->overlap = gpu_major(p->device) >= 9;
    l->mirror = p->param[PARAM_MIRROR] && looks_mirrored(p->a) && !searches_long_rows(p);
    bool ok = (large ? shared_allow<T, ITEMS_LARGE>(p->device, e) : shared_allow<T, ITEMS_SMALL>(p->device, e)) &&
              (all == 0 || (GPU_OK(p->device, cudaMemset(l->own.radix.clear, 0, 4 * l->own.radix.clears), e) &&
                            GPU_OK(p->device, cudaMemset(l->own.radix.longs, 0, 4), e)));
    return gpu_plan_end(plan, ok);
}

static struct radix_pass_work pass_of(const struct radix_sort *r, int p)
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

template <class T, int ITEMS> static void launch_sort(const struct radix_plan *l, struct radix_sort r)
{
    const struct source<T> a = {
        (const uint32_t *)l->a.ptr, (const uint32_t *)l->a.ind, (const T *)l->a.val
    };
    const struct target<T> t = {
        (uint32_t *)l->t.ptr, (uint32_t *)l->t.ind, (T *)l->t.val
    };
    const unsigned processors = processors_of(l->device), bytes = sizeof(struct radix_tile<ITEMS>);
    const unsigned blocks = std::min<unsigned>(r.tiles, blocks_of(ITEMS) * processors);
    overlap_begin(l->overlap, radix_count, std::min(r.tiles, 4 * processors), RANKERS, 0, r, r.digit[r.passes - 1],
                  a.ptr, a.col);
    for (int i = 0; i < r.passes; i++) {
        const uint4 *in = l->own.entry[(i + 1) % 2];
        uint4 *out = l->own.entry[i % 2];
        overlap_begin(l->overlap, kernel_of<T, ITEMS>(i == 0, i == r.passes - 1), blocks, RANKERS, bytes,
                      pass_of(&r, i), a, in, out, t);
    }
}

template <class T> static mirror<T> mirror_of(const struct radix_plan *l)
{
    const struct gpu_csr *a = &l->a;
    const struct compressed *t = &l->t;
    return { .m = a->m,
             .ptr = (const uint32_t *)a->ptr,
             .ind = a->ind,
             .val = (const T *)a->val,
             .t_ptr = (int32_t *)t->ptr,
             .t_row = t->ind,
             .t_val = (T *)t->val,
             .failed = l->own.radix.needed,
             .longs = l->own.radix.longs };
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct radix_plan *l = static_cast<const struct radix_plan *>(plan_data);
    const struct device *d = l->device;
    if (!gpu_enter(l->device, name, e))
        return false;
    if (l->a.nnz == 0)
        return transpose_empty(l, e);
    struct radix_sort r = l->own.radix;
    if (l->mirror)
        mirror_launch(mirror_of<T>(l), l->a.nnz / l->a.m, l->row_max, l->overlap, processors_of(d));
    else
        r.needed = NULL;
    if (l->large)
        launch_sort<T, ITEMS_LARGE>(l, r);
    else
        launch_sort<T, ITEMS_SMALL>(l, r);
    return GPU_LAUNCHED(d, e);
}

/* As measured on an H200, in multiples of the time that the bytes alone take. */
static double expect(struct problem *p)
{
    bool mirrored = p->a->m == p->a->n && p->stats->pattern_symmetry >= 1;
    return (mirrored ? 3.0 : 6.5) * (double)kernel_compulsory_bytes(p);
}

static const char *const switches[] = { "off", "on", NULL }, *const sizes[] = { "auto", "small", "large", NULL };

static const struct param params[] = {
    param_number("BITS", "bits of a digit at most", 8, DIGIT_BITS, DIGIT_BITS),
    param_choice("MIRROR", "mirror the entries if the pattern looks symmetric, and sort only if it is not", switches,
                 1),
    param_choice("TILES",
                 "entries that a block sorts at a time: 2048, 8192 where they fit, or by the number of entries", sizes,
                 TILES_AUTO),
    {},
};

template <class T>
static constexpr struct kernel table = transpose_table<T>({
    .name = name,
    .what = "a stable radix sort of the columns with look-back; a symmetric pattern is only mirrored",
    .source = "Adinets and Merrill, Onesweep (2022)",
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = prepare<T>,
    .run = run<T>,
});

extern const struct kernel gpu_transpose_radix_f64 = table<double>, gpu_transpose_radix_f32 = table<float>;
