/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number_fast.h"

enum { EXPONENT_MAX = 99999 };

/* How many of the `count` digits at p are significant, that is, not leading zeros. */
static int64_t significant(const char *p, const char *end, int64_t count)
{
    for (; p < end && (*p == '0' || *p == '.'); p++)
        count -= *p == '0';
    return count;
}

static const char *read_name(const char *p, double *value)
{
    size_t n = 0;

    if (strncasecmp(p, "infinity", 8) == 0)
        n = 8;
    else if (strncasecmp(p, "inf", 3) == 0 || strncasecmp(p, "nan", 3) == 0)
        n = 3;
    *value = n == 0 ? 0 : (*p | 32) == 'n' ? (double)NAN : (double)INFINITY;
    return n ? p + n : NULL;
}

/* The exponent after 'e'; NULL where no digit follows. */
static const char *read_exponent(const char *p, int *exponent)
{
    bool negative = *p == '-';
    int x = 0;

    p += *p == '-' || *p == '+';
    if (*p < '0' || *p > '9')
        return NULL;
    for (; *p >= '0' && *p <= '9'; p++)
        if (x < EXPONENT_MAX)
            x = x * 10 + (*p - '0');
    *exponent = negative ? -x : x;
    return p;
}

/* More digits than 64 bits hold, subnormals, near ties: left to the C library. */
static double read_slowly(const char *p, bool *overflow)
{
    double x = strtod(p, NULL);

    if (isinf(x))
        *overflow = true;
    return x;
}

const char *number_read(const char *p, double *value, bool *overflow)
{
    bool negative = *p == '-';
    uint64_t w = 0;
    int exponent = 0;

    p += *p == '-' || *p == '+';
    const char *begin = p, *mantissa_end;
    p = digits_read(p, &w);
    int64_t count = p - begin, fraction = 0;
    if (*p == '.') {
        const char *point = p++;
        p = digits_read(p, &w);
        fraction = p - point - 1;
        count += fraction;
    }
    mantissa_end = p;
    if (count == 0) {
        p = mantissa_end == begin ? read_name(begin, value) : NULL;
        *value = negative ? -*value : *value;
        return p;
    }
    if ((*p | 32) == 'e' && !(p = read_exponent(p + 1, &exponent)))
        return NULL;
    double x = 0;
    bool fits = count <= NUMBER_DIGITS_MAX || significant(begin, mantissa_end, count) <= NUMBER_DIGITS_MAX;
    int64_t q = exponent - fraction;
    if (!fits || (w != 0 && !(q > -400 && q < 400 && (number_exact(w, (int)q, &x) || number_rounded(w, (int)q, &x)))))
        x = read_slowly(begin, overflow);
    *value = negative ? -x : x;
    return p;
}

const char *number_read_integer(const char *p, double *value, bool *overflow)
{
    bool negative = *p == '-';
    uint64_t w = 0;

    p += *p == '-' || *p == '+';
    const char *begin = p;
    p = digits_read(p, &w);
    if (p == begin)
        return NULL;
    /* up to 19 digits the conversion of a 64-bit integer rounds once */
    bool fits = p - begin <= NUMBER_DIGITS_MAX || significant(begin, p, p - begin) <= NUMBER_DIGITS_MAX;
    double x = fits ? (double)w : read_slowly(begin, overflow);
    *value = negative ? -x : x;
    return p;
}

bool number_parse(const char *text, int64_t *out)
{
    const char *digits = text + (*text == '-');
    errno = 0;
    const long long value = strtoll(text, NULL, 10);
    if (!*digits || digits[strspn(digits, "0123456789")] || errno)
        return false;
    *out = value;
    return true;
}

bool number_share(const char *text, double *out)
{
    char *end;
    const double value = strtod(text, &end);
    const bool percent = *end == '%';
    if (end == text || end[percent])
        return false;
    *out = percent ? value / 100 : value;
    return true;
}
