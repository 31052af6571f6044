/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prefetch: fetches entries of A ahead of their use. The hardware prefetcher stops at the end of each page, and
   dependent sums limit how far the processor looks ahead. Compiled once per value type T and instruction set. */
#pragma once

#include "cpu/device/memory.h"

/* The parameter of kernels that prefetch rows of X: never, by the kernel's rule, or a number of entries ahead. */
enum prefetch_when { PREFETCH_NEVER, PREFETCH_AUTO };
static const char *const prefetch_names[] = { "never", "auto", "8", "16", "32", "64", NULL };

static inline int64_t prefetch_distance(int64_t when, int64_t by_rule)
{
    return when == PREFETCH_AUTO ? by_rule : when == PREFETCH_NEVER ? 0 : 2 << when;
}

/* The distance in entries of A: 2 KiB of values (NOTES.md, Prefetching); of a prefetch: a cache line of values. */
enum { PREFETCH_AHEAD = 2048 / sizeof(T), PREFETCH_STEP = MEMORY_LINE / sizeof(T) };

/* A prefetch never faults, so the addresses may lie past the arrays. */
static inline void prefetch_value(const T *val)
{
    __builtin_prefetch((const void *)((uintptr_t)val + PREFETCH_AHEAD * sizeof *val));
}

static inline void prefetch_entry(const int32_t *ind, const T *val)
{
    prefetch_value(val);
    __builtin_prefetch((const void *)((uintptr_t)ind + PREFETCH_AHEAD * sizeof *ind));
}

/* Prefetches the values, indices or both of one or more rows. */
static inline void prefetch_values(int64_t count, const T *val)
{
    for (int64_t e = 0; e < count; e += PREFETCH_STEP)
        prefetch_value(val + e);
}

static inline void prefetch_indices(int64_t count, const int32_t *ind)
{
    for (int64_t e = 0; e < count; e += MEMORY_LINE / (int64_t)sizeof *ind)
        __builtin_prefetch((const void *)((uintptr_t)(ind + e) + PREFETCH_AHEAD * sizeof *ind));
}

static inline void prefetch_row(int64_t len, const int32_t *ind, const T *val)
{
    for (int64_t e = 0; e < len; e += PREFETCH_STEP)
        prefetch_entry(ind + e, val + e);
}

/* Prefetches from `fetched` up to entry `end`; returns the new position. Many short rows may share a line. */
static inline int64_t prefetch_until(int64_t fetched, int64_t end, const int32_t *ind, const T *val)
{
    for (; fetched < end; fetched += PREFETCH_STEP)
        prefetch_entry(ind + fetched, val + fetched);
    return fetched;
}
