/* SPDX-License-Identifier: GPL-3.0-or-later */
/* permute: a pseudorandom permutation that is computed element by element, by whoever needs one. */
#ifndef NZ_PERMUTE_H
#define NZ_PERMUTE_H

#include "core/hash.h"

/* A pseudorandom permutation of 0 .. total - 1 (total ≤ 2^62): a Feistel network on the next even number of bits,
   walked until it falls inside (Black & Rogaway, CT-RSA'02). So e → permute(e) never repeats, whoever computes it. */
static inline uint64_t permute(uint64_t seed, uint64_t total, uint64_t x)
{
    int half = 1;

    while (half < 31 && (total - 1) >> (2 * half))
        half++;
    uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = x >> half, right = x & mask;
        for (uint64_t round = 0; round < 4; round++) {
            uint64_t next = left ^ (hash_at(seed, round, right) & mask);
            left = right;
            right = next;
        }
        x = left << half | right;
    } while (x >= total);
    return x;
}

#endif
