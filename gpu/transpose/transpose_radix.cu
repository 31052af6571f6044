/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_radix: T = Aᵀ by a stable radix sort of the columns, or by buckets of columns. If the pattern is symmetric,
   nothing is sorted. */
#include "gpu/device/traits.cuh"
#include "gpu/lib/transpose.cuh"
#include "gpu/transpose/buckets.cuh"
#include "gpu/transpose/buckets_cut.cuh"
#include "gpu/transpose/mirror.cuh"

static const char name[] = "gpu.transpose.radix";

enum { PARAM_BITS, PARAM_MIRROR, PARAM_TILES, PARAM_BUCKETS };
enum { TILES_AUTO, TILES_SMALL, TILES_LARGE };
enum { BUCKETS_AUTO, BUCKETS_OFF, BUCKETS_ON };

/* Entries looked at; columns apart whose rows the L2 holds together. Where more than an eighth lies farther, mirrors
   are fetched from all over A, and buckets are faster. H200, mirrored and by buckets: saddle:1225 (a third far) 0.584
   and 0.373 ms, saddle:934 0.287 and 0.229, road (none) 0.133 and 0.267, 7-point 0.080 and 0.201. */
enum { MIRROR_SAMPLE = 64, MIRROR_NEAR = 4096 };

/* Bits of a column that two short passes sort as fast as buckets do. H200, sorted and by buckets: 50,000 columns 0.202
   and 0.215 ms, 210,000 0.250 and 0.253, 250,000 with hubs 0.290 and 0.311, 1,300,000 0.529 and 0.356. */
enum { BUCKET_BITS = 18 };

/* The working memory of a run. */
struct radix_work {
    struct radix_sort radix;
    uint4 *entry[2]; /* what all passes but the last write, in turn */
    uint64_t all;
};

struct radix_plan : transpose_plan {
    struct radix_work own;
    struct buckets buckets; /* count 0: the radix sort is used */
    uint32_t sort_shared;   /* bytes of shared memory that a bucket takes */
    int64_t row_max;        /* entries of the longest row */
    bool large, mirror;     /* mirror: tried first */
    bool overlap;           /* whether the device can begin a kernel before the one before has ended */
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

/* What buckets need beside the columns' cut, with the most that there may be; count 0: they are not used. */
static struct buckets buckets_of(const struct problem *p)
{
    struct buckets k = { .m = p->a->m, .n = p->a->n, .nnz = (uint32_t)p->a->nnz };
    const uint64_t processors = processors_of(p->device), nnz = k.nnz, n = (uint64_t)k.n;
    const int64_t wanted = p->param[PARAM_BUCKETS], shared = gpu_shared_most(p->device);
    const int64_t memory =
        p->a->type == VT_F64 ? bucket_shared<double>(BUCKET_WORDS) : bucket_shared<float>(BUCKET_WORDS);
    if (wanted == BUCKETS_OFF || (wanted == BUCKETS_AUTO && column_bits(k.n) <= BUCKET_BITS) || nnz == 0 ||
        std::max(2 * nnz, n) / (2 * BUCKET_ENTRIES) >= BUCKETS_MOST || shared - SHARED_STATIC < memory ||
        shared < (int64_t)sizeof(struct deal_tile))
        return k;
    const uint64_t rounds = (nnz - 1) / (processors * DEAL_ENTRIES) + 1, tile = (nnz - 1) / (processors * rounds) + 1;
    k.chunk = (uint32_t)((tile - 1) / DEALERS + 1) * WARP;
    k.tiles = (uint32_t)((nnz - 1) / (k.chunk * DEAL_WARPS) + 1);
    k.tick = std::max(0, column_bits(k.nnz) - 16);
    const uint64_t units = 2 * nnz + n, range = column_cut_of(units, (uint32_t)processors, BUCKET_ENTRIES).range;
    k.count = (uint32_t)std::min<uint64_t>(2 * (units / range + 1) + 1, BUCKETS_MOST);
    return k;
}

/* Divides the memory at `base`, which may be NULL; *all grows. */
static struct buckets_cut buckets_place(struct buckets *k, char *base, uint64_t *all)
{
    const uint64_t n = (uint64_t)k->n;
    struct buckets_cut c = { .n = (uint32_t)n, .share = (uint32_t)((n - 1) / CUT_SHARES + 1) };
    k->columns = (struct column_buckets *)(base + work_place(all, sizeof *k->columns));
    k->filled = (uint32_t *)(base + work_place(all, BUCKETS_MOST * sizeof *k->filled));
    k->row = (uint32_t *)(base + work_place(all, (k->nnz / k->chunk + 1) * sizeof *k->row));
    k->cell = c.cell = (uint32_t *)(base + work_place(all, n * sizeof *k->cell));
    c.sum = (uint64_t *)(base + work_place(all, CUT_SHARES * sizeof *c.sum));
    c.columns = (struct cut_ranges *)(base + work_place(all, sizeof *c.columns));
    return c;
}

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

/* Whether a few entries have mirrors: then all may have. *far: how many of them are in other columns than their like in
   the row before. */
static bool looks_mirrored(const struct csr *a, int *far)
{
    *far = 0;
    if (a->m != a->n || a->nnz == 0)
        return false;
    for (int64_t s = 0; s < MIRROR_SAMPLE; s++) {
        int64_t i = a->m * s / MIRROR_SAMPLE, at = (a->ptr[i + 1] - a->ptr[i]) * (s % 8) / 8, p = a->ptr[i] + at;
        if (p == a->ptr[i + 1])
            continue;
        const int32_t *first = a->ind + a->ptr[a->ind[p]], *last = a->ind + a->ptr[a->ind[p] + 1];
        if (!std::binary_search(first, last, (int32_t)i))
            return false;
        int64_t like = i > 0 ? std::min(a->ptr[i - 1] + at, a->ptr[i] - 1) : p;
        *far += like < 0 || std::abs(a->ind[p] - a->ind[like]) > MIRROR_NEAR;
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

/* Leaves buckets out (count 0) if a part of a column would overflow. */
static bool parts_try(struct radix_plan *l, struct err *e)
{
    struct buckets *k = &l->buckets;
    uint32_t filled[BUCKETS_MOST];
    const size_t size = 4 * k->count;
    if (!GPU_OK(l->device, cudaMemset(k->filled, 0, size), e))
        return false;
    buckets_count<<<k->tiles, DEALERS>>>(*k, (const uint32_t *)l->a.ind);
    if (!GPU_LAUNCHED(l->device, e) ||
        !GPU_OK(l->device, cudaMemcpy(filled, k->filled, size, cudaMemcpyDeviceToHost), e))
        return false;
    if (*std::max_element(filled, filled + k->count) > BUCKET_ENTRIES)
        k->count = 0;
    return true;
}

/* The ranges of columns, cut by the device. */
static bool columns_ranges(const struct radix_plan *l, const struct buckets_cut &c, struct cut_ranges *out,
                           struct err *e)
{
    const struct device *d = l->device;
    const unsigned processors = processors_of(d);
    if (!GPU_OK(d, cudaMemsetAsync(c.cell, 0, c.n * sizeof *c.cell, 0), e) ||
        !GPU_OK(d, cudaMemsetAsync(c.columns, 0xff, sizeof *c.columns, 0), e))
        return false;
    columns_count<<<8 * processors, CUTTERS>>>((uint64_t)l->a.nnz, (const uint32_t *)l->a.ind, c.cell);
    shares_sum<<<CUT_SHARES, CUTTERS>>>(c);
    shares_scan<<<1, CUT_SHARES>>>(c, processors, BUCKET_ENTRIES);
    columns_cut<false><<<CUT_SHARES, CUTTERS>>>(c);
    columns_cut<true><<<CUT_SHARES, CUTTERS>>>(c);
    return GPU_LAUNCHED(d, e) && GPU_OK(d, cudaMemcpy(out, c.columns, sizeof *out, cudaMemcpyDeviceToHost), e);
}

/* What the columns' cut says of all buckets. */
template <class T> static void buckets_cut_take(struct radix_plan *l, const struct column_buckets *b)
{
    uint32_t words = 0;
    l->buckets.count = b->count;
    l->buckets.shift = b->shift;
    for (const struct column_bucket *k = b->bucket; k < b->bucket + b->count; k++) {
        words = std::max(words, k->width + k->cells + 1);
        l->buckets.parts = l->buckets.parts || k->from > 0;
    }
    l->sort_shared = bucket_shared<T>(words);
}

/* Leaves buckets out (count 0) if the columns cannot be cut so. */
template <class T>
static bool buckets_prepare(const struct problem *p, struct radix_plan *l, struct plan *plan, struct err *e)
{
    struct buckets *k = &l->buckets;
    const struct device *d = l->device;
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    struct cut_ranges ranges;
    struct column_buckets b;
    uint64_t all = 0;
    *k = buckets_of(p);
    if (k->count == 0)
        return true;
    buckets_place(k, NULL, &all);
    if (!gpu_alloc(d, all, &l->work, plan, e))
        return false;
    all = 0;
    if (!columns_ranges(l, buckets_place(k, (char *)l->work, &all), &ranges, e))
        return false;
    if (!column_buckets_join(ranges.range, ranges.cut, k->n, k->nnz, &b)) {
        k->count = 0;
        return true;
    }
    buckets_cut_take<T>(l, &b);
    return GPU_OK(d, cudaMemcpy(k->columns, &b, sizeof b, cudaMemcpyHostToDevice), e) &&
           (!k->parts || parts_try(l, e)) && gpu_alloc(d, k->count * BUCKET_BYTES, &k->entry, plan, e) &&
           GPU_OK(d, cudaFuncSetAttribute(buckets_deal<T>, most, (int)sizeof(struct deal_tile)), e) &&
           GPU_OK(d, cudaFuncSetAttribute(buckets_sort<T>, most, (int)l->sort_shared), e);
}

/* The memory of the radix sort. */
template <class T>
static bool sort_prepare(const struct problem *p, struct radix_plan *l, struct plan *plan, struct err *e)
{
    const uint64_t all = work_of(p, l->large, NULL).all;
    bool ok = gpu_alloc(p->device, all, &l->work, plan, e);
    l->own = work_of(p, l->large, (char *)l->work);
    return ok && (l->large ? shared_allow<T, ITEMS_LARGE>(p->device, e) : shared_allow<T, ITEMS_SMALL>(p->device, e)) &&
           (all == 0 || (GPU_OK(p->device, cudaMemset(l->own.radix.clear, 0, 4 * l->own.radix.clears), e) &&
                         GPU_OK(p->device, cudaMemset(l->own.radix.longs, 0, 4), e)));
}

template <class T> static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    struct radix_plan *l = static_cast<struct radix_plan *>(transpose_plan_new(p, name, sizeof *l, 0, plan, e));
    if (!l)
        return false;
    l->large = large_tiles(p);
    l->row_max = p->stats->row_max;
    l->overlap = gpu_major(p->device) >= 9;
    int far;
    l->mirror = p->param[PARAM_MIRROR] && looks_mirrored(p->a, &far) && !searches_long_rows(p);
    bool ok = (l->mirror && far <= MIRROR_SAMPLE / 8) || buckets_prepare<T>(p, l, plan, e);
    if (ok && l->buckets.count == 0)
        ok = sort_prepare<T>(p, l, plan, e);
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

template <class T> static struct source<T> source_of(const struct radix_plan *l) {
    return { (const uint32_t *)l->a.ptr, (const uint32_t *)l->a.ind, (const T *)l->a.val };
}

template <class T>
static struct target<T> target_of(const struct radix_plan *l) {
    return { (uint32_t *)l->t.ptr, (uint32_t *)l->t.ind, (T *)l->t.val };
}

template <class T>
static void launch_buckets(const struct radix_plan *l)
{
    const struct buckets &k = l->buckets;
    const struct source<T> a = source_of<T>(l);
    const struct target<T> t = target_of<T>(l);
    const unsigned processors = processors_of(l->device);
    const unsigned chunks = (k.nnz - 1) / k.chunk + 1, begin = (std::max(chunks, k.count) - 1) / BEGINNERS + 1;
    overlap_begin(l->overlap, buckets_begin, begin, BEGINNERS, 0, k, a.ptr);
    overlap_begin(l->overlap, buckets_deal<T>, std::min(k.tiles, processors), DEALERS, sizeof(struct deal_tile), k, a);
    overlap_begin(l->overlap, buckets_sort<T>, std::min(k.count, processors), SORTERS, l->sort_shared, k, t);
}

template <class T, int ITEMS> static void launch_sort(const struct radix_plan *l, struct radix_sort r)
{
    const struct source<T> a = source_of<T>(l);
    const struct target<T> t = target_of<T>(l);
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
    if (l->buckets.count) {
        launch_buckets<T>(l);
        return GPU_LAUNCHED(d, e);
    }
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
