/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_base64: all bytes come back from their characters, which can stand in a word; other text is refused. */
#include "core/base/base64.h"
#include "core/tests/cmocka.h"

TEST(round_trip)
{
    unsigned char bytes[300];
    char text[BASE64_SIZE(sizeof bytes)];
    size_t n;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 256);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        base64_encode(bytes, length, text);
        assert_true(strlen(text) < BASE64_SIZE(length));
        assert_null(strpbrk(text, " %=\n\t"));
        assert_true(base64_decode(text, &n));
        assert_int_equal(n, length);
        assert_memory_equal(text, bytes, length);
    }
    /* RFC 4648, section 10, without padding */
    assert_string_equal(base64_encode("foob", 4, text), "Zm9vYg");
    assert_string_equal(base64_encode("fooba", 5, text), "Zm9vYmE");
    assert_string_equal(base64_encode("foobar", 6, text), "Zm9vYmFy");
}

TEST(refused)
{
    static const char *const bad[] = { "A", "AAAAA", "AA=", "AA==", "A A", "AA\xff", "AA-_" };
    for (size_t i = 0; i < COUNT(bad); i++) {
        char text[16];
        size_t n;
        snprintf(text, sizeof text, "%s", bad[i]);
        assert_false(base64_decode(text, &n));
    }
}

TESTS(NULL, NULL)
