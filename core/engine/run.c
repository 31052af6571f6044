/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/run.h"

#include "core/engine/inputs.h"
#include "core/engine/item.h"
#include "core/engine/look.h"
#include "core/engine/machine.h"
#include "core/engine/orders.h"
#include "core/engine/roofs.h"
#include "core/engine/speed.h"

/* ---- one run ---- */

/* a + n·b */
static struct run_count count_add(struct run_count a, int n, struct run_count b)
{
    return (struct run_count){ a.items + n * b.items, a.runs + n * b.runs };
}

static struct reporter reporter_of(struct session *s, const struct batch *b, int at)
{
    b->item[at].id = ++s->runs;
    return (struct reporter){ .session = s,
                              .item = &b->item[at],
                              .id = s->runs,
                              .at = count_add(b->before, 1, batch_count(b, at + 1)),
                              .of = b->of,
                              .cold = b->cold,
                              .until = b->until };
}

static struct measure_options options_of(const struct batch *b)
{
    struct measure_options options = measure_defaults();
    options.cold = b->cold;
    options.samples = b->samples > 0 ? (int)b->samples : options.samples;
    options.until = b->until;
    if (b->patience_ms >= 0)
        options.patience_s = 1e-3 * (double)b->patience_ms;
    options.phases = b->phases;
    return options;
}

/* Whether its interval, or that of its ratio in turns, is wider than wanted. */
static bool spreads(const struct reporter *r, const struct measurement *m)
{
    const struct interval i =
        r->pair ? pair_interval(r->pair, r == r->two) : (struct interval){ m->ci_lo_ms, m->median_ms, m->ci_hi_ms };
    return r->until > 0 && !(interval_spread(i.mid, i.lo, i.hi) <= r->until);
}

/* A device's roof, which takes seconds, is measured after its first run. */
void run_end(struct session *s, struct reporter *reporter, struct measurement *m, const struct err *lost)
{
    conditions_end(&reporter->conditions);
    if (!lost && m->state == ST_OK && m->has & HAS_TIME) {
        roofs_measure(s, reporter->item->device);
        item_note_busy(s, reporter->item, m);
        roofs_review(s, reporter->item->device, &reporter->conditions, m);
        if (conditions_crowded(&reporter->conditions, reporter->item->device, reporter->item->threads) &&
            !(m->flags & FLAG_BUSY))
            measure_disturbed(m, reporter->item->device, reporter->item->threads);
        m->flags |= machine_flags(reporter->item, &reporter->conditions, m);
        if (stretched_doubtful(&orders_for(s, reporter->item->kernel->kernel->op)->took))
            m->flags |= FLAG_PREPARE;
        if (spreads(reporter, m))
            m->flags |= FLAG_UNTIL;
        speed_note(s, reporter->item, reporter->cold, m);
        paces_keep(s);
    }
    if (lost) {
        *m = (struct measurement){ .state = ST_ERROR };
        snprintf(m->text, sizeof m->text, "%s", lost->text);
    }
    reporter_measurement(reporter, m);
}

/* The last peer with the problem and the device of serial CSR, which runs before it, so that its ratios come later; of
   other items, or without a peer, the item itself. */
static int last_peer(const struct batch *b, int at)
{
    const struct batch_item *item = &b->item[at], *i = item;
    if (!b->compares && kernel_is_base(item->kernel->kernel))
        i = &b->item[b->count - 1];
    while (i > item && !(i->kernel->kernel->peer && i->state == ST_OK && i->device == item->device &&
                         i->type == item->type && i->k == item->k))
        i--;
    return (int)(i - b->item);
}

/* Sends the ratios of each item whose last peer has just run. */
static void complete(struct session *s, const struct batch *b, int at)
{
    for (int i = 0; i < at; i++)
        if (b->item[i].id > 0 && last_peer(b, i) == at)
            reporter_ratios(
                &(struct reporter){ .session = s, .item = &b->item[i], .id = b->item[i].id, .cold = b->cold });
}

/* Measures an item and reports the outcome. Fails only if the device is lost. */
static bool run_item(struct session *s, const struct batch *b, int at, struct err *e)
{
    struct reporter reporter = reporter_of(s, b, at);
    reporter.later = last_peer(b, at) > at;
    struct measurement m;
    bool alive = item_measure(&reporter, &s->given[b->op][reporter.item->type], options_of(b), NULL, &m, e);
    run_end(s, &reporter, &m, alive ? NULL : e);
    complete(s, b, at);
    return alive;
}

/* The same for two items in alternation. */
static bool run_pair(struct session *s, const struct batch *b, int at, struct err *e)
{
    struct reporter reporter[2] = { reporter_of(s, b, at), reporter_of(s, b, at + 1) };
    struct measure_job job[2];
    struct measure_watch watch[2];
    struct measurement m[2];
    struct pair p;
    for (int i = 0; i < 2; i++) {
        job[i] = item_job(&reporter[i], &s->given[b->op][reporter[i].item->type], options_of(b));
        watch[i] = item_watch(&reporter[i]);
    }
    bool alive = pair_measure(job, watch, m, &p, e);
    s->lost = !alive;
    for (int i = 0; i < 2; i++) {
        reporter[i].two = reporter;
        reporter[i].pair = &p;
        run_end(s, &reporter[i], &m[i], alive ? NULL : e);
    }
    if (p.blocks > 0)
        reporter_compared(reporter, &p);
    return alive;
}

static bool run_batch(struct session *s, const struct batch *b, struct err *e)
{
    const int step = b->compares ? 2 : 1;
    int inputs = -1; /* the type of the current inputs */
    for (int i = 0; i < b->count; i += step) {
        if (b->before.items + i < b->skip)
            continue;
        look_meanwhile(s);
        if (session_cancelled(s))
            return err_set(e, ERR_CANCELLED, "cancelled after %d of %d run%s", b->before.runs + batch_count(b, i).runs,
                           b->of.runs, text_plural(b->of.runs));
        const enum vtype type = b->item[i].type;
        const int64_t k = (int)type != inputs ? batch_k(b, type) : 0;
        if ((k > 0 && !inputs_make(s, b->op, type, k, e)) ||
            !(b->compares ? run_pair(s, b, i, e) : run_item(s, b, i, e)))
            return false;
        inputs = (int)type;
    }
    return session_goes_on(s, e);
}

/* ---- every ordering ---- */

/* A `run`: the orders of each operation, as bits; what is done, and what later operations add, as far as known. */
struct course {
    unsigned wanted[OP_COUNT];
    struct run_count before, later[OP_COUNT];
};

static int caches_of(const struct batch *b)
{
    return __builtin_popcount(b->caches);
}

/* Validates the command first, so that a typo fails before any reordering is computed. */
static bool run_check(struct session *s, const struct command *c, enum op op, struct course *r, struct err *e)
{
    struct batch b;
    if (!session_needs(s, true, e) || !orders_wanted(s, c, op, &r->wanted[op], e))
        return false;
    bool ok = batch_make(s, c, op, &b, e);
    const int times = __builtin_popcount(r->wanted[op]) * caches_of(&b);
    for (int i = 0; i < (int)op; i++)
        r->later[i] = count_add(r->later[i], times, batch_count(&b, b.count));
    machine_note_crowd(s, &b);
    batch_free(&b);
    return ok || e->code == ERR_UNSUPPORTED;
}

/* With warm caches, with cold ones, or both. */
static bool run_caches(struct session *s, struct batch *b, struct run_count *before, struct err *e)
{
    bool ok = true;
    for (int cold = 0; cold < 2 && ok; cold++) {
        if (!(b->caches >> cold & 1))
            continue;
        b->cold = cold;
        b->before = *before;
        *before = count_add(*before, 1, batch_count(b, b->count));
        ok = run_batch(s, b, e);
    }
    return ok;
}

/* Runs the batch in one order. False: stop; or *why says that this ordering is unavailable. */
static bool run_ordered(struct session *s, const struct command *c, enum op op, const struct reorder *order, int left,
                        struct course *r, struct err *why)
{
    struct batch b;
    if (!orders_use(s, order, why) || !batch_make(s, c, op, &b, why))
        return false;
    b.of = count_add(count_add(r->before, 1, r->later[op]), left * caches_of(&b), batch_count(&b, b.count));
    bool ok = run_caches(s, &b, &r->before, why);
    batch_free(&b);
    return ok;
}

/* Runs one operation in each wanted order; *first: the first failure. */
static void run_orders(struct session *s, const struct command *c, enum op op, struct course *r, struct err *first)
{
    unsigned wanted = r->wanted[op];
    for (int i = 0; wanted && !s->lost && first->code != ERR_CANCELLED; i++, wanted >>= 1) {
        struct err why = { 0 };
        bool ok = !(wanted & 1) || run_ordered(s, c, op, reorders[i], __builtin_popcount(wanted), r, &why);
        if (!ok && (first->code == ERR_NONE || why.code == ERR_CANCELLED))
            *first = why;
    }
}

/* An unavailable ordering does not stop the others; `done` says why. */
bool do_run(struct session *s, const struct command *c, struct err *e)
{
    unsigned ops;
    struct course r = { 0 };
    if (!batch_ops(c, &ops, e))
        return false;
    for (int op = 0; op < OP_COUNT; op++)
        if (ops >> op & 1 && !run_check(s, c, (enum op)op, &r, e))
            return false;
    struct err first = { 0 };
    for (int op = 0; op < OP_COUNT; op++)
        if (ops >> op & 1)
            run_orders(s, c, (enum op)op, &r, &first);
    orders_restore(s);
    *e = first;
    return first.code == ERR_NONE;
}
