/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tape: a recording of events with their times: one JSON line each, {"t": seconds since the start, "ev": …}. */
#include "tui/tape.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"

struct tape {
    FILE *file;
    char path[512];
    double start, speed;
    bool failed; /* recording: something could not be written */
    /* playing: the next event and when it is due */
    json_t *next;
    double at;
    long line;
    char broken[700];
};

static struct tape *tape_new(const char *path, const char *mode, struct err *e)
{
    struct tape *t = calloc(1, sizeof *t);
    if (!t) {
        err_nomem(e, "a recording", sizeof *t);
        return NULL;
    }
    t->file = fopen(path, mode);
    if (!t->file) {
        err_set(e, ERR_INPUT, "cannot %s the recording %.300s: %s", mode[0] == 'w' ? "write" : "read", path,
                strerror(errno));
        free(t);
        return NULL;
    }
    snprintf(t->path, sizeof t->path, "%s", path);
    t->start = clock_s();
    return t;
}

struct tape *tape_record(const char *path, struct err *e)
{
    return tape_new(path, "we", e);
}

void tape_write(struct tape *t, const json_t *event)
{
    char *text = json_dumps(event, JSON_COMPACT);
    /* Every event is an object with at least "ev", so a comma may follow the time. */
    if (!text || fprintf(t->file, "{\"t\":%.6f,%s\n", clock_s() - t->start, text + 1) < 0) {
        t->failed = true;
    }
    free(text);
}

void tape_flush(struct tape *t)
{
    if (fflush(t->file)) {
        t->failed = true;
    }
}

/* Reads the next line into t->next and t->at; t->next stays NULL at the end. */
static void tape_load(struct tape *t)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t n = getline(&text, &room, t->file);
    if (n >= 0) {
        json_error_t wrong;
        t->line++;
        t->next = json_loadb(text, (size_t)n, JSON_REJECT_DUPLICATES, &wrong);
        const json_t *at = json_object_get(t->next, "t");
        if (!json_is_number(at) || !json_is_string(json_object_get(t->next, "ev"))) {
            json_decref(t->next);
            t->next = NULL;
            snprintf(t->broken, sizeof t->broken, "%.300s:%ld: not an event of a recording made by --record", t->path,
                     t->line);
        } else {
            t->at = json_number_value(at);
            json_object_del(t->next, "t");
        }
    }
    free(text);
}

struct tape *tape_play(const char *path, double speed, struct err *e)
{
    struct tape *t = tape_new(path, "re", e);
    if (!t) {
        return NULL;
    }
    t->speed = speed;
    tape_load(t);
    if (t->broken[0] || !t->next) {
        err_set(e, ERR_INPUT, "%.480s", t->broken[0] ? t->broken : "the recording is empty");
        tape_close(t, NULL);
        return NULL;
    }
    return t;
}

int tape_due_ms(const struct tape *t)
{
    if (!t->next || t->speed <= 0) {
        return 0;
    }
    double ms = ceil(1000 * (t->start + t->at / t->speed - clock_s()));
    return ms <= 0 ? 0 : ms > INT_MAX ? INT_MAX : (int)ms;
}

json_t *tape_next(struct tape *t)
{
    if (!t->next || tape_due_ms(t) > 0) {
        return NULL;
    }
    json_t *event = t->next;
    t->next = NULL;
    tape_load(t);
    return event;
}

bool tape_ended(const struct tape *t)
{
    return !t->next;
}

const char *tape_broken(const struct tape *t)
{
    return t->broken[0] ? t->broken : NULL;
}

bool tape_close(struct tape *t, struct err *e)
{
    if (!t) {
        return true;
    }
    bool failed = fclose(t->file) != 0 || t->failed;
    if (failed) {
        err_set(e, ERR_INPUT, "the recording %.300s is not complete: it could not be written", t->path);
    }
    json_decref(t->next);
    free(t);
    return !failed;
}
