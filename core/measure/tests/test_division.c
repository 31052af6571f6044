/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_division: which rows of X parts with memory of their own need of others. */
#include "core/matrix/tests/fixture.h"
#include "core/measure/division.h"

static void halo_is(const struct csr *a, int64_t units, int64_t all, int64_t most)
{
    const struct division d = { .units = units, .apart = true };
    int64_t got_all, got_most;
    assert_true(division_halo(&d, a, &got_all, &got_most, NULL));
    assert_int_equal(got_all, all);
    assert_int_equal(got_most, most);
}

/* Six rows, cut after the second and the fourth. */
TEST(neighbours_need_the_rows_at_the_cuts)
{
    double entry[36] = { 0 };
    for (int i = 0; i < 6; i++)
        entry[7 * i] = 1;
    struct csr diagonal = fixture_dense(6, 6, entry, VT_F64);
    for (int i = 0; i < 5; i++)
        entry[7 * i + 1] = entry[7 * i + 6] = 1;
    struct csr band = fixture_dense(6, 6, entry, VT_F64);
    halo_is(&diagonal, 3, 0, 0);
    halo_is(&band, 3, 4, 2);
    halo_is(&band, 1, 0, 0);
    csr_free(&diagonal);
    csr_free(&band);
}

/* X of a matrix that is not square is spread evenly; a column counts once a part, however many rows need it. */
TEST(a_column_counts_once)
{
    const double entry[] = { 1, 0, 0, 1, /**/ 1, 0, 0, 1 };
    struct csr a = fixture_dense(2, 4, entry, VT_F64);
    halo_is(&a, 2, 2, 1); /* the first row needs column 3, the second column 0 */
    halo_is(&a, 1, 0, 0);
    csr_free(&a);
    const double tall[] = { 1, 1, /**/ 1, 1, /**/ 1, 1, /**/ 1, 1 };
    a = fixture_dense(4, 2, tall, VT_F64);
    halo_is(&a, 2, 2, 1);
    csr_free(&a);
}

TESTS(NULL, NULL)
