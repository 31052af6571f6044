/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/frame.h"
#include "tui/link/take.h"

#include <stdarg.h>

void frame_broken(struct frame *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(f->why, sizeof f->why, format, args);
    va_end(args);
}

static void take_line(struct frame *f, const char *line, size_t length, frame_handler *on_event, void *arg)
{
    struct err e = { 0 };
    json_t *event = parse_event(line, length, &e);
    const bool data = strcmp(take_string(event, "ev"), "data") == 0;
    const json_int_t bytes = data ? json_integer_value(json_object_get(event, "bytes")) : 0;
    if (!event && e.code == ERR_MEMORY) {
        frame_broken(f, "%s", e.text);
    } else if (!event) {
        frame_broken(f, "it sent an invalid event: %.*s", (int)(length < 60 ? length : 60), line);
        for (char *c = f->why; *c; c++)
            *c = *c >= ' ' && *c < 127 ? *c : '?';
    } else if (bytes < 0) {
        frame_broken(f, "it announced %lld bytes of data", (long long)bytes);
    } else {
        on_event(arg, event, NULL, (size_t)bytes);
        f->data = bytes > 0 ? json_incref(event) : NULL;
        f->data_left = (uint64_t)bytes;
    }
    json_decref(event);
}

/* Handles data that have arrived; returns how many bytes. */
static size_t take_data(struct frame *f, const char *data, size_t bytes, frame_handler *on_event, void *arg)
{
    size_t n = bytes < f->data_left ? bytes : (size_t)f->data_left;
    on_event(arg, f->data, data, n);
    f->data_left -= n;
    if (f->data_left == 0) {
        json_decref(f->data);
        f->data = NULL;
    }
    return n;
}

void frame_take(struct frame *f, frame_handler *on_event, void *arg)
{
    size_t at = 0;
    while (at < f->in.used && !f->why[0]) {
        const char *s = f->in.data + at;
        size_t left = f->in.used - at;
        if (f->data) {
            at += take_data(f, s, left, on_event, arg);
            continue;
        }
        const char *end = memchr(s + f->searched, '\n', left - f->searched);
        f->searched = end ? 0 : left;
        if (!end) {
            if (left > PARSE_LINE_MAX)
                frame_broken(f, "it sent a line of more than %d MB", PARSE_LINE_MAX >> 20);
            break;
        }
        at += (size_t)(end - s) + 1;
        take_line(f, s, (size_t)(end - s), on_event, arg);
    }
    buffer_drop(&f->in, at);
}

void frame_reset(struct frame *f)
{
    f->in.used = f->searched = 0;
    json_decref(f->data);
    f->data = NULL;
    f->data_left = 0;
    f->why[0] = 0;
}

void frame_free(struct frame *f)
{
    json_decref(f->data);
    buffer_free(&f->in);
}
