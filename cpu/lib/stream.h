/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream: the parameter STREAM of products: non-temporal stores, which avoid reading Y before it is written. Compiled
   once per value type T and instruction set. */
#pragma once

#include "cpu/lib/plan.h"

#include "cpu/lib/simd.h"

enum stream_when { STREAM_NEVER, STREAM_AUTO, STREAM_ALWAYS };
static const char *const stream_names[] = { "never", "auto", "always", NULL };
#define STREAM_HELP "non-temporal stores of Y; auto: by the sizes of A, X and Y"

/* If Y exceeds the cache, or the whole product does and Y is more than a quarter of it. If rows of A have few entries,
   also beyond L2, where a line of Y would be read only to be overwritten (NOTES.md). */
static inline bool stream_wanted(const struct problem *p, int64_t when)
{
    enum { SMALL = 4, FEW = 4 };
    const struct device *d = p->device;
    const uint64_t y = (uint64_t)p->a->m * (uint64_t)p->y.ld * vtype_size(p->a->type), all = kernel_compulsory_bytes(p);
    const int second = d->levels > 0 && strcmp(d->level[0].name, "L1") == 0;
    const bool brief = p->y.k > 1 && p->a->nnz / FEW < p->a->m && d->levels > second && y > d->level[second].bytes;

    return when == STREAM_ALWAYS ||
           (when == STREAM_AUTO && (y > d->cache || ((brief || all > d->cache) && y > all / SMALL)));
}

/* Whether rows of Y are aligned for it: to vectors, or to half vectors if k fits in half a vector. */
static inline bool stream_aligned(struct plan_vectors v)
{
    const int64_t unit = v.k <= LANES / 2 ? LANES / 2 : LANES;

    return (uintptr_t)v.y % SIMD_BYTES == 0 && v.ldy % unit == 0;
}
