/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_by_buckets: buckets of columns, cut, prepared and started. */
#pragma once

#include "gpu/device/traits.cuh"
#include "gpu/transpose/buckets_cut.cuh"
#include "gpu/transpose/transpose_radix_plan.cuh"

/* Bits of a column that two short passes sort as fast as buckets do. H200, sorted and by buckets: 100,000 columns 0.261
   and 0.277 ms, 131,000 0.268 and 0.267, 210,000 0.252 and 0.232, 1,300,000 0.529 and 0.310. */
enum { BUCKET_BITS = 17 };

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
    const uint64_t dealers = DEAL_BLOCKS * processors, rounds = (nnz - 1) / (dealers * DEAL_ENTRIES) + 1,
                   tile = (nnz - 1) / (dealers * rounds) + 1;
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

/* Leaves buckets out (count 0) if a part of a column would overflow. */
static bool parts_try(struct radix_plan *plan, struct err *e)
{
    struct buckets *k = &plan->buckets;
    uint32_t filled[BUCKETS_MOST];
    const size_t size = 4 * k->count;
    if (!GPU_OK(plan->device, cudaMemset(k->filled, 0, size), e))
        return false;
    buckets_count<<<k->tiles, DEALERS>>>(*k, (const uint32_t *)plan->a.ind);
    if (!GPU_LAUNCHED(plan->device, e) ||
        !GPU_OK(plan->device, cudaMemcpy(filled, k->filled, size, cudaMemcpyDeviceToHost), e))
        return false;
    if (*std::max_element(filled, filled + k->count) > BUCKET_ENTRIES)
        k->count = 0;
    return true;
}

/* The ranges of columns, cut by the device. */
static bool columns_ranges(const struct radix_plan *plan, const struct buckets_cut &c, struct cut_ranges *out,
                           struct err *e)
{
    const struct device *d = plan->device;
    const unsigned processors = processors_of(d);
    if (!GPU_OK(d, cudaMemsetAsync(c.cell, 0, c.n * sizeof *c.cell, 0), e) ||
        !GPU_OK(d, cudaMemsetAsync(c.columns, 0xff, sizeof *c.columns, 0), e))
        return false;
    columns_count<<<8 * processors, CUTTERS>>>((uint64_t)plan->a.nnz, (const uint32_t *)plan->a.ind, c.cell);
    shares_sum<<<CUT_SHARES, CUTTERS>>>(c);
    shares_scan<<<1, CUT_SHARES>>>(c, processors, BUCKET_ENTRIES);
    columns_cut<false><<<CUT_SHARES, CUTTERS>>>(c);
    columns_cut<true><<<CUT_SHARES, CUTTERS>>>(c);
    return GPU_LAUNCHED(d, e) && GPU_OK(d, cudaMemcpy(out, c.columns, sizeof *out, cudaMemcpyDeviceToHost), e);
}

/* What the columns' cut says of all buckets. */
template <class T> static void buckets_cut_take(struct radix_plan *plan, const struct column_buckets *b)
{
    uint32_t words = 0;
    plan->buckets.count = b->count;
    plan->buckets.shift = b->shift;
    for (const struct column_bucket *k = b->bucket; k < b->bucket + b->count; k++) {
        words = std::max(words, k->width + k->cells + 1);
        plan->buckets.parts = plan->buckets.parts || k->from > 0;
    }
    plan->sort_shared = bucket_shared<T>(words);
}

/* Leaves buckets out (count 0) if the columns cannot be cut so. */
template <class T>
static bool buckets_prepare(const struct problem *p, struct radix_plan *plan, struct plan *out, struct err *e)
{
    struct buckets *k = &plan->buckets;
    const struct device *d = plan->device;
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    struct cut_ranges ranges;
    struct column_buckets b;
    uint64_t all = 0;
    *k = buckets_of(p);
    if (k->count == 0)
        return true;
    buckets_place(k, NULL, &all);
    if (!gpu_alloc(d, all, &plan->work, out, e))
        return false;
    all = 0;
    if (!columns_ranges(plan, buckets_place(k, (char *)plan->work, &all), &ranges, e))
        return false;
    if (!column_buckets_join(ranges.range, ranges.cut, k->n, k->nnz, &b)) {
        k->count = 0;
        return true;
    }
    buckets_cut_take<T>(plan, &b);
    return GPU_OK(d, cudaMemcpy(k->columns, &b, sizeof b, cudaMemcpyHostToDevice), e) &&
           (!k->parts || parts_try(plan, e)) && gpu_alloc(d, k->count * BUCKET_BYTES, &k->entry, out, e) &&
           GPU_OK(d, cudaFuncSetAttribute(buckets_deal<T>, most, (int)sizeof(struct deal_tile)), e) &&
           GPU_OK(d, cudaFuncSetAttribute(buckets_sort<T>, most, (int)plan->sort_shared), e);
}

template <class T> static void launch_buckets(const struct radix_plan *plan)
{
    const struct buckets &k = plan->buckets;
    const struct source<T> a = source_of<T>(plan);
    const struct target<T> t = target_of<T>(plan);
    const unsigned processors = processors_of(plan->device);
    const unsigned chunks = (k.nnz - 1) / k.chunk + 1, begin = (std::max(chunks, k.count) - 1) / BEGINNERS + 1;
    overlap_begin(plan->overlap, buckets_begin, begin, BEGINNERS, 0, k, a.ptr);
    overlap_begin(plan->overlap, buckets_deal<T>, std::min(k.tiles, DEAL_BLOCKS * processors), DEALERS,
                  sizeof(struct deal_tile), k, a);
    overlap_begin(plan->overlap, buckets_sort<T>, std::min(k.count, processors), SORTERS, plan->sort_shared, k, t);
}
