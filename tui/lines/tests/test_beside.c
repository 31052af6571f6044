/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_beside: info of several matrices in columns. */
#include "tui/lines/tests/program.h"

TEST(in_columns)
{
    runs("LC_ALL=C.UTF-8 $NZ info gen:diag:9 gen:band:8:1 gen:denserow:7 --beside");
    const char *head = line(out, 0);
    const char *a = strstr(head, "A diag:9"), *b = strstr(head, "B band:8:1"), *c = strstr(head, "C denserow:7");
    assert_true(a && a < b && b < c && c < strchr(head, '\n'));
    assert_non_null(
        strstr(out, "\nsize                 9 × 9                        8 × 8                        7 × 7\n"));
    assert_non_null(strstr(out, "\nnonzeros "));
    assert_null(strstr(out, "order")); /* in that they do not differ */
    assert_null(strstr(out, "no results"));
    assert_true(strstr(out, "⢄") || strstr(out, "⡀")); /* a spy plot */
    runs("LC_ALL=C $NZ info gen:diag:9 gen:band:8:1 --beside --reorder rowlen");
    for (const char *p = out; *p; p++)
        assert_true((unsigned char)*p < 128);
}

TEST(wrong)
{
    fails(2, "--beside wants two to 6 matrices", "$NZ info gen:diag:9 --beside");
    fails(2, "--beside wants two to 6 matrices",
          "$NZ info gen:diag:1 gen:diag:2 gen:diag:3 gen:diag:4 gen:diag:5 gen:diag:6 gen:diag:7 --beside");
    fails(2, "these are one matrix", "$NZ info gen:diag:9 gen:diag:9 --beside");
    fails(3, "missing.mtx", "$NZ info gen:diag:9 missing.mtx --beside");
}

TESTS(prepare, clean)
