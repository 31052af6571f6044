/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_serial: Y = A·X from row-major ELLPACK by one thread, the baseline of the ELLPACK kernels. */
#include "cpu/lib/variant.h"

/* y[i][c] = Σ_s val[i][s]·x[ind[i][s]][c]: one accumulator per (row, column of X) */
static bool run(void *plan_data, struct err *e)
{
    const struct plan_ell *p = plan_data;
    const int64_t width = p->a.width;
    const int32_t *restrict ind = p->a.ind;
    const T *restrict val = p->a.val, *restrict x = p->v.x;
    T *restrict y = p->v.y;

    for (int64_t i = 0; i < p->a.m; i++)
        for (int64_t c = 0; c < p->v.k; c++) {
            T sum = 0;
            for (int64_t s = i * width; s < (i + 1) * width; s++)
                sum += val[s] * x[ind[s] * p->v.ldx + c];
            y[i * p->v.ldy + c] = sum;
        }
    return true;
}

const struct kernel VARIANT(ell_serial) = {
    CPU_ELL_PRODUCT,
    .name = "cpu.ell.serial",
    .what = "one thread, every row as long as the longest, one sum at a time: the baseline",
    .source = "Kincaid, Oppe, Young, ITPACKV 2D (1989)",
    .serial = true,
    .run = run,
};
