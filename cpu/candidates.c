/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates: what cpu.auto and cpu.transpose.auto have in common. */
#include "cpu/candidates.h"

#include "cpu/backend.h"

/* Where a kernel's rule may be wrong, the likeliest first. */
static const struct autotune_setting settings[] = {
    { "cpu.csr.block", "ORDER", 0 },    /* the file's */
    { "cpu.sell.simd", "ORDER", 0 },    /* the file's */
    { "cpu.csr.block", "PREFETCH", 0 }, /* never */
    { "cpu.csr.block", "WIDE", 0 },     /* in tiles */
    { "cpu.csr.block", "STREAM", 0 },   /* never */
    { "cpu.bsr.block", "STREAM", 0 },   { "cpu.csr.runs", "STREAM", 0 }, { "cpu.csr.runs", "SWEEP", 0 }, { 0 },
};

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
    return autotune_prepare(cpu_backend()->kernels, settings, p, plan, e);
}
