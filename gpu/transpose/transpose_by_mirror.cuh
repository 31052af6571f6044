/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_by_mirror: whether the entries of A may all have mirrors, and what mirroring takes from the plan. */
#pragma once

#include "gpu/transpose/mirror.cuh"
#include "gpu/transpose/transpose_radix_plan.cuh"

/* Entries looked at; columns apart whose rows the L2 holds together. Where more than an eighth lies farther, mirrors
   are fetched from all over A, and buckets are faster. H200, mirrored and by buckets: saddle:1225 (a third far) 0.584
   and 0.373 ms, saddle:934 0.287 and 0.229, road (none) 0.133 and 0.267, 7-point 0.080 and 0.201. */
enum { MIRROR_SAMPLE = 64, MIRROR_NEAR = 4096 };

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

template <class T> static mirror<T> mirror_of(const struct radix_plan *plan)
{
    const struct gpu_csr *a = &plan->a;
    const struct compressed *t = &plan->t;
    return { .m = a->m,
             .ptr = (const uint32_t *)a->ptr,
             .ind = a->ind,
             .val = (const T *)a->val,
             .t_ptr = (int32_t *)t->ptr,
             .t_row = t->ind,
             .t_val = (T *)t->val,
             .failed = plan->own.radix.needed,
             .longs = plan->own.radix.longs };
}
