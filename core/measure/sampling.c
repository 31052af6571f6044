/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/sampling.h"

#include "core/base/clock.h"
#include "core/measure/duel.h"
#include "core/measure/interval.h"
#include "core/measure/load.h"
#include "core/measure/pace.h"

enum { WARM_RUNS = 3, FEWEST_SAMPLES = 3, MOST_REPEATS = 1 << 20 };
static const double sample_ms_least = 1;  /* shortest sample */
static const double warm_ms_least = 3;    /* shortest first window of a block's warm-up */
static const double settled_share = 0.98; /* time of a window over the one before: above it, warm-up is over */

bool watch_step(const struct measure_watch *w, enum measure_step step, const struct measurement *m, int wanted,
                struct err *e)
{
    return !w->step || w->step(w->arg, step, m, wanted) || err_set(e, ERR_CANCELLED, "stopped");
}

bool sampling_time(const struct sampling *s, int repeats, double *ms, struct err *e)
{
    const struct rival alone = { .run = s->kernel->run, .data = s->plan_data, .threads = s->threads };
    struct device *d = s->device;
    return (!s->options.cold || d->ops->flush(d, e)) && rival_time(&alone, d, repeats, ms, e);
}

/* r such that r runs of `ms` take over a millisecond, with a fifth to spare. */
static int repeats_for(double ms)
{
    double r = ceil(1.2 * sample_ms_least / fmax(ms, 1e-9));
    return r < MOST_REPEATS ? (int)r : MOST_REPEATS;
}

/* For a batch that was too short: as many runs as its time suggests, at least twice as many. */
static int repeats_more(int repeats, double ms)
{
    int wanted = repeats_for(ms), twice = repeats <= MOST_REPEATS / 2 ? 2 * repeats : MOST_REPEATS;
    return wanted > twice ? wanted : twice;
}

/* Sets s->m->repeats, the runs of a sample: runs at least WARM_RUNS times and until even the fastest batch lasts long
   enough, since other programs may stretch the rest. Stops early, at once if necessary, if another run would exceed a
   quarter of the time limit. */
static bool warm_up(struct sampling *s, double first_ms, struct err *e)
{
    const struct measure_options *o = &s->options;
    struct measurement *m = s->m;
    double ms = first_ms, least = first_ms, spent = first_ms;
    s->warm_ms = first_ms;
    m->repeats = 1;
    for (int runs = 0;; runs += m->repeats) {
        bool settled = o->cold || least * m->repeats >= sample_ms_least || m->repeats == MOST_REPEATS;
        bool slow = spent + ms > 250 * o->max_s;
        if (settled && (runs >= WARM_RUNS || slow))
            return true;
        if (!settled && runs > 0)
            m->repeats = repeats_more(m->repeats, least);
        if (!sampling_time(s, m->repeats, &ms, e) || !watch_step(&s->watch, STEP_WARM, m, WARM_RUNS, e))
            return false;
        least = fmin(least, ms);
        s->warm_ms = least;
        spent += ms * m->repeats;
    }
}

bool sampling_begin(struct sampling *s, double first_ms, struct err *e)
{
    if (!warm_up(s, first_ms, e))
        return false;
    s->begin_ms = clock_ms();
    s->timed_ms = s->waited_s = s->blocks_ms = 0;
    s->spent = false;
    return true;
}

/* ---- how much is enough ---- */

static int blocks_wanted(const struct sampling *s)
{
    return s->renew ? MEASURE_BLOCKS_LEAST : 1;
}

/* The sampling time of a block; less if fewer samples than usual are wanted. */
static double block_ms(const struct sampling *s)
{
    const struct measure_options *o = &s->options;
    return 1000 * o->min_s * fmin(1, (double)o->samples / measure_defaults().samples) / blocks_wanted(s);
}

static int block_samples(const struct sampling *s)
{
    int blocks = blocks_wanted(s);
    return (s->options.samples + blocks - 1) / blocks;
}

/* Untimed work counts, too: flushes between cold runs take longer than most runs. */
static double spent_ms(const struct sampling *s)
{
    return fmax(s->timed_ms, clock_ms() - s->begin_ms);
}

/* Whether another block like the previous ones would exceed the time limit. */
static bool too_long(const struct sampling *s)
{
    const struct measure_options *o = &s->options;
    double most = o->until > 0 && s->renew ? fmax(o->until_s, o->max_s) : o->max_s, spent = spent_ms(s);
    return s->m->samples >= FEWEST_SAMPLES && spent + spent / s->m->blocks > 1000 * most;
}

/* Whether the interval is as narrow as wanted, or as it can become: what other programs take is still unknown after
   more blocks than twice the usual. */
static bool narrow(const struct sampling *s)
{
    const struct measurement *m = s->m;
    if (m->blocks >= 2 * blocks_wanted(s) && measure_is_disturbed(m, s->device, s->threads))
        return true;
    return interval_spread(m->median_ms, m->ci_lo_ms, m->ci_hi_ms) <=
           fmax(s->options.until, 1.1 * measure_least_spread(m, s->device, s->threads));
}

bool sampling_enough(const struct sampling *s)
{
    const struct measurement *m = s->m;
    if (m->blocks == 0)
        return false;
    if (s->spent || m->blocks == MEASURE_BLOCKS || too_long(s))
        return true;
    return m->blocks >= blocks_wanted(s) && (s->options.until <= 0 || !s->renew || narrow(s));
}

/* Blocks wait for a whole sample for so many times their sampling time; where a core was shared, which may last for
   seconds, not as long. */
static const double patience = 6, patience_shared = 3;

static bool whole_missing(const struct sampling *s, double ms)
{
    const struct measurement *m = s->m;
    const double times = pace_is_shared(m->slowed, s->threads) ? patience_shared : patience,
                 most = 1000 * s->options.patience_s * (m->blocks + 1) / blocks_wanted(s);
    return m->block_whole == 0 && m->min_ms * m->repeats < MEASURE_SLICE_MS && ms < times * block_ms(s) &&
           spent_ms(s) < most;
}

/* Blocks take this part of the time limit: each ends with a sample that takes longer than foreseen, and the last must
   still fit. */
static const double block_part = 0.8;

/* Whether the block has its share of samples and time, or another sample would exceed the time limit or the room. */
static bool block_full(const struct sampling *s, double block_begin, double timed)
{
    const struct measurement *m = s->m;
    if (m->block_samples == 0 || (!s->renew && m->samples < FEWEST_SAMPLES))
        return false;
    double spent = spent_ms(s), most = block_part * 1000 * s->options.max_s * (m->blocks + 1) / blocks_wanted(s);
    if (m->block_samples == MEASURE_SAMPLES || spent + spent / m->samples > most)
        return true;
    const double ms = fmax(timed, clock_ms() - block_begin);
    return m->block_samples >= block_samples(s) && ms >= block_ms(s) && !whole_missing(s, ms);
}

/* ---- a block ---- */

/* Branch predictors learn the row lengths of a matrix in up to thousands of runs, and forget them when another kernel
   runs. So warm-up continues in windows, each twice as long as the one before, until the fastest batch of a window is
   hardly faster than that of the one before. Slow kernels are exempt: their matrix is too long to be learnt. Cold runs
   are few, as flushing takes longer than most of them. */
static bool warm_again(const struct sampling *s, struct err *e)
{
    const struct measurement *m = s->m;
    const double most = 250 * s->options.max_s / blocks_wanted(s);
    double ms, warm = 0, before = INFINITY, least = m->blocks > 0 ? m->median_ms : s->warm_ms;
    for (double window = s->options.cold ? 0 : warm_ms_least;; window *= 2) {
        double spent = 0;
        for (int runs = 0; runs < WARM_RUNS || spent < window; runs += m->repeats) {
            if (warm + least * m->repeats > most)
                return true;
            if (!sampling_time(s, m->repeats, &ms, e))
                return false;
            least = spent > 0 ? fmin(least, ms) : ms;
            spent += ms * m->repeats;
            warm += ms * m->repeats;
        }
        if (s->options.cold || spent > 2 * window || least > settled_share * before)
            return true;
        before = least;
    }
}

/* Looks how many times as fast the cores of the team could be. */
static bool look_pace(struct sampling *s, struct err *e)
{
    struct device *d = s->device;
    const int team = d->team;
    double ms;
    s->slowed = 1;
    if (!s->pace || !d->ops->topology || s->threads > d->threads)
        return true;
    d->team = s->threads;
    const bool ok = d->ops->start(d, e);
    d->team = team;
    if (ok)
        s->slowed = pace_measure(s->pace, s->threads);
    return d->ops->stop(d, &ms, ok ? e : NULL) && ok;
}

/* A sample's runs in up to PARTS batches; those count that kept their processors, if any did. */
enum { PARTS = 8 };

struct batches {
    double ms; /* of one run, in the mean */
    int runs;
};

static void batch_add(struct batches *b, double ms, int runs)
{
    b->runs += runs;
    b->ms += (ms - b->ms) * runs / b->runs;
}

static bool sample(struct sampling *s, double *ms, bool *whole, struct err *e)
{
    const double slowed = s->slowed;
    const bool on_host = device_is_cpu(s->device->kind);
    const int repeats = s->m->repeats, parts = !on_host ? 1 : repeats < PARTS ? repeats : PARTS;
    struct batches all = { 0 }, kept = { 0 };
    for (int i = 0; i < parts; i++) {
        const long before = load_preemptions();
        const int runs = (int)((int64_t)repeats * (i + 1) / parts - (int64_t)repeats * i / parts);
        if (!sampling_time(s, runs, ms, e))
            return false;
        batch_add(&all, *ms, runs);
        if (!on_host || load_preemptions() == before)
            batch_add(&kept, *ms, runs);
    }
    *ms = kept.runs > 0 ? kept.ms : all.ms;
    if (!look_pace(s, e))
        return false;
    const double most = fmax(slowed, s->slowed);
    *whole = kept.runs > 0 && !pace_is_shared(most, s->threads);
    s->m->slowed = fmax(s->m->slowed, most);
    s->m->kept = kept.runs > 0 ? parts : s->m->kept;
    return true;
}

/* If other programs stretched the warm-up, its samples have too few runs. */
static void lengthen(const struct sampling *s)
{
    struct measurement *m = s->m;
    if (!s->options.cold && m->samples > 0 && 2 * m->min_ms * m->repeats < sample_ms_least)
        m->repeats = repeats_for(m->min_ms);
}

static bool take_samples(struct sampling *s, struct err *e)
{
    struct measurement *m = s->m;
    double begin = clock_ms(), timed = 0, ms;
    bool whole;
    if (!look_pace(s, e))
        return false;
    while (!block_full(s, begin, timed)) {
        lengthen(s);
        if (!sample(s, &ms, &whole, e))
            return false;
        measure_sample(m, ms, whole);
        timed += ms * m->repeats;
        s->timed_ms += ms * m->repeats;
        if (!watch_step(&s->watch, STEP_SAMPLE, m, s->options.samples, e))
            return false;
    }
    return true;
}

bool sampling_block(struct sampling *s, struct err *e)
{
    struct measurement *m = s->m;
    if (m->blocks > 0 && !s->renew(s->arg, e)) {
        s->spent = e->code == ERR_MEMORY;
        return s->spent;
    }
    if (!warm_again(s, e))
        return false;
    double waited = load_waited_s("/proc/self/task");
    double begin = clock_ms();
    if (!take_samples(s, e))
        return false;
    measure_block(m, s->device);
    s->waited_s += load_waited_s("/proc/self/task") - waited;
    s->blocks_ms += clock_ms() - begin;
    m->waited = 1e3 * s->waited_s / s->blocks_ms / s->threads;
    return true;
}
