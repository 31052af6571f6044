/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_unroll4: Y = A·X from CSR, UNROLL = u entries of a row at a time, four by default; threads get equal runs of
   rows. y[i] is a sum of sums of u products, Σ_q (Σ_{j<u} val[uq+j]·x[ind[uq+j]]); the remaining entries of the row,
   fewer than u, follow one by one. */
#include "cpu/lib/simd.h"
#include "cpu/lib/variant.h"

enum { UNROLL };

static const struct param params[] = {
    [UNROLL] = { "UNROLL", "entries of a row at a time", 0, 3, 2, UNROLLS },
    { 0 },
};

/* val[0]·x[ind[0]] + …, u terms, as a tree; u, a power of two, is a constant once inlined. */
static ALWAYS_INLINE T terms(const int u, const int32_t *restrict ind, const T *restrict val, const T *restrict x,
                             int64_t ld)
{
    T term[8];

    for (int j = 0; j < u; j++)
        term[j] = val[j] * x[ind[j] * ld];
    for (int half = u / 2; half > 0; half /= 2)
        for (int j = 0; j < half; j++)
            term[j] = term[2 * j] + term[2 * j + 1];
    return term[0];
}

static ALWAYS_INLINE T dot(const int u, int64_t len, const int32_t *restrict ind, const T *restrict val,
                           const T *restrict x, int64_t ld)
{
    T sum = 0;
    int64_t e = 0;

    for (; e + u <= len; e += u)
        sum += terms(u, ind + e, val + e, x, ld);
    for (; e < len; e++)
        sum += val[e] * x[ind[e] * ld];
    return sum;
}

/* A row of A times all columns of X: one pass over y for every u entries. */
static ALWAYS_INLINE void row(const int u, int64_t len, const int32_t *restrict ind, const T *restrict val,
                              const T *restrict x, int64_t ld, int64_t k, T *restrict y)
{
    int64_t e = 0;

    for (int64_t c = 0; c < k; c++)
        y[c] = 0;
    for (; e + u <= len; e += u) {
#pragma omp simd
        for (int64_t c = 0; c < k; c++)
            y[c] += terms(u, ind + e, val + e, x + c, ld);
    }
    for (; e < len; e++) {
        const T *restrict from = x + ind[e] * ld;
#pragma omp simd
        for (int64_t c = 0; c < k; c++)
            y[c] += val[e] * from[c];
    }
}

static ALWAYS_INLINE void row_of(const int u, const struct plan_csr *a, int64_t i)
{
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = (T *)a->v.y + i * a->v.ldy;
    int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;

    if (a->v.k == 1)
        y[0] = dot(u, len, a->ind + begin, val + begin, x, a->v.ldx);
    else
        row(u, len, a->ind + begin, val + begin, x, a->v.ldx, a->v.k, y);
}

static void row_unrolled(const struct plan_csr *a, int64_t i)
{
    UNROLLED(a->param[UNROLL], row_of, a, i);
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;

    if (!threads_ready(a->threads, e))
        return false;
#pragma omp parallel for num_threads(a->threads) schedule(static)
    for (int64_t i = 0; i < a->m; i++)
        row_unrolled(a, i);
    return true;
}

const struct kernel VARIANT(csr_unroll4) = {
    CPU_CSR_PRODUCT,
    .name = "cpu.csr.unroll4",
    .what = "OpenMP over equal runs of rows, UNROLL entries of a row at a time",
    .source = "Cranfield small-scale parallel programming report, listing 2.5",
    .params = params,
    .prepare = plan_csr_parallel,
    .divide = division_by_rows,
};
