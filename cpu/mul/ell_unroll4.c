/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_unroll4: Y = A·X from row-major ELLPACK, four rows by SLOTS = u slots at a time, two by default: 4u products in
   four independent sums. The remaining slots (width mod u) and rows (m mod 4) follow one by one. */
#include "cpu/lib/simd.h"
#include "cpu/lib/variant.h"

/* Columns of X summed at once: 4 rows × 4 columns fill the registers of every instruction set. */
enum { ROWS = 4, COLUMNS = 4 };
enum { SLOTS };

static const struct param params[] = {
    [SLOTS] = { "SLOTS", "slots of a row at a time", 0, 3, 1, UNROLLS },
    { 0 },
};

/* y[r][0..w) = Σ_s val[r][s]·x[ind[r][s]][0..w) for r < rows; u, rows and w are constants once inlined. */
static ALWAYS_INLINE void block(const int u, const int rows, const int w, int64_t width, const int32_t *restrict ind,
                                const T *restrict val, const T *restrict x, int64_t ldx, T *restrict y, int64_t ldy)
{
    T sum[ROWS][COLUMNS] = { { 0 } };
    int64_t s = 0;

    for (; s + u <= width; s += u)
        for (int r = 0; r < rows; r++) {
            const int64_t at = r * width + s;
            for (int c = 0; c < w; c++) {
                T terms = val[at] * x[ind[at] * ldx + c];
                for (int j = 1; j < u; j++)
                    terms += val[at + j] * x[ind[at + j] * ldx + c];
                sum[r][c] += terms;
            }
        }
    for (; s < width; s++)
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < w; c++)
                sum[r][c] += val[r * width + s] * x[ind[r * width + s] * ldx + c];
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < w; c++)
            y[r * ldy + c] = sum[r][c];
}

static ALWAYS_INLINE void rows_of(const int u, const int rows, const struct plan_ell *p, int64_t i)
{
    const int32_t *ind = p->a.ind + i * p->a.width;
    const T *val = (const T *)p->a.val + i * p->a.width, *x = p->v.x;
    T *y = (T *)p->v.y + i * p->v.ldy;
    int64_t c = 0;

    for (; c + COLUMNS <= p->v.k; c += COLUMNS)
        block(u, rows, COLUMNS, p->a.width, ind, val, x + c, p->v.ldx, y + c, p->v.ldy);
    for (; c < p->v.k; c++)
        block(u, rows, 1, p->a.width, ind, val, x + c, p->v.ldx, y + c, p->v.ldy);
}

static void four_rows(const struct plan_ell *p, int64_t i)
{
    UNROLLED(p->param[SLOTS], rows_of, ROWS, p, i);
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_ell *p = plan_data;
    const int64_t blocks = p->a.m / ROWS;

    if (!threads_ready(p->threads, e))
        return false;
#pragma omp parallel for num_threads(p->threads) schedule(static)
    for (int64_t b = 0; b < blocks; b++)
        four_rows(p, b * ROWS);
    for (int64_t i = blocks * ROWS; i < p->a.m; i++)
        rows_of(1, 1, p, i);
    return true;
}

const struct kernel VARIANT(ell_unroll4) = {
    CPU_ELL_PRODUCT,
    .name = "cpu.ell.unroll4",
    .what = "OpenMP over equal runs of rows, four rows by SLOTS slots at a time",
    .source = "Cranfield small-scale parallel programming report, listing 2.6",
    .params = params,
    .divide = division_by_rows,
};
