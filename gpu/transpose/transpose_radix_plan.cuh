/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_radix_plan: the plan that the ways of gpu.transpose.radix share: sorting, buckets, mirroring. */
#pragma once

#include "gpu/lib/transpose.cuh"
#include "gpu/transpose/buckets.cuh"

enum { PARAM_BITS, PARAM_MIRROR, PARAM_TILES, PARAM_BUCKETS };
enum { TILES_AUTO, TILES_SMALL, TILES_LARGE };
enum { BUCKETS_AUTO, BUCKETS_OFF, BUCKETS_ON };

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

static unsigned processors_of(const struct device *d)
{
    return d->threads > 0 ? (unsigned)d->threads : 1;
}

template <class T> static struct source<T> source_of(const struct radix_plan *plan) {
    return { (const uint32_t *)plan->a.ptr, (const uint32_t *)plan->a.ind, (const T *)plan->a.val };
}

template <class T>
static struct target<T> target_of(const struct radix_plan *plan) {
    return { (uint32_t *)plan->t.ptr, (uint32_t *)plan->t.ind, (T *)plan->t.val };
}
