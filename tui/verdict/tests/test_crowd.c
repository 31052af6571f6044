/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_crowd: fewer threads are advised only where they leave other programs the processors that these use. */
#include "core/tests/cmocka.h"
#include "tui/verdict/crowd.h"

static const char *crowd(int threads, int processors, double others)
{
    static char text[120];
    return crowd_text(threads, processors, others, "--threads", text, sizeof text) ? text : "";
}

TEST(threads_beside_others)
{
    assert_string_equal(crowd(2, 2, 1.0), "others keep 1.0 of 2 processors busy: --threads 1 leaves them a core");
    assert_string_equal(crowd(2, 2, 1.1), "others keep 1.1 of 2 processors busy: --threads 1 leaves them a core");
    assert_string_equal(crowd(2, 2, 0.3), "others keep 0.3 of 2 processors busy: --threads 1 leaves them a core");
    assert_string_equal(crowd(8, 8, 2.6), "others keep 2.6 of 8 processors busy: --threads 5 leaves them 3 cores");
    assert_string_equal(crowd(6, 8, 2.6), "others keep 2.6 of 8 processors busy: --threads 5 leaves them 3 cores");
}

/* One thread beside others that keep 1.5 of two processors busy still takes half a processor from them. */
TEST(no_processor_free)
{
    assert_string_equal(crowd(2, 2, 1.5), "others keep 1.5 of 2 processors busy: none is free for a run");
    assert_string_equal(crowd(1, 2, 1.5), "others keep 1.5 of 2 processors busy: none is free for a run");
    assert_string_equal(crowd(2, 2, 2.0), "others keep 2.0 of 2 processors busy: none is free for a run");
    assert_string_equal(crowd(4, 2, 2.4), "others keep 2.4 of 2 processors busy: none is free for a run");
}

TEST(nothing_to_advise)
{
    assert_string_equal(crowd(5, 8, 2.6), ""); /* it has fewer already */
    assert_string_equal(crowd(2, 2, 0.1), "");
    assert_string_equal(crowd(2, 2, 0), ""); /* unknown */
    assert_string_equal(crowd(2, 2, NAN), "");
    assert_string_equal(crowd(0, 2, 1.0), ""); /* not a team */
    assert_string_equal(crowd(2, 0, NAN), "");
}

TESTS(NULL, NULL)
