/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speed: a table of times. */
#include "core/engine/speed.h"

#include <math.h>
#include <string.h>

#include "core/engine/orders.h"

/* A kernel on the CPU with one thread and of our own: what speedups are against. */
static bool is_baseline(const struct kernel *k)
{
    return k->serial && !k->peer;
}

static int speed_count(const struct session *s)
{
    return s->times < SESSION_TIMES ? s->times : SESSION_TIMES;
}

/* The run in this order; NULL: not known. */
static const struct timed *speed_find(const struct session *s, const struct batch_item *item,
                                      const struct reorder *order, bool cold)
{
    for (int i = 0; i < speed_count(s); i++) {
        const struct timed *t = &s->timed[i];
        if (t->kernel == item->kernel->kernel && t->device == item->device && t->order == order && t->k == item->k &&
            t->cold == cold && t->threads == item->threads && memcmp(t->param, item->param, sizeof t->param) == 0)
            return t;
    }
    return NULL;
}

void speed_note(struct session *s, const struct batch_item *item, bool cold, const struct measurement *m)
{
    const struct kernel *kernel = item->kernel->kernel;
    const struct reorder *order = orders_now(s, kernel->op)->method;
    if (!is_baseline(kernel) && (order || !operations[kernel->op]->reorders))
        return;
    const struct timed *known = speed_find(s, item, order, cold);
    struct timed *t = &s->timed[known ? known - s->timed : s->times++ % SESSION_TIMES];
    *t = (struct timed){
        .kernel = kernel,
        .device = item->device,
        .order = order,
        .k = item->k,
        .threads = item->threads,
        .cold = cold,
        .ms = m->median_ms,
        .ci_lo_ms = m->ci_lo_ms,
        .ci_hi_ms = m->ci_hi_ms,
    };
    memcpy(t->param, item->param, sizeof t->param);
}

const struct timed *speed_plain(const struct session *s, const struct batch_item *item, bool cold)
{
    return speed_find(s, item, NULL, cold);
}

double speed_pays(const struct timed *p, const struct measurement *m, double cost_ms)
{
    if (m->ci_hi_ms < p->ci_lo_ms)
        return ceil(cost_ms / (p->ms - m->median_ms));
    return m->ci_lo_ms > p->ci_hi_ms ? INFINITY : NAN;
}

/* "ell" and "ell.col" are one format in two orders. */
static bool same_format(const char *a, const char *b)
{
    size_t n = strcspn(a, ".");
    return n == strcspn(b, ".") && strncmp(a, b, n) == 0;
}

double speed_up(const struct session *s, const struct kernel *kernel, int64_t k, bool cold, double ms)
{
    const struct timed *own = NULL, *csr = NULL;
    const struct reorder *order = orders_now(s, kernel->op)->method;
    for (int i = 0; i < speed_count(s); i++) {
        const struct timed *t = &s->timed[i];
        if (!is_baseline(t->kernel) || t->k != k || t->cold != cold || t->order != order ||
            t->kernel->op != kernel->op || t->kernel->type != kernel->type)
            continue;
        own = same_format(t->kernel->format, kernel->format) ? t : own;
        csr = strcmp(t->kernel->name, "cpu.csr.serial") == 0 ? t : csr;
    }
    const struct timed *base = own ? own : csr;
    return base && ms > 0 ? base->ms / ms : 0;
}

void speed_forget(struct session *s)
{
    s->times = 0;
}
