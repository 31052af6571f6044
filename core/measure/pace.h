/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pace: whether the threads of a team have their cores to themselves, and these their usual places. A program or
   another guest of the host on the other hyperthread of a core takes up to half of the instructions that the core
   starts; a host moves virtual processors to one core or under different caches. No counter of the system tells. */
#pragma once

#include <stdbool.h>

enum { PACES = 16 };

/* By the size of a team: the most instructions that its slowest thread (of many threads: each on average) has started
   in a cycle. Where a team has all hyperthreads of the machine, its own threads share cores. By minus the size: how
   many times in a µs a cache line has gone from one thread to the next, at most. */
struct pace {
    struct {
        int threads; /* 0: not yet measured */
        double most;
    } team[PACES];
    bool risen; /* since its last reader looked */
};

/* Notes what a team of this size has reached; returns its best so far over that: 1 or more, 1 where unknown. */
double pace_note(struct pace *, int threads, double started);

/* Likewise of a cache line: PACE_APART if it took more than twice as long as ever, else 1. */
double pace_apart(struct pace *, int threads, double times);

/* Measures a team, which must be ready: how many times as fast its slowest core could be, or its caches. Takes 0.1 ms.
 */
double pace_measure(struct pace *, int threads);

/* From here on, a core is shared. On a virtual Xeon, in turns of a tenth of a second to several: 1.00 alone, 1.2 to 1.9
   beside another guest, and one product 24.4 to 26.5 and 27.6 to 34 µs. */
#define PACE_SHARED 1.1
/* Whether a team so slowed down shared its cores. In one of many threads, some always do: a guest's 16 have 1.1 to 1.5
   in 90 of 100 looks, 2 if all do, and from the slowest quarter to the fastest their products differ by 10 to 12%. */
bool pace_is_shared(double slowed, int threads);
/* Whether samples of the team show what its cores reach at times: its interval then begins at the fastest. Of runs of
   0.6 s on those 16, 52 to 62% of pairs overlap by their blocks alone, then 94 to 97%. */
bool pace_varies(double slowed, int threads);

/* How many times as fast a team's processors could be where they are further apart than they were. On a virtual EPYC,
   in turns of a tenth of a second to minutes: 21 to 36 ns from one to the other, or 113 to 167, and one product 87 to
   104 and 134 to 148 µs. */
#define PACE_APART 1.7
