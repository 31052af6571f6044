/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event: writes each JSON line, and the bytes that follow it, in one piece: a mutex keeps threads apart. */
#include "core/protocol/event.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#include "core/base/clock.h"
#include "core/base/scrub.h"

static const double INTERVAL_S = 0.05;

struct events {
    int fd;
    pthread_mutex_t lock;
    atomic_bool gone;
};

struct events *events_new(int fd)
{
    struct events *s = calloc(1, sizeof *s);
    if (s) {
        s->fd = fd;
        pthread_mutex_init(&s->lock, NULL);
    }
    return s;
}

void events_free(struct events *s)
{
    if (s) {
        pthread_mutex_destroy(&s->lock);
        free(s);
    }
}

bool events_gone(const struct events *s)
{
    return atomic_load(&s->gone);
}

/* The caller holds the lock. Waits where a non-blocking descriptor is full. */
static void events_write(struct events *s, const char *bytes, size_t count)
{
    while (count > 0 && !atomic_load(&s->gone)) {
        ssize_t n = write(s->fd, bytes, count);
        if (n >= 0) {
            bytes += n;
            count -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd p = { .fd = s->fd, .events = POLLOUT };
            poll(&p, 1, 1000);
        } else if (errno != EINTR) {
            atomic_store(&s->gone, true);
        }
    }
}

json_t *event_text(const char *text)
{
    size_t length = strlen(text), size = SCRUB_GROWTH * length + 1;
    char *clean = malloc(size);
    json_t *value = NULL;
    if (clean) {
        scrub_text(text, length, clean, size);
        value = json_string(clean);
        free(clean);
    }
    return value;
}

json_t *event_size(uint64_t value)
{
    return value > INT64_MAX ? json_string("inf") : json_integer((json_int_t)value);
}

json_t *event_number(double value)
{
    const char *word = isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    return isfinite(value) ? json_real(value) : json_string(word);
}

json_t *event_json(json_t *value)
{
    return value;
}

json_t *event_pair(int64_t first, int64_t second)
{
    return json_pack("[I,I]", (json_int_t)first, (json_int_t)second);
}

json_t *event_new(const char *name, int cmd)
{
    return EVENT_OBJECT(FIELD("ev", name), FIELD_IF(cmd > 0, "cmd", cmd));
}

json_t *event_fields(json_t *event, const struct event_field *field)
{
    for (; field->name; field++)
        json_object_set_new(event, field->name, field->value);
    return event;
}

/* Sends a line, then raw bytes. */
static void events_put(struct events *s, const char *line, const void *bytes, size_t count)
{
    pthread_mutex_lock(&s->lock);
    events_write(s, line, strlen(line));
    events_write(s, bytes, count);
    pthread_mutex_unlock(&s->lock);
}

void event_send(struct events *s, json_t *event)
{
    const size_t flags = JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12);
    const size_t length = json_dumpb(event, NULL, 0, flags); /* 0: no memory, perhaps for the event itself */
    char *line = calloc(1, length + 2);
    if (length > 0 && line && json_dumpb(event, line, length, flags) == length)
        events_put(s, strcat(line, "\n"), NULL, 0);
    else
        events_put(s, "{\"ev\":\"log\",\"text\":\"an event was lost: no memory\"}\n", NULL, 0);
    json_decref(event);
    free(line);
}

void event_done(struct events *s, int cmd, const struct err *e)
{
    event_send(s, EVENT("done", cmd, FIELD("status", e ? (int)e->code : 0), FIELD_IF(e, "text", e->text)));
}

void event_log(struct events *s, const char *text)
{
    event_send(s, EVENT("log", 0, FIELD("text", text)));
}

void event_data(struct events *s, int cmd, const char *name, const void *bytes, size_t count)
{
    char line[96]; /* needs no memory: a stream must not lose a piece */
    snprintf(line, sizeof line, "{\"ev\":\"data\",\"cmd\":%d,\"name\":\"%.16s\",\"bytes\":%zu}\n", cmd, name, count);
    events_put(s, line, bytes, count);
}

void event_data_end(struct events *s, int cmd, const char *name, int64_t rows, int64_t cols, int64_t entries)
{
    char line[160];
    snprintf(
        line, sizeof line,
        "{\"ev\":\"data\",\"cmd\":%d,\"name\":\"%.16s\",\"bytes\":0,\"rows\":%lld,\"cols\":%lld,\"entries\":%lld}\n",
        cmd, name, (long long)rows, (long long)cols, (long long)entries);
    events_put(s, line, NULL, 0);
}

bool event_due(struct event_rate *rate)
{
    double now = clock_s();
    if (rate->last_s > 0 && now - rate->last_s < INTERVAL_S)
        return false;
    rate->last_s = now;
    return true;
}
