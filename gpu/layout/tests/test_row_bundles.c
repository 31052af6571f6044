/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_row_bundles: bundles hold every short row once and only rows with the same columns; balance and reuse of
   matrices whose figures are known. */

#include "core/tests/cmocka.h"
#include "gpu/layout/row_bundles.h"
#include "gpu/layout/tests/layout_cases.h"

static bool same_columns(const struct csr *a, int64_t i, int64_t k)
{
    int64_t count = row_length(a, i);
    return count == row_length(a, k) &&
           memcmp(a->ind + a->ptr[i], a->ind + a->ptr[k], (size_t)count * sizeof *a->ind) == 0;
}

static void check_bundles(const struct csr *a, const struct row_bundles *b, int most, int64_t cut)
{
    int64_t row = 0, longs = 0;
    assert_in_range(b->height, 1, most);
    for (int64_t at = 0; at <= b->count; at++) {
        int64_t first = at == b->count ? a->m : b->list ? b->list[at] & (BUNDLE_ROWS_MOST - 1) : at;
        for (; row < first; row++) { /* between the bundles stand long rows alone */
            assert_true(longs < b->longs && b->long_row[longs++] == row);
            assert_true(row_length(a, row) > cut);
        }
        if (at == b->count)
            break;
        int rows = b->list ? 1 + (int)(b->list[at] >> BUNDLE_SHIFT) : 1;
        assert_in_range(rows, 1, b->height);
        for (int r = 0; r < rows; r++, row++) {
            assert_true(row < a->m && row_length(a, row) <= cut);
            assert_true(same_columns(a, first, row));
        }
    }
    assert_int_equal(row, a->m);
    assert_int_equal(longs, b->longs);
}

static void find_and_check(const struct csr *a, int most, int64_t cut)
{
    struct row_bundles b;
    assert_true(row_bundles_find(a, most, cut, &b, NULL));
    check_bundles(a, &b, most, cut);
    row_bundles_release(&b);
}

/* Each row of a `times` times over. */
static struct csr repeat_rows(const struct csr *a, int times)
{
    struct csr b;
    size_t size = vtype_size(a->type);
    assert_true(csr_alloc(&b, a->m * times, a->n, a->nnz * times, a->type, NULL));
    b.ptr[0] = 0;
    for (int64_t i = 0; i < b.m; i++) {
        int64_t from = a->ptr[i / times], count = row_length(a, i / times), to = b.ptr[i];
        b.ptr[i + 1] = to + count;
        if (count == 0)
            continue;
        memcpy(b.ind + to, a->ind + from, (size_t)count * sizeof *b.ind);
        memcpy((char *)b.val + (size_t)to * size, (const char *)a->val + (size_t)from * size, (size_t)count * size);
    }
    return b;
}

static void check(const struct csr *a)
{
    static const int64_t cut[] = { 0, 3, 64, INT64_MAX };
    for (int times = 1; times <= 4; times++) {
        struct csr b = repeat_rows(a, times);
        for (int most = 1; most <= BUNDLE_MOST; most++)
            for (size_t c = 0; c < sizeof cut / sizeof *cut; c++)
                find_and_check(&b, most, cut[c]);
        csr_free(&b);
    }
}

static void bundles_hold_every_row_once(void **state)
{
    for_layout_cases(check);
}

/* Rows that come in threes, twos and alone. */
static void the_best_height_is_found(void **state)
{
    struct csr a = fixture_random(100, 500, 0.05, -1, 0, VT_F64);
    static const int height[] = { 0, 1, 2, 3, 2 }; /* fours: in twos, unless three saves a quarter more */
    for (int times = 1; times <= 4; times++) {
        struct csr b = repeat_rows(&a, times);
        struct row_bundles found;
        assert_true(row_bundles_find(&b, BUNDLE_MOST, INT64_MAX, &found, NULL));
        assert_int_equal(found.height, height[times]);
        if (times == 2 || times == 3)
            assert_int_equal(found.count, 100);
        row_bundles_release(&found);
        csr_free(&b);
    }
    csr_free(&a);
}

/* 16 rows of 2 entries, but row 5 has 8: in warps of 8 rows, 22 of 64 and 16 of 16 places are used. */
static void balance_and_reuse_are_known(void **state)
{
    double entry[16 * 8] = { 0 }, reuse;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < (i == 5 ? 8 : 2); j++)
            entry[i * 8 + j] = 1;
    struct csr a = fixture_dense(16, 8, entry, VT_F64);
    struct row_bundles b;
    assert_true(row_bundles_find(&a, 1, INT64_MAX, &b, NULL));
    assert_near(row_bundles_balance(&a, &b, 8), 38.0 / 80, 1e-15);
    assert_near(row_bundles_balance(&a, &b, 1), 1, 1e-15);
    assert_true(row_bundles_reuse(&a, 16, &reuse, NULL));
    assert_near(reuse, 38.0 / 8, 1e-15);
    assert_true(row_bundles_reuse(&a, 1, &reuse, NULL));
    assert_near(reuse, 1, 1e-15);
    row_bundles_release(&b);
    csr_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bundles_hold_every_row_once),
        cmocka_unit_test(the_best_height_is_found),
        cmocka_unit_test(balance_and_reuse_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
