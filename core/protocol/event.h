/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event: what the engine says: JSON objects, one a line, and raw data between them. Any thread may speak. */
#ifndef NZ_EVENT_H
#define NZ_EVENT_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

/* The version of commands and events, in `hello`: a front end and an engine that differ do not go on. */
enum { EVENT_PROTOCOL = 2 };

struct events;

/* The stream on a descriptor, which stays the caller's. NULL: no memory. */
struct events *events_new(int fd);
void events_free(struct events *);

/* Whether the other side is gone; from then on everything that is sent is dropped. */
bool events_gone(const struct events *);

/* A new event of this name, answering command `cmd` (0: none). NULL when there is no memory; every function below
   accepts NULL, and event_send then says so in its log. */
json_t *event_new(const char *name, int cmd);

/* Fields, in the order in which they are added. Text is scrubbed: valid UTF-8 without control characters. */
void event_text(json_t *, const char *name, const char *text);
void event_integer(json_t *, const char *name, int64_t value);
void event_size(json_t *, const char *name, uint64_t value); /* more than 63 bits can say: "inf" */
void event_number(json_t *, const char *name, double value); /* NaN and Inf: "nan", "inf", "-inf" */
json_t *event_value(double value);                           /* the same as an element of an array */
void event_flag(json_t *, const char *name, bool value);
void event_pair(json_t *, const char *name, int64_t first, int64_t second);
void event_add(json_t *, const char *name, json_t *value); /* takes `value` over */

/* Sends the event and frees it. */
void event_send(struct events *, json_t *);

/* The last event of a command: status 0 when `e` is NULL. */
void event_done(struct events *, int cmd, const struct err *e);

/* Something for the log panel. */
void event_log(struct events *, const char *text);

/* One piece of a raw stream; no bytes: its end. */
void event_data(struct events *, int cmd, const char *name, const void *bytes, size_t count);

/* Lets at most 20 events a second through. */
struct event_rate {
    double last_s;
};
bool event_due(struct event_rate *);

#endif
