/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/worker.h"

#include "core/engine/inventory.h"
#include "core/engine/opened.h"
#include "core/protocol/queue.h"

static session_command *const commands[VERB_COUNT] = {
#define COMMAND(verb, arguments, help) [VERB_##verb] = do_##verb,
#define CONTROL(verb, arguments, help)
#include "core/protocol/commands.list"
};

static void worker_do(struct session *s, const struct command *c)
{
    struct err e = { 0 };
    s->cmd = c->number;
    bool done = false;
    if (session_goes_on(s, &e)) {
        if (c->verb == VERB_COUNT)
            e = c->wrong;
        else
            done = commands[c->verb](s, c, &e);
    }
    event_done(s->events, s->cmd, done ? NULL : &e);
    s->cmd = 0;
}

int worker_run(struct events *events, struct queue *queue, const struct backend *builtin, const char *commit,
               struct inbox *inbox)
{
    struct session *s = calloc(1, sizeof *s);
    struct err e = { 0 };
    if (!s)
        return ERR_MEMORY;
    s->events = events;
    s->queue = queue;
    s->commit = commit;
    s->inbox = inbox;
    s->limit = limit_default();
    if (builtin && !registry_add(&s->registry, builtin, &e))
        event_log(events, e.text);
    registry_load(&s->registry);
    inventory_report(s);
    struct command *c;
    while (!s->lost && !events_gone(events) && (c = queue_pop(queue)) != NULL) {
        worker_do(s, c);
        command_free(c);
    }
    if (s->lost)
        return ERR_DEVICE; /* the device must not be touched again; it ends with the process */
    opened_forget(s);
    registry_close(&s->registry);
    free(s);
    return ERR_NONE;
}
