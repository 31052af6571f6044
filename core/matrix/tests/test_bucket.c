/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bucket: entries in any order become rows, however unevenly they are spread over rows and columns. */
#include <omp.h>

#include "core/base/hash.h"
#include "core/matrix/bucket.h"
#include "core/tests/cmocka.h"

enum { PART = 1 << 14 };

struct made_entry {
    int32_t row, col;
    int order;
    double val;
};

static int by_place(const void *x, const void *y)
{
    const struct made_entry *a = x, *b = y;

    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->col != b->col)
        return a->col < b->col ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Whether a is the sum of the entries, which are sorted here, each in their order. */
static void compare(const struct csr *a, struct made_entry *x, int64_t count)
{
    int64_t at = 0, q = 0;

    qsort(x, (size_t)count, sizeof *x, by_place);
    for (int64_t i = 0; i < a->m; i++) {
        assert_true(a->ptr[i] == q);
        while (at < count && x[at].row == i) {
            double sum = x[at].val;
            int32_t col = x[at].col;
            for (at++; at < count && x[at].row == i && x[at].col == col; at++)
                sum += x[at].val;
            if (a->ind[q] != col || ((double *)a->val)[q] != sum)
                fail_msg("row %d, entry %d: column %d, not %d", (int)i, (int)q, a->ind[q], col);
            q++;
        }
    }
    assert_true(at == count && a->nnz == q && a->ptr[a->m] == q);
}

/* Cuts the entries into parts, assembles them, and compares; mirrored: each off the diagonal counts twice; packed: a
   row and a column in one number. */
static void assemble(int64_t m, int64_t n, const struct made_entry *x, int64_t count, bool mirrored, bool packed)
{
    int64_t parts = (count + PART - 1) / PART, all = 0, duplicates = -1;
    struct bucket_plan plan = bucket_plan(m, n, mirrored ? 2 * count : count, mirrored ? MIRROR_SAME : MIRROR_NONE);
    struct coo *part = calloc((size_t)parts, sizeof *part);
    struct made_entry *expected = malloc(2 * (size_t)count * sizeof *expected);
    static int32_t row[PART], col[PART];
    static double val[PART];
    struct csr a;
    struct err e = { 0 };

    for (int64_t c = 0; c < parts; c++) {
        struct coo from = { .row = row, .col = col, .val = val }, *to = &part[c];
        for (int64_t k = c * PART; k < count && k < (c + 1) * PART; k++) {
            row[from.count] = x[k].row;
            col[from.count] = x[k].col;
            val[from.count++] = x[k].val;
            expected[all++] = x[k];
            if (mirrored && x[k].row != x[k].col)
                expected[all++] = (struct made_entry){ x[k].col, x[k].row, x[k].order, x[k].val };
        }
        to->first = malloc(((size_t)plan.buckets + 1) * sizeof *to->first);
        to->count = bucket_count(&plan, &from, to->first);
        to->row = packed ? NULL : malloc((size_t)to->count * sizeof *to->row);
        to->col = malloc((size_t)to->count * sizeof *to->col);
        to->val = malloc((size_t)to->count * sizeof *to->val);
        bucket_put(&plan, &from, to);
    }
    if (!bucket_assemble(&plan, part, parts, false, NULL, &a, &duplicates, &e))
        fail_msg("%s", e.text);
    compare(&a, expected, all);
    assert_true(mirrored || duplicates == all - a.nnz);
    csr_free(&a);
    for (int64_t c = 0; c < parts; c++) {
        free(part[c].first);
        free(part[c].row);
        free(part[c].col);
        free(part[c].val);
    }
    free(part);
    free(expected);
}

/* `count` entries at random, of which `heavy` of 16 fall into `rows` rows from `first` on. */
static void spread(int64_t m, int64_t n, int64_t count, uint64_t heavy, int64_t first, int64_t rows, bool mirrored)
{
    struct made_entry *x = malloc((size_t)count * sizeof *x);

    for (int64_t k = 0; k < count; k++) {
        uint64_t bits = hash_mix((uint64_t)k);
        int64_t i =
            bits % 16 < heavy ? first + (int64_t)((bits >> 8) % (uint64_t)rows) : (int64_t)((bits >> 8) % (uint64_t)m);
        x[k].row = (int32_t)i;
        x[k].col = (int32_t)((bits >> 36) % (uint64_t)n);
        x[k].order = (int)k;
        x[k].val = (double)(bits >> 40);
    }
    assemble(m, n, x, count, mirrored, false);
    if (bucket_plan(m, n, mirrored ? 2 * count : count, MIRROR_NONE).columns)
        assemble(m, n, x, count, mirrored, true);
    free(x);
}

TEST(even)
{
    spread(1, 1, 5, 0, 0, 1, false);
    spread(1000, 1 << 20, 100000, 0, 0, 1, false);
    spread(100000, 300, 300000, 0, 0, 1, false);
    spread(60000, 60000, 300000, 0, 0, 1, true);
    spread(40, INT32_MAX, 200000, 0, 0, 1, false);
}

TEST(one_dense_row)
{
    spread(100000, 1 << 20, 700000, 12, 77777, 1, false);
    spread(1, 1 << 21, 500000, 0, 0, 1, false);
    spread(400000, 400000, 700000, 15, 1, 1, true);
}

TEST(few_dense_rows)
{
    spread(3, 1 << 21, 900000, 0, 0, 1, false);
    spread(1 << 20, 5000, 800000, 14, 1000, 50, false);
}

TEST(packs_rows_and_columns_that_fit)
{
    struct bucket_plan plan = bucket_plan(1 << 20, 1 << 21, 1 << 20, MIRROR_NONE);

    assert_int_equal(plan.columns, 0);
    plan = bucket_plan(1 << 20, 1 << 16, 1 << 20, MIRROR_NONE);
    assert_int_equal(plan.columns, 16);
    assert_true(plan.columns + plan.shift <= 31);
    assert_int_equal(bucket_plan(1, INT32_MAX, 1, MIRROR_NONE).columns, 0);
    assert_int_equal(bucket_plan(1, 1, 1, MIRROR_NONE).columns, 1);
}

int main(void)
{
    omp_set_num_threads(4);
    return tests_run(NULL, NULL);
}
