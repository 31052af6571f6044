/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: the cost model behind the `expect` of these kernels, in bytes at full bandwidth. */
#ifndef NZ_EXPECT_CUH
#define NZ_EXPECT_CUH

#include "core/measure/kernel.h"

/* A launch, as the bytes that could be moved meanwhile; the least gather from X, a sector; the bandwidth of the L2 over
   that of memory. H200. */
static const double EXPECT_LAUNCH = 4 << 20, EXPECT_SECTOR = 32, EXPECT_L2 = 1.35;

/* Whether neighbouring rows are likely to share columns: all entries are near the diagonal. */
static inline bool expect_local(const struct problem *p)
{
    return p->stats->bandwidth_lower + p->stats->bandwidth_upper < p->a->n / 4;
}

/* A product: A at `a` times the bytes of CSR, the other operands once, and a row of X from the L2 for every entry, or
   for one in `shared` entries where neighbouring rows share columns. */
static inline double expect_mul(const struct problem *p, double a, double shared)
{
    double matrix = (double)kernel_csr_bytes(p->a), others = (double)kernel_compulsory_bytes(p) - matrix;
    double row = (double)p->x.k * (double)vtype_size(p->a->type), least = expect_local(p) ? 0 : EXPECT_SECTOR;
    double fetched = (double)p->a->nnz * (row > least ? row : least) / (expect_local(p) ? shared : 1);
    return EXPECT_LAUNCH + a * matrix + others + fetched / EXPECT_L2;
}

#endif
