/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash: random numbers as a function of (seed, i, j), the same on every machine; table slots; checksums. */
#pragma once

#include "core/base/std.h"

/* The output function of splitmix64 (Steele, Lea & Flood, OOPSLA'14): a bijection of 64 bits. */
static inline uint64_t hash_mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* 64-bit FNV-1a (Fowler, Noll & Vo), continued over n more bytes from the sum of those before; HASH_FNV1A: of none. */
#define HASH_FNV1A UINT64_C(0xcbf29ce484222325)
static inline uint64_t hash_fnv1a(uint64_t sum, const void *bytes, size_t n)
{
    const unsigned char *b = (const unsigned char *)bytes;
    for (size_t i = 0; i < n; i++)
        sum = (sum ^ b[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* A slot among 2^bits for a key: Fibonacci hashing (Knuth, The Art of Computer Programming, section 6.4). */
static inline uint64_t hash_slot(uint64_t key, int bits)
{
    return key * 0x9E3779B97F4A7C15u >> (64 - bits);
}

/* 64 random bits for element (i, j) under a seed. */
static inline uint64_t hash_at(uint64_t seed, uint64_t i, uint64_t j)
{
    return hash_mix(hash_mix(hash_mix(seed) ^ i) ^ j);
}

/* A multiple of 2^-23 in [-1, 1): exact in f32 and f64. */
static inline double hash_signed(uint64_t bits)
{
    return (double)(int64_t)(bits >> 40) * 0x1p-23 - 1.0;
}

/* In [0, 1). */
static inline double hash_unit(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}
