/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number_fast.h"

/* v ≈ w·10^q with w of `count` digits, correctly rounded; false where 64 bits cannot decide. v normal, > 0. */
static bool to_decimal(double v, int count, uint64_t *w, int *q)
{
    int e, e10;
    uint64_t m = (uint64_t)ldexp(frexp(v, &e), 53) << 11, ten; /* v = m·2^(e - 64) */
    int top = (int)floor((e - 1) * 0.30102999566398120); /* 10^top ≤ 2^(e-1) ≤ v: top is exact or one too low */

    for (int guess = top; guess <= top + 1; guess++) {
        *q = guess - count + 1;
        if (!number_power10(-*q, &ten, &e10))
            return false;
        unsigned __int128 x = (unsigned __int128)m * ten;
        int shift = -(e - 64 + e10); /* v·10^-q = x·2^-shift */
        if (shift <= 64 || shift >= 128)
            continue;
        uint64_t whole = (uint64_t)(x >> shift);
        unsigned __int128 one = (unsigned __int128)1 << shift, part = x & (one - 1), slack = (unsigned __int128)3 << 64;
        if (part + slack > one / 2 && part < one / 2 + slack)
            return false;
        *w = whole + (part > one / 2);
        if (*w >= digits_power[count - 1] && *w < digits_power[count])
            return true;
    }
    return false;
}

/* The same by the C library. */
static void to_decimal_slowly(double v, int count, uint64_t *w, int *q)
{
    char text[NUMBER_TEXT];

    snprintf(text, sizeof text, "%.*e", count - 1, v);
    *w = (uint64_t)(text[0] - '0');
    const char *p = text + 1;
    if (*p == '.')
        for (p++; *p != 'e'; p++)
            *w = *w * 10 + (uint64_t)(*p - '0');
    *q = atoi(p + 1) - count + 1;
}

static bool reads_back(uint64_t w, int q, double v, enum vtype type)
{
    double back;

    if (!number_rounded(w, q, &back)) {
        char text[NUMBER_TEXT];
        snprintf(text, sizeof text, "%llue%d", (unsigned long long)w, q);
        back = strtod(text, NULL);
    }
    /* a float is read as a double and then rounded, as number_read does */
    return type == VT_F32 ? (float)back == (float)v : back == v;
}

/* The fewest digits that read back. For normal numbers the search begins at `sure` digits: any shorter decimal is the
   rounding, to `sure` digits, of the number that it reads as. */
static void shortest(double v, enum vtype type, uint64_t *w, int *q)
{
    bool normal = type == VT_F32 ? v >= 0x1p-126 : v >= 0x1p-1022;
    int sure = type == VT_F32 ? 6 : 15, most = type == VT_F32 ? 9 : 17;

    for (int count = normal ? sure : 1; count <= most; count++) {
        if (v < 0x1p-1022 || !to_decimal(v, count, w, q))
            to_decimal_slowly(v, count, w, q);
        if (reads_back(*w, *q, v, type))
            break;
    }
    while (*w % 10 == 0) {
        *w /= 10;
        (*q)++;
    }
}

int number_put(uint64_t w, char *out)
{
    char text[24];
    int at = sizeof text;

    do
        text[--at] = (char)('0' + w % 10);
    while (w /= 10);
    memcpy(out, text + at, sizeof text - (size_t)at);
    return (int)sizeof text - at;
}

/* w·10^q as 1234, 1230, 12.34, 0.001234 or 1.234e-20. */
static int put_decimal(uint64_t w, int q, char *out)
{
    char text[24];
    int n = number_put(w, text), top = q + n - 1, at = 0;

    if (top < -5 || top > 16) {
        out[at++] = text[0];
        if (n > 1)
            out[at++] = '.';
        memcpy(out + at, text + 1, (size_t)n - 1);
        at += n - 1;
        out[at++] = 'e';
        if (top < 0)
            out[at++] = '-';
        return at + number_put((uint64_t)abs(top), out + at);
    }
    if (top < 0) {
        memcpy(out, "0.0000", 6);
        memcpy(out + 1 - top, text, (size_t)n);
        return 1 - top + n;
    }
    int whole = n < top + 1 ? n : top + 1;
    memcpy(out, text, (size_t)whole);
    memset(out + whole, '0', (size_t)(top + 1 - whole));
    if (n <= top + 1)
        return top + 1;
    out[top + 1] = '.';
    memcpy(out + top + 2, text + whole, (size_t)(n - whole));
    return n + 1;
}

int number_write(double value, enum vtype type, char out[NUMBER_TEXT])
{
    int at = 0;
    uint64_t w;
    int q;

    if (isnan(value)) {
        memcpy(out, "nan", 3);
        return 3;
    }
    if (signbit(value)) {
        out[at++] = '-';
        value = -value;
    }
    if (isinf(value)) {
        memcpy(out + at, "inf", 3);
        return at + 3;
    }
    /* below 2^24 or 2^53, neighbours are at most 1 apart: a whole number needs all its digits */
    if (value < (type == VT_F32 ? 0x1p24 : 0x1p53) && value == (double)(uint64_t)value)
        return at + number_put((uint64_t)value, out + at);
    shortest(value, type, &w, &q);
    return at + put_decimal(w, q, out + at);
}
