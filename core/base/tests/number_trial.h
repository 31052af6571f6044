/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number_trial: a number from a seed, read and written beside the C library, for the test and for long runs. */
#pragma once

#include "core/base/hash.h"
#include "core/base/number_fast.h"

enum { TRIAL_TEXT = 128 };

/* A double of moderate size, as people write them. */
static inline double trial_moderate(uint64_t bits)
{
    return (double)(int64_t)(bits >> 20) / (double)(1 << bits % 20);
}

/* One text in five each: the digits of any double; random digits, point and exponent; few digits, with an exponent or
   without; half-way between two doubles of 54 bits, or just beside; an exponent near the ends of the range. */
static inline void trial_text(uint64_t seed, uint64_t k, char text[TRIAL_TEXT])
{
    uint64_t bits = hash_at(seed, k, 1), more = hash_at(seed, k, 2);
    double x;
    memcpy(&x, &bits, sizeof x);
    if (!isfinite(x))
        x = 0.1;
    switch (k % 5) {
    case 0:
        snprintf(text, TRIAL_TEXT, "%.*e", 14 + (int)(more % 8), x);
        break;
    case 1:
        snprintf(text, TRIAL_TEXT, "%llu.%0*llue%d", (unsigned long long)(bits >> more % 60),
                 1 + (int)((more >> 8) % 20), (unsigned long long)(more >> more % 60), (int)((more >> 20) % 660) - 330);
        break;
    case 2:
        if (more & 8)
            snprintf(text, TRIAL_TEXT, "%+.*f", (int)(more % 7), trial_moderate(bits));
        else
            snprintf(text, TRIAL_TEXT, "%.*g", 1 + (int)(more % 7), x);
        break;
    case 3:
        snprintf(text, TRIAL_TEXT, "%llu.%0*u%s", (unsigned long long)(bits >> 10 | UINT64_C(1) << 53 | 1),
                 1 + (int)(more % 30), 0, more >> 32 & 1 ? "1" : "");
        break;
    default:
        snprintf(text, TRIAL_TEXT, "%llue%s%d", (unsigned long long)bits, more & 1 ? "" : "-",
                 280 + (int)((more >> 8) % 70));
    }
}

static inline bool trial_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Whether number_fast takes a text, other digits around it. */
static inline bool trial_fast(const char *text, bool integer, double *value)
{
    char line[NUMBER_BEFORE + TRIAL_TEXT + NUMBER_PAD];
    const char *begin = line + NUMBER_BEFORE, *end = begin + strlen(text);
    memset(line, '7', sizeof line);
    memcpy(line + NUMBER_BEFORE, text, strlen(text));
    line[NUMBER_BEFORE - 1] = ' ';
    line[end - line] = '\n';
    return integer ? number_fast_integer(begin, end, value) : number_fast(begin, end, value);
}

/* Whether number_read agrees with strtod to the last bit, and number_fast either does or declines. */
static inline bool trial_reads(uint64_t seed, uint64_t k, char why[TRIAL_TEXT * 2])
{
    char text[TRIAL_TEXT + NUMBER_PAD] = { 0 };
    double value = -1, fast;
    bool overflow = false;
    trial_text(seed, k, text);
    size_t n = strlen(text);
    bool taken = trial_fast(text, false, &fast);
    text[n] = '\n';
    const char *end = number_read(text, &value, &overflow);
    double expect = strtod(text, NULL);
    if (end == text + n && trial_same(value, expect) && overflow == (isinf(expect) != 0) &&
        !(taken && !trial_same(fast, expect)))
        return true;
    snprintf(why, TRIAL_TEXT * 2, "'%.*s' is read as %a, fast as %a, not %a", (int)n, text, value, taken ? fast : value,
             expect);
    return false;
}

/* How many significant digits it has. */
static inline int trial_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count || *text != '0')) {
            count++;
            zeros = *text == '0' ? zeros + 1 : 0;
        }
    return count - zeros;
}

/* Whether number_write's text reads back as the value, and the nearest decimal with one digit less does not. */
static inline bool trial_writes(uint64_t seed, uint64_t k, char why[TRIAL_TEXT * 2])
{
    uint64_t bits = hash_at(seed, k, 3);
    uint32_t half = (uint32_t)bits;
    bool is_float = k & 1;
    char text[NUMBER_TEXT + 1], shorter[64];
    double x;
    float f;
    memcpy(&x, &bits, sizeof x);
    memcpy(&f, &half, sizeof f);
    if (is_float)
        x = (double)f;
    else if (k % 4 == 2)
        x = trial_moderate(bits);
    if (!isfinite(x))
        return true;
    text[number_write(x, is_float ? VT_F32 : VT_F64, text)] = 0;
    double back = is_float ? (double)strtof(text, NULL) : strtod(text, NULL);
    int digits = trial_digits(text);
    if (trial_same(back, x) && digits < 2)
        return true;
    snprintf(shorter, sizeof shorter, "%.*e", digits > 1 ? digits - 2 : 0, x);
    bool needless = digits > 1 && (is_float ? (double)strtof(shorter, NULL) : strtod(shorter, NULL)) == x;
    if (trial_same(back, x) && !needless)
        return true;
    snprintf(why, TRIAL_TEXT * 2, "%a is written as %s%s%s", x, text, needless ? ", and could be " : "",
             needless ? shorter : "");
    return false;
}
