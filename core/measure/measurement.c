/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/measurement.h"

#include "core/base/ascending.h"
#include "core/measure/interval.h"
#include "core/measure/pace.h"

struct state {
    const char *name;
    enum err_code code;
};

static const struct state states[ST_CANCELLED + 1] = {
    [ST_OK] = { "ok", ERR_NONE },
    [ST_FAIL] = { "FAIL", ERR_CHECK },
    [ST_UNSUPPORTED] = { "unsupported", ERR_UNSUPPORTED },
    [ST_NO_DEVICE] = { "no device", ERR_DEVICE },
    [ST_NO_MEMORY] = { "no memory", ERR_MEMORY },
    [ST_ERROR] = { "error", ERR_DEVICE },
    [ST_CANCELLED] = { "cancelled", ERR_CANCELLED },
};

struct measure_options measure_defaults(void)
{
    return (struct measure_options){ .samples = 10, .min_s = 0.3, .max_s = 3, .until_s = 60, .patience_s = INFINITY };
}

const char *measure_state_name(enum measure_state state)
{
    return states[state].name;
}

enum err_code measure_state_code(enum measure_state state)
{
    return states[state].code;
}

enum measure_state measure_code_state(enum err_code code)
{
    for (int i = ST_CANCELLED; i > ST_OK; i--)
        if (states[i].code == code)
            return (enum measure_state)i;
    return ST_ERROR;
}

enum err_code measure_named_code(const char *name)
{
    for (int i = 0; i <= ST_CANCELLED; i++)
        if (strcmp(states[i].name, name) == 0)
            return states[i].code;
    return ERR_DEVICE;
}

const char *measure_flag_name(int bit)
{
    static const char *const names[MEASURE_FLAGS] = { "busy", "throttled", "roof",    "blocks",
                                                      "wide", "crowded",   "prepare", "until" };
    return names[bit];
}

/* ---- samples and blocks ---- */

static void sort_copy(const double *value, int n, double *sorted)
{
    memcpy(sorted, value, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending_double);
}

double measure_ranked(const double *value, int n, int r)
{
    double sorted[MEASURE_SAMPLES];
    sort_copy(value, n, sorted);
    return sorted[r - 1];
}

double measure_median(const double *value, int n)
{
    double sorted[MEASURE_SAMPLES];
    if (n < 1)
        return 0;
    sort_copy(value, n, sorted);
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

/* The rank l (from 1) such that values l and n+1-l enclose the median with at least 95%. The number of values below the
   median is B(n, 1/2), so l is the largest with P(B ≤ l-1) ≤ 2.5%; 0 (none) below n = 6. */
static int median_rank(int n)
{
    double probability = 1, below = 0; /* P(B = l), P(B < l) */
    for (int i = 0; i < n; i++)
        probability /= 2;
    int l = 0;
    for (; l < n && below + probability <= 0.025; l++) {
        below += probability;
        probability *= (double)(n - l) / (double)(l + 1);
    }
    return l;
}

bool measure_interval(const double *value, int n, double *lo, double *hi)
{
    double sorted[MEASURE_SAMPLES];
    int rank = median_rank(n);
    if (rank < 1)
        return false;
    sort_copy(value, n, sorted);
    *lo = sorted[rank - 1];
    *hi = sorted[n - rank];
    return true;
}

/* The median of the current block's whole samples; if it has none, of all. */
static double block_median(const struct measurement *m)
{
    return measure_median(m->sample_ms, m->block_whole > 0 ? m->block_whole : m->block_samples);
}

/* Whole samples first. */
static void keep_sample(struct measurement *m, double ms, bool whole)
{
    int at = m->block_samples++;
    if (whole) {
        m->sample_ms[at] = m->sample_ms[m->block_whole];
        at = m->block_whole++;
    }
    m->sample_ms[at] = ms;
}

void measure_sample(struct measurement *m, double ms, bool whole)
{
    m->last_ms = ms;
    m->min_ms = m->samples == 0 || ms < m->min_ms ? ms : m->min_ms;
    m->mean_ms += (ms - m->mean_ms) / ++m->samples;
    m->whole_samples += whole;
    if (m->block_samples < MEASURE_SAMPLES)
        keep_sample(m, ms, whole);
    if (m->blocks == 0)
        m->median_ms = block_median(m);
    m->has |= HAS_TIME;
}

double measure_unseen(const struct device *d, double ms)
{
    const struct unseen *u = &d->unseen;
    double launch = u->launch_ms < u->launch * ms ? u->launch_ms : u->launch * ms;
    return launch + u->all * ms;
}

static void note_wide(struct measurement *m)
{
    if (!(interval_spread(m->median_ms, m->ci_lo_ms, m->ci_hi_ms) <= INTERVAL_WIDE))
        m->flags |= FLAG_WIDE;
}

/* A sample lasts a millisecond or more. A sample this much faster than nearly all blocks shows that the processor has a
   faster state, in which another process may stay throughout (two shared cores: states 1.8 apart, for seconds). */
static const double slowed = 0.8;

/* If only one sample in so many seemed whole, that was luck: cores are looked at before and after it. On an EPYC whose
   other hyperthread was busy, 1 to 20 of 40 to 100 did, with fastest ones of 0.095 to 0.138 ms in a process; alone
   0.095. So such a run may take the share seldom_least of its fastest sample. */
enum { SELDOM = 4 };
static const double seldom_least = 2 / 3.;

static int whole_blocks(const struct measurement *m)
{
    int count = 0;
    for (int i = 0; i < m->blocks; i++)
        count += m->whole[i];
    return count;
}

/* The median of the whole blocks, or of all if none is; their interval if they suffice for one, else that of all. */
static bool blocks_interval(struct measurement *m)
{
    double whole_ms[MEASURE_BLOCKS];
    int n = 0;
    for (int i = 0; i < m->blocks; i++)
        if (m->whole[i])
            whole_ms[n++] = m->block_ms[i];
    m->median_ms = n > 0 ? measure_median(whole_ms, n) : measure_median(m->block_ms, m->blocks);
    if (!measure_interval(whole_ms, n, &m->ci_lo_ms, &m->ci_hi_ms) &&
        !measure_interval(m->block_ms, m->blocks, &m->ci_lo_ms, &m->ci_hi_ms))
        return false;
    m->ci_lo_ms = fmin(m->ci_lo_ms, m->median_ms);
    m->ci_hi_ms = fmax(m->ci_hi_ms, m->median_ms);
    return true;
}

void measure_block(struct measurement *m, const struct device *d)
{
    m->whole[m->blocks] = m->block_whole > 0;
    m->least_ms[m->blocks] = measure_ranked(m->sample_ms, m->block_samples, 1);
    m->block_ms[m->blocks++] = block_median(m);
    m->block_samples = m->block_whole = 0;
    m->flags &= ~(unsigned)(FLAG_BLOCKS | FLAG_WIDE | FLAG_BUSY);
    /* The core could start so many times as many instructions: no run is slowed down more. */
    const bool shared = pace_is_shared(m->slowed, m->threads) && SELDOM * m->whole_samples < m->samples;
    m->flags |= shared ? FLAG_BUSY : 0u;
    if (!blocks_interval(m)) {
        m->flags |= FLAG_BLOCKS;
        return;
    }
    double unseen = measure_unseen(d, m->median_ms) + d->unseen.drift * (m->ci_hi_ms - m->ci_lo_ms) / 2;
    m->ci_lo_ms *= m->ci_lo_ms / (m->ci_lo_ms + unseen); /* as a ratio, so that no time becomes 0 */
    m->ci_hi_ms += unseen;
    if ((d->unseen.drift > 0 && m->min_ms < slowed * m->ci_lo_ms) || pace_varies(m->slowed, m->threads))
        m->ci_lo_ms = fmin(m->ci_lo_ms, m->min_ms);
    if (shared)
        m->ci_lo_ms =
            fmin(m->ci_lo_ms, fmax(1 / m->slowed, m->whole_samples > 0 ? seldom_least : MEASURE_SHARED) * m->min_ms);
    m->has |= HAS_INTERVAL;
    note_wide(m);
}

/* On a quiet machine with two processors, a thread waited for 0.2 to 1.6% of its time (Linux 6.18); for 25% where one
   other program kept a processor busy. */
static const double waited_most = 0.05;

/* More threads than processors also wait for each other: alone, each runs for d->threads/threads of its time. Other
   programs took the rest of that. */
double measure_taken(const struct measurement *m, const struct device *d, int threads)
{
    return 1 - (1 - m->waited) * fmax(1, (double)threads / d->threads);
}

/* What others took of all processors of the team, in processors. */
static double taken_of_team(const struct measurement *m, const struct device *d, int threads)
{
    return fmax(0, measure_taken(m, d, threads)) * fmin(threads, d->threads);
}

static bool mostly_whole(const struct measurement *m)
{
    return m->blocks > 0 && 2 * whole_blocks(m) >= m->blocks;
}

/* Threads that wait one after the other leave the team whole for 1 less the sum of their shares. A program that keeps a
   processor busy takes half of it: one leaves a half, but two may leave nothing. The bound lies between. */
static const double whole_least = 0.25;
/* A product ends with the last thread of its team, so one that takes far less than a slice waited for none. But beside
   two busy loops, at a load of 9 to 35, the fastest samples of one kernel were up to 1.22 apart. */
static const double brief = 1 / 8., brief_least = 2 / 3.;

double measure_whole(const struct measurement *m, const struct device *d, int threads)
{
    if (mostly_whole(m) || !(1 - taken_of_team(m, d, threads) < whole_least))
        return 1;
    return m->min_ms > 0 && m->min_ms < brief * MEASURE_SLICE_MS ? brief_least : 0;
}

bool measure_is_disturbed(const struct measurement *m, const struct device *d, int threads)
{
    return measure_taken(m, d, threads) > waited_most && device_is_cpu(d->kind);
}

double measure_least_spread(const struct measurement *m, const struct device *d, int threads)
{
    const double unseen = m->median_ms > 0 ? measure_unseen(d, m->median_ms) / m->median_ms : 0;
    return fmax(unseen, measure_is_disturbed(m, d, threads) ? 1 / MEASURE_ALONE - 1 : 0);
}

/* 10⁹ a second, from a count per run. */
static double rate(const struct measurement *m, double count)
{
    return (m->has & HAS_TIME) && m->median_ms > 0 ? count / m->median_ms * 1e-6 : 0;
}

double measure_gflops(const struct measurement *m)
{
    return rate(m, m->flops);
}

double measure_gnnzs(const struct measurement *m)
{
    return rate(m, m->products);
}

double measure_gbs(const struct measurement *m)
{
    return rate(m, m->bytes);
}

double measure_memory_gbs(const struct device *d, const struct rates *r)
{
    return device_is_cpu(d->kind) ? r->read : r->copy;
}

/* What the threads of a run reach, from the figure for all threads and for one. */
static double of_threads(const struct measurement *m, const struct device *d, double all, double one)
{
    return m->threads > 0 && m->threads < d->threads && one > 0 ? fmin(all, m->threads * one) : all;
}

/* The bytes over the caches of level i that the run's threads have. */
static double filled(const struct measurement *m, const struct device *d, int i, double bytes)
{
    const int count = d->level[i].count;
    const double part = m->threads > 0 && m->threads < count ? (double)m->threads / count : 1;
    return m->cold ? INFINITY : bytes / (part * (double)d->level[i].bytes);
}

/* The first level whose caches hold the bytes, or part of them; d->levels: none. */
static int level_of(const struct measurement *m, const struct device *d, double bytes, bool part)
{
    int i = 0;
    for (double x; i < d->levels && (x = filled(m, d, i, bytes)) > 1 && !(part && device_holds_part(d->kind, x));)
        i++;
    return i;
}

static double level_gbs(const struct measurement *m, const struct device *d, int i)
{
    const struct rates *all = &d->gbs.all, *one = &d->gbs.one;
    return i < d->levels ? of_threads(m, d, all->level[i], one->level[i])
                         : of_threads(m, d, measure_memory_gbs(d, all), measure_memory_gbs(d, one));
}

/* The bandwidth that bounds a run over this many bytes; 0: unknown. */
static struct roof bandwidth_of(const struct measurement *m, const struct device *d, double bytes)
{
    const int i = level_of(m, d, bytes, false), first = level_of(m, d, bytes, true);
    const double x = first < d->levels ? filled(m, d, first, bytes) : 0;
    struct roof r = { .level = i < d->levels ? d->level[i].name : "DRAM" };
    if (i < d->levels || m->cold || d->levels > 0 || bytes > (double)d->cache)
        r.gbs = level_gbs(m, d, i);
    else
        r.level = "cache"; /* level unknown */
    const double near = device_holds_part(d->kind, x) ? level_gbs(m, d, first) : 0;
    const double far = near > 0 ? level_gbs(m, d, first + 1) : 0;
    r.between = near > 0 && far > 0;
    if (r.between)
        r.gbs = device_part_gbs(x, near, far);
    r.name = r.level;
    return r;
}

static double peak_of(const struct measurement *m, const struct device *d)
{
    return of_threads(m, d, d->gbs.all.peak[m->type], d->gbs.one.peak[m->type]);
}

struct roof measure_roof(const struct measurement *m, const struct device *d)
{
    const double peak = peak_of(m, d);
    struct roof r = bandwidth_of(m, d, m->bytes);
    r.share = r.gbs > 0 ? measure_gbs(m) / r.gbs : 0;
    if (r.share > 0 && measure_gflops(m) > r.share * peak && peak > 0) {
        r.name = "peak";
        r.share = measure_gflops(m) / peak;
    }
    return r;
}

/* No run is faster than reading A, padding included, at twice the roof, which may be too low, and computing at twice
   the peak; at four times those in doubt; where no roof is known, at 1 TB/s a thread, more than a core reads from its
   L1. */
static double fastest_ms(const struct measurement *m, const struct device *d)
{
    const double slots = (double)m->slots * (double)(sizeof(int32_t) + vtype_size(m->type)),
                 bytes = fmax(m->bytes, fmin(slots, (double)m->device_bytes)), times = *d->doubt ? 4 : 2,
                 roof = bandwidth_of(m, d, bytes).gbs, gbs = roof > 0 ? times * roof : 1000 * fmax(1, m->threads),
                 peak = peak_of(m, d);
    return 1e-6 * fmax(bytes / gbs, peak > 0 ? m->flops / (times * peak) : 0);
}

/* Other programs only slow a run down. Undisturbed it could be MEASURE_SHARED times its fastest sample; if samples, and
   their parts, exceed a time slice, also subtract the waiting of its threads; if these perhaps never ran all at once,
   only what the machine can do is a bound. Blocks stretched a thousandfold say nothing about the undisturbed
   time. A run that leaves processors free and shows one speed alone may have had the slower of two. */
void measure_disturbed(struct measurement *m, const struct device *d, int threads)
{
    const double alone = m->ci_lo_ms * fmax(0, 1 - taken_of_team(m, d, threads));
    const double whole = measure_whole(m, d, threads), sample = m->min_ms * m->repeats;
    const bool one_speed = threads < d->threads && m->min_ms > slowed * m->median_ms;
    m->flags |= FLAG_BUSY;
    if (!(m->has & HAS_INTERVAL))
        return;
    m->ci_lo_ms =
        fmin(fmax(m->ci_lo_ms, MEASURE_SHARED * m->min_ms), (one_speed ? MEASURE_SHARED : MEASURE_ALONE) * m->min_ms);
    if (sample > MEASURE_SLICE_MS && !mostly_whole(m))
        m->ci_lo_ms = fmin(m->ci_lo_ms, sample > m->kept * MEASURE_SLICE_MS ? alone : MEASURE_SHARED * m->min_ms);
    if (whole < 1)
        m->ci_lo_ms = fmin(m->ci_lo_ms, whole > 0 ? MEASURE_SHARED * m->min_ms : 0);
    m->ci_lo_ms = fmax(m->ci_lo_ms, fmin(fastest_ms(m, d), m->min_ms));
    note_wide(m);
}
