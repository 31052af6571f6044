/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size: sums and products of sizes that stick at the largest 64-bit number instead of wrapping round. */
#ifndef NZ_SIZE_H
#define NZ_SIZE_H

#include <stdint.h>

static inline uint64_t size_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t size_mul(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* The same for counts, which are signed; a and b are not negative. */
static inline int64_t count_add(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static inline int64_t count_mul(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

#endif
