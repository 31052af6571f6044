/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_nearest: which name a mistyped word means, and how that is said. */
#include "core/base/nearest.h"
#include "core/tests/cmocka.h"

static const char *hint_of(const char *word, const char *otherwise)
{
    static const char *const names[] = { "mul", "transpose", "tmul", "cpu.csr.omp", "cpu.csr.serial" };
    static char hint[40];
    struct nearest near = nearest_to(word);
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        nearest_try(&near, names[i]);
    return nearest_hint(&near, otherwise, hint, sizeof hint);
}

TEST(a_near_name_is_suggested)
{
    assert_string_equal(hint_of("tranpose", "x"), "did you mean transpose?");
    assert_string_equal(hint_of("tr", "x"), "did you mean transpose?");
    assert_string_equal(hint_of("mlu", "x"), "did you mean mul?");
    assert_string_equal(hint_of("csr.serial", "x"), "did you mean cpu.csr.serial?");
    assert_string_equal(hint_of("csr.om", "x"), "did you mean cpu.csr.omp?");
}

TEST(of_what_is_near_to_none_the_rest_is_said)
{
    assert_string_equal(hint_of("divide", "nzscope list operations names them"), "nzscope list operations names them");
    assert_string_equal(hint_of("", ""), "");
}

TESTS(NULL, NULL)
