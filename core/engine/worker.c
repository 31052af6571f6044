/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker: one command after the other. */
#include "core/engine/worker.h"

#include <stdlib.h>

#include "core/base/limit.h"
#include "core/engine/advise.h"
#include "core/engine/affinity.h"
#include "core/engine/export.h"
#include "core/engine/inbox.h"
#include "core/engine/inventory.h"
#include "core/engine/look.h"
#include "core/engine/opened.h"
#include "core/engine/roofs.h"
#include "core/engine/room.h"
#include "core/engine/run.h"
#include "core/engine/window.h"
#include "core/engine/work.h"
#include "core/protocol/queue.h"

typedef bool handler(struct session *, const struct command *, struct err *);

/* stop and quit never get here: the listener carries them out. */
static handler *const handlers[VERB_COUNT] = {
    [VERB_open] = opened_replace,
    [VERB_close] = opened_close,
    [VERB_problem] = look_problem,
    [VERB_run] = run_batches,
    [VERB_bandwidth] = roofs_bandwidth,
    [VERB_spy] = look_spy,
    [VERB_linear] = look_linear,
    [VERB_mul] = export_mul,
    [VERB_transpose] = export_transpose,
    [VERB_write] = export_write,
    [VERB_pack] = export_pack,
    [VERB_show] = export_show,
    [VERB_limit] = room_limit,
    [VERB_reorder] = look_reorder,
    [VERB_advise] = advise_devices,
    [VERB_threads] = affinity_threads,
    [VERB_window] = window_show,
    [VERB_work] = work_show,
    [VERB_put] = inbox_put,
    [VERB_piece] = inbox_piece,
    [VERB_seal] = inbox_seal,
};

static void worker_do(struct session *s, const struct command *c)
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

static void worker_load(struct session *s, const struct backend *builtin)
{
    struct err e = { 0 };
    if (builtin && !registry_add(&s->registry, builtin, &e))
        event_log(s->events, e.text);
    registry_load(&s->registry);
    inventory_tell(s);
}

int worker_run(struct events *events, struct queue *queue, const struct backend *builtin, const char *commit,
               struct inbox *inbox)
{
    struct session *s = calloc(1, sizeof *s);
    if (!s)
        return ERR_MEMORY;
    s->events = events;
    s->queue = queue;
    s->commit = commit;
    s->inbox = inbox;
    s->limit = limit_default();
    worker_load(s, builtin);
    struct command *c;
    while (!s->lost && !events_gone(events) && (c = queue_pop(queue)) != NULL) {
        worker_do(s, c);
        command_free(c);
    }
    if (s->lost)
        return ERR_DEVICE; /* what hangs on the device must not be touched again; it ends with the process */
    opened_forget(s);
    registry_close(&s->registry);
    free(s);
    return ERR_NONE;
}
