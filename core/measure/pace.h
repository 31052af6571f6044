/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pace: whether the threads of a team have their cores to themselves. A program or another guest of the host on the
   other hyperthread of a core takes up to half of the instructions that the core starts, and no counter of the system
   tells. */
#pragma once

#include <stdbool.h>

enum { PACES = 8 };

/* The most instructions that the slowest thread of a team started in a cycle, by the size of the team: where a team has
   all hyperthreads of the machine, its threads share cores by themselves. */
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

/* Measures a team, which must be ready; as above. Takes 0.06 ms. */
double pace_measure(struct pace *, int threads);

/* From here on, a core is shared. On a virtual Xeon, in turns of a tenth of a second to several: 1.00 alone, 1.2 to 1.9
   beside another guest, and one product 24.4 to 26.5 and 27.6 to 34 µs. */
#define PACE_SHARED 1.1
