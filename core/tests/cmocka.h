/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka: the library of all tests, with the headers that it wants included before it. A test lists itself. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>

#include "core/base/std.h"

#include <cmocka.h>

static struct CMUnitTest listed_tests[100] __attribute__((unused));
static size_t listed_count __attribute__((unused));

/* TEST(name) { … } is a test; TEST_IN calls `begin` before it and `end` after it, unless NULL. They run in the order of
   their lines, by which the constructors are numbered. */
#define TEST(name) TEST_IN(name, NULL, NULL)
#define TEST_IN(name, begin, end)                                                                                      \
    static void name(void **state);                                                                                    \
    __attribute__((constructor(1000 + __LINE__))) static void name##_listed(void)                                      \
    {                                                                                                                  \
        listed_tests[listed_count++] = (struct CMUnitTest){ #name, name, begin, end, NULL };                           \
    }                                                                                                                  \
    static void name(void **state)

/* Runs them all between `begin` and `end`, unless NULL. TESTS(begin, end) is a main that does nothing else. */
#define tests_run(begin, end) _cmocka_run_group_tests(__FILE__, listed_tests, listed_count, begin, end)
#define TESTS(begin, end)                                                                                              \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        return tests_run(begin, end);                                                                                  \
    }
