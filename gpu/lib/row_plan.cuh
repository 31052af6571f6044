/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_plan: the plan of kernels on CSR that work on row blocks. */
#pragma once

#include "gpu/layout/row_blocks.h"
#include "gpu/lib/mul.cuh"

struct row_plan : mul_plan {
    struct row_blocks rows; /* arrays on the device */
    void *sum;              /* a line of k values per piece */
};

bool row_plan_build(const struct problem *p, struct row_limits limits, struct row_plan *plan, struct plan *out,
                    struct err *e);
uint64_t row_plan_bytes(const struct problem *p, struct row_limits limits);

template <struct row_limits (*limits)(const struct problem *)> uint64_t row_plan_bytes(const struct problem *p)
{
    return row_plan_bytes(p, limits(p));
}

template <struct row_limits (*limits)(const struct problem *)>
bool row_plan_build(const struct problem *p, struct row_plan *plan, struct plan *out, struct err *e)
{
    return row_plan_build(p, limits(p), plan, out, e);
}

/* The table of a kernel on row blocks with these limits. */
template <class T, struct row_limits (*limits)(const struct problem *)>
constexpr struct kernel row_plan_table(struct kernel own)
{
    own.format = "csr";
    own.bytes = row_plan_bytes<limits>;
    own.prepare = mul_prepare<struct row_plan, row_plan_build<limits>>;
    return mul_table<T>(own);
}
