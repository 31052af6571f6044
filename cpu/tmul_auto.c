/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tmul_auto: Y = Aᵀ·X by the fastest CPU kernel for the product with Aᵀ, or by scattering from A, which wins if Y stays
   in a cache and X does not. */
#include "core/measure/autotune.h"
#include "cpu/lib/transposed.h"
#include "cpu/lib/variant.h"

extern const struct kernel VARIANT(auto), VARIANT(tmul_omp);

static uint64_t bytes(const struct problem *p)
{
    return size_add(transposed_bytes(p), VARIANT(tmul_omp).bytes(p));
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    if (!transposed_prepare(&VARIANT(auto), p, out, e))
        return false;
    bool alive = transposed_unless(&VARIANT(tmul_omp), p, out, e);
    if (!alive)
        transposed_release(out->data);
    return alive;
}

const struct kernel VARIANT(tmul_auto) = {
    .name = "cpu.tmul.auto",
    .what = "A transposed in advance, then the kernel for products that cpu.auto finds; else cpu.tmul.omp where that "
            "is faster",
    .family = "cpu",
    .format = "auto",
    .op = OP_TMUL,
    .type = VARIANT_TYPE,
    .not_repeatable = true, /* another choice sums in another order */
    .params = autotune_params,
    .bytes = bytes,
    .prepare = prepare,
    .run = transposed_run,
    .release = transposed_release,
};
