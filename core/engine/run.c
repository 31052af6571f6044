/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_run: measures every item of a batch and tells how it goes. */
#include <string.h>

#include "core/engine/batch.h"
#include "core/engine/session.h"
#include "core/engine/tell.h"

/* ---- bandwidth ---- */

static bool measure_bandwidth(struct session *s, struct device *d, struct err *e)
{
    if (d->read_gbs > 0)
        return true;
    struct progress progress = session_progress(s);
    if (!progress_step(&progress, "measuring bandwidth", 0, 0, e))
        return false;
    if (!d->ops->bandwidth(d, &d->read_gbs, &d->copy_gbs, e))
        return err_prefix(e, "bandwidth of %s", d->id);
    session_tell_device(s, d);
    return true;
}

bool session_bandwidth(struct session *s, const struct command *c, struct err *e)
{
    (void)c;
    for (int i = 0; i < s->registry.devices; i++) {
        if (session_cancelled(s))
            return err_set(e, ERR_CANCELLED, "cancelled");
        if (!measure_bandwidth(s, s->registry.device[i], e))
            return false;
    }
    return true;
}

/* A roof that cannot be measured costs the percentages, not the run. */
static void measure_roofs(struct session *s, const struct batch *b)
{
    for (int i = 0; i < b->count && !session_cancelled(s); i++) {
        struct err e;
        if (b->item[i].state != ST_OK || measure_bandwidth(s, b->item[i].device, &e))
            continue;
        if (e.code != ERR_CANCELLED)
            event_log(s->events, e.text);
        return;
    }
}

/* ---- one run ---- */

/* What measure_run calls as it goes. */
static bool run_watch(void *arg, enum measure_step step, const struct measurement *m, int wanted)
{
    struct tell *t = arg;
    tell_step(t, step);
    if (step == STEP_SAMPLE && m->samples > 0)
        tell_sample(t, m, wanted);
    return !session_cancelled(t->session);
}

bool session_measure(struct session *s, const struct given *g, const struct batch_item *item, struct tell *tell,
                     struct measure_options options, struct result *result, struct measurement *m, struct err *e)
{
    const struct ordered *o = session_order(s, item->kernel->kernel->op);
    struct measure_job job = {
        .kernel = item->kernel->kernel,
        .device = item->device,
        .a = o ? &o->typed[item->type] : &s->typed[item->type],
        .stats = o ? &o->stats : &s->stats,
        .order = o ? &o->order : NULL,
        .k = item->k,
        .threads = item->threads,
        .limit = session_room(s, item->device, 0),
        .x = &g->x,
        .ref = &g->ref,
        .expect = &g->expect,
        .options = options,
    };
    memcpy(job.param, item->param, sizeof job.param);
    tell_step(tell, STEP_PREPARE);
    if (!measure_run(&job, (struct measure_watch){ .step = run_watch, .arg = tell }, m, result, e)) {
        s->lost = true;
        return false;
    }
    return true;
}

/* Measures one item and tells the outcome. Only a lost device fails. */
static bool run_item(struct session *s, const struct batch *b, int at, struct err *e)
{
    const struct batch_item *item = &b->item[at];
    struct tell tell = {
        .session = s, .item = item, .id = ++s->runs, .index = b->before + at + 1, .of = b->of, .cold = b->cold
    };
    struct measurement m = { .state = item->state };
    struct measure_options options = measure_defaults();
    options.cold = b->cold;
    options.samples = b->samples > 0 ? (int)b->samples : options.samples;
    snprintf(m.text, sizeof m.text, "%s", item->why);
    bool alive =
        item->state != ST_OK || session_measure(s, &s->given[b->op][item->type], item, &tell, options, NULL, &m, e);
    if (alive && item->state == ST_OK && m.state == ST_OK && m.has & HAS_TIME)
        speed_note(s, item, b->cold, &m);
    session_note_busy(s, item, &m);
    if (!alive) {
        m = (struct measurement){ .state = ST_ERROR };
        snprintf(m.text, sizeof m.text, "%s", e->text);
    }
    tell_measurement(&tell, &m);
    return alive;
}

/* What the items of this type need. */
static bool run_inputs(struct session *s, const struct batch *b, enum vtype type, struct err *e)
{
    int64_t k = batch_k(b, type);
    return k == 0 || inputs_make(s, b->op, type, k, e);
}

static bool run_batch(struct session *s, const struct batch *b, struct err *e)
{
    for (int i = 0; i < b->count; i++) {
        if (session_cancelled(s))
            return err_set(e, ERR_CANCELLED, "cancelled after %d of %d runs", b->before + i, b->of);
        bool first = i == 0 || b->item[i].type != b->item[i - 1].type;
        if ((first && !run_inputs(s, b, b->item[i].type, e)) || !run_item(s, b, i, e))
            return false;
    }
    return !session_cancelled(s) || err_set(e, ERR_CANCELLED, "cancelled");
}

/* ---- every ordering ---- */

/* What is asked for, but for what depends on the ordering: a slip of the pen is told before an order is looked for. */
static bool run_check(struct session *s, const struct command *c, unsigned *wanted, struct err *e)
{
    enum op op;
    struct batch b;
    if (!session_needs(s, true, e) || !batch_op(c, &op, e) || !orders_wanted(s, c, op, wanted, e))
        return false;
    bool ok = batch_make(s, c, &b, e);
    batch_free(&b);
    return ok || e->code == ERR_UNSUPPORTED;
}

/* Runs the batch in one order. False: nothing else can be run, either, or *why is set: this order is not to be had. */
static bool run_ordered(struct session *s, const struct command *c, const struct reorder *order, int left, int *before,
                        struct err *why)
{
    struct batch b;
    if (!order_use(s, order, why) || !batch_make(s, c, &b, why))
        return false;
    b.before = *before;
    b.of = *before + left * b.count;
    *before += b.count;
    measure_roofs(s, &b);
    bool ok = run_batch(s, &b, why);
    batch_free(&b);
    return ok;
}

/* An ordering that cannot be had does not keep the others from being measured; `done` says why. */
bool session_run(struct session *s, const struct command *c, struct err *e)
{
    unsigned wanted;
    int before = 0;
    if (!run_check(s, c, &wanted, e))
        return false;
    struct err first = { 0 };
    for (int i = 0; wanted && !s->lost && first.code != ERR_CANCELLED; i++, wanted >>= 1) {
        struct err why = { 0 };
        bool ok = !(wanted & 1) || run_ordered(s, c, reorders[i], __builtin_popcount(wanted), &before, &why);
        if (!ok && (first.code == ERR_NONE || why.code == ERR_CANCELLED))
            first = why;
    }
    order_restore(s);
    *e = first;
    return first.code == ERR_NONE;
}
