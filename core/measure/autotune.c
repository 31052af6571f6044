/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/autotune.h"

#include "core/base/clock.h"
#include "core/measure/duel.h"
#include "core/measure/measuring.h"
#include "core/measure/ranking.h"

enum { TRIALS, BUDGET, PRODUCTS };

static const double near = 2; /* the largest cost of a candidate, over that of the best */

struct advised {
    const struct kernel *kernel;
    int threads;
    struct plan plan;
};

bool autotune_supports(const struct kernel *const *kernels, const struct problem *p, struct err *why)
{
    struct ranking r;
    struct err last = { 0 };
    return ranking_make(kernels, p, &r, &last) || err_set(why, last.code, "%s", last.text);
}

uint64_t autotune_bytes(const struct kernel *const *kernels, const struct problem *p)
{
    struct ranking r;
    struct err why;
    uint64_t most = 0;
    ranking_make(kernels, p, &r, &why);
    for (int i = 0; i < r.count; i++)
        most = r.candidate[i].bytes > most ? r.candidate[i].bytes : most;
    return most;
}

/* The state of the trials. */
struct contest {
    const struct problem *problem;
    struct advised best;       /* kernel is NULL at first */
    double best_ms, best_cost; /* its time, INFINITY at first; its expected cost */
    int64_t best_param[PARAM_MAX];
    double begin_ms, won_ms; /* the start; the preparation of the best, without its upload */
    double spent_ms;         /* on preparations and trials, without the first run of each */
    double least_ms;         /* the shortest preparation charged so far; INFINITY: none */
    int tried;               /* candidates prepared */
    int64_t most;            /* limit of `tried` */
    double upload_ms;        /* of all candidates */
    struct shared shared;
};

static void advised_drop(struct advised *a)
{
    if (a->kernel)
        a->kernel->release(a->plan.data);
    a->kernel = NULL;
}

/* What is left of BUDGET, or of the time that PRODUCTS runs of the best take. */
static double contest_left(const struct contest *t)
{
    const double least = (double)t->problem->param[BUDGET];
    return fmax(least, (double)t->problem->param[PRODUCTS] * t->best_ms) - t->spent_ms;
}

/* Bytes taken by the best so far and by what plans share; the best may include what it shares. */
static uint64_t contest_held(const struct contest *t)
{
    return t->best.plan.bytes - t->best.plan.shared + t->shared.bytes;
}

/* Whether there is time to prepare another one, for a first run and for a duel. What the first took to prepare tells
   little of the next: on a CPU it does not count within BUDGET. */
static bool contest_lasts(const struct contest *t)
{
    const double trial_ms = (1 + 2 * DUEL_LEAST) * t->best_ms, budget = (double)t->problem->param[BUDGET];
    const bool within = t->problem->device->ops->topology && trial_ms <= budget - t->spent_ms;
    return within || (isinf(t->least_ms) ? 0 : t->least_ms) + trial_ms <= contest_left(t);
}

/* Whether the candidate is worth preparing, has time, and fits beside the best so far. */
static bool contest_admits(const struct contest *t, const struct candidate *c)
{
    if (!t->best.kernel)
        return true;
    return t->tried < t->most && c->cost <= near * t->best_cost && contest_lasts(t) &&
           size_add(c->bytes, contest_held(t)) <= ranking_room(t->problem);
}

/* A plan as a rival whose run took `about_ms`. It warms up if A and operands fit a cache that cannot hold both. */
static struct rival rival_of(const struct problem *p, const struct advised *a, double about_ms,
                             const struct advised *other)
{
    const struct device *d = p->device;
    uint64_t alone = size_add(a->plan.bytes, kernel_operand_bytes(p)), both = size_add(alone, other->plan.bytes);
    bool warms = alone <= d->cache && d->cache < both;
    for (int i = 0; i < d->levels; i++)
        warms |= alone <= d->level[i].bytes && d->level[i].bytes < both;
    return (struct rival){
        .run = a->kernel->run, .data = a->plan.data, .threads = a->threads, .about_ms = about_ms, .warms = warms
    };
}

/* Compares a prepared candidate with the best so far; *won: it is faster; *ms: its time. */
static bool contest_compare(struct contest *t, const struct advised *a, bool *won, double *ms, struct err *why)
{
    const struct problem *p = t->problem;
    struct rival in = rival_of(p, a, 0, &t->best);
    /* a warm-up: only later runs count */
    if (!rival_time(&in, p->device, 1, &in.about_ms, why))
        return false;
    *won = !t->best.kernel;
    if (*won) {
        bool ok = rival_time(&in, p->device, 1, ms, why);
        *ms = fmin(*ms, in.about_ms);
        t->spent_ms += *ms;
        return ok;
    }
    struct rival best = rival_of(p, &t->best, t->best_ms, a);
    if (!duel(&in, &best, p->device, contest_left(t), &t->spent_ms, why))
        return false;
    /* Candidates are ordered by expected cost: in doubt, the best so far stays, but not against one thread. */
    *won = a->kernel == t->best.kernel && a->threads == 1 ? in.ms < 1.1 * best.ms
                                                          : in.again_ms < best.ms && !rival_disturbed(&best);
    *ms = in.ms;
    t->best_ms = best.about_ms;
    return true;
}

/* Time charged for a preparation that took `took` ms, of which this thread worked for `worked` ms: not what host code
   waited, for a team or for other programs, unless it spins. */
static double contest_counts(const struct contest *t, const struct plan *made, double took, double worked)
{
    return t->problem->device->ops->topology ? fmin(worked, measuring_prepare_most(made->bytes)) : took;
}

/* False: the device is lost. *why also has a failure of the candidate alone. */
static bool contest_try(struct contest *t, const struct candidate *c, struct err *why)
{
    struct device *d = t->problem->device;
    struct problem own = *t->problem;
    struct advised a = { .kernel = c->kernel };
    const bool seeks = own.order && !own.order->sought;
    const double begin = clock_ms(), working = clock_thread_ms();
    double took, ms;
    bool won = false;
    memcpy(own.param, c->param, sizeof own.param);
    if (own.order)
        own.order->only = c->hopes;
    own.threads = a.threads = c->threads;
    own.shared = &t->shared;
    own.limit -= t->best.kernel ? contest_held(t) : 0;
    bool ok = c->kernel->prepare(&own, &a.plan, why);
    if (own.order)
        own.order->only = false;
    if (!ok)
        return d->ops->sync(d, why);
    t->upload_ms += a.plan.upload_ms;
    ok = d->ops->sync(d, why);
    took = clock_ms() - begin;
    if (!seeks || !own.order->sought) { /* the order, once sought, serves the other candidates too */
        const double counts = contest_counts(t, &a.plan, took, clock_thread_ms() - working);
        t->spent_ms += counts;
        t->least_ms = fmin(t->least_ms, counts);
    }
    ok = ok && contest_compare(t, &a, &won, &ms, why);
    t->tried++;
    if (ok && won) {
        struct advised loser = t->best;
        t->best = a;
        a = loser;
        t->best_ms = ms;
        t->best_cost = c->cost;
        t->won_ms = took - t->best.plan.upload_ms;
        memcpy(t->best_param, c->param, sizeof t->best_param);
    }
    advised_drop(&a);
    return ok || d->ops->sync(d, why);
}

/* Tries the best with n threads. */
static bool contest_team(struct contest *t, int n, struct err *why)
{
    struct candidate c = { .kernel = t->best.kernel, .threads = n, .cost = t->best_cost, .bytes = t->best.plan.bytes };
    memcpy(c.param, t->best_param, sizeof c.param);
    if (!contest_admits(t, &c))
        return true;
    t->most++;
    return contest_try(t, &c, why);
}

/* The first candidate settles how many threads a small product takes: one, or half of those expected, a quarter … while
   that is faster. Half of 16 threads saves 1.6 µs, a tenth of small_ms; where less is to be gained, changing teams
   disturbs the comparison. */
static bool contest_threads(struct contest *t, struct err *why)
{
    const double small_ms = 0.016;
    const bool ours = t->problem->device->ops->topology && t->problem->param[TRIALS] > 1 && !t->best.kernel->serial;
    if (!ours || t->best.threads == 1 || t->best_ms >= small_ms)
        return true;
    bool alive = contest_team(t, 1, why);
    for (int n = t->best.threads / 2; alive && n > 1 && t->best.threads == 2 * n; n /= 2)
        alive = contest_team(t, n, why);
    return alive;
}

/* "cpu.sell.simd,GATHER=instruction": the kernel with the parameters that differ from their defaults. */
static void choice_text(const struct kernel *k, const int64_t *value, int threads, char *text, size_t size)
{
    snprintf(text, size, "%s", k->name);
    kernel_params_text(k, value, false, ",", text, size);
    if (threads)
        text_add(text, size, ",%d thread%s", threads, threads > 1 ? "s" : "");
}

static bool contest_end(struct contest *t, struct plan *out, struct err *e)
{
    const struct kernel *k = t->best.kernel;
    struct problem own = *t->problem;
    struct advised *a = malloc(sizeof *a);
    if (!a)
        return err_nomem(e, "the plan", sizeof *a);
    *a = t->best;
    t->best.kernel = NULL; /* *a owns it */
    memcpy(own.param, t->best_param, sizeof own.param);
    if (own.order && own.order->sought && !own.order->found)
        kernel_param_filed(k, own.param);
    *out = (struct plan){ .data = a, .upload_ms = t->upload_ms, .bytes = a->plan.bytes };
    out->traffic = kernel_traffic(&own, &a->plan);
    out->slots = a->plan.slots;
    out->choosing_ms = fmax(clock_ms() - t->begin_ms - t->upload_ms - t->won_ms, 0);
    out->threads = a->threads < own.threads ? a->threads : 0;
    choice_text(k, own.param, k->serial ? 0 : out->threads, out->choice, sizeof out->choice);
    return true;
}

/* Ranks the candidates, of which the best so far may now cost something else. */
static bool contest_rank(struct contest *t, const struct kernel *const *kernels, const struct problem *p,
                         struct ranking *r, struct err *why)
{
    bool any = ranking_make(kernels, p, r, why);
    for (int i = 0; i < r->count; i++)
        if (r->candidate[i].kernel == t->best.kernel)
            t->best_cost = r->candidate[i].cost;
    return any;
}

bool autotune_prepare(const struct kernel *const *kernels, const struct problem *p, struct plan *out, struct err *e)
{
    struct contest t = { .problem = p, .best_ms = INFINITY, .begin_ms = clock_ms(), .least_ms = INFINITY };
    struct problem fewer = *p; /* with the threads that a small product takes */
    struct ranking r;
    struct err why = { 0 };
    bool alive = contest_rank(&t, kernels, p, &r, &why), settled = false;
    t.most = p->param[TRIALS];
    t.spent_ms = clock_ms() - t.begin_ms;
    for (int i = 0; alive && i < r.count; i++) {
        const struct candidate c = r.candidate[i];
        if (c.kernel == t.best.kernel || !contest_admits(&t, &c))
            continue;
        alive = contest_try(&t, &c, &why);
        bool anew = c.hopes && p->order->sought && !p->order->found; /* others may rank first now */
        if (alive && !settled && t.best.kernel) {
            settled = true;
            alive = contest_threads(&t, &why);
            if (t.best.threads < c.threads) {
                fewer.threads = t.best.threads;
                anew = true;
            }
        }
        if (alive && anew) {
            contest_rank(&t, kernels, &fewer, &r, &why);
            i = -1;
        }
    }
    bool ok = alive && t.best.kernel && contest_end(&t, out, &why);
    advised_drop(&t.best);
    if (t.shared.data)
        t.shared.leave(t.shared.data);
    return ok || err_set(e, why.code, "%s", why.text);
}

bool autotune_run(void *advised, struct err *e)
{
    struct advised *a = advised;
    return a->kernel->run(a->plan.data, e);
}

void autotune_release(void *advised)
{
    struct advised *a = advised;
    if (a) {
        advised_drop(a);
        free(a);
    }
}

/* Costs err by a factor of 1.5 from one processor to the next, but one of the first three is within 5% of the best in
   121 of 128 cells. */
const struct param autotune_params[] = {
    [TRIALS] = { "TRIALS", "kernels that are prepared and tried at most", 1, 16, 3, NULL },
    [BUDGET] = { "BUDGET", "milliseconds in which candidates are prepared and tried", 1, 10000, 12, NULL },
    [PRODUCTS] = { "PRODUCTS", "the same in runs of the fastest, where these take longer than BUDGET", 0, 1000, 25,
                   NULL },
    { 0 },
};
