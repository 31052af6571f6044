/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inventory: an event for each thing. */
#include "core/engine/inventory.h"

#include <string.h>

#include "core/engine/affinity.h"
#include "core/matrix/format.h"

/* [["L2", bytes, GB/s or null]…] */
static json_t *levels_array(const struct device *d)
{
    json_t *array = json_array();
    for (int i = 0; i < d->levels; i++) {
        double gbs = d->gbs.level[i];
        json_array_append_new(array, json_pack("[s,I,o]", d->level[i].name, (json_int_t)d->level[i].bytes,
                                               gbs > 0 ? json_real(gbs) : json_null()));
    }
    return array;
}

void inventory_device(const struct session *s, const struct device *d)
{
    json_t *event = event_new("device", 0);
    event_text(event, "id", d->id);
    event_text(event, "kind", d->kind);
    event_text(event, "family", *d->family ? d->family : d->kind);
    event_text(event, "name", d->name);
    if (*d->uuid)
        event_text(event, "uuid", d->uuid);
    event_size(event, "memory", d->memory);
    event_size(event, "cache", d->cache);
    event_integer(event, "threads", d->threads);
    if (*d->driver)
        event_text(event, "driver", d->driver);
    if (d->gbs.read > 0) {
        event_number(event, "read_gbs", d->gbs.read);
        event_number(event, "copy_gbs", d->gbs.copy);
    }
    if (d->gbs.peak[VT_F64] > 0) {
        event_number(event, "peak_f64", d->gbs.peak[VT_F64]);
        event_number(event, "peak_f32", d->gbs.peak[VT_F32]);
        event_text(event, "peak", d->gbs.peak_computed ? "clock×units" : "measured");
    }
    event_add(event, "levels", levels_array(d));
    if (*d->doubt)
        event_text(event, "roof_doubt", d->doubt);
    event_send(s->events, event);
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
        json_t *item = json_object();
        event_text(item, "name", p->name);
        event_text(item, "help", p->help);
        event_integer(item, "min", p->min);
        event_integer(item, "max", p->max);
        event_integer(item, "initial", p->initial);
        if (p->choices)
            event_add(item, "choices", param_choices(p->choices));
        json_array_append_new(array, item);
    }
    return array;
}

/* Kernels of one name, one per type, stand together and are told as one. Returns the index after them. */
static int tell_kernel(const struct session *s, int at)
{
    const struct registered *r = &s->registry.kernel[at];
    const struct kernel *k = r->kernel;
    json_t *types = json_array();
    int end = at;
    for (; end < s->registry.kernels && strcmp(s->registry.kernel[end].kernel->name, k->name) == 0; end++)
        json_array_append_new(types, json_string(vtype_name(s->registry.kernel[end].kernel->type)));
    json_t *event = event_new("kernel", 0);
    event_text(event, "name", k->name);
    event_text(event, "what", k->what);
    if (k->source)
        event_text(event, "source", k->source);
    if (registry_foreign(&s->registry, r))
        event_text(event, "libraries", registry_foreign(&s->registry, r));
    event_text(event, "on", s->registry.backend[r->backend].kind);
    event_text(event, "family", k->on);
    event_text(event, "format", k->format);
    event_text(event, "op", operations[k->op]->name);
    event_text(event, "layout", k->layout == ROW_MAJOR ? "row" : "col");
    event_add(event, "types", types);
    event_flag(event, "peer", k->peer);
    event_flag(event, "serial", k->serial);
    event_flag(event, "repeatable", !k->not_repeatable);
    event_flag(event, "compressed", k->compressed);
    event_flag(event, "ready", r->ready);
    if (!r->ready)
        event_text(event, "why", r->why_not);
    event_add(event, "params", kernel_params(k->params));
    event_send(s->events, event);
    return end;
}

static void tell_ordering(const struct session *s, const struct reorder *o)
{
    struct err why = { 0 };
    bool ready = !o->ready || o->ready(&why);
    json_t *event = event_new("ordering", 0);
    event_text(event, "name", o->name);
    event_text(event, "what", o->what);
    if (o->source)
        event_text(event, "source", o->source);
    event_flag(event, "ready", ready);
    if (!ready)
        event_text(event, "why", why.text);
    event_send(s->events, event);
}

static void tell_operation(const struct session *s, const struct operation *o)
{
    json_t *event = event_new("operation", 0);
    event_text(event, "name", o->name);
    event_text(event, "what", o->what);
    event_text(event, "unit", operation_unit(o));
    event_flag(event, "columns", o->columns);
    event_flag(event, "reorders", o->reorders);
    event_send(s->events, event);
}

static void tell_format(const struct session *s, const struct format *f)
{
    json_t *event = event_new("format", 0);
    event_text(event, "name", f->name);
    event_text(event, "what", f->what);
    event_send(s->events, event);
}

void inventory_tell(struct session *s)
{
    struct err ignored; /* a panel less */
    const struct registry *r = &s->registry;
    for (int i = 0; i < r->backends; i++) {
        json_t *event = event_new("backend", 0);
        event_text(event, "name", r->backend[i].name);
        event_text(event, "kind", r->backend[i].kind);
        event_flag(event, "ready", r->backend[i].ready);
        if (!r->backend[i].ready)
            event_text(event, "why", r->backend[i].why);
        event_send(s->events, event);
    }
    for (int i = 0; i < r->devices; i++)
        inventory_device(s, r->device[i]);
    for (int i = 0; i < r->devices; i++)
        affinity_tell(s, r->device[i], 0, &ignored);
    for (int i = 0; i < OP_COUNT; i++)
        tell_operation(s, operations[i]);
    for (int i = 0; i < r->kernels;)
        i = tell_kernel(s, i);
    for (int i = 0; formats[i].name; i++)
        tell_format(s, &formats[i]);
    for (int i = 0; reorders[i]; i++)
        tell_ordering(s, reorders[i]);
    event_send(s->events, event_new("ready", 0));
}
