/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_standing: which of several results is the best or the worst, as far as their intervals tell. */
#include "core/tests/cmocka.h"
#include "tui/verdict/standing.h"

/* The intervals alone decide; a result without one is taken at its median ±25%, and is never first or last. */
TEST(standings)
{
    struct contender c[] = { contender_of(6.0, 1.0, 0.95, 1.05), contender_of(3.0, 2.0, 1.9, 2.1),
                             contender_of(2.9, 2.07, 1.95, 2.2), contender_of(1.0, 6.0, 5.9, 6.1) };
    enum standing out[4];
    standing_of(c, 4, out);
    assert_int_equal(out[0], STANDING_BEST);
    assert_int_equal(out[1], STANDING_NONE);
    assert_int_equal(out[2], STANDING_NONE);
    assert_int_equal(out[3], STANDING_WORST);
    standing_of(c, 1, out);
    assert_int_equal(out[0], STANDING_NONE);
    c[0] = contender_of(6.0, 1.0, 0, 0);
    standing_of(c, 4, out);
    assert_int_equal(out[0], STANDING_DIM);
    assert_int_equal(out[1], STANDING_NONE);
    c[0] = contender_of(3.1, 1.94, 0, 0);
    standing_of(c, 4, out); /* a dim one that may be the fastest is also marked: a lone mark would have no rival */
    assert_int_equal(out[0], STANDING_DIM_LEVEL);
    assert_int_equal(out[1], STANDING_LEVEL);
    assert_int_equal(out[2], STANDING_LEVEL); /* only that one's median is shorter, and nothing bounds that */
    c[0] = contender_of(6.0, 1.0, 0.6, 1.2);
    standing_of(c, 4, out); /* faster than all others, but by a number that is known to ±30% alone */
    assert_int_equal(out[0], STANDING_DIM);
    assert_int_equal(out[1], STANDING_NONE);
    c[0] = contender_of(1.0, 6.0, 0, 30); /* it may be the fastest, whatever its median, and the slowest */
    c[2] = contender_of(1.5, 4.0, 3.9, 4.1);
    standing_of(c, 4, out);
    assert_int_equal(out[0], STANDING_LEVEL);
    assert_int_equal(out[1], STANDING_LEVEL);
    assert_int_equal(out[2], STANDING_NONE); /* the second is clearly faster, however wide the first is */
    assert_int_equal(out[3], STANDING_NONE);
}

/* Fast results without intervals are marked as are those with wide ones. */
TEST(without_intervals)
{
    const struct contender c[] = { contender_of(5.7, 0.175, 0, 0), contender_of(5.4, 0.185, 0, 0),
                                   contender_of(3.4, 0.294, 0, 0), contender_of(0.0023, 435, 0.1, 900) };
    enum standing out[4];
    standing_of(c, 4, out);
    assert_int_equal(out[0], STANDING_DIM_LEVEL);
    assert_int_equal(out[1], STANDING_DIM_LEVEL);
    assert_int_equal(out[2], STANDING_DIM);
    assert_int_equal(out[3], STANDING_LEVEL);
}

/* Of two without intervals one is the faster where even the fastest sample of the other is far above its median. */
TEST(far_apart)
{
    struct contender fast = contender_of(4.47, 0.065, 0, 0), slow = contender_of(0.0084, 34.6, 0, 0);
    assert_int_equal(standing_far(&fast, &slow), UNCLEAR); /* its fastest sample is not known */
    slow.fastest = 0.9 / 0.0084;
    assert_int_equal(standing_far(&fast, &slow), FASTER);
    assert_int_equal(standing_far(&slow, &fast), SLOWER);
    slow.fastest = 4 / 4.47;
    assert_int_equal(standing_far(&fast, &slow), UNCLEAR); /* only other programs made it slow */
    slow = contender_of(1, 1, 0.9, 1.1);
    assert_int_equal(standing_far(&fast, &slow), UNCLEAR);
    slow = contender_of(0.5, 2, 1.8, 2.2);
    assert_int_equal(standing_far(&fast, &slow), FASTER); /* an interval bounds it */
}

TESTS(NULL, NULL)
