/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speed: two tables of times. */
#include "core/engine/speed.h"

#include <math.h>
#include <string.h>

#include "core/engine/orders.h"

/* A kernel on the CPU with one thread and of our own: what speedups are against. */
static bool is_baseline(const struct kernel *k)
{
    return k->serial && !k->peer;
}

static const struct reorder *order_of(const struct session *s, const struct kernel *kernel)
{
    const struct ordered *o = orders_now(s, kernel->op);
    return o ? o->method : NULL;
}

static void baseline_note(struct session *s, const struct kernel *kernel, int64_t k, bool cold, double ms)
{
    const struct reorder *order = order_of(s, kernel);
    int at = 0;
    while (at < s->baselines) {
        const struct baseline *b = &s->baseline[at];
        if (b->kernel == kernel && b->order == order && b->k == k && b->cold == cold)
            break;
        at++;
    }
    at -= at == SESSION_BASELINES; /* when the table is full, the last one makes room */
    s->baselines += at == s->baselines;
    s->baseline[at] = (struct baseline){ .kernel = kernel, .order = order, .k = k, .cold = cold, .ms = ms };
}

/* Its place in the table, or where it would come. */
static int plain_find(const struct session *s, const struct batch_item *item, bool cold)
{
    int at = 0;
    while (at < s->plains) {
        const struct plain *p = &s->plain[at];
        if (p->kernel == item->kernel->kernel && p->device == item->device && p->k == item->k && p->cold == cold &&
            p->threads == item->threads && memcmp(p->param, item->param, sizeof p->param) == 0)
            break;
        at++;
    }
    return at;
}

static void plain_note(struct session *s, const struct batch_item *item, bool cold, const struct measurement *m)
{
    int at = plain_find(s, item, cold);
    at -= at == SESSION_PLAINS;
    s->plains += at == s->plains;
    struct plain *p = &s->plain[at];
    *p = (struct plain){
        .kernel = item->kernel->kernel,
        .device = item->device,
        .k = item->k,
        .threads = item->threads,
        .cold = cold,
        .ms = m->median_ms,
        .ci_lo_ms = m->ci_lo_ms,
        .ci_hi_ms = m->ci_hi_ms,
    };
    memcpy(p->param, item->param, sizeof p->param);
}

void speed_note(struct session *s, const struct batch_item *item, bool cold, const struct measurement *m)
{
    const struct kernel *kernel = item->kernel->kernel;
    if (is_baseline(kernel))
        baseline_note(s, kernel, item->k, cold, m->median_ms);
    if (operations[kernel->op]->reorders && !orders_now(s, kernel->op))
        plain_note(s, item, cold, m);
}

const struct plain *speed_plain(const struct session *s, const struct batch_item *item, bool cold)
{
    int at = plain_find(s, item, cold);
    return at < s->plains ? &s->plain[at] : NULL;
}

double speed_pays(const struct plain *p, const struct measurement *m, double cost_ms)
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
    const struct baseline *own = NULL, *csr = NULL;
    const struct reorder *order = order_of(s, kernel);
    for (int i = 0; i < s->baselines; i++) {
        const struct baseline *b = &s->baseline[i];
        if (b->k != k || b->cold != cold || b->order != order || b->kernel->op != kernel->op ||
            b->kernel->type != kernel->type)
            continue;
        own = same_format(b->kernel->format, kernel->format) ? b : own;
        csr = strcmp(b->kernel->name, "cpu.csr.serial") == 0 ? b : csr;
    }
    const struct baseline *base = own ? own : csr;
    return base && ms > 0 ? base->ms / ms : 0;
}

void speed_forget(struct session *s)
{
    s->baselines = 0;
    s->plains = 0;
}
