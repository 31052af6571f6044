/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_rowreg: Y = A·X from CSR with the loops interchanged: for a row of A and UNROLL vectors of X's columns, the sums
   y[i][c..] = Σ_e val[e]·x[ind[e]][c..] stay in registers. Rows are dealt in chunks by SCHEDULE. The remaining columns
   are taken by UNROLL / 2 vectors, and so on, then by part of one. */
#include "cpu/lib/schedule.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/tile.h"

enum { UNROLL, SCHEDULE, CHUNK };

static const struct param params[] = {
    [UNROLL] = { "UNROLL", "vectors of X's columns summed at once", 0, 3, 2, UNROLLS },
    [SCHEDULE] = { "SCHEDULE", SCHEDULE_HELP, 0, SCHEDULE_EQUAL, SCHEDULE_DYNAMIC, schedule_names },
    [CHUNK] = { "CHUNK", "rows in a chunk", 1, 1 << 20, 256, NULL },
    { 0 },
};

/* A row of A times all columns of X, `w` vectors at a time. */
static ALWAYS_INLINE void row_columns(const int w, const struct plan_csr *a, int64_t i)
{
    const int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;

    tile_columns(w, len, a->ind + begin, (const T *)a->val + begin, a->v.x, a->v.ldx, a->v.k,
                 (T *)a->v.y + i * a->v.ldy);
}

/* Apart from the parallel region, where the sums would be in memory. */
static void row_wide(const struct plan_csr *a, int64_t i)
{
    UNROLLED(a->param[UNROLL], row_columns, a, i);
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;

    if (!threads_ready(a->threads, e))
        return false;
    schedule_set(a->param[SCHEDULE], a->param[CHUNK]);
    if (a->v.k == 1) {
        schedule_vector(a);
        return true;
    }
#pragma omp parallel for num_threads(a->threads) schedule(runtime)
    for (int64_t i = 0; i < a->m; i++)
        row_wide(a, i);
    return true;
}

/* Columns that do not fill a vector cost another pass over the row. */
static double expect(struct problem *p)
{
    return (p->x.k == 1 ? 1.5 : p->x.k % LANES == 0 ? 1.0 : 1.2) * expect_csr(p, true);
}

static void divide(const struct problem *p, struct division *d)
{
    schedule_divide(p, p->param[SCHEDULE], p->param[CHUNK], d);
}

const struct kernel VARIANT(csr_rowreg) = {
    CPU_CSR_PRODUCT,
    .name = "cpu.csr.rowreg",
    .what = "a row of Y in registers, loops interchanged, SIMD across X's columns",
    .source = "report on SpMM for graph neural networks, OpenMP kernel",
    .params = params,
    .expect = expect,
    .prepare = plan_csr_parallel,
    .divide = divide,
};
