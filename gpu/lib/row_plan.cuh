/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_plan: the plan of kernels on CSR that work on row blocks. */
#ifndef NZ_ROW_PLAN_CUH
#define NZ_ROW_PLAN_CUH

#include "gpu/layout/row_blocks.h"
#include "gpu/lib/mul.cuh"

struct row_plan {
    struct mul_plan mul;    /* first: mul_empty and mul_plan_new know it by this */
    struct row_blocks rows; /* arrays on the device */
    void *sum;              /* a line of k values per piece */
};
bool row_plan_prepare(const struct problem *p, struct row_limits limits, struct plan *plan, struct err *e);
void row_plan_release(void *plan_data);
uint64_t row_plan_bytes(const struct problem *p, struct row_limits limits);

/* bytes and prepare of a kernel with these limits. */
template <struct row_limits (*limits)(const struct problem *)> uint64_t row_plan_bytes(const struct problem *p)
{
    return row_plan_bytes(p, limits(p));
}
template <struct row_limits (*limits)(const struct problem *)>
bool row_plan_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return row_plan_prepare(p, limits(p), plan, e);
}

#endif
