/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text: text that grows as far as there is room, and lists of words. */
#include "core/base/text.h"
#include "core/tests/cmocka.h"

TEST(grows_and_is_cut)
{
    char text[12] = "";
    text_join(text, sizeof text, ", ", "%s", "ab");
    text_join(text, sizeof text, ", ", "%d", 34);
    assert_string_equal(text, "ab, 34");
    text_add(text, sizeof text, "%s", "56789");
    assert_string_equal(text, "ab, 3456789");
    text_add(text, sizeof text, "0");
    text_join(text, sizeof text, ", ", "0");
    assert_string_equal(text, "ab, 3456789");
    char full[8] = "abcdef"; /* the separator alone does not fit any more */
    text_join(full, sizeof full, " · ", "x");
    assert_int_equal(strlen(full), 7);
}

TEST(words_with_blanks_between)
{
    const char *at = "  LOOP=row CHUNK=4 ", *params = at;
    int n;
    assert_memory_equal(text_word(&at, &n), "LOOP=row", 8);
    assert_int_equal(n, 8);
    assert_memory_equal(text_word(&at, &n), "CHUNK=4", 7);
    assert_null(text_word(&at, &n));
    assert_true(text_has(params, "CHUNK=4 more", 7));
    assert_false(text_has(params, "CHUNK", 5));
    assert_string_equal(text_value(params, "chunk"), "4 ");
    assert_null(text_value(params, "LOO"));
    assert_null(text_value("", "LOOP"));
}

TESTS(NULL, NULL)
