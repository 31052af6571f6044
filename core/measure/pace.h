/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pace: whether the threads of a team have their cores to themselves, and these their usual places. A program or
   another guest of the host on the other hyperthread of a core takes up to half of the instructions that the core
   starts; a host moves virtual processors to one core or under different caches. No counter of the system tells. */
#pragma once

#include <stdbool.h>

enum { PACES = 16 };

/* The most instructions that the slowest thread of a team (of many: all on average) started in a cycle, by the size of
   the team: where a team has all hyperthreads of the machine, its threads share cores by themselves. With a negative
   size: how many times in a µs a cache line went from one of them to the next. */
struct pace {
    struct {
        int threads; /* 0: not yet measured */
        double most;
    } team[PACES];
    bool risen; /* since its last reader looked */
};

/* Notes what a team of this size has reached; returns how many times as many it has reached at most: 1 or more, 1 where
   that is unknown. */
double pace_note(struct pace *, int threads, double started);

/* The same of how many times in a µs its threads passed a cache line on: PACE_APART where it took more than twice as
   long as ever. */
double pace_apart(struct pace *, int threads, double times);

/* Measures a team, which must be ready: how many times as fast its slowest core could be, or its caches. Takes 0.1 ms.
 */
double pace_measure(struct pace *, int threads);

/* From here on, a core is shared. On a virtual Xeon, in turns of a tenth of a second to several: 1.00 alone, 1.2 to 1.9
   beside another guest, and one product 24.4 to 26.5 and 27.6 to 34 µs. */
#define PACE_SHARED 1.1

/* How many times as fast a team's processors could be where they are further apart than they were. On a virtual EPYC,
   in turns of a tenth of a second to minutes: 21 to 36 ns from one to the other, or 113 to 167, and one product 87 to
   104 and 134 to 148 µs. */
#define PACE_APART 1.7
