/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock: the monotonic clock, and a thread's own. */
#pragma once

#include <time.h>

static inline double clock_read_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static inline double clock_ms(void)
{
    return clock_read_ms(CLOCK_MONOTONIC);
}

/* Processor time of the calling thread. */
static inline double clock_thread_ms(void)
{
    return clock_read_ms(CLOCK_THREAD_CPUTIME_ID);
}

static inline double clock_s(void)
{
    return 1e-3 * clock_ms();
}
