/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_armour: all bytes come back from their characters, which can stand in a word; other text is refused. */
#include "core/base/armour.h"
#include "core/tests/cmocka.h"

TEST(round_trip)
{
    unsigned char bytes[300];
    char text[ARMOUR_SIZE(sizeof bytes)];
    size_t n;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 256);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        armour_put(bytes, length, text);
        assert_true(strlen(text) < ARMOUR_SIZE(length));
        assert_null(strpbrk(text, " %=\n\t"));
        assert_true(armour_take(text, &n));
        assert_int_equal(n, length);
        assert_memory_equal(text, bytes, length);
    }
    /* RFC 4648, section 10, without padding */
    assert_string_equal(armour_put("foob", 4, text), "Zm9vYg");
    assert_string_equal(armour_put("fooba", 5, text), "Zm9vYmE");
    assert_string_equal(armour_put("foobar", 6, text), "Zm9vYmFy");
}

TEST(refused)
{
    static const char *const bad[] = { "A", "AAAAA", "AA=", "AA==", "A A", "AA\xff", "AA-_" };
    for (size_t i = 0; i < COUNT(bad); i++) {
        char text[16];
        size_t n;
        snprintf(text, sizeof text, "%s", bad[i]);
        assert_false(armour_take(text, &n));
    }
}

/* FNV-1a's published values; pieces give the sum of the whole. */
TEST(sums)
{
    assert_true(armour_sum(ARMOUR_SUM, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(armour_sum(ARMOUR_SUM, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(armour_sum(ARMOUR_SUM, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    assert_true(armour_sum(armour_sum(ARMOUR_SUM, "foo", 3), "bar", 3) == UINT64_C(0x85944171f73967e8));
}

TESTS(NULL, NULL)
