/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose_serial: T = Aᵀ by one thread: count, prefix sum, scatter. The reference for transpositions. */
#include "cpu/lib/variant.h"
#include "cpu/transpose/column_scan.h"

/* ptr[j] = the number of entries in columns before j */
static void count(const struct plan_csr *a)
{
    const struct compressed *t = &a->t;
    int64_t left = 0;

    for (int64_t j = 0; j <= a->n; j++)
        compressed_set_ptr(t, j, 0);
    for (int64_t s = 0; s < a->nnz; s++)
        compressed_set_ptr(t, a->ind[s], compressed_ptr(t, a->ind[s]) + 1);
    for (int64_t j = 0; j <= a->n; j++) {
        int64_t here = compressed_ptr(t, j);
        compressed_set_ptr(t, j, left);
        left += here;
    }
}

/* Each entry goes to ptr[j]++. Rows come in order, so they are in order in every column. Afterwards ptr[j] is the end
   of column j; shifted by one, its start. */
static void scatter(const struct plan_csr *a)
{
    const struct compressed *t = &a->t;
    const int32_t *restrict ind = a->ind;
    const T *restrict val = a->val;
    int32_t *restrict row = t->ind;
    T *restrict to = t->val;

    for (int64_t i = 0; i < a->m; i++) {
        int64_t end = plan_begin(a, i + 1);
        for (int64_t s = plan_begin(a, i); s < end; s++) {
            int64_t at = compressed_ptr(t, ind[s]);
            compressed_set_ptr(t, ind[s], at + 1);
            row[at] = (int32_t)i;
            to[at] = val[s];
        }
    }
    for (int64_t j = a->n; j > 0; j--)
        compressed_set_ptr(t, j, compressed_ptr(t, j - 1));
    compressed_set_ptr(t, 0, 0);
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = plan_data;

    count(a);
    scatter(a);
    return true;
}

static double expect(struct problem *p)
{
    return p->threads * expect_transpose(p, 1.4, 6.0);
}

const struct kernel VARIANT(transpose_serial) = {
    CPU_TRANSPOSITION,
    .name = "cpu.transpose.serial",
    .what = "one thread: count the columns, prefix sum, scatter row by row",
    .source = "Gustavson, ACM TOMS 4 (1978)",
    .serial = true,
    .bytes = plan_csr_bytes,
    .expect = expect,
    .prepare = plan_csr_serial,
    .run = run,
};
