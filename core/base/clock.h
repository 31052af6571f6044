/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock: the monotonic clock. */
#pragma once

#include <time.h>

static inline double clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static inline double clock_s(void)
{
    return 1e-3 * clock_ms();
}
