/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ascending: comparison of numbers for qsort, binary search in a sorted list. */
#pragma once

#include "core/base/std.h"

static inline int ascending_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static inline int ascending_int32(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static inline int ascending_int64(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The first of list[from] .. list[end-1], which ascend, that is at least `key`; `end` if there is none. */
static inline int64_t ascending_find(const int32_t *list, int64_t from, int64_t end, int64_t key)
{
    while (from < end) {
        int64_t middle = from + (end - from) / 2;
        if (list[middle] < key)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

static inline int ascending_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
