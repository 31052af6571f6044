/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ascending: comparison of numbers for qsort, binary search in a sorted list. */
#pragma once

#include "core/base/std.h"

#define ASCENDING(name, type)                                                                                          \
    static inline int ascending_##name(const void *a, const void *b)                                                   \
    {                                                                                                                  \
        type x = *(const type *)a, y = *(const type *)b;                                                               \
        return (x > y) - (x < y);                                                                                      \
    }
ASCENDING(u64, uint64_t)
ASCENDING(int32, int32_t)
ASCENDING(int64, int64_t)
ASCENDING(double, double)
#undef ASCENDING

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
