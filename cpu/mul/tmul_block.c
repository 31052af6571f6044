/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tmul_block: Y = Aᵀ·X by cpu.csr.block on Aᵀ: rows of X are gathered, and each row of Y is written once. */
#include "cpu/lib/transposed.h"
#include "cpu/lib/variant.h"

extern const struct kernel VARIANT(csr_block);

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    struct problem own = *p;

    for (int i = 0; VARIANT(csr_block).params[i].name; i++)
        own.param[i] = VARIANT(csr_block).params[i].initial;
    return transposed_prepare(&VARIANT(csr_block), &own, out, e);
}

const struct kernel VARIANT(tmul_block) = {
    .name = "cpu.tmul.block",
    .what = "A transposed in advance, then cpu.csr.block",
    .on = "cpu",
    .format = "csr",
    .op = OP_TMUL,
    .type = VARIANT_TYPE,
    .bytes = transposed_bytes,
    .prepare = prepare,
    .run = transposed_run,
    .release = transposed_release,
};
