/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digits: reads decimal digits eight at a time within a 64-bit word. */
#pragma once

#include "core/base/std.h"

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
