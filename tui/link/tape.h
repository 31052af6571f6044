/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tape: a recording of events with their times: one JSON line each, {"t": seconds since the start, "ev": …}. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

struct recording;

/* Begins a recording: a new file, or over an earlier recording; over any file with `force`. ERR_INPUT; ERR_USAGE. */
struct recording *recording_begin(const char *path, bool force, struct err *);

/* Adds an event, now; whole lines only, and recording_flush puts them on the disk. A full disk is silent here:
   recording_end says it. NULL is fine. */
void recording_add(struct recording *, const json_t *event);
void recording_flush(struct recording *);
/* False when it could not be written in full. */
bool recording_end(struct recording *, struct err *);

struct tape;

struct tape *tape_play(const char *path, double speed, struct err *); /* speed 0: as fast as it goes. ERR_INPUT */

/* Milliseconds until the next event is due, 0 when it is (or the end is); -1: not while it is paused. */
int tape_due_ms(const struct tape *);

/* The next event when it is due (a new reference, without "t"); NULL: not yet, or the end: ask tape_ended. A line
   that is no event ends the tape: tape_broken has the text. */
json_t *tape_next(struct tape *);
bool tape_ended(const struct tape *);
const char *tape_broken(const struct tape *); /* NULL: nothing is wrong */

/* What a player shows, in seconds of the recording; the origin is where and when it was made, "" where it does not say.
   With speed 0 all of it is played at once. */
struct tape_state {
    double at, length, speed;
    bool paused;
    const char *origin;
};
struct tape_state tape_state(const struct tape *);
void tape_pause(struct tape *, bool);
void tape_set_speed(struct tape *, double speed); /* > 0 */
/* Goes there: all events up to there come at once. True: it begins anew, and earlier events are to be forgotten. */
bool tape_seek(struct tape *, double at);
/* When the next run begins (by 1), or the one before the last second (by -1): the end, the beginning if there is none.
 */
double tape_run(const struct tape *, int by);

void tape_close(struct tape *); /* NULL is fine */
