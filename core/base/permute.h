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

/* The image of x < total ≤ 2^62: a Feistel network, repeated until the value is below total (Black & Rogaway, 2002). */
static inline uint64_t permute(uint64_t seed, uint64_t total, uint64_t x)
{
    int half = permute_half(total);
    uint64_t mask = ((uint64_t)1 << half) - 1;

    do {
        uint64_t left = x >> half, right = x & mask;
        for (uint64_t round = 0; round < PERMUTE_ROUNDS; round++) {
            uint64_t next = left ^ (hash_at(seed, round, right) & mask);
            left = right;
            right = next;
        }
        x = left << half | right;
    } while (x >= total);
    return x;
}

/* The x with permute(seed, total, x) = y: the rounds in reverse. */
static inline uint64_t permute_inverse(uint64_t seed, uint64_t total, uint64_t y)
{
    int half = permute_half(total);
    uint64_t mask = ((uint64_t)1 << half) - 1;

    do {
        uint64_t left = y >> half, right = y & mask;
        for (uint64_t round = PERMUTE_ROUNDS; round-- > 0;) {
            uint64_t before = right ^ (hash_at(seed, round, left) & mask);
            right = left;
            left = before;
        }
        y = left << half | right;
    } while (y >= total);
    return y;
}
