/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number_read: decimal text to double, correctly rounded. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/digits.h"
#include "core/number.h"

enum { EXPONENT_MAX = 99999, DIGITS_MAX = 19 /* 10^19 < 2^64 */ };

bool number_from_decimal(uint64_t w, int q, double *value)
{
    uint64_t power;
    int e;

    if (w == 0 || !number_power10(q, &power, &e))
        return false;
    int shift = __builtin_clzll(w);
    unsigned __int128 x = (unsigned __int128)(w << shift) * power;
    e += 64 - shift;
    if (!(x >> 127)) {
        x <<= 1;
        e--;
    }
    uint64_t m = (uint64_t)(x >> 64);
    /* w·10^q = m·2^e, and m is less than 6 off: 2 for the power, doubled by the shift, 1 cut off. Of its 64 bits 53
       stay; the 11 others say which way to round, unless they are that close to the middle. */
    uint64_t low = m & 0x7FF;
    if (low > 0x400 - 6 && low < 0x400 + 6)
        return false;
    m = (m >> 11) + (low >> 10);
    e += 11 + 52; /* m·2^(e - 52), and m has 53 bits, or is 2^53 after rounding up */
    if (e < -1022 || e > 1022)
        return false;
    uint64_t bits = ((uint64_t)(e + 1023) << 52) + (m - (1ull << 52));
    memcpy(value, &bits, sizeof bits);
    return true;
}

/* Clinger (PLDI'90): w and 10^|q| are both exact doubles, so one operation rounds once. */
static bool from_exact(uint64_t w, int q, double *value)
{
    static const double power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

    if (w > 1ull << 53 || q < -22 || q > 22)
        return false;
    *value = q < 0 ? (double)w / power[-q] : (double)w * power[q];
    return true;
}

/* Digits from p on, leading zeros not counted, the point skipped. */
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

/* Digits beyond what 64 bits hold, results that are not normal, near ties: the C library decides. */
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
    bool fits = count <= DIGITS_MAX || significant(begin, mantissa_end, count) <= DIGITS_MAX;
    int64_t q = exponent - fraction;
    if (!fits ||
        (w != 0 && !(q > -400 && q < 400 && (from_exact(w, (int)q, &x) || number_from_decimal(w, (int)q, &x)))))
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
    bool fits = p - begin <= DIGITS_MAX || significant(begin, p, p - begin) <= DIGITS_MAX;
    double x = fits ? (double)w : read_slowly(begin, overflow);
    *value = negative ? -x : x;
    return p;
}
