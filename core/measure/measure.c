/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure: prepare, run, check, warm up, sample: how a kernel gets its number. */
#include "core/measure/measure.h"

#include <stdio.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/limit.h"
#include "core/matrix/format.h"

/* A measurement under way. */
struct measuring {
    const struct measure_job *job;
    const struct operation *operation;
    struct problem problem;
    struct plan plan;
    bool prepared;
    struct transfer transfer;
    struct sampling sampling;
    struct measurement *m;
};

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

/* ---- whether it can be ---- */

static struct problem problem_pose(const struct measure_job *job)
{
    const struct kernel *kernel = job->kernel;
    const struct operation *o = operations[kernel->op];
    struct problem p = {
        .op = kernel->op,
        .a = job->a,
        .stats = job->stats,
        .threads = job->threads,
        .limit = job->limit,
        .device = job->device,
    };
    memcpy(p.param, job->param, sizeof p.param);
    if (o->pose)
        o->pose(&p, job->k, kernel->layout);
    return p;
}

/* The format alone first, because that is what the user can change; then with the operands. */
static bool memory_suffices(const struct kernel *kernel, const struct problem *p, uint64_t *bytes, struct err *e)
{
    const struct format *f = format_find(kernel->format);
    const char *title = f ? f->title : kernel->format;
    uint64_t plan = kernel->bytes ? kernel->bytes(p) : 0;
    char what[96];
    *bytes = size_add(plan, kernel_operand_bytes(p));
    snprintf(what, sizeof what, "%s with %s", title, operations[p->op]->operands);
    return format_fits(title, kernel->type, plan, p->limit, e) && format_fits(what, kernel->type, *bytes, p->limit, e);
}

static bool problem_possible(const struct kernel *kernel, const struct problem *p, uint64_t *bytes, struct err *e)
{
    *bytes = 0;
    if (kernel->type != p->a->type)
        return err_set(e, ERR_UNSUPPORTED, "%s computes in %s, and the matrix is in %s", kernel->name,
                       vtype_name(kernel->type), vtype_name(p->a->type));
    if (kernel->supports && !kernel->supports(p, e)) {
        if (e->code == ERR_NONE) /* whatever it says or does not say, this is what it means */
            err_set(e, ERR_UNSUPPORTED, "not supported");
        return false;
    }
    return memory_suffices(kernel, p, bytes, e);
}

bool measure_possible(const struct measure_job *job, uint64_t *bytes, struct err *why)
{
    struct problem p = problem_pose(job);
    return problem_possible(job->kernel, &p, bytes, why);
}

/* ---- one measurement ---- */

static bool run_step(const struct measuring *r, enum measure_step step, struct err *e)
{
    return watch_step(&r->sampling.watch, step, r->m, 1, e);
}

static bool plan_prepare(struct measuring *r, struct err *e)
{
    struct device *d = r->job->device;
    struct measurement *m = r->m;
    double begin = clock_ms();
    if (!r->job->kernel->prepare(&r->problem, &r->plan, e))
        return false;
    r->prepared = true;
    r->transfer.plan_data = r->sampling.plan_data = r->plan.data;
    if (!d->ops->sync(d, e))
        return false;
    double elapsed = clock_ms() - begin;
    m->upload_ms = r->plan.upload_ms;
    m->prepare_ms = elapsed > m->upload_ms ? elapsed - m->upload_ms : 0;
    m->choosing_ms = r->plan.choosing_ms;
    snprintf(m->choice, sizeof m->choice, "%s", r->plan.choice);
    m->has |= HAS_PREPARE | (m->upload_ms > 0 ? HAS_UPLOAD : 0);
    m->device_bytes = size_add(r->plan.bytes, kernel_operand_bytes(&r->problem));
    return run_step(r, STEP_PREPARE, e);
}

/* What one run does, and whether it may find all of that in the cache: what it must read and write, and what it was
   given, which padding makes more. */
static void run_describe(const struct measuring *r)
{
    const struct kernel *kernel = r->job->kernel;
    const struct problem *p = &r->problem;
    struct measurement *m = r->m;
    uint64_t own = kernel->traffic ? kernel->traffic(p) : kernel_compulsory_bytes(p);
    uint64_t traffic = r->plan.traffic ? r->plan.traffic : own;
    uint64_t working_set = traffic > m->device_bytes ? traffic : m->device_bytes;
    m->products = (double)p->a->nnz * (r->operation->columns ? (double)r->job->k : 1);
    m->flops = r->operation->flops * m->products;
    m->bytes = (double)traffic;
    m->in_cache = !r->job->options.cold && working_set <= r->job->device->cache;
}

/* ERR_CHECK where the result is wrong. */
static bool run_check(struct measuring *r, struct err *e)
{
    struct verdict v;
    struct measurement *m = r->m;
    if (!r->operation->compare(&r->transfer, &v, e))
        return false;
    m->sampled_check = r->transfer.ref && r->transfer.ref->sampled;
    m->has |= HAS_ERROR;
    m->err_ratio = v.err_ratio > m->err_ratio ? v.err_ratio : m->err_ratio;
    return v.passed || err_set(e, ERR_CHECK, "%s", v.text);
}

/* Reference, then check, then time; and once more the check of what the timed runs have left. */
static bool run_all(struct measuring *r, struct result *result, struct err *e)
{
    const struct operation *o = r->operation;
    double first_ms;
    uint64_t bytes;
    if (!problem_possible(r->job->kernel, &r->problem, &bytes, e) || !run_step(r, STEP_PREPARE, e))
        return false;
    if ((o->upload && !o->upload(&r->transfer, e)) || !plan_prepare(r, e))
        return false;
    run_describe(r);
    if ((o->poison && !o->poison(&r->transfer, e)) || !sampling_time(&r->sampling, 1, &first_ms, e) ||
        !run_check(r, e) || !run_step(r, STEP_CHECK, e))
        return false;
    if (r->job->options.samples > 0) {
        if (!sampling_take(&r->sampling, first_ms, e))
            return false;
        if (!run_check(r, e)) {
            if (e->code == ERR_CHECK)
                err_prefix(e, "right at first, wrong after %d samples", r->m->samples);
            return false;
        }
    }
    return !result || !o->hand_out || o->hand_out(&r->transfer, result, e);
}

/* A device that cannot even be waited for is lost. */
static bool device_lost(struct device *d, const struct err *why)
{
    struct err ignored = { 0 };
    return why->code == ERR_DEVICE && !d->ops->sync(d, &ignored);
}

static void outcome_set(struct measurement *m, const struct err *why)
{
    m->state = state_of(why->code);
    m->has &= ~(unsigned)HAS_TIME; /* without a passed check, no speed is shown */
    m->samples = 0;
    snprintf(m->text, sizeof m->text, "%s", why->text);
}

bool measure_run(const struct measure_job *job, struct measure_watch watch, struct measurement *m,
                 struct result *result, struct err *e)
{
    struct err why = { 0 };
    *m = (struct measurement){ .state = ST_OK };
    if (result)
        *result = (struct result){ 0 };
    if (!job->device) {
        m->state = ST_NO_DEVICE;
        snprintf(m->text, sizeof m->text, "no device of the family \"%s\" is there", job->kernel->on);
        return true;
    }
    job->device->team = job->threads;
    struct measuring r = { .job = job, .operation = operations[job->kernel->op], .problem = problem_pose(job), .m = m };
    r.transfer = (struct transfer){
        .kernel = job->kernel,
        .device = job->device,
        .problem = &r.problem,
        .x = job->x,
        .ref = job->ref,
        .expect = job->expect,
        .order = job->order,
    };
    r.sampling = (struct sampling){
        .kernel = job->kernel,
        .device = job->device,
        .threads = job->threads,
        .options = job->options,
        .watch = watch,
        .m = m,
    };
    bool ok = run_all(&r, result, &why);
    bool lost = !ok && device_lost(job->device, &why);
    if (r.prepared)
        job->kernel->release(r.plan.data);
    transfer_end(&r.transfer);
    job->device->team = 0;
    if (!ok) {
        outcome_set(m, &why);
        if (result)
            result_free(result);
    }
    return !lost || err_set(e, ERR_DEVICE, "%s", why.text);
}
