/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/candidates.h"

#include "cpu/backend.h"

bool candidates_supports(const struct problem *p, struct err *why)
{
    return autotune_supports(cpu_backend()->kernels, p, why);
}

uint64_t candidates_bytes(const struct problem *p)
{
    return autotune_bytes(cpu_backend()->kernels, p);
}

bool candidates_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    const double near = p->op == OP_TRANSPOSE ? 2 : 1.3; /* NOTES.md, cpu.auto */

    return autotune_prepare(cpu_backend()->kernels, near, p, plan, e);
}
