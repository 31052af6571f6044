/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event: what the engine says: JSON objects, one a line, and raw data between them. Any thread may speak. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

/* The version of commands and events, in `hello`: a front end and an engine that differ do not go on. */
enum { EVENT_PROTOCOL = 2 };

struct events;

/* The stream on a descriptor, which stays the caller's. NULL: no memory. */
struct events *events_new(int fd);
void events_free(struct events *);

/* Whether the other side is gone; from then on everything that is sent is dropped. */
bool events_gone(const struct events *);

/* Values of members. Text is scrubbed: valid UTF-8 without control characters. */
json_t *event_text(const char *);
json_t *event_integer(int64_t);
json_t *event_size(uint64_t); /* more than 63 bits can say: "inf" */
json_t *event_number(double); /* NaN and Inf: "nan", "inf", "-inf" */
json_t *event_json(json_t *); /* itself */
json_t *event_pair(int64_t first, int64_t second);

/* A member of an event, or of an object in it. A truth takes FLAG: in C !x and x == y are integers. */
struct event_field {
    const char *name; /* NULL ends a list */
    json_t *value;    /* NULL: left out */
};
#define VALUE(x)                                                                                                       \
    _Generic((x), int: event_integer, long: event_integer, long long: event_integer, unsigned long: event_size,        \
             unsigned long long: event_size, float: event_number, double: event_number, char *: event_text,            \
             const char *: event_text, json_t *: event_json)(x)
#define FIELD(name, x) ((struct event_field){ name, VALUE(x) })
#define FIELD_IF(known, name, x) ((struct event_field){ name, (known) ? VALUE(x) : NULL })
#define FLAG(name, truth) ((struct event_field){ name, json_boolean(truth) })

/* A new event of this name, answering command `cmd` (0: none). NULL when there is no memory; every function below
   accepts NULL, and event_send then says so in its log. */
json_t *event_new(const char *name, int cmd);

/* Adds members, in the order in which they stand; returns the event. */
json_t *event_fields(json_t *, const struct event_field *);
#define EVENT_ADD(event, ...) event_fields(event, (const struct event_field[]){ __VA_ARGS__, { NULL, NULL } })
#define EVENT(name, cmd, ...) EVENT_ADD(event_new(name, cmd), __VA_ARGS__)
#define EVENT_OBJECT(...) EVENT_ADD(json_object(), __VA_ARGS__)

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
