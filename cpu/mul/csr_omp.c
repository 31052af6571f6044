/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_omp: Y = A·X from CSR; threads get chunks of rows with about equal nonzeros; SIMD along the row or across X. */
#include <limits.h>

#include "cpu/lib/schedule.h"
#include "cpu/lib/variant.h"

enum { SCHEDULE, NZ_PER_CHUNK, LOOP };

static const struct param params[] = {
    [SCHEDULE] = { "SCHEDULE", SCHEDULE_HELP, 0, SCHEDULE_EQUAL, SCHEDULE_DYNAMIC, schedule_names },
    [NZ_PER_CHUNK] = { "NZ_PER_CHUNK", "approximate number of nonzeros in a chunk of rows", 1, 1 << 20, 4096, NULL },
    [LOOP] = { "LOOP", ROW_LOOP_HELP, 0, LOOP_ROW, LOOP_COLUMNS, row_loops },
    { 0 },
};

/* The number of average rows with NZ_PER_CHUNK nonzeros in total. */
static int chunk_rows(int64_t nz_per_chunk, int64_t m, int64_t nnz)
{
    double rows = (double)nz_per_chunk * (double)m / (double)(nnz > 0 ? nnz : 1);

    return rows < 1 ? 1 : rows > INT_MAX ? INT_MAX : (int)rows;
}

/* y[i][0..k) = Σ_e val[e]·x[ind[e]][0..k) */
static void multiply_columns(const struct plan_csr *a)
{
    const int32_t *restrict ind = a->ind;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;
    const bool each = a->param[LOOP] == LOOP_ROW;

#pragma omp parallel for num_threads(a->threads) schedule(runtime)
    for (int64_t i = 0; i < a->m; i++) {
        int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        if (each)
            row_each(len, ind + begin, val + begin, x, a->v.ldx, a->v.k, y + i * a->v.ldy);
        else
            row_times(len, ind + begin, val + begin, x, a->v.ldx, a->v.k, y + i * a->v.ldy);
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;

    if (!threads_ready(a->threads, e))
        return false;
    schedule_set(a->param[SCHEDULE], chunk_rows(a->param[NZ_PER_CHUNK], a->m, a->nnz));
    if (a->v.k == 1)
        schedule_vector(a);
    else
        multiply_columns(a);
    return true;
}

static double expect(struct problem *p)
{
    return (p->x.k > 1 && p->x.k % 8 ? 1.4 : 1.1) * expect_csr(p, true); /* columns that do not fill a vector */
}

static void divide(const struct problem *p, struct division *d)
{
    schedule_divide(p, p->param[SCHEDULE], chunk_rows(p->param[NZ_PER_CHUNK], p->a->m, p->a->nnz), d);
}

const struct kernel VARIANT(csr_omp) = {
    CPU_CSR_PRODUCT,
    .name = "cpu.csr.omp",
    .what = "OpenMP over chunks of rows, SIMD along the row or across X's columns",
    .source = "textbook",
    .params = params,
    .expect = expect,
    .prepare = plan_csr_parallel,
    .divide = divide,
};
