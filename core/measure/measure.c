/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/measuring.h"

#include "core/base/clock.h"
#include "core/measure/load.h"

static enum measure_state state_of(enum err_code code)
{
    switch (code) {
    case ERR_CHECK:
        return ST_FAIL;
    case ERR_MEMORY:
        return ST_NO_MEMORY;
    case ERR_UNSUPPORTED:
        return ST_UNSUPPORTED;
    case ERR_CANCELLED:
        return ST_CANCELLED;
    default:
        return ST_ERROR;
    }
}

/* ---- one measurement ---- */

static bool run_step(const struct measuring *r, enum measure_step step, struct err *e)
{
    return watch_step(&r->sampling.watch, step, r->m, 1, e);
}

/* Waits for the work that prepare, called at `begin`, started; *ms: the time of both, without upload. */
static bool plan_time(const struct measuring *r, double begin, const struct plan *plan, double *ms, struct err *e)
{
    struct device *d = r->job->device;
    if (!d->ops->sync(d, e))
        return false;
    *ms = fmax(0, clock_ms() - begin - plan->upload_ms);
    return true;
}

static bool plan_prepare(struct measuring *r, struct err *e)
{
    struct measurement *m = r->m;
    double begin = clock_ms();
    if (!r->job->kernel->prepare(&r->problem, &r->plan, e))
        return false;
    r->prepared = true;
    m->filed = r->order.sought && !r->order.found;
    r->transfer.plan_data = r->sampling.plan_data = r->plan.data;
    m->threads = r->sampling.threads = r->plan.threads ? r->plan.threads : r->job->threads;
    if (!plan_time(r, begin, &r->plan, &m->prepare_ms, e))
        return false;
    m->upload_ms = r->plan.upload_ms;
    m->choosing_ms = r->plan.choosing_ms;
    m->slots = r->plan.slots;
    snprintf(m->choice, sizeof m->choice, "%s", r->plan.choice);
    m->has |= HAS_PREPARE | (m->upload_ms > 0 ? HAS_UPLOAD : 0);
    m->device_bytes = size_add(r->plan.bytes, kernel_operand_bytes(&r->problem));
    return run_step(r, STEP_PREPARE, e);
}

/* Describes a run: its work and traffic, and whether its working set, padding included, fits the cache. */
static void run_describe(const struct measuring *r)
{
    const struct problem *p = &r->problem;
    struct measurement *m = r->m;
    uint64_t traffic = kernel_traffic(p, &r->plan);
    uint64_t working_set = traffic > m->device_bytes ? traffic : m->device_bytes;
    m->products = (double)p->a->nnz * (r->operation->columns ? (double)r->job->k : 1);
    m->flops = r->operation->flops * m->products;
    m->bytes = (double)traffic;
    m->cold = r->job->options.cold;
    m->in_cache = !m->cold && working_set <= r->job->device->cache;
}

/* ERR_CHECK if the result is wrong. */
static bool run_check(struct measuring *r, struct err *e)
{
    struct check c;
    struct measurement *m = r->m;
    if (!r->operation->compare(&r->transfer, &c, e))
        return false;
    m->sampled_check = r->transfer.ref && r->transfer.ref->sampled;
    m->has |= HAS_ERROR;
    m->err_ratio = c.err_ratio > m->err_ratio ? c.err_ratio : m->err_ratio;
    m->err_abs = fmax(m->err_abs, c.err_abs);
    m->err_rel = fmax(m->err_rel, c.err_rel);
    return c.passed || err_set(e, ERR_CHECK, "%s", c.text);
}

/* ---- blocks ---- */

/* Each block starts like a new process: after a rest, in which threads migrate and clocks fall, with operands in other
   memory, and with a new plan if preparing is cheap. On an H200, medians of 20 ms differed by 0.02 to 0.08% while
   nothing changed, by 0.1% from process to process, and by as much from plan to plan in one process; on 16 cores a rest
   of 100 ms moved them by up to 40%. */
enum { REST_MS = 10 };
/* A plan may take 1/REMAKE_PART of the sampling time, a check 1/CHECK_PART. */
enum { REMAKE_PART = 10, CHECK_PART = 100 };

/* Not for a kernel that chooses another: its next choice might differ. */
static bool plan_remakes(const struct measuring *r)
{
    const struct measurement *m = r->m;
    return !*m->choice && size_add(m->device_bytes, r->plan.bytes) <= r->problem.limit &&
           (m->prepare_ms + m->upload_ms) * REMAKE_PART <= 1000 * r->job->options.min_s;
}

static bool operands_move(const struct measuring *r)
{
    return transfer_moves(&r->transfer) &&
           size_add(r->m->device_bytes, kernel_operand_bytes(&r->problem)) <= r->problem.limit;
}

/* The old plan lives until the new one exists, so that the new one gets other memory. The shortest preparation counts,
   as other programs only slow it down. Only the first plan seeks an order of rows, so that time stays. */
static bool plan_again(struct measuring *r, struct err *e)
{
    struct measurement *m = r->m;
    struct plan next = { 0 };
    double ms, begin = clock_ms();
    if (!r->job->kernel->prepare(&r->problem, &next, e))
        return false;
    const bool ok = plan_time(r, begin, &next, &ms, e);
    r->job->kernel->release(r->plan.data);
    r->plan = next;
    r->transfer.plan_data = r->sampling.plan_data = next.data;
    if (!ok)
        return false;
    m->upload_ms = fmin(m->upload_ms, next.upload_ms);
    if (!r->order.sought)
        m->prepare_ms = fmin(m->prepare_ms, ms);
    return true;
}

/* A short preparation in which a thread lost its processor takes many times as long: it is made anew, twice at most. */
static bool plan_whole(struct measuring *r, long before, struct err *e)
{
    enum { TRIES = 2, SHORT_MS = 100 };
    const struct measurement *m = r->m;
    for (int i = 0; i < TRIES && load_preemptions() != before; i++) {
        if (*m->choice || m->prepare_ms > SHORT_MS || !device_is_cpu(r->job->device->kind) ||
            size_add(m->device_bytes, r->plan.bytes) > r->problem.limit)
            return true;
        before = load_preemptions();
        if (!plan_again(r, e))
            return false;
    }
    return true;
}

/* Checks what the timed runs left in Y. */
static bool check_again(struct measuring *r, struct err *e)
{
    if (run_check(r, e))
        return true;
    if (e->code == ERR_CHECK)
        err_prefix(e, "right at first, wrong after %d samples", r->m->samples);
    return false;
}

/* Poisons Y again, so that the last check covers the last block; checks every block if that is cheap. */
static bool block_renew(void *arg, struct err *e)
{
    struct measuring *r = arg;
    const struct operation *o = r->operation;
    if ((r->checks && !check_again(r, e)) || !run_step(r, STEP_REST, e))
        return false;
    usleep(1000 * REST_MS);
    return (!r->moves || transfer_move(&r->transfer, e)) && (!r->remakes || plan_again(r, e)) &&
           (!o->poison || o->poison(&r->transfer, e));
}

/* ---- its steps ---- */

/* Reference first, then the check, then timing. */
static bool begin(struct measuring *r, struct err *e)
{
    const struct operation *o = r->operation;
    double first_ms;
    uint64_t bytes;
    if (!measuring_possible(r->job->kernel, &r->problem, &bytes, e) || !run_step(r, STEP_PREPARE, e))
        return false;
    if (o->upload && !o->upload(&r->transfer, e))
        return false;
    const long before = load_preemptions();
    if (!plan_prepare(r, e) || !plan_whole(r, before, e))
        return false;
    run_describe(r);
    if ((o->poison && !o->poison(&r->transfer, e)) || !sampling_time(&r->sampling, 1, &first_ms, e))
        return false;
    double check = clock_ms();
    if (!run_check(r, e) || !run_step(r, STEP_CHECK, e))
        return false;
    r->checks = (clock_ms() - check) * CHECK_PART <= 1000 * r->job->options.min_s;
    r->moves = operands_move(r);
    r->remakes = plan_remakes(r);
    r->sampling.renew = r->moves || r->remakes ? block_renew : NULL;
    return r->job->options.samples == 0 || sampling_begin(&r->sampling, first_ms, e);
}

bool measuring_begin(struct measuring *r, const struct measure_job *job, struct measure_watch watch,
                     struct measurement *m)
{
    *r = (struct measuring){
        .job = job, .operation = operations[job->kernel->op], .problem = measuring_pose(job), .m = m
    };
    r->problem.order = &r->order;
    r->transfer = (struct transfer){
        .kernel = job->kernel,
        .device = job->device,
        .problem = &r->problem,
        .x = job->x,
        .ref = job->ref,
        .transposed = job->transposed,
        .order = job->order,
    };
    r->sampling = (struct sampling){
        .kernel = job->kernel,
        .device = job->device,
        .options = job->options,
        .watch = watch,
        .m = m,
        .arg = r,
    };
    *m = (struct measurement){ .state = ST_OK, .type = job->kernel->type, .threads = job->threads };
    job->device->team = job->threads;
    r->ok = begin(r, &r->why);
    return r->ok;
}

bool measuring_enough(const struct measuring *r)
{
    return !r->ok || r->job->options.samples == 0 || sampling_enough(&r->sampling);
}

bool measuring_block(struct measuring *r)
{
    r->job->device->team = r->job->threads;
    r->ok = r->ok && sampling_block(&r->sampling, &r->why);
    return r->ok;
}

static bool finish(struct measuring *r, struct result *result, struct err *e)
{
    const struct operation *o = r->operation;
    const struct kernel *k = r->job->kernel;
    const bool timed = r->job->options.samples > 0, phases = r->job->options.phases && k->phases;
    return (!phases || phases_measure(r, e)) && (!timed || check_again(r, e)) &&
           (!timed || !k->parts || k->parts(r->plan.data, r->m->repeats, r->m->part, &r->m->parts, e)) &&
           (!result || !o->hand_out || o->hand_out(&r->transfer, result, e));
}

/* A device whose sync fails is lost. */
static bool device_lost(struct device *d, const struct err *why)
{
    struct err ignored = { 0 };
    return why->code == ERR_DEVICE && !d->ops->sync(d, &ignored);
}

static void outcome_set(struct measurement *m, const struct err *why)
{
    m->state = state_of(why->code);
    m->has &= ~(unsigned)(HAS_TIME | HAS_INTERVAL | HAS_PHASES); /* without a passed check, no speed is shown */
    m->samples = m->blocks = m->parts = 0;
    m->flags = 0;
    snprintf(m->text, sizeof m->text, "%s", why->text);
}

bool measuring_end(struct measuring *r, struct result *result, struct err *e)
{
    struct device *d = r->job->device;
    d->team = r->job->threads;
    bool ok = r->ok && finish(r, result, &r->why);
    bool lost = !ok && device_lost(d, &r->why);
    if (r->prepared)
        r->job->kernel->release(r->plan.data);
    free(r->order.row);
    transfer_end(&r->transfer);
    d->team = 0;
    if (!ok) {
        outcome_set(r->m, &r->why);
        if (result)
            result_free(result);
    }
    return !lost || err_set(e, ERR_DEVICE, "%s", r->why.text);
}

bool measure_run(const struct measure_job *job, struct measure_watch watch, struct measurement *m,
                 struct result *result, struct err *e)
{
    struct measuring r;
    if (result)
        *result = (struct result){ 0 };
    if (!job->device) {
        *m = (struct measurement){ .state = ST_NO_DEVICE };
        snprintf(m->text, sizeof m->text, "no device of the family \"%s\" is there", job->kernel->family);
        return true;
    }
    for (measuring_begin(&r, job, watch, m); !measuring_enough(&r);)
        measuring_block(&r);
    return measuring_end(&r, result, e);
}
