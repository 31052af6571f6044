/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates: what the kernels of this folder that choose among the others have in common. */
#include "cpu/candidates.h"

#include "cpu/backend.h"

bool candidates_supports(const struct problem *p, struct err *why)
{
    return advise_supports(cpu_backend()->kernels, p, why);
}

uint64_t candidates_bytes(const struct problem *p)
{
    return advise_bytes(cpu_backend()->kernels, p);
}

bool candidates_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return advise_prepare(cpu_backend()->kernels, p, plan, e);
}
