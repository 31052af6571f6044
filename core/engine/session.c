/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: the worker: takes commands from the queue and hands each to the function that carries it out. */
#include "core/engine/session.h"

#include <stdlib.h>

#include "core/base/limit.h"
#include "core/protocol/queue.h"

bool session_cancelled(const struct session *s)
{
    return queue_cancelled(s->queue, s->cmd) || events_gone(s->events);
}

static bool session_report(void *arg, const char *what, uint64_t done, uint64_t total)
{
    struct session *s = arg;
    if (event_due(&s->rate)) {
        json_t *event = event_new("progress", s->cmd);
        event_text(event, "what", what);
        event_size(event, "done", done);
        event_size(event, "total", total);
        event_send(s->events, event);
    }
    return !session_cancelled(s);
}

struct progress session_progress(struct session *s)
{
    return (struct progress){ .report = session_report, .arg = s };
}

bool session_needs(const struct session *s, bool to_run, struct err *e)
{
    if (!s->open)
        return err_set(e, ERR_USAGE, "no matrix is open: open a file or gen:SPEC first");
    if (to_run && s->matrix.field == FIELD_COMPLEX) {
        return err_set(e, ERR_UNSUPPORTED, "%s is complex: it can be looked at, kernels compute with real numbers only",
                       s->matrix.name);
    }
    return true;
}

typedef bool handler(struct session *, const struct command *, struct err *);

/* stop and quit never get here: the listener carries them out. */
static handler *const handlers[VERB_COUNT] = {
    [VERB_open] = session_open,           [VERB_close] = session_close,
    [VERB_problem] = session_problem,     [VERB_run] = session_run,
    [VERB_bandwidth] = session_bandwidth, [VERB_spy] = session_spy,
    [VERB_linear] = session_linear,       [VERB_mul] = session_mul,
    [VERB_transpose] = session_transpose, [VERB_write] = session_write,
    [VERB_pack] = session_pack,           [VERB_show] = session_show,
    [VERB_limit] = session_limit,         [VERB_reorder] = session_reorder,
    [VERB_advise] = session_advise,       [VERB_threads] = session_threads,
};

static void session_do(struct session *s, const struct command *c)
{
    struct err e = { 0 };
    s->cmd = c->number;
    bool done = false;
    if (session_cancelled(s))
        err_set(&e, ERR_CANCELLED, "cancelled");
    else if (c->verb == VERB_COUNT)
        e = c->wrong;
    else
        done = handlers[c->verb](s, c, &e);
    event_done(s->events, s->cmd, done ? NULL : &e);
    s->cmd = 0;
}

static void session_load(struct session *s, const struct backend *builtin)
{
    struct err e = { 0 };
    if (builtin && !registry_add(&s->registry, builtin, &e))
        event_log(s->events, e.text);
    registry_load(&s->registry);
    session_tell_backends(s);
}

int session_work(struct events *events, struct queue *queue, const struct backend *builtin)
{
    struct session *s = calloc(1, sizeof *s);
    if (!s)
        return ERR_MEMORY;
    s->events = events;
    s->queue = queue;
    s->limit = limit_default();
    session_load(s, builtin);
    struct command *c;
    while (!s->lost && !events_gone(events) && (c = queue_pop(queue)) != NULL) {
        session_do(s, c);
        command_free(c);
    }
    if (s->lost)
        return ERR_DEVICE; /* what hangs on the device must not be touched again; it ends with the process */
    session_forget(s);
    registry_close(&s->registry);
    free(s);
    return ERR_NONE;
}
