/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/link.h"

#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "core/base/clock.h"
#include "core/protocol/event.h"
#include "tui/link/frame.h"
#include "tui/link/spawn.h"
#include "tui/link/tape.h"

enum { READ_BYTES = 1 << 16, READS = 64 };

struct link {
    struct child child;
    struct link_options options;
    struct frame in; /* its `why`: what is wrong with a living engine */
    struct buffer out;
    bool greeted;     /* `hello` has come */
    int sent, before; /* all commands sent, and those sent to earlier engines */
    int unanswered;   /* of this engine */
    double stop_s;    /* when `stop` was sent, or the last event since then; 0: not waiting */
    struct tail tail;
    char obituary[400];
    int status;               /* of the last engine that ended, from waitpid */
    struct recording *record; /* NULL: none */
    struct tape *replay;
};

struct link *link_open(const struct link_options *o, struct err *e)
{
    struct link *l = calloc(1, sizeof *l);
    if (!l) {
        err_nomem(e, "the link to the engine", sizeof *l);
        return NULL;
    }
    l->child = (struct child){ .wire = -1, .log = -1 };
    l->options = *o;
    if (o->replay ? (l->replay = tape_play(o->replay, o->replay_speed, e)) != NULL
                  : (!o->record || (l->record = recording_begin(o->record, o->record_over, e))) &&
                        spawn_engine(o->engine, o->apart, &l->child, e))
        return l;
    recording_end(l->record, NULL);
    free(l);
    return NULL;
}

bool link_restart(struct link *l, struct err *e)
{
    frame_reset(&l->in);
    l->out.used = l->tail.used = 0;
    l->greeted = false;
    l->before = l->sent;
    l->unanswered = 0;
    l->stop_s = 0;
    l->obituary[0] = l->tail.text[0] = 0;
    return spawn_engine(l->options.engine, l->options.apart, &l->child, e);
}

/* ---- out ---- */

static void flush(struct link *l)
{
    while (l->out.used > 0 && l->child.wire >= 0) {
        ssize_t n = send(l->child.wire, l->out.data, l->out.used, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0)
            buffer_drop(&l->out, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return; /* full, or gone: link_read finds out */
    }
}

int link_send(struct link *l, const char *format, ...)
{
    char *line = NULL;
    va_list args;
    if (l->replay)
        return ++l->sent;
    va_start(args, format);
    int n = vasprintf(&line, format, args);
    va_end(args);
    if (n < 0)
        return 0;
    const bool ok = l->child.wire >= 0 && buffer_room(&l->out, (size_t)n + 1);
    if (ok) {
        buffer_add(&l->out, line, (size_t)n);
        buffer_add(&l->out, "\n", 1);
        if (strcmp(line, "stop") == 0)
            l->stop_s = clock_s();
        else if (strcmp(line, "quit") != 0)
            l->unanswered++;
        flush(l);
    }
    free(line);
    return ok ? ++l->sent : 0;
}

/* ---- in ---- */

/* The first event must be a `hello` of our protocol version. */
static bool greet(struct link *l, const json_t *event, const char *name)
{
    json_int_t theirs = json_integer_value(json_object_get(event, "protocol"));
    l->greeted = true;
    if (strcmp(name, "hello") != 0)
        frame_broken(&l->in, "it does not greet like an nzscope engine");
    else if (theirs != EVENT_PROTOCOL)
        frame_broken(&l->in, "it speaks protocol %lld, this nzscope speaks %d: install the same version on both sides",
                     (long long)theirs, EVENT_PROTOCOL);
    return !l->in.why[0];
}

/* The path of an event to the front end. */
struct taking {
    struct link *link;
    link_handler *on_event;
    void *arg;
};

static void take(void *arg, json_t *event, const char *data, size_t bytes)
{
    const struct taking *t = arg;
    struct link *l = t->link;
    if (data) {
        t->on_event(t->arg, event, data, bytes);
        return;
    }
    const char *name = json_string_value(json_object_get(event, "ev"));
    if (!l->greeted && !greet(l, event, name))
        return;
    const json_t *cmd = json_object_get(event, "cmd");
    const json_int_t number = json_integer_value(cmd);
    if (number < 0 || number > INT_MAX - l->before) {
        frame_broken(&l->in, "it answers command %lld, which was never sent", (long long)number);
        return;
    }
    if (json_is_integer(cmd) && l->before)
        json_object_set_new(event, "cmd", json_integer(number + l->before));
    recording_add(l->record, event);
    if (strcmp(name, "done") == 0 && l->unanswered > 0 && --l->unanswered == 0)
        l->stop_s = 0;
    if (bytes == 0)
        t->on_event(t->arg, event, NULL, 0);
}

static void read_log(struct link *l)
{
    if (l->child.log >= 0 && !tail_read(&l->tail, l->child.log)) {
        close(l->child.log);
        l->child.log = -1;
    }
}

/* Reaps an engine that has ended or must end. */
static void bury(struct link *l)
{
    char name[sizeof l->child.name];
    if (l->child.pid <= 0)
        return;
    memcpy(name, l->child.name, sizeof name);
    read_log(l);
    l->status = spawn_reap(&l->child, l->in.why[0] ? 0 : 500, l->obituary, sizeof l->obituary);
    if (l->in.why[0])
        snprintf(l->obituary, sizeof l->obituary, "%s was ended: %s", name, l->in.why);
}

/* Milliseconds until an engine that does not answer `stop` counts as hanging; -1: not waiting. */
static int hangs_in_ms(const struct link *l)
{
    if (l->stop_s <= 0 || l->unanswered == 0 || l->child.wire < 0)
        return -1;
    double ms = 1000 * (l->stop_s + LINK_HANG_S - clock_s());
    return ms <= 0 ? 0 : (int)ms + 1;
}

int link_timeout_ms(const struct link *l)
{
    return l->replay ? tape_due_ms(l->replay) : hangs_in_ms(l);
}

static bool read_replay(struct link *l, link_handler *on_event, void *arg)
{
    json_t *event;
    for (int i = 0; i < READS && (event = tape_next(l->replay)); i++) {
        on_event(arg, event, NULL, 0);
        json_decref(event);
    }
    if (tape_broken(l->replay))
        snprintf(l->obituary, sizeof l->obituary, "%s", tape_broken(l->replay));
    return !tape_ended(l->replay);
}

bool link_read(struct link *l, link_handler *on_event, void *arg)
{
    if (l->replay)
        return read_replay(l, on_event, arg);
    if (hangs_in_ms(l) == 0) {
        kill(l->child.pid, SIGKILL);
        frame_broken(&l->in, "it did not answer stop for %d seconds", LINK_HANG_S);
    }
    flush(l);
    read_log(l);
    bool gone = l->child.wire < 0;
    for (int i = 0; i < READS && !gone && !l->in.why[0]; i++) {
        char *room = buffer_room(&l->in.in, READ_BYTES);
        if (!room) {
            frame_broken(&l->in, "no memory is left for its output");
            break;
        }
        ssize_t n = recv(l->child.wire, room, READ_BYTES, MSG_DONTWAIT);
        if (n > 0) {
            l->in.in.used += (size_t)n;
            l->stop_s = l->stop_s > 0 ? clock_s() : 0;
            frame_take(&l->in, take, &(struct taking){ l, on_event, arg });
        } else if (n == 0 || errno != EINTR) {
            gone = n == 0 || errno != EAGAIN;
            break;
        }
    }
    if (gone || l->in.why[0])
        bury(l);
    recording_flush(l->record);
    return l->child.wire >= 0;
}

void link_note(struct link *l, const json_t *event)
{
    recording_add(l->record, event);
    recording_flush(l->record);
}

/* ---- the rest ---- */

int link_fds(const struct link *l, struct pollfd fd[LINK_FDS])
{
    int n = 0;
    if (l->child.wire >= 0)
        fd[n++] = (struct pollfd){ .fd = l->child.wire, .events = l->out.used > 0 ? POLLIN | POLLOUT : POLLIN };
    if (l->child.log >= 0)
        fd[n++] = (struct pollfd){ .fd = l->child.log, .events = POLLIN };
    return n;
}

const char *link_obituary(const struct link *l)
{
    return l->obituary;
}

bool link_cut(const struct link *l)
{
    return !l->in.why[0] && (WIFSIGNALED(l->status) || WEXITSTATUS(l->status) == 255);
}

const char *link_log(struct link *l)
{
    return tail_lines(&l->tail);
}

struct tape *link_tape(const struct link *l)
{
    return l->replay;
}

int link_pid(const struct link *l)
{
    return l->child.pid;
}

bool link_close(struct link *l, struct err *e)
{
    if (!l)
        return true;
    if (l->child.pid > 0) {
        link_send(l, "quit");
        shutdown(l->child.wire, SHUT_WR); /* end of input means quit, in case the line was not sent */
        spawn_reap(&l->child, 500, l->obituary, sizeof l->obituary);
    }
    bool ok = recording_end(l->record, e);
    tape_close(l->replay);
    frame_free(&l->in);
    buffer_free(&l->out);
    free(l);
    return ok;
}
