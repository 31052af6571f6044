/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advise: lets every device choose its kernel for the open matrix, measures each, and says where it runs best. */
#include "core/base/clock.h"
#include "core/engine/inputs.h"
#include "core/engine/item.h"
#include "core/engine/look.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"
#include "core/engine/run.h"
#include "core/measure/advice.h"

/* The device's kernel that chooses (`auto`), or NULL. */
static const struct registered *chooser(const struct session *s, const struct device *d, enum op op, enum vtype type)
{
    for (int i = 0; i < s->registry.kernels; i++) {
        const struct kernel *k = s->registry.kernel[i].kernel;
        if (device_runs(d, k->family) && strcmp(k->format, "auto") == 0 && k->op == op && k->type == type)
            return &s->registry.kernel[i];
    }
    return NULL;
}

/* Transfers per product, to the device and back. */
static void moved_bytes(const struct session *s, const struct batch_item *item, uint64_t *in, uint64_t *out)
{
    const struct operation *o = operations[item->kernel->kernel->op];
    struct problem p = { .a = &s->file.a[item->type] };
    operation_pose(o, &p, item->k, ROW_MAJOR);
    o->moved_bytes(&p, in, out);
}

/* The second transfer counts; the first touches the memory. */
static bool move(struct device *d, void *there, void *here, uint64_t in, uint64_t out, double *ms, struct err *e)
{
    for (int i = 0; i < 2; i++) {
        double begin = clock_ms();
        if (!d->ops->upload(d, there, here, in, e) || !d->ops->download(d, here, there, out, e) || !d->ops->sync(d, e))
            return false;
        *ms = clock_ms() - begin;
    }
    return true;
}

/* The time to transfer the operands and the result; 0 on the CPU. */
static bool moving_time(struct session *s, const struct batch_item *item, double *ms, struct err *e)
{
    struct device *d = item->device->link ? item->device->link : item->device;
    uint64_t in, out, most;
    void *there = NULL, *here = NULL;
    *ms = 0;
    if (device_is_cpu(d->kind))
        return true;
    moved_bytes(s, item, &in, &out);
    most = in > out ? in : out;
    bool ok = room_fits(s, "moving the operands", most, e) &&
              ((here = calloc(1, most + 1)) || err_nomem(e, "the operands", most)) &&
              d->ops->alloc(d, most + 1, &there, e) && move(d, there, here, in, out, ms, e);
    if (there)
        d->ops->free(d, there);
    free(here);
    return ok;
}

/* ---- one device ---- */

/* Measures on one device. False: the device is lost, or the command was cancelled. */
static bool try_place(struct session *s, const struct batch_item *item, struct measure_options options,
                      struct reporter *reporter, struct place *p, struct err *e)
{
    struct measurement *m = calloc(1, sizeof *m);
    *p = (struct place){ .device = item->device->id, .shared = item->kernel->kernel->parts != NULL };
    if (!m)
        return err_nomem(e, "a measurement", sizeof *m);
    const struct given *g = &s->given[item->kernel->kernel->op][item->type];
    bool alive = item_measure(reporter, g, options, NULL, m, e);
    run_end(s, reporter, m, alive ? NULL : e);
    p->ok = alive && m->state == ST_OK && moving_time(s, item, &p->moving_ms, &p->why);
    p->time_ms = m->median_ms;
    if (m->has & HAS_INTERVAL) {
        p->ci_lo_ms = m->ci_lo_ms;
        p->ci_hi_ms = m->ci_hi_ms;
    }
    p->prepare_ms = fmax(m->prepare.ms - m->choosing_ms, 0) + orders_for(s, item->kernel->kernel->op)->took.ms;
    p->choosing_ms = m->choosing_ms;
    p->upload_ms = m->upload_ms;
    memcpy(p->choice, m->choice, sizeof p->choice);
    if (m->state != ST_OK)
        err_set(&p->why, measure_state_code(m->state), "%s", m->text);
    free(m);
    return alive;
}

/* ---- reporting ---- */

static bool is_empty(const struct session *s)
{
    return s->matrix.csr.nnz == 0;
}

static json_t *place_item(const struct place *p)
{
    if (!p->ok)
        return EVENT_OBJECT(FIELD("device", p->device), FLAG("ok", false), FIELD("text", p->why.text));
    return EVENT_OBJECT(FIELD("device", p->device), FLAG("ok", true), FIELD("choice", p->choice),
                        FIELD("time_ms", p->time_ms), FIELD("prepare_ms", p->prepare_ms),
                        FIELD("choosing_ms", p->choosing_ms), FIELD("upload_ms", p->upload_ms),
                        FIELD("moving_ms", p->moving_ms));
}

/* The best device, resident or moved, and after how many products it pays off against each other one. */
static json_t *best_object(const struct place *p, int places, bool moved)
{
    int best = advice_best(p, places, moved);
    json_t *pays = json_object(), *level = json_array();
    for (int i = 0; i < places && best >= 0; i++) {
        EVENT_ADD(pays, FIELD_IF(i != best && p[i].ok, p[i].device, advice_pays(&p[best], &p[i], moved)));
        if (i != best && advice_level(p, i, best, moved))
            json_array_append_new(level, json_string(p[i].device));
    }
    return EVENT_OBJECT(FIELD_IF(best >= 0, "best", p[best].device), FIELD("pays_after", pays), FIELD("level", level));
}

static void send_advice(const struct session *s, enum op op, enum vtype type, int64_t k, const struct place *p,
                        int places)
{
    const struct device *gpu = registry_device(&s->registry, "gpu");
    char text[700];
    json_t *items = json_array();
    for (int i = 0; i < places; i++)
        json_array_append_new(items, place_item(&p[i]));
    if (is_empty(s))
        snprintf(text, sizeof text, "the matrix has no entries, so no kernel has anything to do");
    else
        advice_text(p, places, gpu ? NULL : registry_why_no(&s->registry, "gpu"), text, sizeof text);
    event_send(s->events, EVENT("advice", s->cmd, FIELD("matrix", s->matrix.name), FIELD("op", operations[op]->name),
                                FIELD("type", vtype_name(type)), FIELD_IF(operations[op]->columns, "k", k),
                                FIELD_IF(orders_for(s, op)->method, "reorder", s->current->method->name),
                                FIELD("items", items), FIELD("resident", best_object(p, places, false)),
                                FIELD("moved", best_object(p, places, true)), FIELD("text", text)));
}

struct advice_wish {
    enum op op;
    enum vtype type;
    struct list k;
    int64_t threads, samples;
    const struct device *only; /* NULL: all */
};

static bool wish_parse(const struct session *s, const struct command *c, struct advice_wish *w, struct err *e)
{
    const char *k = command_value(c, "k"), *device = command_value(c, "device");
    if (!batch_op(c, &w->op, e) || !batch_type(c, &w->type, e) ||
        !list_parse("k", k ? k : "1", 1, COMMAND_K_MAX, NULL, &w->k, e) ||
        !command_number(c, "threads", 1, COMMAND_THREADS_MAX, 0, &w->threads, e) ||
        !command_number(c, "samples", 1, MEASURE_SAMPLES, measure_defaults().samples, &w->samples, e))
        return false;
    if (!operations[w->op]->columns)
        w->k = (struct list){ .count = 1, .value = { 1 } };
    w->only = device ? registry_asked(&s->registry, device, e) : NULL;
    return !device || w->only;
}

/* The device's `auto` kernel for this problem, which may be refused; false: it has none. */
static bool item_make(struct session *s, const struct advice_wish *w, struct device *d, int64_t k,
                      struct batch_item *item)
{
    const struct registered *r = chooser(s, d, w->op, w->type);
    struct err why = { 0 };
    uint64_t bytes;
    if (!r || (w->only && w->only != d))
        return false;
    *item = supports_initial(r, d, k, device_is_cpu(d->kind) ? (int)w->threads : 0);
    if (!supports_item(s, item, &bytes, &why))
        supports_refuse(item, &why);
    return true;
}

static bool advise_k(struct session *s, const struct advice_wish *w, int64_t k, struct err *e)
{
    struct place place[REGISTRY_DEVICES];
    struct batch_item item;
    struct measure_options options = measure_defaults();
    int places = 0;
    options.samples = (int)w->samples;
    if (is_empty(s)) {
        send_advice(s, w->op, w->type, k, NULL, 0);
        return true;
    }
    bool ok = inputs_make(s, w->op, w->type, k, e);
    for (int i = 0; i < s->registry.devices && ok; i++) {
        look_meanwhile(s);
        if (!session_goes_on(s, e))
            return false;
        if (!item_make(s, w, s->registry.device[i], k, &item))
            continue;
        struct reporter reporter = { .session = s,
                                     .item = &item,
                                     .id = ++s->runs,
                                     .at = { places + 1, places + 1 },
                                     .of = { s->registry.devices, s->registry.devices } };
        ok = try_place(s, &item, options, &reporter, &place[places++], e);
    }
    if (ok && places == 0)
        return err_set(e, ERR_UNSUPPORTED, "op=%s: no device here has kernels to choose from", operations[w->op]->name);
    if (ok)
        send_advice(s, w->op, w->type, k, place, places);
    if (ok && advice_best(place, places, false) < 0)
        return err_set(e, place[0].why.code, "%s: %s", place[0].device, place[0].why.text);
    return ok;
}

bool do_advise(struct session *s, const struct command *c, struct err *e)
{
    struct advice_wish w;
    bool ok = session_needs(s, true, e) && wish_parse(s, c, &w, e);
    for (int i = 0; ok && i < w.k.count; i++)
        ok = advise_k(s, &w, w.k.value[i], e);
    return ok && session_goes_on(s, e);
}
