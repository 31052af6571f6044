/* SPDX-License-Identifier: GPL-3.0-or-later */
/* number_fast: reads common numbers inline and leaves all others to number_read. */
#pragma once

#include "core/base/number.h"

/* ---- decimal digits, eight at a time within a 64-bit word ---- */

#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

/* The eight bytes at p as a little-endian word, with '0'..'9' as 0..9. */
static inline uint64_t digits_load(const char *p)
{
    uint64_t x;

    memcpy(&x, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x ^ 0x3030303030303030u;
}

/* The number of leading bytes that are digits. A carry of the sum can only start in a byte that is not a digit. */
static inline int digits_run(uint64_t x)
{
    uint64_t none = ((x + 0x7676767676767676u) | x) & 0x8080808080808080u;

    return none ? __builtin_ctzll(none) >> 3 : 8;
}

/* The value of eight digits: neighbours are combined in pairs, then pairs of pairs, within the word. */
static inline uint64_t digits_eight(uint64_t x)
{
    x = x * 10 + (x >> 8);
    return (((x & 0x000000FF000000FFu) * 0x000F424000000064u) +
            (((x >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u)) >>
           32;
}

/* The value of the first n digits, 1 ≤ n ≤ 8, shifted behind leading zeros. */
static inline uint64_t digits_some(uint64_t x, int n)
{
    return digits_eight(x << (64 - 8 * n));
}

/* 10^n. */
static const uint64_t digits_power[] = { 1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
                                         1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17 };

#ifdef __SSE4_1__

static inline bool digits_all(__m128i x)
{
    const __m128i nine = _mm_set1_epi8(9);

    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(x, nine), nine)) == 0xFFFF;
}

/* The values of two runs of eight digits, in 32 bits each. */
static inline uint64_t digits_sixteen(__m128i x)
{
    x = _mm_maddubs_epi16(x, _mm_set1_epi16(1 << 8 | 10));
    x = _mm_madd_epi16(x, _mm_set1_epi32(1 << 16 | 100));
    x = _mm_packus_epi32(x, x);
    x = _mm_madd_epi16(x, _mm_set1_epi32(1 << 16 | 10000));
    return (uint64_t)_mm_cvtsi128_si64(x);
}

static inline __m128i digits_pair(const void *p, const void *q)
{
    __m128i low = _mm_loadl_epi64(p);

    return _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(low), q));
}

static inline __m128i digits_load_sixteen(const char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

/* Bit k is set where byte k is c. */
static inline uint32_t digits_find(__m128i x, char c)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8(c)));
}

/* Characters skip .. skip+15 of a number, counted from its end, as digits: x holds them, and y those one place before.
   A point in front of the last `after` digits is dropped; zeros precede the number's `count` digits. */
static inline __m128i digits_of(__m128i x, __m128i y, int skip, int count, int after)
{
    const __m128i place =
        _mm_add_epi8(_mm_set1_epi8((char)skip), _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));

    x = _mm_blendv_epi8(y, x, _mm_cmpgt_epi8(_mm_set1_epi8((char)after), place));
    return _mm_and_si128(_mm_xor_si128(x, _mm_set1_epi8('0')), _mm_cmpgt_epi8(_mm_set1_epi8((char)count), place));
}

static inline uint64_t digits_value(__m128i x)
{
    uint64_t halves = digits_sixteen(x);

    return (uint32_t)halves * (uint64_t)100000000 + (halves >> 32);
}

#endif

/* Reads the m digits that end at p and the n that end at q, 1 to 8 each; false if any byte is not a digit. Eight bytes
   before p and q are readable. */
static inline bool digits_two(const char *p, int m, const char *q, int n, uint32_t *a, uint32_t *b)
{
#ifdef __SSE4_1__
    static const int8_t keep[16] = { 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1 };
    __m128i both = _mm_xor_si128(digits_pair(p - 8, q - 8), _mm_set1_epi8('0'));
    both = _mm_and_si128(both, digits_pair(keep + m, keep + n));
    uint64_t values = digits_sixteen(both);
    *a = (uint32_t)values;
    *b = (uint32_t)(values >> 32);
    return digits_all(both);
#else
    uint64_t x = digits_load(p - m) << (64 - 8 * m), y = digits_load(q - n) << (64 - 8 * n);
    *a = (uint32_t)digits_eight(x);
    *b = (uint32_t)digits_eight(y);
    return digits_run(x) == 8 && digits_run(y) == 8;
#endif
}

/* Appends the digits at p to w, modulo 2^64; returns their end. */
static inline const char *digits_read(const char *p, uint64_t *w)
{
    uint64_t x = digits_load(p);
    int n;

    for (; (n = digits_run(x)) == 8; x = digits_load(p += 8))
        *w = *w * 100000000 + digits_eight(x);
    if (n > 0)
        *w = *w * digits_power[n] + digits_some(x, n);
    return p + n;
}

/* ---- numbers ---- */

enum {
    NUMBER_NEAR_MIN = -64,
    NUMBER_NEAR_MAX = 47,
    NUMBER_DIGITS_MAX = 19 /* 10^19 < 2^64 */,
    NUMBER_BEFORE = 33 /* this many bytes before the end of a number must be readable */
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

/* w·10^q as the nearest double, w > 0; false where 64 bits cannot decide the rounding, or the result is not normal. */
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
    /* w·10^q = m·2^e, with an error of m below 6: 2 for the power, doubled by the shift, and 1 cut off. 53 of its 64
       bits stay; the other 11 decide the rounding unless they are within that error of the middle. */
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

/* Clinger (PLDI'90): w and 10^-q are both exact doubles, so one division rounds once. q > 0 is rare. */
static inline bool number_exact(uint64_t w, int q, double *value)
{
    static const double power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

    if (w > 1ull << 53 || q < -22 || q > 0)
        return false;
    *value = (double)(int64_t)w / power[-q];
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

/* x or -x without a branch: signs are unpredictable. */
static inline double number_signed(double x, bool negative)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    bits |= (uint64_t)negative << 63;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#ifdef __SSE4_1__

/* Reads the `length` characters before `end`, 1 to 32, as w·10^-after: digits, at most 19 of them significant, at most
   one point. As neither number nor point can be predicted, the only branch is on more than 16 characters. */
static inline bool number_fast_digits(const char *end, int length, uint64_t *w, int *after)
{
    __m128i low = digits_load_sixteen(end - 16), before = digits_load_sixteen(end - 17);
    uint32_t points = digits_find(low, '.') << 16;

    if (length <= 16) {
        points &= ~0u << (32 - length);
        int count = length - (points != 0), place = __builtin_clz(points | 1); /* 31: no point */
        *after = points ? place : 0;
        low = digits_of(low, before, 0, count, place);
        *w = digits_value(low);
        return count > 0 && digits_all(low);
    }
    __m128i high = digits_load_sixteen(end - 32);
    points = (points | digits_find(high, '.')) & ~0u << (32 - length);
    int count = length - (points != 0), place = __builtin_clzll((uint64_t)points << 32 | 1u << 31); /* 32: no point */
    *after = place & 31;
    low = digits_of(low, before, 0, count, place);
    high = digits_of(high, digits_load_sixteen(end - 33), 16, count, place);
    uint64_t more = digits_value(high);
    *w = digits_value(low) + more * digits_power[16];
    return more < 1000 && digits_all(_mm_max_epu8(low, high));
}

/* [-]digits[.digits][e[+-]digits] from p to `end`: at most 19 significant digits, and 3 in the exponent. */
static inline bool number_fast(const char *p, const char *end, double *value)
{
    bool negative = *p == '-';
    uint64_t w;
    int q = 0, after;

    p += negative;
    /* one to four characters follow the e */
    uint32_t letters = digits_find(_mm_or_si128(digits_load_sixteen(end - 16), _mm_set1_epi8(' ')), 'e') & 0x7800;
    if (letters) {
        const char *letter = end - 16 + __builtin_ctz(letters);
        if (letter < p || !number_fast_exponent(letter + 1, end, &q))
            return false;
        end = letter;
    }
    if ((uint64_t)(end - p - 1) >= 32 || !number_fast_digits(end, (int)(end - p), &w, &after))
        return false;
    q -= after;
    double x = 0;
    if (w != 0 && !(end - p <= 16 && number_exact(w, q, &x)) && !number_rounded(w, q, &x))
        return false;
    *value = number_signed(x, negative);
    return true;
}

/* [-]digits from p to `end`, at most 16: a 64-bit integer, rounded once. */
static inline bool number_fast_integer(const char *p, const char *end, double *value)
{
    bool negative = *p == '-';

    p += negative;
    if ((uint64_t)(end - p - 1) >= 16)
        return false;
    __m128i x = digits_load_sixteen(end - 16), digits = digits_of(x, x, 0, (int)(end - p), 16);
    *value = number_signed((double)(int64_t)digits_value(digits), negative);
    return digits_all(digits);
}

#else

static inline bool number_fast(const char *p, const char *end, double *value)
{
    bool overflow = false;

    return number_read(p, value, &overflow) == end && !overflow;
}

static inline bool number_fast_integer(const char *p, const char *end, double *value)
{
    bool overflow = false;

    return number_read_integer(p, value, &overflow) == end && !overflow;
}

#endif
