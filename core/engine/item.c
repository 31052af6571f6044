/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/item.h"

#include "core/base/clock.h"
#include "core/engine/machine.h"
#include "core/engine/orders.h"
#include "core/engine/roofs.h"

static bool run_watch(void *arg, enum measure_step step, const struct measurement *m, int wanted)
{
    struct reporter *r = arg;
    bool sampling = step == STEP_SAMPLE || step == STEP_REST;
    reporter_step(r, sampling ? STEP_SAMPLE : step);
    if (sampling && m->samples > 0) {
        conditions_look(&r->conditions, r->item->device);
        reporter_sample(r, m, wanted);
    }
    if (step == STEP_PREPARE || step == STEP_CHECK || step == STEP_REST)
        machine_load(r->session, r->item->device, &r->conditions);
    return !session_cancelled(r->session);
}

struct measure_watch item_watch(struct reporter *r)
{
    conditions_begin(&r->conditions);
    return (struct measure_watch){ .step = run_watch, .arg = r };
}

struct measure_job item_job(const struct reporter *r, const struct given *g, struct measure_options options)
{
    struct session *s = r->session;
    const struct batch_item *item = r->item;
    const struct ordered *o = orders_for(s, item->kernel->kernel->op);
    struct measure_job job = supports_job(s, item, 0);
    job.host = (struct host_operands){ &g->x, &g->ref, &g->transposed, o->method ? &o->order : NULL };
    job.options = options;
    job.pace = paces_of(s, item->device);
    if (!o->method && item->type == VT_F64 && s->matrix.packed)
        job.packed = (struct packed){ s->matrix.source, s->matrix.packed };
    return job;
}

bool item_measure(struct reporter *r, const struct given *g, struct measure_options options, struct result *result,
                  struct measurement *m, struct err *e)
{
    const struct batch_item *item = r->item;
    *m = (struct measurement){ .state = item->state };
    snprintf(m->text, sizeof m->text, "%s", item->why);
    if (item->state != ST_OK)
        return true;
    struct measure_job job = item_job(r, g, options);
    reporter_step(r, STEP_PREPARE);
    r->session->lost = !measure_run(&job, item_watch(r), m, result, e);
    return !r->session->lost;
}

enum { BUSY_S = 60 }; /* interval of this notice, across all matrices of a folder; each result has its flag */

void item_note_busy(struct session *s, const struct batch_item *item, struct measurement *m)
{
    char text[300], why[120];
    const bool disturbed = measure_is_disturbed(m, item->device, item->threads);
    if (disturbed)
        measure_disturbed(m, item->device, item->threads);
    if (!(m->flags & FLAG_BUSY) || (s->busy_said > 0 && clock_s() < s->busy_said + BUSY_S))
        return;
    s->busy_said = clock_s();
    if (disturbed) /* waits from before a block count in full */
        snprintf(why, sizeof why, "our threads waited %.0f%% of the time for other programs",
                 100 * fmin(measure_taken(m, item->device, item->threads), 0.99));
    else
        snprintf(why, sizeof why,
                 "other programs, or guests of the host, used the other hyperthreads of our cores, or the host moved "
                 "them apart");
    snprintf(text, sizeof text, "%s in %s: undisturbed it may be faster, as may all runs flagged busy", why,
             item->kernel->kernel->name);
    session_notice(s, text);
}
