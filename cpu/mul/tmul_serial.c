/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tmul_serial: Y = Aᵀ·X from CSR by one thread: row i of A scatters row i of X to rows of Y. */
#include "cpu/lib/variant.h"

/* y[ind[e]][c] += val[e]·x[i][c] for every entry e of row i */
static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;
    const int32_t *restrict ind = a->ind;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;

    for (int64_t j = 0; j < a->n; j++)
        for (int64_t c = 0; c < a->v.k; c++)
            y[j * a->v.ldy + c] = 0;
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t s = plan_begin(a, i); s < plan_begin(a, i + 1); s++)
            for (int64_t c = 0; c < a->v.k; c++)
                y[ind[s] * a->v.ldy + c] += val[s] * x[i * a->v.ldx + c];
    return true;
}

const struct kernel VARIANT(tmul_serial) = {
    CPU_KERNEL,
    .name = "cpu.tmul.serial",
    .what = "one thread, row by row, scattered to Y: the baseline",
    .source = "Saad, SPARSKIT (1990), atmux",
    .format = "csr",
    .op = OP_TMUL,
    .serial = true,
    .bytes = plan_csr_bytes,
    .prepare = plan_csr_serial,
    .run = run,
};
