/* SPDX-License-Identifier: GPL-3.0-or-later */
/* client: a link that survives its engine: when one dies, it reports that as events, starts another and reopens the
   matrix. */
#include "tui/link/client.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/clock.h"
#include "core/protocol/event.h"

enum { PENDING = 4096 }; /* as many commands as the engine's queue takes */

struct client {
    struct link *link;
    struct client_options options;
    char *opened;   /* the `open` line of what is open */
    char limit[32]; /* the last `limit` line; "" */
    json_t *run;    /* the `run` event of the measurement that is going on */
    struct {
        int cmd;
        char *open;     /* the line, of an `open` */
    } pending[PENDING]; /* commands not yet answered, oldest first */
    int pendings;
    time_t death[CLIENT_RESTARTS]; /* when the last engines died, newest last */
    char failed[500];
    link_handler *on_event; /* only within client_read */
    void *arg;
};

struct client *client_open(const struct client_options *o, struct err *e)
{
    struct client *c = calloc(1, sizeof *c);
    if (!c) {
        err_nomem(e, "the link to the engine", sizeof *c);
        return NULL;
    }
    c->options = *o;
    c->link = link_open(&o->link, e);
    if (!c->link) {
        free(c);
        return NULL;
    }
    if (o->limit)
        client_send(c, "limit %llu", (unsigned long long)o->limit);
    return c;
}

bool client_is_replay(const struct client *c)
{
    return c && c->options.link.replay;
}

struct tape *client_tape(const struct client *c)
{
    return client_is_replay(c) ? link_tape(c->link) : NULL;
}

bool client_is_local(const struct client *c)
{
    return !c->options.link.replay && !c->options.link.engine;
}

/* Replaces the text *to by a copy of `from` (NULL: none). */
static void keep(char **to, const char *from)
{
    char *copy = from ? strdup(from) : NULL;
    free(*to);
    *to = copy;
}

static int send_line(struct client *c, const char *line)
{
    int cmd = c->pendings < PENDING ? link_send(c->link, "%s", line) : 0;
    if (!cmd || client_is_replay(c))
        return cmd;
    if (strncmp(line, "limit ", 6) == 0)
        snprintf(c->limit, sizeof c->limit, "%s", line);
    if (strcmp(line, "stop") != 0 && strcmp(line, "quit") != 0) {
        c->pending[c->pendings].cmd = cmd;
        c->pending[c->pendings++].open = strncmp(line, "open ", 5) == 0 ? strdup(line) : NULL;
    }
    return cmd;
}

int client_send(struct client *c, const char *format, ...)
{
    char *line = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&line, format, args);
    va_end(args);
    if (n < 0)
        return 0;
    int cmd = send_line(c, line);
    free(line);
    return cmd;
}

/* ---- what the client learns from the events that pass ---- */

/* The place of the command that an event answers, c->pendings: none. */
static int answered(const struct client *c, const json_t *event)
{
    int i = 0, cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    while (i < c->pendings && c->pending[i].cmd != cmd)
        i++;
    return i;
}

static void on_done(struct client *c, const json_t *event)
{
    int i = answered(c, event);
    if (i < c->pendings) {
        if (c->pending[i].open && json_integer_value(json_object_get(event, "status")) == 0)
            keep(&c->opened, c->pending[i].open);
        free(c->pending[i].open);
        c->pendings--;
        memmove(c->pending + i, c->pending + i + 1, (size_t)(c->pendings - i) * sizeof c->pending[0]);
    }
}

static void on_matrix(struct client *c, const json_t *event)
{
    int i = answered(c, event);
    if (i < c->pendings && c->pending[i].open) /* and not another order of what is open */
        keep(&c->opened, NULL);                /* not before it is told whole: it may be what kills the engine */
}

static void on_hello(struct client *c, const json_t *event)
{
    double memory = json_number_value(json_object_get(event, "memory"));
    if (c->options.limit_share > 0 && memory > 0)
        client_send(c, "limit %.0f", memory * c->options.limit_share);
}

static void pass(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct client *c = arg;
    const char *name = json_string_value(json_object_get(event, "ev"));
    if (!client_is_replay(c)) {
        if (strcmp(name, "done") == 0) {
            on_done(c, event);
        } else if (strcmp(name, "matrix") == 0) {
            on_matrix(c, event);
        } else if (strcmp(name, "closed") == 0) {
            keep(&c->opened, NULL);
        } else if (strcmp(name, "hello") == 0) {
            on_hello(c, event);
        } else if (strcmp(name, "run") == 0 || strcmp(name, "measurement") == 0) {
            json_decref(c->run);
            c->run = strcmp(name, "run") == 0 ? json_copy((json_t *)event) : NULL;
        }
    }
    c->on_event(c->arg, event, data, bytes);
}

/* ---- death ---- */

static void tell(struct client *c, json_t *event)
{
    if (event) {
        link_tell(c->link, event, c->on_event, c->arg);
        json_decref(event);
    }
}

/* Answers the commands that the dead engine left unanswered. */
static void finish_commands(struct client *c)
{
    if (c->run) {
        json_object_set_new(c->run, "ev", json_string("measurement"));
        json_object_set_new(c->run, "status", json_string("error"));
        json_object_set_new(c->run, "text", json_string("the engine died while it ran this"));
        json_object_del(c->run, "step");
        json_t *run = c->run;
        c->run = NULL;
        tell(c, run);
    }
    int left = c->pendings;
    c->pendings = 0;
    for (int i = 0; i < left; i++) {
        tell(c, json_pack("{s:s,s:i,s:i,s:s}", "ev", "done", "cmd", c->pending[i].cmd, "status", (int)ERR_ENGINE,
                          "text", "the engine died"));
        free(c->pending[i].open);
    }
}

/* Counts a death; whether too many engines have died in the last seconds to start another one. */
static bool too_often(struct client *c)
{
    time_t now = (time_t)clock_s() + 1; /* 0 stands for "never" */
    bool often = c->death[0] && now - c->death[0] < CLIENT_WINDOW_S;
    memmove(c->death, c->death + 1, sizeof c->death - sizeof c->death[0]);
    c->death[CLIENT_RESTARTS - 1] = now;
    return often;
}

static void fail(struct client *c, bool often)
{
    char times[60] = "";
    const char *log = link_log(c->link), *last = strrchr(log, '\n');
    last = last ? last + 1 : log;
    if (often)
        snprintf(times, sizeof times, ", the %dth death within %d seconds", CLIENT_RESTARTS + 1, CLIENT_WINDOW_S);
    snprintf(c->failed, sizeof c->failed, "%s%s%s%.200s", link_obituary(c->link), times,
             *last ? "; its last words: " : "", last);
}

/* Starts a new engine and tells it what the old one knew; says in `died` what is opened again. */
static bool start_again(struct client *c, json_t *died)
{
    struct err e = { 0 };
    if (!link_restart(c->link, &e)) {
        snprintf(c->failed, sizeof c->failed, "%s", e.text);
        return false;
    }
    c->failed[0] = 0;
    if (c->limit[0])
        send_line(c, c->limit);
    char *line = c->opened;
    c->opened = NULL; /* until it is read once more */
    if (line) {
        event_text(died, "open", line + strlen("open "));
        json_object_set_new(died, "cmd", json_integer(send_line(c, line)));
    }
    free(line);
    return true;
}

static json_t *log_lines(const char *text)
{
    json_t *lines = json_array();
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        json_array_append_new(lines, json_stringn(text, n));
    }
    return lines;
}

/* Tells what happened and starts a new engine, or gives up. */
static bool on_death(struct client *c)
{
    bool often = too_often(c), again = c->options.restart && !often;
    fail(c, often);
    finish_commands(c); /* what was being read is not read again: it might kill the next engine, too */
    json_t *died = event_new("died", 0);
    event_text(died, "text", link_obituary(c->link));
    event_add(died, "log", log_lines(link_log(c->link)));
    again = again && start_again(c, died);
    json_object_set_new(died, "again", json_boolean(again));
    tell(c, died);
    return again;
}

bool client_read(struct client *c, link_handler *on_event, void *arg)
{
    c->on_event = on_event;
    c->arg = arg;
    if (c->failed[0])
        return false;
    if (link_hangs(c->link))
        link_kill(c->link, "it did not answer to stop for 60 seconds");
    if (link_read(c->link, pass, c))
        return true;
    if (client_is_replay(c)) {
        snprintf(c->failed, sizeof c->failed, "%s", link_obituary(c->link));
        return false;
    }
    return on_death(c);
}

const char *client_failed(const struct client *c)
{
    return c->failed[0] ? c->failed : NULL;
}

/* ---- the rest ---- */

int client_fds(const struct client *c, struct pollfd fd[CLIENT_FDS])
{
    int from[2], n = 0;
    link_fds(c->link, from);
    for (int i = 0; i < 2; i++)
        if (from[i] >= 0)
            fd[n++] = (struct pollfd){ .fd = from[i], .events = POLLIN };
    if (link_wants_write(c->link))
        fd[0].events |= POLLOUT;
    return n;
}

int client_timeout_ms(const struct client *c)
{
    return client_is_replay(c) ? link_timeout_ms(c->link) : link_hangs_in_ms(c->link);
}

int client_pending(const struct client *c)
{
    return c->pendings;
}

int client_pid(const struct client *c)
{
    return link_pid(c->link);
}

bool client_close(struct client *c, struct err *e)
{
    if (!c)
        return true;
    bool ok = link_close(c->link, e);
    json_decref(c->run);
    for (int i = 0; i < c->pendings; i++)
        free(c->pending[i].open);
    free(c->opened);
    free(c);
    return ok;
}
