/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stretched: the time of host work that is done up to three times from scratch: the least of all, as other programs
   only stretch it. */
#pragma once

#include "core/base/std.h"

enum { STRETCHED_TRIES = 3 };
enum { STRETCHED_REST_MS = 10 }; /* before another, and before a block: who has slept gets a whole time slice */
#define STRETCHED_START_MS 0.1   /* of a team */

struct stretched {
    int times;
    double ms;    /* the shortest */
    double lo_ms; /* what it takes at least: without what threads of ours waited for processors */
};

/* In which threads of ours have had no processor; those that have ended count no more. */
double stretched_waited_ms(void);
/* Notes another time: the shortest is now `shortest`, and this one would be `alone` without its waiting. */
void stretched_note(struct stretched *, double shortest, double alone);
/* Whether it may take far less than the shortest; and whether it is short enough to be done again. */
bool stretched_doubtful(const struct stretched *);
bool stretched_is_short(const struct stretched *);
