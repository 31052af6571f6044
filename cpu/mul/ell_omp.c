/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_omp: Y = A·X from row-major ELLPACK; threads get equal runs of rows; SIMD along the row or across X's columns. */
#include "cpu/lib/variant.h"

#include "cpu/lib/row.h"

enum { LOOP };

static const struct param params[] = {
    [LOOP] = { "LOOP", ROW_LOOP_HELP, 0, LOOP_ROW, LOOP_COLUMNS, row_loops },
    { 0 },
};

/* y[i][0..k) = Σ_s val[i][s]·x[ind[i][s]][0..k) */
static bool run(void *plan_data, struct err *e)
{
    const struct plan_ell *p = plan_data;
    const int64_t width = p->a.width, k = p->v.k, ldx = p->v.ldx, ldy = p->v.ldy;
    const int32_t *restrict ind = p->a.ind;
    const T *restrict val = p->a.val, *restrict x = p->v.x;
    T *restrict y = p->v.y;
    const bool each = k == 1 || p->param[LOOP] == LOOP_ROW;

    if (!threads_ready(p->threads, e))
        return false;
#pragma omp parallel for num_threads(p->threads) schedule(static)
    for (int64_t i = 0; i < p->a.m; i++)
        if (each)
            row_each(width, ind + i * width, val + i * width, x, ldx, k, y + i * ldy);
        else
            row_times(width, ind + i * width, val + i * width, x, ldx, k, y + i * ldy);
    return true;
}

const struct kernel VARIANT(ell_omp) = {
    CPU_ELL_PRODUCT,
    .name = "cpu.ell.omp",
    .what = "OpenMP over equal runs of rows, SIMD along the row or across X's columns",
    .source = "Bell, Garland, SC 2009",
    .params = params,
    .divide = division_by_rows,
};
