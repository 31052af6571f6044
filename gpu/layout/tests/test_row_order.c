/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_row_order: rows by falling length, each once, with lanes that suit their class. */
#include "core/matrix/tests/csr_valid.h"
#include "core/tests/cmocka.h"
#include "gpu/layout/row_order.h"
#include "gpu/layout/tests/layout_cases.h"

static void check_order(const struct csr *a, const struct row_order *o)
{
    char *seen = calloc((size_t)a->m + 1, 1);
    assert_non_null(seen);
    assert_true(csr_valid(&o->sorted, NULL));
    assert_int_equal(o->sorted.m, a->m);
    assert_int_equal(o->sorted.n, a->n);
    assert_int_equal(o->sorted.nnz, a->nnz);
    for (int64_t i = 0; i < a->m; i++) {
        int64_t from = o->original[i], count = row_length(&o->sorted, i);
        assert_in_range(from, 0, a->m - 1);
        assert_int_equal(seen[from]++, 0);
        assert_int_equal(count, row_length(a, from));
        assert_true(same_entries(a, a->ptr[from], o->sorted.ind, o->sorted.val, o->sorted.ptr[i], count));
        if (i > 0) {
            int64_t before = row_length(&o->sorted, i - 1);
            assert_true(before > count || (before == count && o->original[i - 1] < from));
        }
    }
    free(seen);
}

static void check_classes(const struct row_order *o, int64_t per_lane, int most)
{
    assert_true(o->classes <= ROW_CLASSES);
    assert_int_equal(o->rows[o->classes].first, o->sorted.m);
    assert_int_equal(o->rows[o->classes].lanes, 0);
    if (o->classes > 0)
        assert_int_equal(o->rows[0].first, 0);
    for (int c = 0; c < o->classes; c++) {
        int lanes = o->rows[c].lanes;
        assert_true(lanes >= 1 && lanes <= most && (lanes & (lanes - 1)) == 0 && lanes > o->rows[c + 1].lanes);
        for (int64_t i = o->rows[c].first; i < o->rows[c + 1].first; i++) {
            assert_true(lanes == most || row_length(&o->sorted, i) <= lanes * per_lane);
            assert_true(lanes == 1 || row_length(&o->sorted, i) > lanes / 2 * per_lane);
        }
    }
}

static void check(const struct csr *a)
{
    for (int64_t per_lane = 1; per_lane <= 64; per_lane *= 4)
        for (int most = 1; most <= 32; most *= 2) {
            struct row_order o;
            assert_true(row_order_build(a, per_lane, most, &o, NULL));
            check_order(a, &o);
            check_classes(&o, per_lane, most);
            row_order_release(&o);
        }
}

TEST(rows_fall_in_length)
{
    for_layout_cases(check);
}

TESTS(NULL, NULL)
