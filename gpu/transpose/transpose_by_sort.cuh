/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_by_sort: the passes of the radix sort, prepared and started. */
#pragma once

#include "gpu/device/traits.cuh"
#include "gpu/transpose/mirror.cuh"
#include "gpu/transpose/transpose_radix_plan.cuh"

/* As few digits as BITS allows, of equal size; the last may be smaller. */
static void digits_cut(struct radix_sort *r, int most)
{
    int bits = column_bits(r->n);
    r->passes = (bits + most - 1) / most;
    int each = (bits + r->passes - 1) / r->passes;
    for (int p = 0; p < r->passes; p++)
        r->digit[p] = { p * each, std::min(each, bits - p * each) };
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

/* The memory of the radix sort. */
template <class T>
static bool sort_prepare(const struct problem *p, struct radix_plan *plan, struct plan *out, struct err *e)
{
    const uint64_t all = work_of(p, plan->large, NULL).all;
    bool ok = gpu_alloc(p->device, all, &plan->work, out, e);
    plan->own = work_of(p, plan->large, (char *)plan->work);
    return ok &&
           (plan->large ? shared_allow<T, ITEMS_LARGE>(p->device, e) : shared_allow<T, ITEMS_SMALL>(p->device, e)) &&
           (all == 0 || (GPU_OK(p->device, cudaMemset(plan->own.radix.clear, 0, 4 * plan->own.radix.clears), e) &&
                         GPU_OK(p->device, cudaMemset(plan->own.radix.longs, 0, 4), e)));
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

template <class T, int ITEMS> static void launch_sort(const struct radix_plan *plan, struct radix_sort r)
{
    const struct source<T> a = source_of<T>(plan);
    const struct target<T> t = target_of<T>(plan);
    const unsigned processors = processors_of(plan->device), bytes = sizeof(struct radix_tile<ITEMS>);
    const unsigned blocks = std::min<unsigned>(r.tiles, blocks_of(ITEMS) * processors);
    overlap_begin(plan->overlap, radix_count, std::min(r.tiles, 4 * processors), RANKERS, 0, r, r.digit[r.passes - 1],
                  a.ptr, a.col);
    for (int i = 0; i < r.passes; i++) {
        const uint4 *in = plan->own.entry[(i + 1) % 2];
        uint4 *out = plan->own.entry[i % 2];
        overlap_begin(plan->overlap, kernel_of<T, ITEMS>(i == 0, i == r.passes - 1), blocks, RANKERS, bytes,
                      pass_of(&r, i), a, in, out, t);
    }
}
