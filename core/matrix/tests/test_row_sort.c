/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_row_sort: rows of every length, with and without equal columns, beside the definition of a stable sort. */
#include "core/base/hash.h"
#include "core/matrix/row_sort.h"
#include "core/tests/cmocka.h"

enum { LONGEST = 300 };

/* Where entry k goes: behind all that are smaller, and behind equal ones before it. */
static int64_t place(const int32_t *ind, int64_t n, int64_t k)
{
    int64_t before = 0;

    for (int64_t l = 0; l < n; l++)
        before += ind[l] < ind[k] || (ind[l] == ind[k] && l < k);
    return before;
}

static void check_row(int64_t n, int32_t most, uint64_t seed, struct row_scratch *s)
{
    int32_t ind[LONGEST], sorted[LONGEST], alone[LONGEST];
    double val[LONGEST];

    for (int64_t k = 0; k < n; k++) {
        alone[k] = ind[k] = sorted[k] = (int32_t)(hash_at(seed, (uint64_t)n, (uint64_t)k) % ((uint64_t)most + 1));
        val[k] = (double)k;
    }
    assert_true(row_sort(sorted, val, n, most, s));
    assert_true(row_sort(alone, NULL, n, most, s));
    for (int64_t k = 0; k < n; k++) {
        int64_t to = place(ind, n, k);
        assert_int_equal(sorted[to], ind[k]);
        assert_int_equal(alone[to], ind[k]);
        assert_int_equal((int64_t)val[to], k);
    }
}

TEST(sorts_stably)
{
    static const int32_t most[] = { 0, 1, 5, 300, 70000, INT32_MAX };
    struct row_scratch s = { 0 };

    for (int64_t n = 0; n <= LONGEST; n++)
        for (size_t c = 0; c < COUNT(most); c++)
            check_row(n, most[c], c, &s);
    row_scratch_free(&s);
}

/* Rows of n entries each, side by side, in an array that begins with the last of them. */
static void check_alike(int64_t n, int32_t most, int64_t rows, struct row_scratch *s)
{
    enum { ROWS = 20 };
    static int32_t ind[ROWS * LONGEST], sorted[ROWS * LONGEST], alone[ROWS * LONGEST];
    static double val[ROWS * LONGEST];
    int64_t begin[ROWS];

    for (int64_t k = 0; k < rows * n; k++) {
        alone[k] = sorted[k] = ind[k] = (int32_t)(hash_at(9, (uint64_t)n, (uint64_t)k) % ((uint64_t)most + 1));
        val[k] = (double)(k % n);
    }
    for (int64_t r = 0; r < rows; r++)
        begin[r] = (rows - 1 - r) * n;
    assert_true(row_sort_alike(sorted, val, begin, rows, n, most, s));
    assert_true(row_sort_alike(alone, NULL, begin, rows, n, most, s));
    for (int64_t r = 0; r < rows; r++)
        for (int64_t k = r * n; k < (r + 1) * n; k++) {
            const int64_t to = r * n + place(ind + r * n, n, k - r * n);
            assert_int_equal(sorted[to], ind[k]);
            assert_int_equal(alone[to], ind[k]);
            assert_int_equal((int64_t)val[to], k - r * n);
        }
}

TEST(sorts_rows_of_one_length_stably)
{
    static const int32_t most[] = { 0, 40, 70000, INT32_MAX / 64, INT32_MAX / 64 + 1, INT32_MAX };
    struct row_scratch s = { 0 };

    for (int64_t n = 2; n <= 100; n++)
        for (size_t c = 0; c < COUNT(most); c++)
            check_alike(n, most[c], n % 20 + 1, &s);
    row_scratch_free(&s);
}

TESTS(NULL, NULL)
