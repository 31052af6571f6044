/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preparing: makes the plans of a measurement and tells what one takes: the least of all times, as other programs only
   slow it down. */
#include "core/base/clock.h"
#include "core/measure/measuring.h"

struct timing {
    double ms;        /* with choosing, without upload */
    double waited_ms; /* in which threads of ours had no processor: without other programs it takes ms - waited_ms */
};

/* Waits for the work that prepare started. A plan exists even if that fails: *made. */
static bool plan_make(const struct measuring *r, const struct problem *p, struct plan *plan, struct timing *t,
                      bool *made, struct err *e)
{
    struct device *d = r->job->device;
    const double waited = stretched_waited_ms(), begin = clock_ms();
    *made = r->job->kernel->prepare(p, plan, e);
    if (!*made || !d->ops->sync(d, e))
        return false;
    t->ms = fmax(0, clock_ms() - begin - plan->upload_ms);
    t->waited_ms = fmax(0, stretched_waited_ms() - waited);
    return true;
}

static bool is_doubtful(const struct measuring *r)
{
    return device_is_cpu(r->job->device->kind) && r->job->threads <= r->job->device->threads &&
           stretched_doubtful(&r->m->prepare);
}

/* A kernel that chooses is charged the shortest choosing and, for the plan itself, the shortest time of its choice. */
void measuring_note(struct measuring *r, const struct plan *plan, double ms, double waited_ms)
{
    struct measurement *m = r->m;
    const double own = fmax(ms - plan->choosing_ms, 0), before = fmax(m->prepare.ms - m->choosing_ms, 0);
    if (m->prepare.times == 0) {
        m->choosing_ms = plan->choosing_ms;
        m->upload_ms = plan->upload_ms;
        stretched_note(&m->prepare, ms, ms - waited_ms);
    } else {
        m->choosing_ms = fmin(m->choosing_ms, plan->choosing_ms);
        m->upload_ms = fmin(m->upload_ms, plan->upload_ms);
        stretched_note(&m->prepare,
                       m->choosing_ms + (strcmp(m->choice, plan->choice) == 0 ? fmin(before, own) : before),
                       ms - waited_ms);
    }
    m->flags = (m->flags & ~(unsigned)FLAG_PREPARE) | (is_doubtful(r) ? FLAG_PREPARE : 0u);
}

static bool is_plausible(const struct measuring *r)
{
    const uint64_t bytes = size_add(r->plan.bytes, kernel_csr_bytes(r->problem.a));
    return r->m->prepare.ms - r->m->choosing_ms <= measuring_prepare_most(bytes);
}

/* Times another preparation from scratch, with its own search for an order, and drops its plan. One that fails says
   nothing. */
static bool time_again(struct measuring *r, struct timing *t, struct err *e)
{
    struct problem p = r->problem;
    struct similar_order order = { 0 };
    struct plan next = { 0 };
    struct err why = { 0 };
    bool made;
    p.order = &order;
    const bool ok = plan_make(r, &p, &next, t, &made, &why);
    if (ok)
        measuring_note(r, &next, t->ms, t->waited_ms);
    if (made)
        r->job->kernel->release(next.data);
    free(order.row);
    return ok || !made || err_set(e, why.code, "%s", why.text);
}

/* Whether a GPU waited for its host: the first upload after a pause took 30 to 60 ms on a virtual machine, the next one
   2. Even slow buses move 4 GB/s. */
static bool uploads_slowly(const struct measuring *r)
{
    const double upload = r->m->upload_ms, most_ms = 100;
    return upload > 5 + (double)r->plan.bytes / 4e6 && upload + r->m->prepare.ms < most_ms;
}

/* Whether a time in doubt, or a long one, may well be short. */
static bool wants_again(const struct measuring *r)
{
    const struct measurement *m = r->m;
    if (!device_is_cpu(r->job->device->kind))
        return uploads_slowly(r);
    return (m->flags & FLAG_PREPARE || (m->prepare.times == 1 && !is_plausible(r))) && stretched_is_short(&m->prepare);
}

static bool time_surely(struct measuring *r, double spent_ms, struct err *e)
{
    const double most_ms = 250 * r->job->options.max_s; /* as long as the first warm-up at most */
    const struct measurement *m = r->m;
    struct timing t;
    while (m->prepare.times < STRETCHED_TRIES && wants_again(r) && spent_ms <= most_ms &&
           size_add(m->device_bytes, r->plan.bytes) <= r->problem.limit) {
        const int before = m->prepare.times;
        usleep(1000 * STRETCHED_REST_MS);
        if (!time_again(r, &t, e))
            return false;
        if (m->prepare.times == before)
            return true;
        spent_ms += t.ms;
    }
    return true;
}

bool measuring_prepare(struct measuring *r, struct err *e)
{
    struct measurement *m = r->m;
    struct timing t;
    if (!plan_make(r, &r->problem, &r->plan, &t, &r->prepared, e))
        return false;
    r->transfer.plan_data = r->sampling.plan_data = r->plan.data;
    m->filed = r->order.sought && !r->order.found;
    m->threads = r->sampling.threads = r->plan.threads ? r->plan.threads : r->job->threads;
    m->slots = r->plan.slots;
    snprintf(m->choice, sizeof m->choice, "%s", r->plan.choice);
    m->device_bytes = size_add(r->plan.bytes, kernel_operand_bytes(&r->problem));
    measuring_note(r, &r->plan, t.ms, t.waited_ms);
    m->has |= HAS_PREPARE | (m->upload_ms > 0 ? HAS_UPLOAD : 0);
    return time_surely(r, t.ms, e);
}

/* The old plan lives until the new one exists, so that the new one gets other memory. Where the first plan sought an
   order of rows, later ones use it, and their times are of something else. */
bool measuring_prepare_anew(struct measuring *r, struct err *e)
{
    struct plan next = { 0 };
    struct timing t;
    bool made;
    const bool ok = plan_make(r, &r->problem, &next, &t, &made, e);
    if (!made)
        return false;
    r->job->kernel->release(r->plan.data);
    r->plan = next;
    r->transfer.plan_data = r->sampling.plan_data = next.data;
    if (ok && !r->order.sought)
        measuring_note(r, &next, t.ms, t.waited_ms);
    else if (ok)
        r->m->upload_ms = fmin(r->m->upload_ms, next.upload_ms);
    return ok;
}
