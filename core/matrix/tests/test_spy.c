/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spy: cells against a slow count, windows, small matrices. */
#include "core/matrix/spy.h"
#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"

/* The cell of index i of from .. to-1, by the formula of the header. */
static int cell_of(int64_t i, int64_t from, int64_t to, int cells)
{
    return (int)((i - from) * cells / (to - from));
}

static void compare_slowly(const struct csr *a, int rows, int cols, const int64_t w[4])
{
    struct spy s;
    assert_true(spy_make(a, rows, cols, w[0], w[1], w[2], w[3], &s, NULL));
    int64_t *count = calloc((size_t)s.rows * (size_t)s.cols, sizeof *count);
    for (int64_t i = s.from_i; i < s.to_i; i++)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++)
            if (a->ind[p] >= s.from_j && a->ind[p] < s.to_j)
                count[cell_of(i, s.from_i, s.to_i, s.rows) * s.cols + cell_of(a->ind[p], s.from_j, s.to_j, s.cols)]++;
    assert_memory_equal(count, s.count, (size_t)s.rows * (size_t)s.cols * sizeof *count);
    free(count);
    spy_free(&s);
}

TEST(cells_against_slow_count)
{
    struct csr a = fixture_random(211, 307, 0.03, 100, 0, VT_F64);
    /* 98 columns on 2 cells: 49·(2/98) rounds to below 1. */
    static const int64_t window[][4] = {
        { 0, 211, 0, 307 }, { 13, 200, 7, 301 }, { 100, 101, 0, 307 }, { 50, 90, 33, 34 }, { 0, 211, 0, 98 }
    };
    static const int side[][2] = { { 1, 1 }, { 7, 2 }, { 7, 11 }, { 40, 80 }, { 100, 512 }, { 512, 512 } };
    for (int w = 0; w < 5; w++)
        for (int r = 0; r < 6; r++)
            compare_slowly(&a, side[r][0], side[r][1], window[w]);
    csr_free(&a);
}

TEST(levels_are_logarithmic)
{
    /* 20 columns on 2 cells: 10 entries and 1 entry: 9·log 2/log 11 = 2.6. */
    double entry[40] = { [10] = 1 };
    for (int j = 0; j < 10; j++)
        entry[j] = 1;
    struct csr a = fixture_dense(2, 20, entry, VT_F32);
    struct spy s;
    assert_true(spy_make(&a, 2, 2, 0, 2, 0, 20, &s, NULL));
    assert_int_equal(s.max, 10);
    assert_string_equal(spy_line(&s, 0), "92");
    assert_string_equal(spy_line(&s, 1), "..");
    spy_free(&s);
    csr_free(&a);
}

TEST(small_matrices_get_a_cell_per_entry)
{
    static const double entry[] = { 1, 0, 0, 0, 2, 3 };
    struct csr a = fixture_dense(2, 3, entry, VT_F64);
    struct spy s;
    assert_true(spy_make(&a, 40, 80, 0, 2, 0, 3, &s, NULL));
    assert_int_equal(s.rows, 2);
    assert_int_equal(s.cols, 3);
    assert_string_equal(spy_line(&s, 0), "9..");
    assert_string_equal(spy_line(&s, 1), ".99");
    spy_free(&s);
    csr_free(&a);
}

TEST(ranges_are_cut)
{
    struct csr a = fixture_random(10, 10, 1, -1, 0, VT_F64), none = fixture_random(0, 0, 0, -1, 0, VT_F64);
    struct spy s;
    struct err e = { 0 };
    assert_true(spy_make(&a, 4, 4, -5, 1000, 6, 2, &s, &e));
    assert_int_equal(s.from_i, 0);
    assert_int_equal(s.to_i, 10);
    assert_int_equal(s.cols, 0);
    assert_int_equal(s.max, 0);
    spy_free(&s);
    assert_true(spy_make(&none, 4, 4, 0, 0, 0, 0, &s, &e));
    assert_int_equal(s.rows, 0);
    spy_free(&s);
    assert_false(spy_make(&a, 0, 4, 0, 10, 0, 10, &s, &e));
    assert_int_equal(e.code, ERR_USAGE);
    assert_false(spy_make(&a, 4, SPY_MAX + 1, 0, 10, 0, 10, &s, &e));
    csr_free(&none);
    csr_free(&a);
}

TESTS(NULL, NULL)
