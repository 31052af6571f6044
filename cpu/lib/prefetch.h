/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ahead: asks for entries of A before they are read. The processor alone does so too late while it has sums to wait
   for, and stops at the end of each page. Compiled once per value type T and instruction set. */
#ifndef NZ_CPU_AHEAD_H
#define NZ_CPU_AHEAD_H

#include <stdint.h>

#include "cpu/device/memory.h"

/* A parameter of kernels that ask for what entries of A lead to: never, by their own rule, or so many entries ahead. */
enum ahead_when { AHEAD_NEVER, AHEAD_AUTO };
#define AHEAD_NAMES                                                                                                    \
    {                                                                                                                  \
        "never", "auto", "8", "16", "32", "64", NULL                                                                   \
    }

static inline int64_t ahead_entries(int64_t when, int64_t by_rule)
{
    return when == AHEAD_AUTO ? by_rule : when == AHEAD_NEVER ? 0 : 2 << when;
}

/* Of A itself so many entries, and all entries of a line of values at once. */
enum { AHEAD_OF_A = 2048 / sizeof(T), AHEAD_STEP = MEMORY_LINE / sizeof(T) };

/* Nothing is read: the addresses may lie past the arrays. */
static inline void ahead_value(const T *val)
{
    __builtin_prefetch((const void *)((uintptr_t)val + AHEAD_OF_A * sizeof *val));
}

static inline void ahead_entry(const int32_t *ind, const T *val)
{
    ahead_value(val);
    __builtin_prefetch((const void *)((uintptr_t)ind + AHEAD_OF_A * sizeof *ind));
}

/* All values, indices or entries of a row or of several. */
static inline void ahead_values(int64_t count, const T *val)
{
    for (int64_t e = 0; e < count; e += AHEAD_STEP)
        ahead_value(val + e);
}

static inline void ahead_indices(int64_t count, const int32_t *ind)
{
    for (int64_t e = 0; e < count; e += MEMORY_LINE / (int64_t)sizeof *ind)
        __builtin_prefetch((const void *)((uintptr_t)(ind + e) + AHEAD_OF_A * sizeof *ind));
}

static inline void ahead_row(int64_t len, const int32_t *ind, const T *val)
{
    for (int64_t e = 0; e < len; e += AHEAD_STEP)
        ahead_entry(ind + e, val + e);
}

/* The same for rows in turn, of which many may lie in a line: entries up to `end` that have not been asked for; returns
   up to where they are now. */
static inline int64_t ahead_until(int64_t asked, int64_t end, const int32_t *ind, const T *val)
{
    for (; asked < end; asked += AHEAD_STEP)
        ahead_entry(ind + asked, val + asked);
    return asked;
}

#endif
