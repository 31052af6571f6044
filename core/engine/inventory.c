/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/inventory.h"

#include "core/engine/batch.h"
#include "core/matrix/format.h"

static json_t *rate(double gbs)
{
    return gbs > 0 ? json_real(gbs) : json_null();
}

/* [["L2", bytes, GB/s or null, caches, GB/s of one thread or null]…] */
static json_t *levels_array(const struct device *d)
{
    json_t *array = json_array();
    for (int i = 0; i < d->levels; i++)
        json_array_append_new(array,
                              json_pack("[s,I,o,i,o]", d->level[i].name, (json_int_t)d->level[i].bytes,
                                        rate(d->gbs.all.level[i]), d->level[i].count, rate(d->gbs.one.level[i])));
    return array;
}

void inventory_device(const struct session *s, const struct device *d)
{
    const struct rates *all = &d->gbs.all, *one = &d->gbs.one;
    const bool read = all->read > 0, peak = all->peak[VT_F64] > 0;
    event_send(s->events,
               EVENT("device", 0, FIELD("id", d->id), FIELD("kind", d->kind),
                     FIELD("family", *d->family ? d->family : d->kind), FIELD("name", d->name),
                     FIELD_IF(*d->uuid, "uuid", d->uuid), FIELD("memory", d->memory), FIELD("cache", d->cache),
                     FIELD("threads", d->threads), FIELD_IF(*d->driver, "driver", d->driver),
                     FIELD_IF(read, "read_gbs", all->read), FIELD_IF(read, "copy_gbs", all->copy),
                     FIELD_IF(one->read > 0, "one_gbs", one->read),
                     FIELD_IF(one->peak[VT_F64] > 0, "one_f64", one->peak[VT_F64]),
                     FIELD_IF(one->peak[VT_F32] > 0, "one_f32", one->peak[VT_F32]),
                     FIELD_IF(peak, "peak_f64", all->peak[VT_F64]), FIELD_IF(peak, "peak_f32", all->peak[VT_F32]),
                     FIELD_IF(peak, "peak", d->gbs.peak_computed ? "clock×units" : "measured"),
                     FIELD("levels", levels_array(d)), FIELD_IF(*d->doubt, "roof_doubt", d->doubt)));
}

static json_t *param_choices(const char *const *choices)
{
    json_t *array = json_array();
    for (; *choices; choices++)
        json_array_append_new(array, json_string(*choices));
    return array;
}

static json_t *kernel_params(const struct param *p)
{
    json_t *array = json_array();
    for (; p && p->name; p++) {
        json_t *item =
            EVENT_OBJECT(FIELD("name", p->name), FIELD("help", p->help), FIELD("min", p->min), FIELD("max", p->max),
                         FIELD("initial", p->initial), FIELD_IF(p->choices, "choices", param_choices(p->choices)));
        json_array_append_new(array, item);
    }
    return array;
}

/* Reports all types of a kernel name, which are adjacent, as one kernel. Returns the index after them. */
static int send_kernel(const struct session *s, int at)
{
    const struct registered *r = &s->registry.kernel[at];
    const struct kernel *k = r->kernel;
    json_t *types = json_array();
    int end = at;
    for (; end < s->registry.kernels && strcmp(s->registry.kernel[end].kernel->name, k->name) == 0; end++)
        json_array_append_new(types, json_string(vtype_name(s->registry.kernel[end].kernel->type)));
    event_send(s->events,
               EVENT("kernel", 0, FIELD("name", k->name), FIELD("what", k->what),
                     FIELD_IF(k->source, "source", k->source),
                     FIELD_IF(r->backend->foreign, "libraries", r->backend->foreign), FIELD("on", r->backend->kind),
                     FIELD("family", k->family), FIELD("format", k->format), FIELD("op", operations[k->op]->name),
                     FIELD("layout", k->layout == ROW_MAJOR ? "row" : "col"), FIELD("types", types),
                     FLAG("peer", k->peer), FLAG("serial", k->serial), FLAG("repeatable", !k->not_repeatable),
                     FLAG("compressed", k->compressed), FLAG("ready", r->ready), FIELD_IF(!r->ready, "why", r->why_not),
                     FIELD("params", kernel_params(k->params))));
    return end;
}

static void send_ordering(const struct session *s, const struct reorder *o)
{
    struct err why = { 0 };
    bool ready = !o->ready || o->ready(&why);
    event_send(s->events, EVENT("ordering", 0, FIELD("name", o->name), FIELD("what", o->what),
                                FIELD_IF(o->source, "source", o->source), FLAG("ready", ready),
                                FIELD_IF(!ready, "why", why.text)));
}

/* ---- where threads run ---- */

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

/* Reports where `threads` threads run (0: a full team), if the device knows. */
static bool report_threads(struct session *s, struct device *d, int threads, struct err *e)
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
    return report_threads(s, d, (int)threads, e);
}

/* ---- all ---- */

void inventory_report(struct session *s)
{
    struct err ignored; /* on failure a panel is missing */
    const struct registry *r = &s->registry;
    for (int i = 0; i < r->backends; i++)
        event_send(s->events,
                   EVENT("backend", 0, FIELD("name", r->backend[i].name), FIELD("kind", r->backend[i].kind),
                         FLAG("ready", r->backend[i].ready), FIELD_IF(!r->backend[i].ready, "why", r->backend[i].why)));
    for (int i = 0; i < r->devices; i++)
        inventory_device(s, r->device[i]);
    for (int i = 0; i < r->devices; i++)
        report_threads(s, r->device[i], 0, &ignored);
    for (int i = 0; i < OP_COUNT; i++) {
        const struct operation *o = operations[i];
        event_send(s->events, EVENT("operation", 0, FIELD("name", o->name), FIELD("what", o->what),
                                    FIELD("unit", o->flops > 0 ? "GFLOPS" : "Gnnz/s"), FLAG("columns", o->columns),
                                    FLAG("reorders", o->reorders)));
    }
    for (int i = 0; i < r->kernels;)
        i = send_kernel(s, i);
    for (int i = 0; formats[i].name; i++)
        event_send(s->events, EVENT("format", 0, FIELD("name", formats[i].name), FIELD("what", formats[i].what)));
    for (int i = 0; reorders[i]; i++)
        send_ordering(s, reorders[i]);
    event_send(s->events, event_new("ready", 0));
}
