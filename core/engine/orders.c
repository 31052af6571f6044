/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/orders.h"

#include "core/base/clock.h"
#include "core/engine/room.h"

const struct ordered *orders_current(const struct session *s)
{
    return s->current ? s->current : &s->file;
}

const struct ordered *orders_for(const struct session *s, enum op op)
{
    return operations[op]->reorders ? orders_current(s) : &s->file;
}

/* ---- one ordering ---- */

static void ordered_free(struct ordered *o)
{
    for (int t = 0; t < VT_COUNT; t++)
        if (o->method || t != VT_F64) /* in the file's order it is the matrix itself */
            csr_free(&o->a[t]);
    reordering_free(&o->order);
    *o = (struct ordered){ 0 };
}

static void send_reordered(const struct session *s, const struct ordered *o)
{
    const struct stats *was = &s->file.stats, *is = &o->stats;
    event_send(s->events, EVENT("reordered", s->cmd, FIELD("name", o->method->name), FIELD("reorder_ms", o->took.ms),
                                FIELD("lower", event_pair(was->bandwidth_lower, is->bandwidth_lower)),
                                FIELD("upper", event_pair(was->bandwidth_upper, is->bandwidth_upper)),
                                FIELD("profile", event_pair(was->profile, is->profile))));
}

static bool is_wanted(const struct stretched *took)
{
    return took->times == 0 || (took->times < STRETCHED_TRIES && stretched_doubtful(took) && stretched_is_short(took));
}

/* Finds the order and applies it, in place of the former try. */
static bool make_once(struct session *s, const struct reorder *method, struct ordered *o, struct err *e)
{
    struct stretched took = o->took;
    ordered_free(o);
    if (took.times > 0)
        usleep(1000 * STRETCHED_REST_MS);
    const double waited = stretched_waited_ms(), start = clock_ms();
    if (!reorder_make(method, &s->matrix.csr, session_progress(s), &o->order, &o->a[VT_F64], e))
        return false;
    const double ms = clock_ms() - start;
    o->method = method;
    o->took = took;
    stretched_note(&o->took, took.times > 0 ? fmin(took.ms, ms) : ms, ms - (stretched_waited_ms() - waited));
    return true;
}

/* Statistics of the result are not part of the cost. */
static bool ordered_make(struct session *s, const struct reorder *method, struct ordered *o, struct err *e)
{
    char what[64];
    *o = (struct ordered){ 0 };
    snprintf(what, sizeof what, "the order %s", method->name);
    if (!reorder_takes(method, &s->matrix.csr, e) ||
        !room_fits(s, what, reorder_bytes(method, &s->matrix.csr, &s->file.stats), e))
        return false;
    while (is_wanted(&o->took))
        if (!make_once(s, method, o, e))
            return false;
    if (!progress_step(session_progress(s), "statistics", 0, 0, e) || !stats_compute(&o->a[VT_F64], &o->stats, e)) {
        ordered_free(o);
        return false;
    }
    send_reordered(s, o);
    return true;
}

/* ---- the current one ---- */

bool orders_use(struct session *s, const struct reorder *method, struct err *e)
{
    s->current = NULL;
    if (!method->find)
        return true;
    if (s->view.method == method) {
        s->current = &s->view;
        return true;
    }
    if (s->transient.method != method) {
        ordered_free(&s->transient);
        if (!ordered_make(s, method, &s->transient, e))
            return false;
    }
    s->current = &s->transient;
    return true;
}

void orders_restore(struct session *s)
{
    s->current = s->view.method ? &s->view : NULL;
    ordered_free(&s->transient);
}

bool orders_viewed(const struct session *s)
{
    return s->current == (s->view.method ? &s->view : NULL);
}

void orders_keep(struct session *s)
{
    if (s->current == &s->view)
        return;
    ordered_free(&s->view);
    s->view = s->transient;
    s->transient = (struct ordered){ 0 };
    orders_restore(s);
}

void orders_forget(struct session *s)
{
    ordered_free(&s->file);
    ordered_free(&s->view);
    ordered_free(&s->transient);
    s->current = NULL;
}

static bool ordered_cast(struct session *s, struct ordered *o, enum vtype type, struct err *e)
{
    const struct csr *a = &o->a[VT_F64];
    return o->a[type].ptr ||
           (room_fits(s, o->method ? "the reordered matrix in another type" : "the matrix in another type",
                      size_mul((uint64_t)a->nnz, vtype_size(type)), e) &&
            csr_cast(a, type, &o->a[type], e));
}

bool orders_matrix(struct session *s, enum op op, enum vtype type, struct err *e)
{
    return ordered_cast(s, &s->file, type, e) &&
           (!operations[op]->reorders || !s->current || ordered_cast(s, s->current, type, e));
}

static unsigned order_bit(const struct reorder *method)
{
    for (unsigned i = 0; reorders[i]; i++)
        if (reorders[i] == method)
            return 1u << i;
    return 1;
}

bool orders_wanted(const struct session *s, const struct command *c, enum op op, unsigned *wanted, struct err *e)
{
    const char *list = command_value(c, "reorder");
    char name[64];
    *wanted = list ? 0 : order_bit(operations[op]->reorders ? s->view.method : NULL);
    for (const char *at = list; text_item(&at, name, sizeof name);) {
        const struct reorder *method = reorder_find(name, e);
        if (!method)
            return false;
        *wanted |= order_bit(method);
    }
    return operations[op]->reorders || *wanted == 1 ||
           err_set(e, ERR_UNSUPPORTED, "reorder=%.60s: %s is not reordered, it takes the matrix as it is", list,
                   operations[op]->name);
}
