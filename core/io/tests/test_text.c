/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text: a text is cut where lines end, wherever pieces and blocks would end otherwise. */
#include "core/io/tests/mm_text.h"
#include "core/io/tests/text_cuts.h"
#include "core/tests/cmocka.h"

/* All texts of up to seven letters, LF and CR, cut at all sizes. */
TEST(every_short_text)
{
    for (int length = 1; length <= 7; length++) {
        int texts = 1;
        for (int k = 0; k < length; k++)
            texts *= 3;
        for (int number = 0; number < texts; number++) {
            char text[8] = { 0 };
            for (int k = 0, rest = number; k < length; k++, rest /= 3)
                text[k] = "x\n\r"[rest % 3];
            for (size_t size = 1; size <= 8; size++)
                if (!cuts_pieces(text, (size_t)length, size) || !cuts_blocks(text, (size_t)length, size))
                    fail_msg("text %d of length %d, cut at %zu", number, length, size);
        }
    }
}

/* The byte order mark is dropped once, even in pieces shorter than it. */
TEST(mark_is_dropped)
{
    static const char *const texts[] = { "\xEF\xBB\xBF", "\xEF\xBB\xBF\n1\n", "\xEF\xBB\xBFx\n\xEF\xBB\xBFy",
                                         "\xEF\xBB" };

    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t size = 1; size <= 8; size++)
            if (!cuts_pieces(texts[i], strlen(texts[i]), size))
                fail_msg("text %zu, cut at %zu", i, size);
}

/* The last line of a file has no end and begins in the block before the one in which it stops. */
TEST(last_line_over_two_blocks)
{
    enum { BLOCK = 1 << 18 };
    static char text[BLOCK + 1000];

    for (size_t over = 1; over < 8; over++) {
        int head = snprintf(text, sizeof text, "%%%%MatrixMarket matrix coordinate integer general\n2 2 1\n");
        size_t size = (size_t)head + BLOCK + over;
        memset(text + head, '\n', BLOCK);
        memcpy(text + size - 7, "1 2 345", 7);
        struct matrix a;
        struct err e = { 0 };
        if (!open_bytes(text, size, limit_default(), &a, &e))
            fail_msg("%zu: %s", over, e.text);
        assert_true(a.csr.nnz == 1 && ((double *)a.csr.val)[0] == 345);
        matrix_free(&a);
    }
}

/* No bytes at all, as they are and gzipped. */
TEST(empty)
{
    static const unsigned char gzipped[] = { 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0 };

    for (size_t size = 0; size <= sizeof gzipped; size += sizeof gzipped) {
        struct matrix a;
        struct err e = { 0 };
        assert_false(open_bytes(gzipped, size, limit_default(), &a, &e));
        assert_true(e.code == ERR_INPUT && strstr(e.text, "is empty"));
    }
}

TESTS(NULL, NULL)
