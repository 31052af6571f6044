/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: what the `expect` of kernels of this folder have in common: costs in bytes at the full bandwidth. */
#ifndef NZ_EXPECT_CUH
#define NZ_EXPECT_CUH

#include "core/measure/kernel.h"

/* A launch, in bytes that could be moved meanwhile; how much faster than memory the L2 is, for what is fetched of X:
   at least a sector. */
static const double EXPECT_LAUNCH = 4 << 20, EXPECT_SECTOR = 32, EXPECT_L2 = 1.35;

/* Whether neighbouring rows are likely to have columns in common: the entries are near the diagonal. */
static inline bool expect_local(const struct problem *p)
{
    return p->stats->bandwidth_lower + p->stats->bandwidth_upper < p->a->n / 4;
}

/* A product: its bytes but for those of A, which take `a` of what CSR takes, and a row of X from the L2 for every
   entry, or only for one of `shared` where rows are near each other. */
static inline double expect_mul(const struct problem *p, double a, double shared)
{
    double matrix = (double)kernel_csr_bytes(p->a), others = (double)kernel_compulsory_bytes(p) - matrix;
    double row = (double)p->x.k * (double)vtype_size(p->a->type), least = expect_local(p) ? 0 : EXPECT_SECTOR;
    double fetched = (double)p->a->nnz * (row > least ? row : least) / (expect_local(p) ? shared : 1);
    return EXPECT_LAUNCH + a * matrix + others + fetched / EXPECT_L2;
}

#endif
