/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame: splits the engine's bytes into events, a line of JSON each, and the raw data between. Scrubs all text. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"
#include "tui/link/buffer.h"

/* A longer line is not an event. */
enum { PARSE_LINE_MAX = 64 << 20 };

/* A new object whose `ev` is a text; its strings are scrubbed; a member name that would need scrubbing makes it
   invalid. ERR_INPUT: not an event; ERR_MEMORY. */
json_t *parse_event(const char *line, size_t length, struct err *);

/* Zeroed at first. */
struct frame {
    struct buffer in;
    size_t searched;    /* bytes at the front of `in` without a newline */
    json_t *data;       /* the `data` event whose bytes are arriving */
    uint64_t data_left; /* number of these bytes */
    char why[300];      /* what is wrong with the bytes; "": nothing */
};

/* Receives every event, with data NULL and the number of bytes that follow it, and then these bytes in pieces, with the
   same event. It may set `why`, which stops the loop. The event belongs to the frame. */
typedef void frame_handler(void *arg, json_t *event, const char *data, size_t bytes);

/* Handles every complete event in `in`; sets `why` at an invalid line. */
void frame_take(struct frame *, frame_handler *, void *arg);

/* Forgets what has arrived. */
void frame_reset(struct frame *);
void frame_free(struct frame *);

void frame_broken(struct frame *, const char *format, ...) __attribute__((format(printf, 2, 3)));
