/* SPDX-License-Identifier: GPL-3.0-or-later */
/* permute: pseudorandom permutations of 0 .. total-1 and their inverses, without a table. */
#pragma once

#include "core/base/hash.h"

enum { PERMUTE_ROUNDS = 4 };

/* b for the smallest even number 2b of bits that holds every value below total. */
static inline int permute_half(uint64_t total)
{
    int half = 1;

    while (half < 31 && (total - 1) >> (2 * half))
        half++;
    return half;
}

/* A Feistel network, repeated until the value is below total (Black & Rogaway, 2002); the inverse: in reverse. */
static inline uint64_t permute_feistel(uint64_t seed, uint64_t total, uint64_t x, bool inverse)
{
    const int half = permute_half(total);
    const uint64_t mask = ((uint64_t)1 << half) - 1;

    do {
        uint64_t part[2] = { x >> half, x & mask };
        for (uint64_t k = 0; k < PERMUTE_ROUNDS; k++) {
            const uint64_t round = inverse ? PERMUTE_ROUNDS - 1 - k : k;
            part[round % 2] ^= hash_at(seed, round, part[1 - round % 2]) & mask;
        }
        x = part[0] << half | part[1];
    } while (x >= total);
    return x;
}

/* The image of x < total ≤ 2^62. */
static inline uint64_t permute(uint64_t seed, uint64_t total, uint64_t x)
{
    return permute_feistel(seed, total, x, false);
}

static inline uint64_t permute_inverse(uint64_t seed, uint64_t total, uint64_t y)
{
    return permute_feistel(seed, total, y, true);
}
