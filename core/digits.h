/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digits: runs of decimal digits, eight at a time within a 64-bit word. */
#ifndef NZ_DIGITS_H
#define NZ_DIGITS_H

#include <stdint.h>
#include <string.h>

/* The eight bytes at p, the first one lowest, with '0'..'9' as 0..9. */
static inline uint64_t digits_load(const char *p)
{
    uint64_t x;

    memcpy(&x, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x ^ 0x3030303030303030u;
}

/* How many of them are digits, up to the first that is none. A carry of the sum begins in a byte that is none. */
static inline int digits_run(uint64_t x)
{
    uint64_t none = ((x + 0x7676767676767676u) | x) & 0x8080808080808080u;

    return none ? __builtin_ctzll(none) >> 3 : 8;
}

/* The number that eight digits are: neighbours are added up in pairs, then pairs of pairs, within the word. */
static inline uint64_t digits_eight(uint64_t x)
{
    x = x * 10 + (x >> 8);
    return (((x & 0x000000FF000000FFu) * 0x000F424000000064u) +
            (((x >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u)) >>
           32;
}

/* The number that the first n digits are, 1 ≤ n ≤ 8: zeros come before them. */
static inline uint64_t digits_some(uint64_t x, int n)
{
    return digits_eight(x << (64 - 8 * n));
}

static const uint32_t digits_power[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };

/* w becomes w followed by the digits at p, modulo 2^64; returns where they end. */
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

#endif
