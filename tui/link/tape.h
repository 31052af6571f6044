/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tape: a recording of events with their times: one JSON line each, {"t": seconds since the start, "ev": …}. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

struct recording;

/* Begins a recording: a new file, or an empty one; with `force` over any. ERR_INPUT; ERR_USAGE. */
struct recording *recording_begin(const char *path, bool force, struct err *);

/* Adds an event at the current time; whole lines only; recording_flush puts them on the disk. Errors are reported by
   recording_end. NULL is fine. */
void recording_add(struct recording *, const json_t *event);
void recording_flush(struct recording *);
/* False if it could not be written completely. */
bool recording_end(struct recording *, struct err *);

struct tape;

struct tape *tape_play(const char *path, double speed, struct err *); /* speed 0: as fast as possible. ERR_INPUT */

/* Milliseconds until the next event is due, 0 if it is (or at the end); -1: paused. */
int tape_due_ms(const struct tape *);

/* The next event if it is due (a new reference, without "t"); NULL: not yet, or the end: see tape_ended. An invalid
   line ends the tape: tape_broken has the text. */
json_t *tape_next(struct tape *);
bool tape_ended(const struct tape *);
const char *tape_broken(const struct tape *); /* NULL: nothing is wrong */

/* What a player shows, in seconds of the recording; origin: where and when it was made, or "". Speed 0: all at once. */
struct tape_state {
    double at, length, speed;
    bool paused, captioned; /* captioned: it has captions of a tour, as far as it has been searched */
    const char *origin;
};
struct tape_state tape_state(const struct tape *);
void tape_pause(struct tape *, bool);
void tape_set_speed(struct tape *, double speed); /* > 0 */
/* Goes there: all events up to that time come at once. True: it restarts, and earlier events must be forgotten. */
bool tape_seek(struct tape *, double at);
/* The beginning of the next run, where a page of a tour has settled, before its runs or after them, or, without pages,
   where the screen changed (by 1); the last such before (by -1; while it plays, of a page, over a second ago or before
   the one last gone to); else the end, or the beginning. */
double tape_stop(const struct tape *, int by);

void tape_close(struct tape *); /* NULL is fine */
