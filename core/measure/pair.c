/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair: blocks in the order A B, B A, A B, … */
#include "core/measure/pair.h"

#include "core/base/clock.h"
#include "core/measure/measuring.h"

/* Twice the minimum for an interval: ranks 3 and 10 of 12 depend less on a single bad block than ranks 1 and 6 of 6. */
enum { BLOCKS = 2 * MEASURE_BLOCKS_LEAST };

static void decide(struct pair *p)
{
    p->first = p->lo > 1 ? FASTER : p->hi < 1 ? SLOWER : UNCLEAR;
}

void pair_compare(const double *first_ms, const double *second_ms, int n, double unseen, double drift, struct pair *p)
{
    double ratio[MEASURE_BLOCKS];
    for (int i = 0; i < n; i++)
        ratio[i] = second_ms[i] / first_ms[i];
    p->blocks = n;
    p->first = UNCLEAR;
    p->disturbed = p->fastest = false;
    p->ratio = measure_median(ratio, n);
    p->lo = p->hi = 0;
    if (!measure_interval(ratio, n, &p->lo, &p->hi))
        return;
    const double shown =
        measure_median(second_ms, n) / measure_median(first_ms, n); /* of the rows, which lies within */
    const double more = unseen * p->ratio + drift * (p->hi - p->lo) / 2;
    p->lo = fmin(p->lo, shown);
    p->hi = fmax(p->hi, shown) + more;
    p->lo *= p->lo / (p->lo + more); /* as a ratio, so that it does not become 0 */
    decide(p);
}

/* Disturbances hit both, block by block: of equal kernels, whatever befalls them, either is as often ahead. */
void pair_whole(struct pair *p)
{
    p->disturbed = true;
    p->lo *= MEASURE_ALONE;
    p->hi /= MEASURE_ALONE;
    decide(p);
}

/* Lower bound on a run's undisturbed time. Other programs only slow it down, by any factor, so it takes at most its
   fastest sample. In 31 of 32 cases the difference is at most the range of the six fastest blocks: the spacings at the
   end of a distribution are alike, and one exceeds the next five together once in 2⁵ (after Robson and Whitlock,
   Estimation of a truncation point, Biometrika 51, 1964). A tenth is allowed in any case, as in measure_disturbed. 0:
   the range exceeds half, so all six may be disturbed. */
static double alone_ms(const double *least_ms, int n)
{
    const double first = measure_ranked(least_ms, n, 1), sixth = measure_ranked(least_ms, n, MEASURE_BLOCKS_LEAST);
    return sixth > 1.5 * first ? 0 : fmin(2 * first - sixth, MEASURE_ALONE * first);
}

void pair_disturbed(const double *first_ms, const double *second_ms, int n, const double bound_ms[2], struct pair *p)
{
    p->disturbed = p->fastest = true;
    if (n < MEASURE_BLOCKS_LEAST)
        return;
    const double first = measure_ranked(first_ms, n, 1), second = measure_ranked(second_ms, n, 1);
    p->ratio = second / first;
    p->lo = fmin(alone_ms(second_ms, n), bound_ms[1]) / first;
    p->hi = second / fmin(alone_ms(first_ms, n), bound_ms[0]);
    decide(p);
}

const char *pair_word(const struct pair *p, bool first)
{
    if (p->first == UNCLEAR)
        return interval_same(p->lo, p->hi, INTERVAL_SAME) ? "same" : "unclear";
    return (p->first == FASTER) == first ? "faster" : "slower";
}

struct interval pair_interval(const struct pair *p, bool first)
{
    if (first)
        return (struct interval){ p->lo, p->ratio, p->hi };
    return p->hi > 0 ? (struct interval){ 1 / p->hi, 1 / p->ratio, 1 / p->lo }
                     : (struct interval){ 0, 1 / p->ratio, 0 };
}

void pair_text(const struct pair *p, const char *first, const char *second, char *text, size_t size)
{
    const bool swap = p->first == SLOWER; /* the faster one first */
    char range[TEXT_SIZE];
    interval_text(swap ? 1 / p->hi : p->lo, swap ? 1 / p->lo : p->hi, range);
    text[0] = 0;
    if (strcmp(first, second) == 0) {
        text_add(text, size, "%s is compared with itself: ", first);
        first = "the first";
        second = "the second";
    }
    if (p->hi <= 0)
        text_add(text, size, "%s and %s: %d block%s too few to tell them apart", first, second, p->blocks,
                 p->blocks == 1 ? " is" : "s are");
    else if (p->first != UNCLEAR)
        text_add(text, size, "%s is %s times as fast as %s", swap ? second : first, range, swap ? first : second);
    else if (interval_same(p->lo, p->hi, INTERVAL_SAME))
        text_add(text, size, "%s and %s are the same within %g%%", first, second, 100 * INTERVAL_SAME);
    else if (*range)
        text_add(text, size, "%s and %s are not told apart: %s is %s times as fast as %s", first, second, first, range,
                 second);
    else
        text_add(text, size, "%s and %s: too noisy to tell them apart", first, second);
    if (p->first == UNCLEAR && interval_same(p->lo, p->hi, INTERVAL_SAME))
        text_add(text, size, " (the first is %s times as fast)", range);
    if (!p->disturbed || p->hi <= 0)
        return;
    const double ms[] = { p->min_ms[swap], p->min_ms[!swap] }; /* the tables' medians have another ratio */
    if (p->fastest)
        text_add(text, size, ", by their fastest samples");
    if (p->fastest && ms[0] > 0 && ms[1] > 0)
        text_add(text, size, " (%.3g and %.3g ms)", ms[0], ms[1]);
    text_add(text, size, ", as the machine was busy");
}

/* The medians of those blocks that have whole samples in both; returns how many. */
static int whole_blocks(const struct measuring r[2], int n, double *first_ms, double *second_ms)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        first_ms[count] = r[0].m->block_ms[i];
        second_ms[count] = r[1].m->block_ms[i];
        count += r[0].m->whole[i] && r[1].m->whole[i];
    }
    return count;
}

static void compare(const struct measuring r[2], struct pair *p)
{
    double first_ms[MEASURE_BLOCKS], second_ms[MEASURE_BLOCKS];
    int n = r[0].m->blocks < r[1].m->blocks ? r[0].m->blocks : r[1].m->blocks;
    double unseen = 0, drift = 0, bound_ms[2];
    bool disturbed = false;
    for (int i = 0; i < 2; i++) {
        const struct device *d = r[i].job->device;
        const double ms = r[i].m->median_ms;
        unseen += ms > 0 ? measure_unseen(d, ms) / ms : 0;
        drift = d->unseen.drift > drift ? d->unseen.drift : drift;
        disturbed |= measure_is_disturbed(r[i].m, d, r[i].sampling.threads);
        const double whole = measure_whole(r[i].m, d, r[i].sampling.threads);
        bound_ms[i] = whole < 1 ? whole * r[i].m->min_ms : INFINITY;
    }
    const int whole = whole_blocks(r, n, first_ms, second_ms);
    if (disturbed && whole >= MEASURE_BLOCKS_LEAST) {
        pair_compare(first_ms, second_ms, whole, unseen, drift, p);
        pair_whole(p);
        return;
    }
    pair_compare(r[0].m->block_ms, r[1].m->block_ms, n, unseen, drift, p);
    if (disturbed)
        pair_disturbed(r[0].m->least_ms, r[1].m->least_ms, n, bound_ms, p);
}

/* Whether the ratio is known well enough, or the time is up. A busy machine gets more time, but only so much patience.
 */
static bool enough(const struct measuring r[2], const struct pair *p, const struct measure_options *o, double spent_ms)
{
    if (!r[0].ok || !r[1].ok || o->samples == 0 || !r[0].sampling.renew || !r[1].sampling.renew)
        return measuring_enough(&r[0]) && measuring_enough(&r[1]);
    const double each = spent_ms / (p->blocks > 0 ? p->blocks : 1);
    const bool waits = p->disturbed && spent_ms + each <= 1000 * o->patience_s, hurries = p->disturbed && !waits;
    const double most = 1000 * (o->until > 0 ? o->until_s : (waits ? 4 : 2) * o->max_s);
    if (p->blocks == MEASURE_BLOCKS || r[0].sampling.spent || r[1].sampling.spent)
        return true;
    if (p->blocks > 0 && spent_ms + each > most)
        return r[0].m->samples >= 3 && r[1].m->samples >= 3;
    const double wanted = waits ? INTERVAL_WIDE : o->until > 0 ? o->until : INFINITY;
    return p->blocks >= (hurries ? MEASURE_BLOCKS_LEAST : BLOCKS) && interval_spread(p->ratio, p->lo, p->hi) <= wanted;
}

static void take_turns(struct measuring r[2], struct pair *p, const struct measure_options *o)
{
    const double begin = clock_ms();
    bool turn = false;
    while (!enough(r, p, o, clock_ms() - begin)) {
        if (!measuring_block(&r[turn]) || !measuring_block(&r[!turn]))
            return;
        compare(r, p);
        turn = !turn;
    }
}

bool pair_measure(const struct measure_job job[2], const struct measure_watch watch[2], struct measurement m[2],
                  struct pair *p, struct err *e)
{
    struct measuring r[2];
    struct measure_job own[2] = { job[0], job[1] };
    *p = (struct pair){ .first = UNCLEAR };
    own[0].options.until = own[1].options.until = 0;
    own[0].options.patience_s = own[1].options.patience_s = job[0].options.patience_s * MEASURE_BLOCKS_LEAST / BLOCKS;
    m[1] = (struct measurement){ .state = ST_CANCELLED, .text = "nothing to compare it with" };
    if (!measuring_begin(&r[0], &own[0], watch[0], &m[0]))
        return measuring_end(&r[0], NULL, e);
    if (own[0].device == own[1].device)
        own[1].limit -= m[0].device_bytes < own[1].limit ? m[0].device_bytes : own[1].limit;
    if (measuring_begin(&r[1], &own[1], watch[1], &m[1]))
        take_turns(r, p, &job[0].options);
    else
        r[0].ok = err_set(&r[0].why, ERR_CANCELLED, "nothing to compare it with");
    bool alive = measuring_end(&r[1], NULL, e);
    alive = measuring_end(&r[0], NULL, alive ? e : NULL) && alive;
    p->min_ms[0] = m[0].min_ms;
    p->min_ms[1] = m[1].min_ms;
    if (m[0].state != ST_OK || m[1].state != ST_OK) {
        p->first = UNCLEAR;
        p->blocks = 0;
    }
    return alive;
}
