/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling: warming up, and timing runs until the median can be trusted. */
#include <math.h>
#include <sys/resource.h>

#include "core/base/clock.h"
#include "core/measure/sampling.h"

enum { WARM_RUNS = 3, FEWEST_SAMPLES = 3, MOST_REPEATS = 1 << 20 };
static const double sample_ms_least = 1; /* a sample lasts at least this long */

bool watch_step(const struct measure_watch *w, enum measure_step step, const struct measurement *m, int wanted,
                struct err *e)
{
    return !w->step || w->step(w->arg, step, m, wanted) || err_set(e, ERR_CANCELLED, "stopped");
}

bool sampling_time(const struct sampling *s, int repeats, double *ms, struct err *e)
{
    const struct kernel *kernel = s->kernel;
    struct device *d = s->device;
    if (s->options.cold && !d->ops->flush(d, e))
        return false;
    if (!d->ops->start(d, e))
        return false;
    for (int i = 0; i < repeats; i++)
        if (!kernel->run(s->plan_data, e))
            return false;
    if (!d->ops->stop(d, ms, e))
        return false;
    *ms /= repeats;
    return true;
}

/* r such that r runs of `ms` last over a millisecond, with a fifth to spare. */
static int repeats_for(double ms)
{
    double r = ceil(1.2 * sample_ms_least / fmax(ms, 1e-9));
    return r < MOST_REPEATS ? (int)r : MOST_REPEATS;
}

/* More runs in a batch that was too short: as many as its time suggests, at least twice as many. */
static int repeats_more(int repeats, double ms)
{
    int wanted = repeats_for(ms), twice = repeats <= MOST_REPEATS / 2 ? 2 * repeats : MOST_REPEATS;
    return wanted > twice ? wanted : twice;
}

/* Runs until there were WARM_RUNS and a batch lasts long enough, which settles s->m->repeats. Where one more run would
   pass a quarter of the time that there is, those before it have to do: the checked run, if no other. */
static bool warm_up(const struct sampling *s, double first_ms, struct err *e)
{
    const struct measure_options *o = &s->options;
    struct measurement *m = s->m;
    double ms = first_ms, spent = first_ms;
    m->repeats = 1;
    for (int runs = 0;; runs += m->repeats) {
        bool settled = o->cold || ms * m->repeats >= sample_ms_least || m->repeats == MOST_REPEATS;
        bool slow = spent + ms > 250 * o->max_s;
        if (settled && (runs >= WARM_RUNS || slow))
            return true;
        if (!settled && runs > 0)
            m->repeats = repeats_more(m->repeats, ms);
        if (!sampling_time(s, m->repeats, &ms, e) || !watch_step(&s->watch, STEP_WARM, m, WARM_RUNS, e))
            return false;
        spent += ms * m->repeats;
    }
}

/* The least sampling time: who asks for fewer samples than usual is in a hurry. */
static double least_ms(const struct measure_options *o)
{
    return 1000 * o->min_s * fmin(1, (double)o->samples / measure_defaults().samples);
}

/* Whether there are samples enough after `spent` ms: as many as were asked for over the least time, or the most time
   would be passed by one more. */
static bool enough(const struct sampling *s, double spent)
{
    const struct measure_options *o = &s->options;
    const struct measurement *m = s->m;
    double next = m->samples > 0 ? spent / m->samples : 0;
    if (m->samples == MEASURE_SAMPLES)
        return true;
    if (m->samples < FEWEST_SAMPLES)
        return false;
    return (m->samples >= o->samples && spent >= least_ms(o)) || spent + next > 1000 * o->max_s;
}

/* How often a thread of this process has had to leave its processor to somebody else. */
static long interruptions(void)
{
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) ? 0 : u.ru_nivcsw;
}

bool sampling_take(const struct sampling *s, double first_ms, struct err *e)
{
    struct measurement *m = s->m;
    double timed = 0, begin;
    if (!warm_up(s, first_ms, e))
        return false;
    long before = interruptions();
    begin = clock_ms();
    /* The user waits for what is not timed, too: the flushes between cold runs take longer than most. */
    while (!enough(s, fmax(timed, clock_ms() - begin))) {
        double ms;
        if (!sampling_time(s, m->repeats, &ms, e))
            return false;
        m->sample_ms[m->samples++] = ms;
        timed += ms * m->repeats;
        measure_summary(m->sample_ms, m->samples, m);
        m->has |= HAS_TIME;
        if (!watch_step(&s->watch, STEP_SAMPLE, m, s->options.samples, e))
            return false;
    }
    m->interruptions = 1e3 * (double)(interruptions() - before) / (clock_ms() - begin) / s->threads;
    return true;
}
