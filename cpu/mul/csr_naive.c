/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_naive: Y = A·X from CSR by one thread, columns of X innermost: each entry of A updates a row of Y in memory.
   Shows the gain of sums in registers. */
#include "cpu/lib/variant.h"

/* y[i][c] += val[e]·x[ind[e]][c] for each entry e of row i */
static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;
    const int32_t *ind = a->ind;
    const T *val = a->val, *x = a->v.x;
    T *y = a->v.y;

    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t c = 0; c < a->v.k; c++)
            y[i * a->v.ldy + c] = 0;
        for (int64_t s = plan_begin(a, i); s < plan_begin(a, i + 1); s++)
            for (int64_t c = 0; c < a->v.k; c++)
                y[i * a->v.ldy + c] += val[s] * x[ind[s] * a->v.ldx + c];
    }
    return true;
}

const struct kernel VARIANT(csr_naive) = {
    CPU_CSR_PRODUCT,
    .name = "cpu.csr.naive",
    .what = "one thread, each entry of A updates a row of Y",
    .source = "report on SpMM for graph neural networks, reference",
    .serial = true,
    .prepare = plan_csr_serial,
};
