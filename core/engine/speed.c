/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/speed.h"

#include "core/engine/orders.h"
#include "core/measure/interval.h"

static int count(const struct session *s)
{
    return s->times < SESSION_TIMES ? s->times : SESSION_TIMES;
}

/* The stored form of a run; without a measurement, a search key. */
static struct timed timed_of(const struct session *s, const struct batch_item *item, bool cold,
                             const struct measurement *m)
{
    struct timed t = {
        .kernel = item->kernel->kernel,
        .device = item->device,
        .order = orders_for(s, item->kernel->kernel->op)->method,
        .k = item->k,
        .threads = item->threads,
        .cold = cold,
    };
    memcpy(t.param, item->param, sizeof t.param);
    if (m) {
        t.ms = m->median_ms;
        t.ci_lo_ms = m->ci_lo_ms;
        t.ci_hi_ms = m->ci_hi_ms;
        t.busy = m->flags & FLAG_BUSY;
        t.prepare_ms = (m->has & HAS_PREPARE ? m->prepare.ms : 0) + (m->has & HAS_UPLOAD ? m->upload_ms : 0) +
                       (t.order ? orders_for(s, item->kernel->kernel->op)->took.ms : 0);
    }
    return t;
}

static bool same_problem(const struct timed *a, const struct timed *b)
{
    return a->k == b->k && a->cold == b->cold && a->kernel->op == b->kernel->op && a->kernel->type == b->kernel->type;
}

static bool same_kernel(const struct timed *a, const struct timed *b)
{
    return a->kernel == b->kernel && a->device == b->device && memcmp(a->param, b->param, sizeof a->param) == 0;
}

/* The run of t's kernel in this order on this many threads, or NULL. */
static const struct timed *find(const struct session *s, const struct timed *t, const struct reorder *order,
                                int threads)
{
    for (int i = 0; i < count(s); i++) {
        const struct timed *at = &s->timed[i];
        if (same_problem(at, t) && same_kernel(at, t) && at->order == order && at->threads == threads)
            return at;
    }
    return NULL;
}

void speed_note(struct session *s, const struct batch_item *item, bool cold, const struct measurement *m)
{
    const struct timed t = timed_of(s, item, cold, m), *was = find(s, &t, t.order, t.threads);
    if (was && t.busy && !was->busy && t.ms > was->ms)
        return;
    s->timed[was ? was - s->timed : s->times++ % SESSION_TIMES] = t;
}

static const struct timed *serial_of(const struct session *s, const struct timed *t)
{
    for (int i = 0; i < count(s); i++) {
        const struct timed *at = &s->timed[i];
        if (kernel_is_base(at->kernel) && same_problem(at, t) && at->order == t->order)
            return at;
    }
    return NULL;
}

/* The fastest peer on the same device, on however many threads. */
static const struct timed *peer_of(const struct session *s, const struct timed *t)
{
    const struct timed *best = NULL;
    for (int i = 0; i < count(s); i++) {
        const struct timed *at = &s->timed[i];
        if (at->kernel->peer && at->device == t->device && same_problem(at, t) && at->order == t->order &&
            (!best || at->ms < best->ms))
            best = at;
    }
    return best;
}

static struct interval span_of(const struct timed *t)
{
    return (struct interval){ t->ci_lo_ms, t->ms, t->ci_hi_ms };
}

/* Speed ratio to `other`, if that was run; *unclear: it is open. Beside itself it is 1, whichever time counts. */
static double ratio_to(const struct timed *t, const struct timed *other, bool *unclear)
{
    if (!other)
        return (double)NAN;
    if (same_kernel(t, other) && t->threads == other->threads)
        return 1;
    *unclear = interval_open(span_of(t), span_of(other));
    return other->ms / t->ms;
}

/* Products after which its preparation pays off, which takes longer than that of `other`. */
static void set_pays(struct ratios *r, const struct timed *t, const struct timed *other)
{
    const double cost = t->prepare_ms - other->prepare_ms;
    enum compared c = interval_compare(t->ci_lo_ms, t->ci_hi_ms, other->ci_lo_ms, other->ci_hi_ms);
    r->unclear = c == UNCLEAR;
    if (c == SLOWER)
        r->pays_after = INFINITY;
    else if (c == FASTER)
        r->pays_after = cost > 0 ? ceil(cost / (other->ms - t->ms)) : 0;
}

struct ratios speed_ratios(const struct session *s, const struct batch_item *item, bool cold,
                           const struct measurement *m)
{
    struct ratios r = { NAN, NAN, NAN, .plain_ms = NAN, .pays_after = NAN, .prepare_products = NAN };
    struct timed t = timed_of(s, item, cold, m);
    const struct timed *kept = m ? &t : find(s, &t, t.order, t.threads);
    if (!kept)
        return r;
    t = *kept;
    const struct timed *serial = serial_of(s, &t);
    const struct timed *one = t.kernel->serial ? NULL : find(s, &t, t.order, 1);
    const struct timed *peer = t.kernel->peer ? NULL : peer_of(s, &t);
    const struct timed *plain = t.order ? find(s, &t, NULL, t.threads) : NULL;
    r.speedup = ratio_to(&t, serial, &r.speedup_unclear);
    r.scaling = ratio_to(&t, kernel_has_team(t.kernel) ? one : NULL, &r.scaling_unclear);
    r.vs_library = ratio_to(&t, peer, &r.vs_library_unclear);
    r.plain_ms = plain ? plain->ms : (double)NAN;
    if (peer) {
        r.peer = peer->kernel->name;
        r.prepare_products = t.prepare_ms / peer->ms;
    }
    const struct timed *instead = t.order ? plain : peer;
    if (instead)
        set_pays(&r, &t, instead);
    return r;
}
