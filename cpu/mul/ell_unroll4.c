/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ell_unroll4: Y = A·X from row-major ELLPACK, four rows by two slots at a time, so that eight products of four
   independent sums are under way. Rows and slots that are left over (m mod 4, width mod 2) follow one by one. */
#include "cpu/device/threads.h"
#include "cpu/lib/expect.h"
#include "cpu/lib/plan.h"
#include "cpu/lib/variant.h"

/* Columns of X whose sums are held at once: 4 rows × 4 columns fill the registers of every instruction set. */
enum { ROWS = 4, SLOTS = 2, COLUMNS = 4 };

/* y[r][0..w) = Σ_s val[r][s]·x[ind[r][s]][0..w) for r < rows; rows and w are constants where this is inlined. */
static inline __attribute__((always_inline)) void block(const int rows, const int w, int64_t width,
                                                        const int32_t *restrict ind, const T *restrict val,
                                                        const T *restrict x, int64_t ldx, T *restrict y, int64_t ldy)
{
    T sum[ROWS][COLUMNS] = { { 0 } };
    int64_t s = 0;

    for (; s + SLOTS <= width; s += SLOTS) {
        for (int r = 0; r < rows; r++) {
            int64_t at = r * width + s;
            for (int c = 0; c < w; c++)
                sum[r][c] += val[at] * x[ind[at] * ldx + c] + val[at + 1] * x[ind[at + 1] * ldx + c];
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

static void rows_times(const struct plan_ell *p, int64_t i, int rows)
{
    const int32_t *ind = p->a.ind + i * p->a.width;
    const T *val = (const T *)p->a.val + i * p->a.width, *x = p->v.x;
    T *y = (T *)p->v.y + i * p->v.ldy;
    int64_t c = 0;

    for (; c + COLUMNS <= p->v.k; c += COLUMNS)
        if (rows == ROWS)
            block(ROWS, COLUMNS, p->a.width, ind, val, x + c, p->v.ldx, y + c, p->v.ldy);
        else
            block(1, COLUMNS, p->a.width, ind, val, x + c, p->v.ldx, y + c, p->v.ldy);
    for (; c < p->v.k; c++)
        if (rows == ROWS)
            block(ROWS, 1, p->a.width, ind, val, x + c, p->v.ldx, y + c, p->v.ldy);
        else
            block(1, 1, p->a.width, ind, val, x + c, p->v.ldx, y + c, p->v.ldy);
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_ell *p = plan_data;
    const int64_t blocks = p->a.m / ROWS;

    if (!threads_ready(p->threads, e))
        return false;
#pragma omp parallel for num_threads(p->threads) schedule(static)
    for (int64_t b = 0; b < blocks; b++)
        rows_times(p, b * ROWS, ROWS);
    for (int64_t i = blocks * ROWS; i < p->a.m; i++)
        rows_times(p, i, 1);
    return true;
}

static double expect(struct problem *p)
{
    return (p->x.k == 1 ? 1.25 : p->x.k < 16 ? 0.98 : 1.4) * expect_ell(p);
}

const struct kernel VARIANT(ell_unroll4) = {
    .name = "cpu.ell.unroll4",
    .what = "OpenMP over equal runs of rows, four rows by two slots at a time",
    .source = "Cranfield small-scale parallel programming report, listing 2.6",
    .on = "cpu",
    .format = "ell",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .bytes = plan_ell_bytes,
    .expect = expect,
    .prepare = plan_ell_prepare,
    .run = run,
    .release = plan_ell_release,
    .divide = division_by_rows,
};
