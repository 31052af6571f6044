/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event: what the engine sends: JSON objects, one per line, and raw data between them. Thread-safe. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

/* The protocol version in `hello`; a front end refuses an engine of another version, and vice versa. */
enum { EVENT_PROTOCOL = 2 };

struct events;

/* A stream on a descriptor, which the caller owns. NULL: out of memory. */
struct events *events_new(int fd);
void events_free(struct events *);

/* Whether the other side is gone; then everything sent is dropped. */
bool events_gone(const struct events *);

/* Values of members. Text is scrubbed. */
json_t *event_text(const char *);
json_t *event_size(uint64_t); /* more than 63 bits: "inf" */
json_t *event_number(double); /* NaN and Inf: "nan", "inf", "-inf" */
json_t *event_json(json_t *); /* the value itself */
json_t *event_pair(int64_t first, int64_t second);

/* A member of an event or of an object. FLAG for booleans: in C !x and x == y are int. */
struct event_field {
    const char *name; /* NULL ends a list */
    json_t *value;    /* NULL: omitted */
};
#define VALUE(x)                                                                                                       \
    _Generic((x), int: json_integer, long: json_integer, long long: json_integer, unsigned long: event_size,           \
             unsigned long long: event_size, float: event_number, double: event_number, char *: event_text,            \
             const char *: event_text, json_t *: event_json)(x)
#define FIELD(name, x) ((struct event_field){ name, VALUE(x) })
#define FIELD_IF(known, name, x) ((struct event_field){ name, (known) ? VALUE(x) : NULL })
#define FLAG(name, truth) ((struct event_field){ name, json_boolean(truth) })

/* A new event in answer to command `cmd` (0: none). NULL: out of memory, which all below accept; event_send logs it. */
json_t *event_new(const char *name, int cmd);

/* Adds members in order; returns the event. */
json_t *event_fields(json_t *, const struct event_field *);
#define EVENT_ADD(event, ...) event_fields(event, (const struct event_field[]){ __VA_ARGS__, { NULL, NULL } })
#define EVENT(name, cmd, ...) EVENT_ADD(event_new(name, cmd), __VA_ARGS__)
#define EVENT_OBJECT(...) EVENT_ADD(json_object(), __VA_ARGS__)

/* Sends the event and frees it. */
void event_send(struct events *, json_t *);

/* Ends a command: status 0 if `e` is NULL. */
void event_done(struct events *, int cmd, const struct err *e);

/* A line for the log panel. */
void event_log(struct events *, const char *text);

/* A piece of a raw stream / its end, with the shape of what was sent, and how many entries or values that has. */
void event_data(struct events *, int cmd, const char *name, const void *bytes, size_t count);
void event_data_end(struct events *, int cmd, const char *name, int64_t rows, int64_t cols, int64_t entries);

/* Limits events to 20 a second. */
struct event_rate {
    double last_s;
};
bool event_due(struct event_rate *);
