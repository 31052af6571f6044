/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_number: odd forms and special values, then a million random numbers beside the C library. */
#include <float.h>

#include "core/base/tests/number_trial.h"
#include "core/tests/cmocka.h"

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Reads `text` as both would. */
static void check_read(const char *text)
{
    char padded[400] = { 0 };
    double value = -1;
    bool overflow = false;
    size_t n = strlen(text);

    memcpy(padded, text, n);
    padded[n] = '\n';
    const char *end = number_read(padded, &value, &overflow);
    double expect = strtod(padded, NULL);
    if (end != padded + n || !same(value, expect))
        fail_msg("'%s' is %a, not %a", text, value, expect);
    assert_int_equal(overflow, isinf(expect) && !strpbrk(text, "iI"));
}

TEST(reads_odd_forms)
{
    static const char *const good[] = {
        "0",
        "-0",
        "+1",
        "1.",
        ".5",
        "-.5e1",
        "00012.500",
        "1e5",
        "1E+05",
        "1e-05",
        "inf",
        "-INF",
        "Infinity",
        "nan",
        "NaN",
        "1e999999999999",
        "1e-999999999999",
        "0e999999",
        "0.000000000000000000000000000000000001",
        "123456789012345678901234567890",
        "9007199254740993",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999999999999e-20",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "0.00000000000000000000000000000000000000000001234567890123456789012",
    };
    static const char *const bad[] = { "", "-", "+", ".", "e5", "1e", "1e+", "x", "- 1", "in", "--1", ".e1" };
    double value;
    bool overflow;
    char padded[64];

    for (size_t k = 0; k < COUNT(good); k++)
        check_read(good[k]);
    for (size_t k = 0; k < COUNT(bad); k++) {
        memset(padded, 0, sizeof padded);
        snprintf(padded, sizeof padded, "%s\n", bad[k]);
        assert_null(number_read(padded, &value, &overflow));
    }
}

TEST(reads_integers)
{
    static const struct {
        char text[48];
        double value;
    } good[] = { { "12\n", 12 },
                 { "-7 ", -7 },
                 { "+3\n", 3 },
                 { "18446744073709551615\n", 18446744073709551616.0 },
                 { "9223372036854775809\n", 9223372036854775808.0 },
                 { "000000000000000000000000000005\n", 5 } };
    double value;
    bool overflow = false;
    char one[32] = "1.5\n", none[32] = "x\n";

    for (size_t k = 0; k < COUNT(good); k++) {
        assert_non_null(number_read_integer(good[k].text, &value, &overflow));
        assert_true(value == good[k].value);
    }
    assert_int_equal(*number_read_integer(one, &value, &overflow), '.');
    assert_null(number_read_integer(none, &value, &overflow));
}

/* The fewest digits by trying all. */
static int fewest(double x, bool is_float)
{
    char text[64];

    for (int d = 1; d < 17; d++) {
        snprintf(text, sizeof text, "%.*e", d - 1, x);
        if (is_float ? strtof(text, NULL) == (float)x : strtod(text, NULL) == x)
            return d;
    }
    return 17;
}

static void check_write(double x, enum vtype type, bool count)
{
    char text[NUMBER_TEXT + 1];
    int n = number_write(x, type, text);

    assert_true(n > 0 && n <= NUMBER_TEXT);
    text[n] = 0;
    double back = type == VT_F32 ? (double)strtof(text, NULL) : strtod(text, NULL);
    if (!same(back, x))
        fail_msg("%a is written as %s", x, text);
    if (count && x != 0 && trial_digits(text) > fewest(x, type == VT_F32))
        fail_msg("%s has more digits than it needs", text);
}

TEST(parses_whole_texts)
{
    static const char *const wrong[] = { "9223372036854775808", "", "-", "1e3", "+1" };
    int64_t v;
    assert_true(number_parse("0", &v) && v == 0);
    assert_true(number_parse("-17", &v) && v == -17);
    assert_true(number_parse("9223372036854775807", &v) && v == INT64_MAX);
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_false(number_parse(wrong[i], &v));
}

TEST(writes_shortest)
{
    static const double special[] = { 0,       -0.0,       1,        -1,          0.1,       1e22,    1e23,  123456789,
                                      DBL_MAX, DBL_MIN,    -DBL_MIN, DBL_EPSILON, 0x1p-1074, 5e-324,  1e-5,  1e-6,
                                      1e16,    1e17,       1.0 / 3,  0x1p53,      0x1p63,    0x1p-44, 1e300, 0.5,
                                      1e15,    0x1p53 + 2, 1e21,     4.35,        2.5e-5,    99999,   1e10,  9.5e-320 };

    for (size_t k = 0; k < COUNT(special); k++)
        check_write(special[k], VT_F64, true);
    check_write((double)INFINITY, VT_F64, false);
    check_write(-(double)INFINITY, VT_F64, false);
    check_write((double)NAN, VT_F64, false);
}

TEST(writes_floats)
{
    static const float special[] = { 0, -0.0f, 0.1f, FLT_MAX, FLT_MIN, 1e-45f, 16777216, 1.0f / 3, 1e10f, 3e-39f };

    for (size_t k = 0; k < COUNT(special); k++)
        check_write((double)special[k], VT_F32, true);
}

/* Whether number_fast takes each of some words, with the value that strtod reads, or refuses each. */
static void check_fast(const char *words, bool integer, bool taken)
{
    char copy[400], *rest = copy, *word;
    double value = -1;

    snprintf(copy, sizeof copy, "%s", words);
    while ((word = strsep(&rest, "|"))) {
        if (trial_fast(word, integer, &value) != taken)
            fail_msg("'%s' is %s", word, taken ? "refused" : "taken");
        if (taken && !same(value, strtod(word, NULL)))
            fail_msg("'%s' is %a", word, value);
    }
}

TEST(fast_takes_common_numbers)
{
    check_fast("1|-2.5|.5|5.|-0|1e5|1E-05|2.5e+100|-1.25e-10|0.00000000000000012345|1234567890|0.1234567|-1.234567|"
               "12345678.125|1234567890123456789|000000000000000000000000000001.5|0.1234567890123456",
               false, true);
    check_fast("0|-0|7|-12|0012|9007199254740993|-9999999999999999", true, true);
}

TEST(fast_refuses_other_words)
{
    check_fast("|-|.|-.|1.2.3|1..2|12a|1e|e5|1e5e3|--1|1e1.5|1:5|1/5|1 2|+|1e+|0x10|1.2345.678901234567890", false,
               false);
    check_fast("|-|5.|1.5|1e5|12a|--1|1 2", true, false);
}

/* What `make fuzz-numbers` does for longer. */
TEST(a_million_trials)
{
    char why[TRIAL_TEXT * 2];
    for (uint64_t k = 0; k < 1000000; k++)
        if (!trial_reads(16, k, why) || !trial_writes(16, k, why))
            fail_msg("%s", why);
}

TEST(test_shares)
{
    double share = 7;
    assert_true(number_share("3%", &share) && share == 0.03);
    assert_true(number_share("0.5", &share) && share == 0.5);
    share = 7;
    for (const char *const *text = (const char *const[]){ "", "%", "3%%", "3 %", "x", NULL }; *text; text++)
        assert_false(number_share(*text, &share));
    assert_true(share == 7);
}

TESTS(NULL, NULL)
