/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_threads: the processors of the CPU and where threads sit on them, and whether others disturb them there. */
#include <stdlib.h>
#include <string.h>

#include "core/engine/batch.h"
#include "core/engine/session.h"

static json_t *caches_array(const struct topology *t)
{
    json_t *array = json_array();
    for (int i = 0; i < t->caches; i++) {
        const struct cache_kind *c = &t->cache[i];
        json_array_append_new(array, json_pack("[i,I,i,i]", c->level, (json_int_t)c->bytes, c->count, c->cores));
    }
    return array;
}

static json_t *processors_array(const struct topology *t)
{
    json_t *array = json_array();
    for (int i = 0; i < t->processors; i++) {
        const struct processor *p = &t->processor[i];
        json_array_append_new(array,
                              json_pack("[i,i,i,i,i,i]", p->number, p->socket, p->node, p->core, p->cache, p->thread));
    }
    return array;
}

static void tell_topology(const struct session *s, const struct device *d, const struct topology *t)
{
    json_t *event = event_new("topology", s->cmd);
    event_text(event, "device", d->id);
    event_text(event, "source", t->source);
    event_integer(event, "sockets", t->sockets);
    event_integer(event, "nodes", t->nodes);
    event_integer(event, "cores", t->cores);
    if (t->quota > 0)
        event_number(event, "quota", t->quota);
    event_text(event, "simd", t->simd);
    event_integer(event, "threads", t->threads);
    event_flag(event, "pinned", t->pinned);
    if (!t->pinned)
        event_text(event, "why", t->why);
    event_add(event, "caches", caches_array(t));
    event_add(event, "processors", processors_array(t));
    event_send(s->events, event);
}

bool session_tell_topology(struct session *s, struct device *d, int threads, struct err *e)
{
    struct topology *t = d->ops->topology ? malloc(sizeof *t) : NULL;
    if (!d->ops->topology)
        return true;
    bool ok = t ? d->ops->topology(d, threads, t, e) : err_nomem(e, "the topology", sizeof *t);
    if (ok)
        tell_topology(s, d, t);
    free(t);
    return ok;
}

bool session_threads(struct session *s, const struct command *c, struct err *e)
{
    int64_t threads, pin;
    struct device *d = registry_device(&s->registry, "cpu");
    if (!d || !d->ops->topology)
        return err_set(e, ERR_DEVICE, "there is no CPU that could say where its threads sit");
    if (!command_number(c, "threads", 1, BATCH_THREADS_MAX, d->threads, &threads, e) ||
        !command_number(c, "pin", 0, 1, d->pin, &pin, e))
        return false;
    d->pin = pin;
    return session_tell_topology(s, d, (int)threads, e);
}

/* A quiet system interrupts a thread a few times a second; one that shares its processor loses it for milliseconds, a
   hundred times a second. */
static const double interruptions_most = 25;

void session_note_busy(struct session *s, const struct batch_item *item, const struct measurement *m)
{
    char text[300];
    if (s->busy_cmd == s->cmd || m->interruptions < interruptions_most || strcmp(item->device->kind, "cpu") != 0 ||
        item->threads > item->device->threads) /* a crowd of our own */
        return;
    s->busy_cmd = s->cmd;
    snprintf(text, sizeof text, "other programs keep the processors busy: figures are too low (%.0f pauses/s)",
             m->interruptions); /* of each thread; short enough for a line of the screen */
    json_t *event = event_new("notice", s->cmd);
    event_text(event, "text", text);
    event_send(s->events, event);
}
