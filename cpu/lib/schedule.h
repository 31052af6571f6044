/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schedule: the parameter SCHEDULE of products: how OpenMP assigns chunks of rows to threads. Compiled per variant. */
#pragma once

#include <omp.h>

#include "core/measure/division.h"
#include "cpu/lib/plan.h"

#include "cpu/lib/row.h"

enum schedule { SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED, SCHEDULE_EQUAL };
static const char *const schedule_names[] = { "static", "dynamic", "guided", "equal", NULL };
#define SCHEDULE_HELP "OpenMP's schedule of row chunks; equal: one run of rows per thread"

/* For the loops with schedule(runtime). */
static inline void schedule_set(int64_t schedule, int64_t rows)
{
    static const omp_sched_t kinds[] = { omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_static };

    omp_set_schedule(kinds[schedule], schedule == SCHEDULE_EQUAL ? 0 : (int)rows); /* static with no chunk size */
}

/* y[i] = Σ_e val[e]·x[ind[e]], k = 1, after schedule_set. */
static inline void schedule_vector(const struct plan_csr *a)
{
    const int32_t *restrict ind = a->ind;
    const T *restrict val = a->val, *restrict x = a->v.x;
    T *restrict y = a->v.y;

#pragma omp parallel for num_threads(a->threads) schedule(runtime)
    for (int64_t i = 0; i < a->m; i++) {
        int64_t begin = plan_begin(a, i), len = plan_begin(a, i + 1) - begin;
        row_each(len, ind + begin, val + begin, x, a->v.ldx, 1, y + i * a->v.ldy);
    }
}

static inline void schedule_divide(const struct problem *p, int64_t schedule, int64_t rows, struct division *d)
{
    if (schedule == SCHEDULE_EQUAL)
        division_by_rows(p, d);
    else
        *d = division_chunks(p, rows, schedule != SCHEDULE_STATIC);
}
