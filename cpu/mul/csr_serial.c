/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_serial: Y = A·X from CSR by one thread: the baseline of all speedups. */
#include "cpu/lib/simd.h"
#include "cpu/lib/variant.h"

/* y[i][c] = Σ_e val[e]·x[ind[e]][c]: one accumulator per (row, column of X) */
static ALWAYS_INLINE void multiply(const struct plan_csr *a, int64_t k, int64_t ldx, int64_t ldy)
{
    const int32_t *restrict ind = a->ind;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;

    for (int64_t i = 0; i < a->m; i++) {
        int64_t begin = plan_begin(a, i), end = plan_begin(a, i + 1);
        for (int64_t c = 0; c < k; c++) {
            T sum = 0;
            for (int64_t s = begin; s < end; s++)
                sum += val[s] * x[ind[s] * ldx + c];
            y[i * ldy + c] = sum;
        }
    }
}

/* Constants for vectors: as fast as a textbook's loop compiled for the same processor; without them 1.1 to 1.2×. */
static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;
    if (a->v.k == 1 && a->v.ldx == 1 && a->v.ldy == 1)
        multiply(a, 1, 1, 1);
    else
        multiply(a, a->v.k, a->v.ldx, a->v.ldy);
    return true;
}

const struct kernel VARIANT(csr_serial) = {
    CPU_CSR_PRODUCT,
    .name = "cpu.csr.serial",
    .what = "one thread, row by row, one sum at a time: the baseline",
    .source = "Saad, SPARSKIT (1990), amux",
    .serial = true,
    .expect = expect_serial,
    .prepare = plan_csr_serial,
};
