/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/affinity.h"

#include "core/engine/batch.h"

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

static void send_topology(const struct session *s, const struct device *d, const struct topology *t)
{
    event_send(s->events,
               EVENT("topology", s->cmd, FIELD("device", d->id), FIELD("source", t->source),
                     FIELD("sockets", t->sockets), FIELD("nodes", t->nodes), FIELD("cores", t->cores),
                     FIELD_IF(t->quota > 0, "quota", t->quota), FIELD("simd", t->simd), FIELD("threads", t->threads),
                     FLAG("pinned", t->pinned), FIELD_IF(!t->pinned, "why", t->why), FIELD("caches", caches_array(t)),
                     FIELD("processors", processors_array(t))));
}

bool affinity_report(struct session *s, struct device *d, int threads, struct err *e)
{
    struct topology *t = d->ops->topology ? malloc(sizeof *t) : NULL;
    if (!d->ops->topology)
        return true;
    bool ok = t ? d->ops->topology(d, threads, t, e) : err_nomem(e, "the topology", sizeof *t);
    if (ok)
        send_topology(s, d, t);
    free(t);
    return ok;
}

bool do_threads(struct session *s, const struct command *c, struct err *e)
{
    int64_t threads, pin;
    struct device *d = registry_device(&s->registry, "cpu");
    if (!d || !d->ops->topology)
        return err_set(e, ERR_DEVICE, "no CPU reports where its threads run");
    if (!command_number(c, "threads", 1, COMMAND_THREADS_MAX, d->threads, &threads, e) ||
        !command_number(c, "pin", 0, 1, d->pin, &pin, e))
        return false;
    d->pin = pin;
    return affinity_report(s, d, (int)threads, e);
}
