/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/measuring.h"

#include <sys/mman.h>

#include "core/base/clock.h"
#include "core/matrix/format.h"

/* ---- the problem, and whether the kernel supports it ---- */

static struct problem pose(const struct measure_job *job)
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
        .packed = job->packed,
    };
    memcpy(p.param, job->param, sizeof p.param);
    operation_pose(o, &p, job->k, kernel->layout);
    return p;
}

/* Checks the format alone first, since that is what the user can change; then with the operands. */
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

static bool is_possible(const struct kernel *kernel, const struct problem *p, uint64_t *bytes, struct err *e)
{
    *bytes = 0;
    if (kernel->type != p->a->type)
        return err_set(e, ERR_UNSUPPORTED, "%s computes in %s, and the matrix is in %s", kernel->name,
                       vtype_name(kernel->type), vtype_name(p->a->type));
    if ((!kernel->supports || kernel->supports(p, e)) && memory_suffices(kernel, p, bytes, e))
        return true;
    if (e->code == ERR_NONE) /* no reason was given */
        err_set(e, ERR_UNSUPPORTED, "not supported");
    if (e->code == ERR_MEMORY)
        format_instead(format_find(kernel->format), p->a, p->stats, kernel->type, e);
    return false;
}

bool measure_possible(const struct measure_job *job, uint64_t *bytes, struct err *why)
{
    struct problem p = pose(job);
    return is_possible(job->kernel, &p, bytes, why);
}

/* ---- one measurement ---- */

static bool run_step(const struct measuring *r, enum measure_step step, struct err *e)
{
    return watch_step(&r->sampling.watch, step, r->m, 1, e);
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
    m->sampled_check = r->transfer.host.ref && r->transfer.host.ref->sampled;
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
/* A plan may take 1/REMAKE_PART of the sampling time, a check 1/CHECK_PART. */
enum { REMAKE_PART = 10, CHECK_PART = 100 };

/* Not for a kernel that chooses another: its next choice might differ. */
static bool plan_remakes(const struct measuring *r)
{
    const struct measurement *m = r->m;
    const double prepare_ms = m->flags & FLAG_PREPARE ? m->prepare.lo_ms : m->prepare.ms;
    return !*m->choice && size_add(m->device_bytes, r->plan.bytes) <= r->problem.limit &&
           (prepare_ms + m->upload_ms) * REMAKE_PART <= 1000 * r->job->options.min_s;
}

/* Checks what the timed runs left in Y. */
static bool check_again(struct measuring *r, struct err *e)
{
    if (run_check(r, e))
        return true;
    if (e->code == ERR_CHECK)
        err_prefix(e, "right at first, wrong after %d sample%s", r->m->samples, text_plural(r->m->samples));
    return false;
}

/* Poisons Y again, so that the last check covers the last block; checks every block if that is cheap. */
static bool block_renew(void *arg, struct err *e)
{
    struct measuring *r = arg;
    const struct operation *o = r->operation;
    if ((r->checks && !check_again(r, e)) || !run_step(r, STEP_REST, e))
        return false;
    usleep(1000 * STRETCHED_REST_MS);
    return (!r->moves || transfer_move(&r->transfer, e)) && (!r->remakes || measuring_prepare_anew(r, e)) &&
           (!o->poison || o->poison(&r->transfer, e));
}

/* ---- its steps ---- */

/* The system is slow to hand out memory that lay unused: 700 MB took a virtual machine 1.1 s, and 0.09 s the next time.
   No kernel should pay for that with its preparation, so as much memory is written and returned before. Not by malloc,
   which might keep it. */
static void touch_memory(struct device *d, uint64_t bytes)
{
    struct err ignored = { 0 };
    void *memory = device_is_cpu(d->kind) && bytes > 0 && bytes <= SIZE_MAX
                       ? mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                       : MAP_FAILED;
    if (memory == MAP_FAILED)
        return;
    madvise(memory, (size_t)bytes, MADV_HUGEPAGE); /* as plans ask for */
    d->ops->fill(d, memory, 0, bytes, &ignored);
    munmap(memory, (size_t)bytes);
}

/* Reference first, then the check, then timing. */
static bool begin(struct measuring *r, struct err *e)
{
    const struct operation *o = r->operation;
    double first_ms;
    uint64_t bytes;
    if (!is_possible(r->job->kernel, &r->problem, &bytes, e) || !run_step(r, STEP_PREPARE, e))
        return false;
    touch_memory(r->job->device, bytes);
    if (o->upload && !o->upload(&r->transfer, e))
        return false;
    if (!measuring_prepare(r, e) || !run_step(r, STEP_PREPARE, e))
        return false;
    run_describe(r);
    if ((o->poison && !o->poison(&r->transfer, e)) || !sampling_time(&r->sampling, 1, &first_ms, e))
        return false;
    double check = clock_ms();
    if (!run_check(r, e) || !run_step(r, STEP_CHECK, e))
        return false;
    r->checks = (clock_ms() - check) * CHECK_PART <= 1000 * r->job->options.min_s;
    r->moves = transfer_moves(&r->transfer) &&
               size_add(r->m->device_bytes, kernel_operand_bytes(&r->problem)) <= r->problem.limit;
    r->remakes = plan_remakes(r);
    r->sampling.renew = r->moves || r->remakes ? block_renew : NULL;
    return r->job->options.samples == 0 || sampling_begin(&r->sampling, first_ms, e);
}

bool measuring_begin(struct measuring *r, const struct measure_job *job, struct measure_watch watch,
                     struct measurement *m)
{
    *r = (struct measuring){ .job = job, .operation = operations[job->kernel->op], .problem = pose(job), .m = m };
    r->problem.order = &r->order;
    r->transfer = (struct transfer){
        .kernel = job->kernel,
        .device = job->device,
        .problem = &r->problem,
        .host = job->host,
    };
    r->sampling = (struct sampling){
        .kernel = job->kernel,
        .device = job->device,
        .options = job->options,
        .pace = job->pace,
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

/* Phases do not overlap and each is launched alone, so together they take a little longer than a run. */
enum { ROUNDS = 11, ROUNDS_LEAST = 3 };

static bool phase_time(const struct measuring *r, int phase, double *ms, struct err *e)
{
    struct device *d = r->job->device;
    return d->ops->start(d, e) && r->job->kernel->run_phase(r->plan.data, phase, e) && d->ops->stop(d, ms, e);
}

static bool measure_phases(struct measuring *r, struct err *e)
{
    const char *const *phases = r->job->kernel->phases;
    double ms[MEASURE_PHASES][ROUNDS], spent = 0;
    int rounds = 0;
    for (; rounds < ROUNDS && (rounds < ROUNDS_LEAST || spent < 1000 * r->job->options.max_s); rounds++)
        for (int i = 0; phases[i]; i++) {
            if (!phase_time(r, i, &ms[i][rounds], e))
                return false;
            spent += ms[i][rounds];
        }
    for (int i = 0; phases[i]; i++)
        r->m->phase_ms[i] = measure_median(ms[i], rounds);
    r->m->has |= HAS_PHASES;
    return true;
}

static bool finish(struct measuring *r, struct result *result, struct err *e)
{
    const struct operation *o = r->operation;
    const struct kernel *k = r->job->kernel;
    const bool timed = r->job->options.samples > 0, phases = r->job->options.phases && k->phases;
    return (!phases || measure_phases(r, e)) && (!timed || check_again(r, e)) &&
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
    m->state = measure_code_state(why->code);
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
