/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pair: two kernels on a device that becomes slower and slower: only turn by turn can they be told apart. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "core/base/clock.h"
#include "core/measure/pair.h"
#include "core/measure/tests/measure_bed.h"
#include "core/tests/cmocka.h"

/* 2 ms, and twice as much when the clock is at 5 s. */
static double drifting_ms(const struct work *w)
{
    return 2 * (1 + w->fake->clock_ms / 5000);
}

static bool steady_run(void *data, struct err *e)
{
    struct work *w = data;
    if (isnan(dense_get(&w->problem.y, 0, 0)))
        multiply(w);
    took(w, drifting_ms(w));
    return true;
}

static bool slower_run(void *data, struct err *e)
{
    struct work *w = data;
    steady_run(data, e);
    took(w, 0.05 * drifting_ms(w));
    w->fake->runs--;
    return true;
}

static struct pair *bed_compare_on(struct bed *b, const char *kind, const struct kernel *first,
                                   const struct kernel *second)
{
    static struct pair p;
    const struct measure_watch none[2] = { { 0 } };
    struct measure_job job[2] = { b->job, b->job };

    b->fake = (struct fake){ 0 };
    snprintf(b->device.kind, sizeof b->device.kind, "%s", kind);
    job[0].kernel = first;
    job[1].kernel = second;
    assert_true(pair_measure(job, none, b->pair, &p, &b->e));
    assert_int_equal(plans, 0);
    assert_int_equal(b->fake.allocated, 0);
    return &p;
}

/* Compares two kernels on b->device: no processor, whose other programs would count. */
static struct pair *bed_compare(struct bed *b, const struct kernel *first, const struct kernel *second)
{
    return bed_compare_on(b, "fake", first, second);
}

BED_TEST(five_per_cent_are_told_apart)
{
    struct kernel fast = kernel_of(steady_run), slow = kernel_of(slower_run);
    struct pair *p = bed_compare(b, &fast, &slow);
    assert_int_equal(p->first, FASTER);
    assert_true(p->blocks >= 12);
    assert_true(p->lo > 1.01 && p->lo <= 1.05 && p->hi >= 1.05 && p->hi < 1.1);
    /* The intervals of their own times overlap. */
    assert_int_equal(
        interval_compare(b->pair[0].ci_lo_ms, b->pair[0].ci_hi_ms, b->pair[1].ci_lo_ms, b->pair[1].ci_hi_ms), UNCLEAR);
    p = bed_compare(b, &slow, &fast);
    assert_int_equal(p->first, SLOWER);
    p = bed_compare(b, &fast, &fast);
    assert_int_equal(p->first, UNCLEAR);
    assert_true(p->lo <= 1 && p->hi >= 1);
}

/* Two kernels that learn as a branch predictor does: 50 µs, and 2.5 times as long before hundreds of runs, which all
   count anew once the other has run. `share` of that time. */
static bool learns(struct work *w, int who, double share)
{
    static int learner, since;
    if (isnan(dense_get(&w->problem.y, 0, 0)))
        multiply(w);
    if (learner != who)
        since = 0;
    learner = who;
    took(w, share * 0.05 * (1 + 1.5 * exp(-since++ / 400.)));
    return true;
}

static bool first_learns(void *data, struct err *e)
{
    return learns(data, 1, 1);
}

static bool second_learns(void *data, struct err *e)
{
    return learns(data, 2, 1.2);
}

static bool steady_short_run(void *data, struct err *e)
{
    return learns(data, 3, 0) && (took(data, 0.06), true);
}

static double alone_ms(struct bed *b, const struct kernel *k)
{
    bed_ends(b, k, ST_OK);
    return b->m.median_ms;
}

/* In turns each is as fast as alone: what it has forgotten meanwhile it learns before it is timed. */
BED_TEST(turns_measure_what_bench_measures)
{
    const struct kernel kernel[] = { kernel_of(first_learns), kernel_of(second_learns), kernel_of(steady_short_run) };
    for (int i = 0; i < 3; i++) {
        const struct kernel *first = &kernel[i], *second = &kernel[(i + 1) % 3];
        struct pair *p = bed_compare(b, first, second);
        const double ratio = p->ratio, first_ms = b->pair[0].median_ms, second_ms = b->pair[1].median_ms;
        assert_near(first_ms, alone_ms(b, first), 0.02 * first_ms);
        assert_near(second_ms, alone_ms(b, second), 0.02 * second_ms);
        assert_near(ratio, alone_ms(b, second) / alone_ms(b, first), 0.03);
    }
}

static bool real_run(void *data, struct err *e)
{
    const double begin = clock_ms();
    steady_short_run(data, e);
    while (clock_ms() - begin < 0.06)
        ;
    return true;
}

static void *spin(void *stop)
{
    while (!atomic_load((atomic_bool *)stop))
        ;
    return NULL;
}

/* Two in turns beside a busy loop, on one processor: without patience they have the blocks of an interval, and no
   more. */
BED_TEST(turns_end_when_patience_does)
{
    struct kernel k = kernel_of(real_run);
    cpu_set_t before, one;
    pthread_t other;
    atomic_bool stop = false;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(pthread_create(&other, NULL, spin, &stop), 0);
    b->job.options.patience_s = 0;
    struct pair *p = bed_compare_on(b, "cpu", &k, &k);
    stop = true;
    pthread_join(other, NULL);
    sched_setaffinity(0, sizeof before, &before);
    assert_true(p->disturbed);
    assert_true(p->blocks >= MEASURE_BLOCKS_LEAST && p->blocks < 2 * MEASURE_BLOCKS_LEAST);
}

/* No winner without a loser that is right; the second plan does not get the memory of the first. */
BED_TEST(failures_have_no_winner)
{
    struct kernel good = kernel_of(steady_run), bad = kernel_of(wrong_run);
    struct pair *p = bed_compare(b, &good, &bad);
    assert_int_equal(p->first, UNCLEAR);
    assert_int_equal(p->blocks, 0);
    assert_int_equal(b->pair[0].state, ST_CANCELLED);
    assert_int_equal(b->pair[1].state, ST_FAIL);
    p = bed_compare(b, &bad, &good);
    assert_int_equal(b->pair[0].state, ST_FAIL);
    assert_int_equal(b->pair[1].state, ST_CANCELLED);
    good.bytes = thousand_bytes;
    b->job.limit = 2500;
    p = bed_compare(b, &good, &good);
    assert_int_equal(b->pair[0].state, ST_CANCELLED);
    assert_int_equal(b->pair[1].state, ST_NO_MEMORY);
}

TEST(ratios_of_known_blocks)
{
    const double a[] = { 1, 2, 1, 2, 1, 2 }, b[] = { 1.1, 2.4, 1.3, 2.2, 1.2, 2.4 };
    struct pair p = { 0 };
    pair_compare(a, b, 6, 0, 0, &p);
    assert_int_equal(p.first, FASTER);
    assert_near(p.ratio, 1.2, 1e-12);
    assert_near(p.lo, 1.1, 1e-12);
    assert_near(p.hi, 1.3, 1e-12);
    pair_compare(a, b, 6, 0.1, 0, &p); /* what no process sees counts against the winner */
    assert_int_equal(p.first, UNCLEAR);
    pair_compare(a, b, 6, 0, 3, &p); /* so does what moves more slowly than the blocks */
    assert_int_equal(p.first, UNCLEAR);
    pair_compare(b, a, 6, 0.01, 0, &p);
    assert_int_equal(p.first, SLOWER);
    assert_string_equal(pair_word(&p, true), "slower");
    assert_string_equal(pair_word(&p, false), "faster");
    pair_compare(a, b, 6, 0, 1000, &p); /* however noisy, no ratio is 0 */
    assert_true(p.first == UNCLEAR && p.lo > 0);
    pair_compare(a, b, 5, 0, 0, &p);
    assert_int_equal(p.first, UNCLEAR);
    assert_near(p.hi, 0, 0);
}

/* Others stretch blocks a hundredfold: the fastest samples tell, and no interval is wider than they leave open. */
TEST(busy_blocks)
{
    const double a[] = { 1.02, 90, 1, 1.01, 1.03, 40, 1.02, 1.04, 7, 1.01, 1.02, 3 },
                 b[] = { 50, 2.05, 2.02, 9, 2, 2.04, 2.03, 2.06, 2.01, 30, 5, 2.02 },
                 hard[] = { 1, 1.9, 3, 4, 2.5, 6, 7, 5, 9, 8, 3, 2 }, unknown[] = { INFINITY, INFINITY };
    struct pair p = { 0 };
    pair_compare(a, b, 12, 0, 1, &p);
    assert_int_equal(p.first, UNCLEAR);
    pair_disturbed(a, b, 12, unknown, &p);
    assert_int_equal(p.first, FASTER);
    assert_near(p.ratio, 2, 1e-12);
    assert_near(p.lo, 2 * MEASURE_ALONE, 1e-12); /* spacings of 2%, so that the usual tenth counts */
    assert_near(p.hi, 2 / MEASURE_ALONE, 1e-12);
    pair_disturbed(a, b, 12, (double[]){ INFINITY, 1.1 }, &p); /* the second might have taken that */
    assert_near(p.lo, 1.1, 1e-12);
    pair_disturbed(a, b, 12, (double[]){ INFINITY, 0 }, &p);
    assert_int_equal(p.first, UNCLEAR);
    pair_disturbed(b, a, 12, (double[]){ 0, INFINITY }, &p);
    assert_int_equal(p.first, UNCLEAR);
    assert_true(isinf(p.hi));
    pair_disturbed(a, hard, 12, unknown, &p); /* perhaps none of `hard` was spared: it may be as fast as it likes */
    assert_int_equal(p.first, UNCLEAR);
    assert_near(p.lo, 0, 0);
    assert_near(p.hi, 1 / MEASURE_ALONE, 1e-12);
    pair_disturbed(hard, b, 12, unknown, &p);
    assert_int_equal(p.first, FASTER);
    assert_near(p.lo, 2 * MEASURE_ALONE, 1e-12);
    assert_true(isinf(p.hi) && pair_interval(&p, false).lo == 0);
    assert_near(pair_interval(&p, false).hi, 1 / p.lo, 1e-12);
    pair_disturbed(b, hard, 12, unknown, &p);
    assert_int_equal(p.first, SLOWER);
    pair_disturbed(a, a, 12, unknown, &p);
    assert_int_equal(p.first, UNCLEAR);
    pair_disturbed(hard, hard, 12, unknown, &p);
    assert_int_equal(p.first, UNCLEAR);
    pair_compare(a, b, 5, 0, 1, &p);
    pair_disturbed(a, b, 5, unknown, &p);
    assert_near(p.hi, 0, 0);
}

/* Whole blocks of a disturbed pair: the interval has a margin of a tenth on both sides. */
TEST(whole_blocks_of_a_disturbed_pair)
{
    struct pair p = { .blocks = 12, .ratio = 1.2, .lo = 1.1, .hi = 1.3, .first = FASTER };
    pair_whole(&p);
    assert_true(p.disturbed && !p.fastest && p.first == UNCLEAR);
    assert_near(p.lo, 0.99, 1e-12);
    assert_near(p.hi, 1.3 / 0.9, 1e-12);
    p = (struct pair){ .blocks = 12, .ratio = 0.7, .lo = 0.6, .hi = 0.85, .first = SLOWER };
    pair_whole(&p);
    assert_true(p.first == SLOWER);
}

/* Where the blocks say one thing and the medians, which the rows show, another, there is no verdict. */
TEST(never_against_the_rows)
{
    const double a[] = { 1, 1, 1, 9, 9, 9.2, 9 }, b[] = { 1.1, 1.2, 1.1, 8.9, 9.1, 9.3, 0.9 };
    const double c[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 },
                 d[] = { 6.5, 3, 4, 5, 6, 6.2, 7.2, 8.1, 9.1, 10.1, 11.1, 1 };
    struct pair p = { 0 };
    pair_compare(c, d, 12, 0, 0, &p);
    assert_true(measure_median(d, 12) > measure_median(c, 12) ? p.first != SLOWER : p.first != FASTER);
    pair_compare(a, b, 7, 0, 0, &p);
    assert_true(p.lo <= measure_median(b, 7) / measure_median(a, 7));
}

static void assert_said(const struct pair *p, const char *expect)
{
    char text[200];
    pair_text(p, "a", "b", text, sizeof text);
    assert_string_equal(text, expect);
}

TEST(what_is_said)
{
    struct pair p = { .blocks = 12, .ratio = 1.3, .lo = 1.25, .hi = 1.35, .first = FASTER };
    assert_said(&p, "a is 1.25 to 1.35 times as fast as b");
    p = (struct pair){ .blocks = 12, .ratio = 0.8, .lo = 0.5, .hi = 0.95, .first = SLOWER };
    assert_said(&p, "b is 1.05 to 2.00 times as fast as a");
    p = (struct pair){ .blocks = 12, .ratio = 1.2, .lo = 1.003, .hi = 1.421, .first = FASTER };
    assert_said(&p, "a is 1.003 to 1.43 times as fast as b"); /* not 1.00, which may be slower */
    p = (struct pair){ .blocks = 12, .ratio = 1.01, .lo = 0.97, .hi = 1.04 };
    assert_said(&p, "a and b are not told apart: a is 0.970 to 1.040 times as fast as b");
    assert_string_equal(pair_word(&p, true), "unclear");
    char itself[200];
    pair_text(&p, "a", "a", itself, sizeof itself);
    assert_string_equal(itself, "a is compared with itself: the first and the second are not told apart: the first is "
                                "0.970 to 1.040 times as fast as the second");
    p = (struct pair){ .blocks = 12, .ratio = 1.01, .lo = 0.98, .hi = 1.02 };
    assert_said(&p, "a and b are the same within 3% (the first is 0.980 to 1.020 times as fast)");
    assert_string_equal(pair_word(&p, false), "same");
    p = (struct pair){ .blocks = 12, .ratio = 1, .lo = 0.6, .hi = 1.2 }; /* more than 25% on each side */
    assert_said(&p, "a and b are not told apart: a is 0.60 to 1.20 times as fast as b");
    p.disturbed = true;
    assert_said(&p, "a and b are not told apart: a is 0.60 to 1.20 times as fast as b, as the machine was busy");
    p.fastest = true;
    assert_said(&p,
                "a and b are not told apart: a is 0.60 to 1.20 times as fast as b, by their fastest samples, as the "
                "machine was busy");
    p = (struct pair){
        .blocks = 12, .ratio = 2, .lo = 1.8, .hi = INFINITY, .first = FASTER, .disturbed = true, .fastest = true
    };
    assert_said(&p, "a is at least 1.80 times as fast as b, by their fastest samples, as the machine was busy");
    p = (struct pair){
        .blocks = 12, .ratio = 2, .lo = 0, .hi = 0.5, .first = SLOWER, .disturbed = true, .fastest = true
    };
    assert_said(&p, "b is at least 2.00 times as fast as a, by their fastest samples, as the machine was busy");
    p.min_ms[0] = 0.25; /* not those of tables, which are medians */
    p.min_ms[1] = 0.125;
    assert_said(&p, "b is at least 2.00 times as fast as a, by their fastest samples (0.125 and 0.25 ms), as the "
                    "machine was busy");
    p = (struct pair){ .blocks = 12, .ratio = 2, .lo = 0, .hi = INFINITY, .disturbed = true, .fastest = true };
    assert_said(&p, "a and b: too noisy to tell them apart, by their fastest samples, as the machine was busy");
    p = (struct pair){ .blocks = 3 };
    assert_said(&p, "a and b: 3 blocks are too few to tell them apart");
}

TESTS(NULL, NULL)
