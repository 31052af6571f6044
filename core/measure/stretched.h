/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stretched: the time of host work, the least of up to three tries, as other programs can only stretch it. */
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

/* How long our threads have waited for a processor; threads that have ended are not counted. */
double stretched_waited_ms(void);
/* Notes another try: the shortest is now `shortest`; without waiting, this one would have taken `alone`. */
void stretched_note(struct stretched *, double shortest, double alone);
/* Whether the work may take far less than the shortest try; whether it is short enough to be tried again. */
bool stretched_doubtful(const struct stretched *);
bool stretched_is_short(const struct stretched *);
