/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number_fast: reads the common numbers of a file inline and leaves all others to number_read. */
#pragma once

#include "core/base/digits.h"
#include "core/base/number.h"

enum {
    NUMBER_NEAR_MIN = -64,
    NUMBER_NEAR_MAX = 47,
    NUMBER_DIGITS_MAX = 19 /* 10^19 < 2^64 */,
    NUMBER_DIGITS_EXACT = 15 /* 10^15 < 2^53 */
};

extern const uint64_t number_near[NUMBER_NEAR_MAX - NUMBER_NEAR_MIN + 1];

/* number_power10, inline for small q. */
static inline bool number_power(int q, uint64_t *m, int *e)
{
    if (q < NUMBER_NEAR_MIN || q > NUMBER_NEAR_MAX)
        return number_power10(q, m, e);
    *m = number_near[q - NUMBER_NEAR_MIN];
    /* 217706 / 2^16 is close enough to log2(10) for the floor to be right in the whole range */
    *e = (int)((q * 217706) >> 16) - 63;
    return true;
}

/* w·10^q as the nearest double, w > 0; false where 64-bit arithmetic cannot tell which that is, or it is not normal. */
static inline bool number_rounded(uint64_t w, int q, double *value)
{
    uint64_t power;
    int e;

    if (!number_power(q, &power, &e))
        return false;
    int shift = __builtin_clzll(w);
    unsigned __int128 x = (unsigned __int128)(w << shift) * power;
    e += 64 - shift;
    /* the highest bit is unpredictable: shift without a branch */
    uint64_t high = (uint64_t)(x >> 64), up = !(high >> 63), m = high << up | ((uint64_t)x >> 63 & up);
    e -= (int)up;
    /* w·10^q = m·2^e, with m less than 6 off: 2 for the power, doubled by the shift, and 1 cut off. 53 of its 64 bits
       stay; the other 11 decide the rounding unless they are within that error of the middle. */
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
static inline bool number_exact(uint64_t w, int q, double *value)
{
    static const double power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

    if (w > 1ull << 53 || q < -22 || q > 22)
        return false;
    *value = q < 0 ? (double)w / power[-q] : (double)w * power[q];
    return true;
}

/* The exponent from p to `end`: an optional sign and one to three digits. */
static inline bool number_fast_exponent(const char *p, const char *end, int *q)
{
    bool down = *p == '-';
    int x = 0;

    p += down || *p == '+';
    if (end - p < 1 || end - p > 3)
        return false;
    for (; p < end; p++) {
        unsigned digit = (unsigned)(unsigned char)*p - '0';
        if (digit > 9)
            return false;
        x = x * 10 + (int)digit;
    }
    *q += down ? -x : x;
    return true;
}

/* [-]digits[.digits][e[+-]digits] up to `end`: at most 19 digits, and 3 in the exponent. */
static inline bool number_fast(const char *p, const char *end, double *value)
{
    bool negative = *p == '-';
    uint64_t w = 0;
    int q = 0;

    const char *begin = p += negative;
    int64_t count = 1;
    if (p[1] == '.' && p[0] >= '0' && p[0] <= '9') {
        w = (uint64_t)(*p++ - '0');
    } else {
        p = digits_read(p, &w);
        count = p - begin;
    }
    if (*p == '.') {
        uint64_t part;
        int n = digits_block(++p, &part);
        w = w * digits_power[n] + part;
        const char *rest = p + n;
        if ((n == 16) & (*rest >= '0') & (*rest <= '9')) /* one branch: whether a 17th digit follows is unpredictable */
            for (; *rest >= '0' && *rest <= '9'; rest++, n++)
                w = w * 10 + (uint64_t)(*rest - '0');
        p = rest;
        count += n;
        q = -n;
    }
    if (count == 0 || count > NUMBER_DIGITS_MAX)
        return false;
    if (p != end && ((*p | 32) != 'e' || !number_fast_exponent(p + 1, end, &q)))
        return false;
    double x = 0;
    if (w != 0 && !(count <= NUMBER_DIGITS_EXACT && number_exact(w, q, &x)) && !number_rounded(w, q, &x))
        return false;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits |= (uint64_t)negative << 63;
    memcpy(value, &bits, sizeof bits);
    return true;
}

/* [-]digits up to `end`, at most 19: a 64-bit integer, rounded once. */
static inline bool number_fast_integer(const char *p, const char *end, double *value)
{
    bool negative = *p == '-';
    uint64_t w = 0;

    const char *begin = p += negative;
    p = digits_read(p, &w);
    *value = negative ? -(double)w : (double)w;
    return p == end && p > begin && p - begin <= NUMBER_DIGITS_MAX;
}
