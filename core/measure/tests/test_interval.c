/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_interval: faster, slower, and everything that is unclear. */
#include "core/measure/interval.h"
#include "core/tests/cmocka.h"

TEST(apart_is_told)
{
    assert_int_equal(interval_compare(1, 1.1, 1.2, 1.3), FASTER);
    assert_int_equal(interval_compare(1.2, 1.3, 1, 1.1), SLOWER);
    assert_int_equal(interval_compare(1, 1, 1.0001, 1.0001), FASTER);
    assert_int_equal(interval_compare(0, 1.1, 1.2, 1.3), FASTER); /* widened down to 0 */
    assert_int_equal(interval_compare(1.2, 1.3, 0, 1.1), SLOWER);
}

TEST(overlaps_are_unclear)
{
    assert_int_equal(interval_compare(1, 1.2, 1.1, 1.3), UNCLEAR);
    assert_int_equal(interval_compare(1.1, 1.3, 1, 1.2), UNCLEAR);
    assert_int_equal(interval_compare(1, 1.3, 1.1, 1.2), UNCLEAR); /* one within the other */
    assert_int_equal(interval_compare(1.1, 1.2, 1, 1.3), UNCLEAR);
    assert_int_equal(interval_compare(1, 1.1, 1.1, 1.2), UNCLEAR); /* they touch */
}

TEST(what_is_missing_is_unclear)
{
    static const double bad[][2] = { { 0, 0 }, { NAN, NAN }, { 1, NAN },     { NAN, 1 },
                                     { 2, 1 }, { -1, 1 },    { 1, INFINITY } };
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(interval_compare(bad[i][0], bad[i][1], 5, 6), UNCLEAR);
        assert_int_equal(interval_compare(5, 6, bad[i][0], bad[i][1]), UNCLEAR);
        assert_true(isnan(interval_spread(1, bad[i][0], bad[i][1])));
    }
}

TEST(spread_is_the_farther_end)
{
    assert_true(fabs(interval_spread(2, 1.9, 2.3) - 0.15) < 1e-12);
    assert_true(fabs(interval_spread(2, 1.6, 2.3) - 0.25) < 1e-12); /* a fifth below is a ratio of 1.25 */
    assert_true(fabs(interval_spread(75, 0.75, 86.4) - 99) < 1e-9);
    assert_true(isinf(interval_spread(75, 0, 86.4)));
    assert_true(fabs(interval_spread(2, 2, 2)) < 1e-12);
    assert_true(isnan(interval_spread(0, 1, 2)));
}

TEST(the_same_within_a_share)
{
    assert_true(interval_same(0.98, 1.02, 0.03));
    assert_true(interval_same(1, 1, 0));
    assert_false(interval_same(0.98, 1.04, 0.03));
    assert_false(interval_same(0.96, 1.02, 0.03));
    assert_false(interval_same(0, 0, 0.03)); /* missing */
}

/* An end far from 1 is no advice; two such ends are no figures. */
TEST(far_ends_are_left_out)
{
    static const struct {
        double lo, hi;
        const char *text;
    } cases[] = { { 2.61, 547, "at least 2.61" },
                  { 1.5, 4.4, "1.50 to 4.40" },
                  { 1.5, 4.6, "at least 1.50" },
                  { 0.002, 0.38, "at most 0.38" },
                  { 0.13, 0.38, "0.13 to 0.38" },
                  { 1.001, 9, "at least 1.001" },
                  { 0.24, 3.33, "0.24 to 3.4" },
                  { 0.4666, 1.995, "0.46 to 2.0" },
                  { 0.0052, 23.8, "0.0052 to 24" },
                  { 0.24, 1.04, "0.24 to 1.1" },
                  { 0.6, 1.7, "0.60 to 1.70" },
                  { 1.8, INFINITY, "at least 1.80" },
                  { 0, 1.05, "at most 1.05" },
                  { 0, INFINITY, "" },
                  { 0, 0, "" } };
    char text[TEXT_SIZE];
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_string_equal(interval_text(cases[i].lo, cases[i].hi, text), cases[i].text);
}

TESTS(NULL, NULL)
