/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/duel.h"

/* A sample is so many milliseconds of runs, at most RUNS, or a single long run; a round is a sample of each. Host
   threads are disturbed now and then, so many short samples find their least time sooner. */
enum { ROUNDS = 5, ROUNDS_DOUBTFUL = 15, RUNS = 1000 };

bool rival_time(const struct rival *r, struct device *d, int runs, double *ms, struct err *e)
{
    const int team = d->team;
    d->team = r->threads ? r->threads : team; /* the team starts before the clock does */
    bool ok = d->ops->start(d, e);
    d->team = team;
    for (int i = 0; i < runs && ok; i++)
        ok = r->run(r->data, e);
    ok = d->ops->stop(d, ms, ok ? e : NULL) && ok; /* stop in any case: work may be running */
    *ms /= runs;
    return ok;
}

static int sample_runs(const struct rival *r, const struct device *d)
{
    const double length = d->ops->topology ? 0.1 : 0.3;
    return r->about_ms < length ? (int)(length / fmax(r->about_ms, length / RUNS)) : 1;
}

/* What a sample takes undisturbed: a disturbance must not end the duel before it can be seen. */
static double sample_needs(const struct rival *r, const struct device *d)
{
    return (sample_runs(r, d) + r->warms) * r->about_ms;
}

static bool sample(struct rival *r, struct device *d, struct err *e)
{
    double warming, ms;
    if (r->warms && !rival_time(r, d, 1, &warming, e))
        return false;
    if (!rival_time(r, d, sample_runs(r, d), &ms, e))
        return false;
    r->again_ms = fmin(r->again_ms, fmax(r->ms, ms));
    r->ms = fmin(r->ms, ms);
    r->about_ms = fmin(r->about_ms, ms);
    return true;
}

bool rival_disturbed(const struct rival *r)
{
    return r->ms > 2 * r->about_ms;
}

/* Whether the first would win by a single sample, the others being much slower, or one was disturbed all the time. */
static bool is_doubtful(const struct rival *a, const struct rival *b)
{
    const bool alone = a->ms < b->ms && b->ms <= a->again_ms && 1.1 * a->ms < a->again_ms;
    return alone || rival_disturbed(a) || rival_disturbed(b);
}

/* Whether more rounds would hardly change the outcome. The allowance for noise falls from 150% of one sample, which a
   busy machine may stretch, to 6% of the least of five; on a GPU, whose samples differ by 1%, it starts at 15%. A
   single round never decides for the first; on a CPU this takes four, since a disturbance of the other may last for
   two. */
static bool is_clear(const struct rival *a, const struct rival *b, const struct device *d, int rounds)
{
    const double noise = d->ops->topology ? 1.5 : 0.15;
    const int least = a->ms > b->ms ? 1 : d->ops->topology ? 4 : 2;

    return rounds >= least && !is_doubtful(a, b) &&
           fmax(a->ms, b->ms) > (1 + noise / (rounds * rounds)) * fmin(a->ms, b->ms);
}

bool duel(struct rival *a, struct rival *b, struct device *d, double budget, double *spent, struct err *e)
{
    int rounds = 0;
    a->ms = b->ms = a->again_ms = b->again_ms = INFINITY;
    for (; rounds < (is_doubtful(a, b) ? ROUNDS_DOUBTFUL : ROUNDS) && !is_clear(a, b, d, rounds); rounds++) {
        if (rounds >= DUEL_LEAST && (rounds + 1) * (sample_needs(a, d) + sample_needs(b, d)) > budget)
            break;
        if (!sample(a, d, e) || !sample(b, d, e))
            return false;
    }
    *spent += rounds * (sample_needs(a, d) + sample_needs(b, d));
    return true;
}
