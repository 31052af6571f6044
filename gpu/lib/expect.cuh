/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: the cost model behind the `expect` of these kernels, in bytes at full bandwidth. */
#pragma once

#include "core/measure/kernel.h"
#include "gpu/layout/slices.h"

/* The cost of a launch, in bytes that could be moved meanwhile; the smallest gather from X, a sector; the bandwidth of
   the L2 over that of memory. H200. */
static const double EXPECT_LAUNCH = 4 << 20, EXPECT_SECTOR = 32, EXPECT_L2 = 1.35;

/* Entries closer than n/EXPECT_NEAR to the diagonal are near, the others far; a matrix is local if fewer than one entry
   in EXPECT_FAR is far. At most EXPECT_EACH entries are examined in each row of a sample. */
static const double EXPECT_FAR = 16, EXPECT_FULL = 8;
enum { EXPECT_NEAR = 8, EXPECT_ROWS = 1024, EXPECT_EACH = 32 };

/* The share of far entries, by the sample. */
static inline double expect_far(const struct problem *p)
{
    const struct csr *a = p->a;
    int64_t count = 0, far_off = 0;
    for (int64_t s = 0; s < EXPECT_ROWS && a->m > 0; s++) {
        int64_t i = a->m * s / EXPECT_ROWS, begin = a->ptr[i], end = a->ptr[i + 1];
        for (int64_t at = begin; at < end; at += 1 + (end - begin) / EXPECT_EACH) {
            int64_t apart = i < a->ind[at] ? a->ind[at] - i : i - a->ind[at];
            count++;
            far_off += apart >= a->n / EXPECT_NEAR;
        }
    }
    return count > 0 ? (double)far_off / (double)count : 1;
}

/* Whether neighbouring rows are likely to share columns: all entries are near the diagonal, or all but a few (a mesh in
   a good order has some far neighbours), or one place in EXPECT_FULL of the band has an entry. */
static inline bool expect_local(const struct problem *p)
{
    const int64_t band = p->stats->bandwidth_lower + p->stats->bandwidth_upper;
    if (band < p->a->n / 4 || p->stats->row_mean * EXPECT_FULL > (double)band)
        return true;
    return expect_far(p) * EXPECT_FAR < 1;
}

/* Whether 16 bits hold the columns of any slice, counted from its first. */
static inline bool expect_packs(const struct problem *p)
{
    return p->stats->bandwidth_lower + p->stats->bandwidth_upper + SLICE_WINDOW < UINT16_MAX;
}

/* A product: A at `a` times the bytes of CSR, the other operands once, and a row of X from the L2 for every entry, or
   for one in `shared` entries if neighbouring rows share columns. */
static inline double expect_mul(const struct problem *p, double a, double shared)
{
    double matrix = (double)kernel_csr_bytes(p->a), others = (double)kernel_compulsory_bytes(p) - matrix;
    double row = (double)p->x.k * (double)vtype_size(p->a->type), least = expect_local(p) ? 0 : EXPECT_SECTOR;
    double fetched = (double)p->a->nnz * (row > least ? row : least) / (expect_local(p) ? shared : 1);
    return EXPECT_LAUNCH + a * matrix + others + fetched / EXPECT_L2;
}

/* The same if another order of rows may let neighbours share columns, which only a search shows: a row of X for every
   second entry, so that kernels in the file's order are tried, too. */
static inline double expect_ordered(const struct problem *p, double a)
{
    double matrix = (double)kernel_csr_bytes(p->a), others = (double)kernel_compulsory_bytes(p) - matrix;
    double fetched = (double)p->a->nnz * (double)p->x.k * (double)vtype_size(p->a->type) / 2;
    return EXPECT_LAUNCH + a * matrix + others + fetched / EXPECT_L2;
}
