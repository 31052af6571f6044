/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure: prepare, run, check, warm up, sample: how a kernel gets its number. */
#include "core/measure/measure.h"

#include <stdio.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/limit.h"
#include "core/matrix/format.h"
#include "core/measure/transfer.h"

struct state {
    const char *name;
    enum err_code code;
};
static const struct state states[ST_CANCELLED + 1];

struct measure_options measure_defaults(void)
{
    return (struct measure_options){ .samples = 10, .min_s = 0.3, .max_s = 3, .cold = false };
}

const char *measure_state_name(enum measure_state state)
{
    return states[state].name;
}

enum err_code measure_state_code(enum measure_state state)
{
    return states[state].code;
}

enum err_code measure_named_code(const char *name)
{
    for (int i = 0; i <= ST_CANCELLED; i++)
        if (strcmp(states[i].name, name) == 0)
            return states[i].code;
    return ERR_DEVICE;
}

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

static struct problem problem_pose(const struct measure_job *job)
{
    const struct kernel *kernel = job->kernel;
    const struct csr *a = job->a;
    struct problem p = {
        .op = kernel->op,
        .a = a,
        .stats = job->stats,
        .x = dense_shape(a->n, job->k, kernel->type, kernel->layout),
        .y = dense_shape(a->m, job->k, kernel->type, kernel->layout),
        .t = { .lines = a->n, .nnz = a->nnz, .wide = a->nnz > INT32_MAX },
        .threads = job->threads,
        .limit = job->limit,
        .device = job->device,
    };
    memcpy(p.param, job->param, sizeof p.param);
    return p;
}

/* The format alone first, because that is what the user can change; then with X and Y, or T. */
static bool memory_suffices(const struct bench *b, struct err *e)
{
    const struct problem *p = &b->problem;
    const struct kernel *kernel = b->job->kernel;
    const struct format *f = format_find(kernel->format);
    uint64_t plan = kernel->bytes ? kernel->bytes(p) : 0;
    char what[96];
    if (!format_fits(f ? f->title : kernel->format, kernel->type, plan, p->limit, e))
        return false;
    snprintf(what, sizeof what, "%s with %s", f ? f->title : kernel->format,
             p->op == OP_MUL ? "X and Y" : "the result");
    return format_fits(what, kernel->type, size_add(plan, kernel_operand_bytes(p)), p->limit, e);
}

static bool job_possible(const struct bench *b, struct err *e)
{
    const struct kernel *kernel = b->job->kernel;
    if (kernel->type != b->job->a->type)
        return err_set(e, ERR_UNSUPPORTED, "%s computes in %s, and the matrix is in %s", kernel->name,
                       vtype_name(kernel->type), vtype_name(b->job->a->type));
    if (kernel->supports && !kernel->supports(&b->problem, e)) {
        if (e->code == ERR_NONE) /* whatever it says or does not say, this is what it means */
            err_set(e, ERR_UNSUPPORTED, "not supported");
        return false;
    }
    return memory_suffices(b, e);
}

static bool plan_prepare(struct bench *b, struct err *e)
{
    struct device *d = b->job->device;
    struct measurement *m = b->m;
    double begin = clock_ms();
    if (!b->job->kernel->prepare(&b->problem, &b->plan, e))
        return false;
    b->prepared = true;
    if (!d->ops->sync(d, e))
        return false;
    double elapsed = clock_ms() - begin;
    m->upload_ms = b->plan.upload_ms;
    m->prepare_ms = elapsed > m->upload_ms ? elapsed - m->upload_ms : 0;
    m->choosing_ms = b->plan.choosing_ms;
    snprintf(m->choice, sizeof m->choice, "%s", b->plan.choice);
    m->has |= HAS_PREPARE | (m->upload_ms > 0 ? HAS_UPLOAD : 0);
    m->device_bytes = size_add(b->plan.bytes, kernel_operand_bytes(&b->problem));
    return bench_step(b, STEP_PREPARE, 1, e);
}

/* What one run does, and whether it may find all of that in the cache: what it must read and write, and what it was
   given, which padding makes more. */
static void run_describe(struct bench *b)
{
    const struct kernel *kernel = b->job->kernel;
    const struct problem *p = &b->problem;
    struct measurement *m = b->m;
    uint64_t own = kernel->traffic ? kernel->traffic(p) : kernel_compulsory_bytes(p);
    uint64_t traffic = b->plan.traffic ? b->plan.traffic : own;
    uint64_t working_set = traffic > m->device_bytes ? traffic : m->device_bytes;
    bool mul = p->op == OP_MUL;
    m->products = (double)p->a->nnz * (mul ? (double)b->job->k : 1);
    m->flops = mul ? 2 * m->products : 0;
    m->bytes = (double)traffic;
    m->in_cache = !b->job->options.cold && working_set <= b->job->device->cache;
}

/* Reference, then check, then time; and once more the check of what the timed runs have left. */
static bool bench_run(struct bench *b, struct measure_result *result, struct err *e)
{
    double first_ms;
    if (!job_possible(b, e) || !bench_step(b, STEP_PREPARE, 1, e))
        return false;
    if (!bench_inputs(b, e) || !plan_prepare(b, e))
        return false;
    run_describe(b);
    if (!bench_poison(b, e) || !bench_time(b, 1, &first_ms, e) || !bench_check(b, e))
        return false;
    if (!bench_step(b, STEP_CHECK, 1, e))
        return false;
    if (b->job->options.samples > 0) {
        if (!bench_sample(b, first_ms, e))
            return false;
        if (!bench_check(b, e)) {
            if (e->code == ERR_CHECK)
                err_prefix(e, "right at first, wrong after %d samples", b->m->samples);
            return false;
        }
    }
    return !result || bench_result(b, result, e);
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
                 struct measure_result *result, struct err *e)
{
    struct err why = { 0 };
    *m = (struct measurement){ .state = ST_OK };
    if (result)
        *result = (struct measure_result){ 0 };
    if (!job->device) {
        m->state = ST_NO_DEVICE;
        snprintf(m->text, sizeof m->text, "no device of the kind \"%s\" is there", job->kernel->on);
        return true;
    }
    job->device->team = job->threads;
    struct bench b = { .job = job, .watch = watch, .m = m, .problem = problem_pose(job) };
    bool ok = bench_run(&b, result, &why);
    bool lost = !ok && device_lost(job->device, &why);
    if (b.prepared)
        job->kernel->release(b.plan.data);
    bench_free(&b);
    job->device->team = 0;
    if (!ok) {
        outcome_set(m, &why);
        if (result)
            measure_result_free(result);
    }
    return !lost || err_set(e, ERR_DEVICE, "%s", why.text);
}

void measure_result_free(struct measure_result *r)
{
    csr_free(&r->t);
    dense_free(&r->y);
}

static const struct state states[ST_CANCELLED + 1] = {
    [ST_OK] = { "ok", ERR_NONE },
    [ST_FAIL] = { "FAIL", ERR_CHECK },
    [ST_UNSUPPORTED] = { "unsupported", ERR_UNSUPPORTED },
    [ST_NO_DEVICE] = { "no device", ERR_DEVICE },
    [ST_NO_MEMORY] = { "no memory", ERR_MEMORY },
    [ST_ERROR] = { "error", ERR_DEVICE },
    [ST_CANCELLED] = { "cancelled", ERR_CANCELLED },
};
