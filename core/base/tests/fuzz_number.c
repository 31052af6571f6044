/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_number: any text as a number reads as the C library reads it; any number is written so that it reads back. */
#include <ctype.h>

#include "core/base/number.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static bool same(double x, double y)
{
    return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

static void reads(const char *text)
{
    double x = 0, whole = 0;
    bool overflow = false;
    char *end;
    double y = strtod(text, &end);
    const char *digits = text + (*text == '-' || *text == '+');
    const char *stop = number_read(text, &x, &overflow);

    /* where the two mean to differ: blanks, hexadecimal, nan(…), an e without an exponent */
    if (isspace((unsigned char)*text) || strpbrk(text, "xX(nN") || (stop == NULL && strpbrk(text, "eE")))
        return;
    if (stop ? stop != end || !same(x, y) || overflow != (isinf(y) && isdigit((unsigned char)digits[*digits == '.']))
             : end != text)
        abort();
    stop = number_read_integer(text, &whole, &overflow);
    if (stop && stop == end && whole != y)
        abort();
}

static void writes(double v, enum vtype type)
{
    char text[NUMBER_TEXT + NUMBER_PAD] = { 0 };
    double back;
    bool overflow = false;
    int n = number_write(v, type, text);

    if (n <= 0 || n >= NUMBER_TEXT)
        abort();
    memset(text + n, 0, sizeof text - (size_t)n);
    if (number_read(text, &back, &overflow) != text + n || overflow)
        abort();
    if (type == VT_F32 ? !same((double)(float)back, v) : !same(back, v))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char text[256 + NUMBER_PAD] = { 0 };
    double v = 0;
    float f = 0;

    memcpy(text, bytes, n < 255 ? n : 255);
    text[strlen(text)] = '\n';
    reads(text);
    memcpy(&v, bytes, n < sizeof v ? n : sizeof v);
    writes(v, VT_F64);
    memcpy(&f, bytes, n < sizeof f ? n : sizeof f);
    writes((double)f, VT_F32);
    return 0;
}
