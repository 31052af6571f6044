/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phases: times a kernel's phases one by one. Phases do not overlap and each is launched alone, so together they take a
   little longer than a run. */
#include "core/measure/measuring.h"

enum { ROUNDS = 11, ROUNDS_LEAST = 3 };

static bool phase_time(const struct measuring *r, int phase, double *ms, struct err *e)
{
    struct device *d = r->job->device;
    return d->ops->start(d, e) && r->job->kernel->run_phase(r->plan.data, phase, e) && d->ops->stop(d, ms, e);
}

bool phases_measure(struct measuring *r, struct err *e)
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
