/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_unroll4: Y = A·X from CSR, four entries of a row at a time, equal runs of rows to the threads. y[i] is a sum of
   sums of four products, Σ_q (Σ_{u<4} val[4q+u]·x[ind[4q+u]]), and the last 0 to 3 entries of the row one by one. */
#include "cpu/device/threads.h"
#include "cpu/lib/plan.h"
#include "cpu/lib/variant.h"

static T dot(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x, int64_t ld)
{
    T sum = 0;
    int64_t e = 0;

    for (; e + 4 <= len; e += 4)
        sum += (val[e] * x[ind[e] * ld] + val[e + 1] * x[ind[e + 1] * ld]) +
               (val[e + 2] * x[ind[e + 2] * ld] + val[e + 3] * x[ind[e + 3] * ld]);
    for (; e < len; e++)
        sum += val[e] * x[ind[e] * ld];
    return sum;
}

/* y[0..k) += four entries times four rows of X: one pass over y where there were four. */
static void add4(const int32_t *restrict ind, const T *restrict val, const T *restrict x, int64_t ld, int64_t k,
                 T *restrict y)
{
    const T *restrict x0 = x + ind[0] * ld, *restrict x1 = x + ind[1] * ld;
    const T *restrict x2 = x + ind[2] * ld, *restrict x3 = x + ind[3] * ld;

#pragma omp simd
    for (int64_t c = 0; c < k; c++)
        y[c] += (val[0] * x0[c] + val[1] * x1[c]) + (val[2] * x2[c] + val[3] * x3[c]);
}

static void row(int64_t len, const int32_t *restrict ind, const T *restrict val, const T *restrict x, int64_t ld,
                int64_t k, T *restrict y)
{
    int64_t e = 0;

    for (int64_t c = 0; c < k; c++)
        y[c] = 0;
    for (; e + 4 <= len; e += 4)
        add4(ind + e, val + e, x, ld, k, y);
    for (; e < len; e++) {
        const T *restrict from = x + ind[e] * ld;
#pragma omp simd
        for (int64_t c = 0; c < k; c++)
            y[c] += val[e] * from[c];
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;
    const int32_t *restrict ind = a->ind;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;

    if (!threads_ready(a->threads, e))
        return false;
#pragma omp parallel for num_threads(a->threads) schedule(static)
    for (int64_t i = 0; i < a->m; i++) {
        int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        if (a->v.k == 1)
            y[i * a->v.ldy] = dot(len, ind + begin, val + begin, x, a->v.ldx);
        else
            row(len, ind + begin, val + begin, x, a->v.ldx, a->v.k, y + i * a->v.ldy);
    }
    return true;
}

const struct kernel VARIANT(csr_unroll4) = {
    .name = "cpu.csr.unroll4",
    .what = "OpenMP over equal runs of rows, four entries of a row at a time",
    .source = "Cranfield small-scale parallel programming report, listing 2.5",
    .on = "cpu",
    .format = "csr",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .bytes = plan_csr_bytes,
    .prepare = plan_csr_parallel,
    .run = run,
    .release = plan_csr_release,
    .divide = division_by_rows,
};
