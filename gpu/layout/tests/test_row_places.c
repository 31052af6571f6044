/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_row_places: each row once, by falling length within its window; neighbours of a band share columns, random rows
   do not. */
#include "core/tests/cmocka.h"
#include "gpu/layout/row_places.h"
#include "gpu/layout/tests/band.h"
#include "gpu/layout/tests/layout_cases.h"

static void check(const struct csr *a, const struct row_place *place, int64_t window)
{
    char *seen = calloc((size_t)a->m + 1, 1);
    assert_non_null(seen);
    for (int64_t i = 0; i < a->m; i++) {
        const struct row_place *p = &place[i];
        assert_in_range(p->row, i / window * window, i / window * window + window - 1);
        assert_int_equal(seen[p->row]++, 0);
        assert_int_equal(p->begin, a->ptr[p->row]);
        assert_int_equal(p->count, row_length(a, p->row));
        if (i % window > 0)
            assert_true(p[-1].count > p->count || (p[-1].count == p->count && p[-1].row < p->row));
    }
    free(seen);
}

static void check_all(const struct csr *a)
{
    struct row_place *place;
    for (int64_t window = 1; window <= 64; window *= 4) {
        assert_true(row_places_windows(a, window, &place, NULL));
        check(a, place, window);
        free(place);
    }
    assert_true(row_places_all(a, &place, NULL));
    check(a, place, a->m + 1);
    free(place);
}

TEST(rows_fall_in_length)
{
    for_layout_cases(check_all);
}

TEST(neighbours_share)
{
    double gain = 0;
    struct csr a = band_matrix(40000, 3, 1, 0, 0, VT_F64), b = fixture_random(5000, 5000, 0.003, -1, 0, VT_F64);
    assert_true(row_places_sharing(&a, &gain, NULL));
    assert_true(gain > 4 && gain < 7);
    assert_true(row_places_sharing(&b, &gain, NULL));
    assert_true(gain > 0.95 && gain < 1.05);
    csr_free(&a);
    csr_free(&b);
}

TEST(nothing_to_share)
{
    for (int c = 0; c < LAYOUT_CASES; c++) {
        struct csr a = layout_matrix(c, VT_F64);
        double gain = 0;
        assert_true(row_places_sharing(&a, &gain, NULL));
        assert_true(a.nnz > 0 ? gain > 0 : gain == 1);
        csr_free(&a);
    }
}

TESTS(NULL, NULL)
