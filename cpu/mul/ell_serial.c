/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_serial: Y = A·X from row-major ELLPACK by one thread, the baseline of the ELLPACK kernels. */
#include "cpu/lib/simd.h"
#include "cpu/lib/variant.h"

/* y[i][c] = Σ_s val[i][s]·x[ind[i][s]][c]: one accumulator per (row, column of X) */
static ALWAYS_INLINE void multiply(const struct plan_ell *a, int64_t k, int64_t ldx, int64_t ldy)
{
    const int64_t width = a->a.width;
    const int32_t *restrict ind = a->a.ind;
    const T *restrict val = a->a.val, *restrict x = a->v.x;
    T *restrict y = a->v.y;

    for (int64_t i = 0; i < a->a.m; i++)
        for (int64_t c = 0; c < k; c++) {
            T sum = 0;
            for (int64_t s = i * width; s < (i + 1) * width; s++)
                sum += val[s] * x[ind[s] * ldx + c];
            y[i * ldy + c] = sum;
        }
}

/* Constants for vectors, as in csr_serial. */
static bool run(void *plan_data, struct err *e)
{
    const struct plan_ell *a = plan_data;
    if (a->v.k == 1 && a->v.ldx == 1 && a->v.ldy == 1)
        multiply(a, 1, 1, 1);
    else
        multiply(a, a->v.k, a->v.ldx, a->v.ldy);
    return true;
}

const struct kernel VARIANT(ell_serial) = {
    CPU_ELL_PRODUCT,
    .name = "cpu.ell.serial",
    .what = "one thread, every row as long as the longest, one sum at a time: the baseline",
    .source = "Kincaid, Oppe, Young, ITPACKV 2D (1989)",
    .serial = true,
};
