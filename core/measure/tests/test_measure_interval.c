/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure_interval: blocks of samples, and the interval that they give. */
#include "core/measure/interval.h"
#include "core/measure/pace.h"
#include "core/measure/tests/measure_bed.h"
#include "core/tests/cmocka.h"

/* Ranks from the tables of the sign test: n = 10: 2 and 9; n = 20: 6 and 15; n = 100: 40 and 61; below 6: none. */
TEST(intervals_of_known_values)
{
    static const struct {
        int n, low, high;
    } known[] = { { 1, 0, 0 },  { 3, 0, 0 },   { 5, 0, 0 },     { 6, 1, 6 },
                  { 10, 2, 9 }, { 20, 6, 15 }, { 100, 40, 61 }, { 1024, 481, 544 } };
    double value[MEASURE_SAMPLES];
    for (size_t c = 0; c < COUNT(known); c++) {
        int n = known[c].n;
        double lo = 0, hi = 0;
        for (int i = 0; i < n; i++) /* 1 .. n, the odd ones falling, then the even ones */
            value[i] = i < (n + 1) / 2 ? 2 * ((n + 1) / 2 - i) - 1 : 2 * (i - (n + 1) / 2 + 1);
        double first = value[0];
        assert_near(measure_median(value, n), (n + 1) / 2.0, 1e-12);
        assert_int_equal(measure_interval(value, n, &lo, &hi), known[c].low > 0);
        assert_near(lo, known[c].low, 0);
        assert_near(hi, known[c].high, 0);
        assert_near(value[0], first, 0); /* a copy was sorted */
    }
}

/* The time depends on the plan, as it does on where a process gets its memory: 2, 2.1, 2.2, 2 … ms. */
BED_TEST(the_interval_covers_plans)
{
    struct kernel k = kernel_of(paced_run);
    k.prepare = paced_prepare;
    bed_ends(b, &k, ST_OK);
    assert_int_equal(b->m.blocks, 6);
    assert_true(b->m.ci_lo_ms <= 2.0001 && b->m.ci_hi_ms >= 2.1999);
    assert_near(b->m.median_ms, 2.1, 0.1001);                  /* a plan is made again where other programs ran */
    assert_int_equal(b->m.flags & ~(unsigned)FLAG_PREPARE, 0); /* other programs may run */
}

/* The same, of where the operands are: preparing takes too long to be done again. */
BED_TEST(the_interval_covers_places)
{
    struct kernel k = kernel_of(moved_run);
    k.prepare = upload_prepare;
    struct device_ops moving = fake_ops;
    moving.move = fake_move;
    b->device.ops = &moving;
    bed_ends(b, &k, ST_OK);
    assert_int_equal(b->m.blocks, 6);
    assert_int_equal(b->fake.moves, 2 * 5); /* X and Y */
    assert_true(b->m.ci_lo_ms <= 2.0001 && b->m.ci_hi_ms >= 2.4999);
    k.op = OP_TRANSPOSE;
    k.run = transpose_run;
    b->fake.moves = 0;
    bed_ends(b, &k, ST_OK);
    assert_int_equal(b->fake.moves, 3 * 5); /* the three arrays of T */
}

/* What can only be timed again has one block: no interval. So has a kernel that may choose another one every time. */
BED_TEST(nothing_to_vary_is_one_block)
{
    struct kernel k = kernel_of(quick_run);
    k.prepare = upload_prepare;
    for (int chooses = 0; chooses < 2; chooses++) {
        bed_ends(b, &k, ST_OK);
        assert_int_equal(b->m.blocks, 1);
        assert_int_equal(b->m.flags & ~(unsigned)FLAG_PREPARE, FLAG_BLOCKS);
        assert_false(b->m.has & HAS_INTERVAL);
        assert_true(b->m.samples >= 10);
        k.prepare = choosing_prepare;
    }
}

/* The second plan does not fit beside the first. */
BED_TEST(plans_are_made_again_where_both_fit)
{
    struct kernel k = kernel_of(quick_run);
    b->job.limit = 2 * 1000 + 8 * 3 * 50;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.blocks, 6);
    b->job.limit--;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.blocks, 1);
}

/* What no process can see is added; an interval of more than 25% on each side is flagged. */
BED_TEST(intervals_are_as_wide_as_devices_say)
{
    struct kernel k = kernel_of(quick_run);
    b->device.unseen = (struct unseen){ .launch_ms = 0.001, .launch = 1, .all = 0.1 };
    assert_true(bed_run(b, &k));
    assert_near(b->m.ci_lo_ms, 0.01 / 1.2, 1e-9);
    assert_near(b->m.ci_hi_ms, 0.012, 1e-9);
    assert_int_equal(b->m.flags & ~(unsigned)FLAG_PREPARE, 0); /* other programs may run */
    b->device.unseen.all = 0.2;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.flags, FLAG_WIDE);
    b->device.unseen.all = 1.5; /* more than there is */
    assert_true(bed_run(b, &k));
    assert_near(b->m.ci_lo_ms, 0.01 / 2.6, 1e-9);
    assert_int_equal(b->m.flags, FLAG_WIDE);
    b->device.unseen = (struct unseen){ .launch_ms = 0.001, .launch = 0.01 }; /* the smaller of the two */
    assert_true(bed_run(b, &k));
    assert_near(b->m.ci_hi_ms, 0.0101, 1e-9);
    b->device.unseen = (struct unseen){ .drift = 1 };
    k.run = paced_run;
    k.prepare = paced_prepare;
    assert_true(bed_run(b, &k));
    assert_near(b->m.ci_lo_ms, 2 / 1.05, 1e-9); /* 2 to 2.2 without it */
    assert_near(b->m.ci_hi_ms, 2.3, 1e-9);
}

static bool any_topology(struct device *d, int threads, struct topology *out, struct err *e)
{
    return true;
}

/* Cores that are shared throughout: a run may be as fast as they could be. No core starts 1,000 instructions a cycle.
 */
BED_TEST(shared_cores)
{
    struct kernel k = kernel_of(quick_run);
    struct pace pace = { .team = { { 1, 1000 } } };
    struct device_ops threaded = fake_ops;
    threaded.topology = any_topology;
    k.prepare = paced_prepare;
    b->device.ops = &threaded;
    b->job.pace = &pace;
    assert_true(bed_run(b, &k));
    assert_true(b->m.flags & FLAG_BUSY && b->m.slowed > 10 && !b->m.whole[0]);
    assert_near(b->m.ci_lo_ms, 0.5 * 0.01, 1e-9);
    assert_near(b->m.ci_hi_ms, 0.01, 1e-9);
    assert_near(pace.team[0].most, 1000, 0);
    const int patient = b->m.samples;
    b->job.options.patience_s = 0; /* as many blocks, none of which waits for a whole sample */
    assert_true(bed_run(b, &k));
    assert_true(b->m.blocks == 6 && 2 * b->m.samples < patient);
    k.family = "cuda";
    strcpy(b->device.kind, "gpu"); /* whose threads are not ours */
    b->job.pace = NULL;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.flags & ~(unsigned)FLAG_PREPARE, 0); /* other programs may run */
}

/* Cores shared nearly throughout: the few samples that seem whole are not, either; one in four is not luck. */
TEST(cores_seldom_alone)
{
    const struct device d = { .kind = "cpu", .threads = 2, .unseen = { .drift = 1 } };
    for (int whole = 2; whole <= 10; whole += 8) {
        struct measurement m = { .state = ST_OK, .slowed = 1.8 };
        for (int block = 0; block < 6; block++) {
            for (int i = 0; i < 40; i++)
                measure_sample(&m, i < whole ? 1.35 : 1.5, i < whole);
            measure_block(&m, &d);
        }
        assert_near(m.median_ms, 1.35, 1e-9);
        assert_int_equal(m.flags, whole < 10 ? FLAG_BUSY | FLAG_WIDE : 0);
        assert_near(m.ci_lo_ms, whole < 10 ? 1.35 * 2 / 3 : 1.35, 1e-9);
    }
}

/* Of a team of many, some cores are shared nearly always: that is no fault, but its fastest sample shows what it
   reaches. */
TEST(many_cores_some_shared)
{
    const struct device d = { .kind = "cpu", .threads = 16 };
    const double slowed[] = { 1.05, 1.4, 1.7 };
    for (int j = 0; j < 3; j++) {
        struct measurement m = { .state = ST_OK, .slowed = slowed[j], .threads = 16 };
        for (int block = 0; block < 6; block++) {
            for (int i = 0; i < 10; i++)
                measure_sample(&m, i == block ? 0.95 : 1, !pace_is_shared(slowed[j], 16));
            measure_block(&m, &d);
        }
        assert_int_equal(m.flags, j < 2 ? 0 : FLAG_BUSY | FLAG_WIDE);
        assert_near(m.ci_lo_ms, j == 0 ? 1 : j == 1 ? 0.95 : 0.95 / 1.7, 1e-9);
    }
    assert_true(pace_is_shared(1.4, 4) && !pace_varies(1.4, 4));
}

/* A host that moves processors under different caches. */
TEST(processors_moved_apart)
{
    struct pace p = { 0 };
    assert_near(pace_note(&p, 2, 1.9), 1, 0); /* its instructions are another figure */
    assert_near(pace_apart(&p, 2, 35), 1, 0);
    assert_near(pace_apart(&p, 2, 28), 1, 0);
    assert_near(pace_apart(&p, 2, 18), 1, 0);
    assert_near(pace_apart(&p, 2, 7), PACE_APART, 0);
    assert_near(pace_apart(&p, 2, 0), 1, 0); /* one had no processor */
    assert_near(pace_apart(&p, 4, 7), 1, 0);
    assert_near(pace_note(&p, 2, 1.95), 1, 0);
    assert_near(pace_apart(&p, 2, 7), PACE_APART, 0);
    assert_near(pace_note(&p, 2, 3.9), 1, 0); /* both had been on one core, where a line is passed on faster */
    assert_near(pace_apart(&p, 2, 7), 1, 0);
}

TEST(paces)
{
    struct pace p = { 0 };
    assert_near(pace_note(&p, 2, 4), 1, 0);
    assert_true(p.risen);
    p.risen = false;
    assert_near(pace_note(&p, 2, 2), 2, 0);
    assert_near(pace_note(&p, 2, 4.01), 1, 0);
    assert_false(p.risen); /* not worth keeping */
    assert_near(pace_note(&p, 3, 1), 1, 0);
    assert_near(pace_note(&p, 2, 0), 1, 0);
    for (int threads = 4; threads < 4 + PACES; threads++)
        assert_near(pace_note(&p, threads, 1), 1, 0);
    assert_near(pace_note(&p, 3 + PACES, 0.5), 1, 0); /* no room to remember it */
    assert_true(pace_measure(&p, 1) >= 1);
}

/* Noise of 10% from plan to plan: goes on until the interval is narrow, or the time is up. */
BED_TEST(until_it_is_narrow)
{
    struct kernel k = kernel_of(paced_run);
    k.prepare = noisy_prepare;
    strcpy(b->device.kind, "gpu"); /* on a CPU, other programs end it sooner */
    b->job.options.min_s = 0.006;
    b->job.options.until = 0.03;
    b->job.options.until_s = 5;
    /* Whether plans are renewed rests on the real time of preparing: a pause in it, on a busy machine, is no failure.
     */
    for (int again = 0; again < 5 && b->m.blocks <= 1; again++)
        bed_ends(b, &k, ST_OK);
    assert_true(b->m.blocks > 6 && b->m.blocks < MEASURE_BLOCKS);
    assert_true(interval_spread(b->m.median_ms, b->m.ci_lo_ms, b->m.ci_hi_ms) <= 0.03);
    b->job.options.until = 1e-9;
    b->job.options.until_s = b->job.options.max_s = 0.3;
    double begin = clock_ms();
    assert_true(bed_run(b, &k));
    assert_true(b->m.blocks > 6);
    assert_true(clock_ms() - begin < 3000);
}

/* A sample much faster than all blocks: the processor has a faster state, of which another process may see more. */
TEST(two_speeds)
{
    for (int fast = 0; fast < 2; fast++) {
        struct measurement m = { 0 };
        const struct device d = { .kind = "cpu", .unseen = { .drift = 1 } };
        for (int block = 0; block < 6; block++) {
            for (int i = 0; i < 3; i++)
                measure_sample(&m, fast && block == 4 && i == 1 ? 1 : 1.8, true);
            measure_block(&m, &d);
        }
        assert_true(m.median_ms == 1.8 && m.ci_hi_ms == 1.8);
        assert_true(m.ci_lo_ms == (fast ? 1 : 1.8));
    }
}

/* Four blocks of six have no whole sample: the median is that of the others, and the interval covers all. */
TEST(whole_blocks_count)
{
    struct measurement m = { 0 };
    const struct device d = { .kind = "cpu" };
    for (int block = 0; block < 6; block++) {
        measure_sample(&m, block < 4 ? 40 : 1, block >= 4);
        measure_sample(&m, block < 4 ? 30 : 50, false);
        measure_block(&m, &d);
    }
    assert_true(m.median_ms == 1 && m.ci_lo_ms == 1 && m.ci_hi_ms == 35);
    for (int block = 6; block < 10; block++) { /* six whole ones: they suffice */
        measure_sample(&m, 1.1, true);
        measure_block(&m, &d);
    }
    assert_true(m.median_ms == 1.1 && m.ci_lo_ms == 1 && m.ci_hi_ms == 1.1);
}

/* Others only slow a run down: it may be as fast as its fastest sample, and a long sample as fast as without all that
   its threads waited. */
TEST(disturbed)
{
    const struct measurement quiet = { .has = HAS_INTERVAL | HAS_TIME,
                                       .median_ms = 1,
                                       .ci_lo_ms = 0.98,
                                       .ci_hi_ms = 1.02,
                                       .min_ms = 0.96,
                                       .repeats = 2,
                                       .waited = 0.1 };
    struct device device = { .kind = "cpu", .threads = 2 };
    struct measurement m = quiet;
    measure_disturbed(&m, &device, 2);
    assert_int_equal(m.flags, FLAG_BUSY);
    assert_true(fabs(m.ci_lo_ms - 0.9 * 0.96) < 1e-12 && m.ci_hi_ms == 1.02);
    m = quiet;
    m.min_ms = 0.3;
    measure_disturbed(&m, &device, 2);
    assert_int_equal(m.flags, FLAG_BUSY | FLAG_WIDE);
    m = quiet;
    m.ci_lo_ms = 0.001; /* of blocks from 0.03 to 1 ms */
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.5 * 0.96) < 1e-12);
    m = quiet;
    m.repeats = 5; /* 4.8 ms: others have their turn in every sample */
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.98 * 0.8) < 1e-12);
    m = quiet;
    m.repeats = m.kept = 5; /* but not in a fifth of one */
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.5 * 0.96) < 1e-12);
    m = quiet;
    m.repeats = 5; /* both threads wait for most of the time: only the machine's speed is left as a bound */
    m.waited = 0.7;
    m.type = VT_F64;
    m.threads = 2;
    m.bytes = 1;
    m.slots = 500000; /* of 12 bytes, or 2 where the plan is that small */
    m.device_bytes = 8000000;
    struct measurement padded = m, coded = m, brief = m;
    coded.device_bytes = 1000000;
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.003) < 1e-12); /* no roof: 1 TB/s a thread */
    brief.repeats = 1; /* one program takes half of one processor, two leave perhaps no time to the whole team */
    for (int two = 0; two < 2; two++) {
        m = brief;
        m.waited = two ? 0.45 : 0.3;
        assert_true(measure_whole(&m, &device, 2) == !two);
        measure_disturbed(&m, &device, 2);
        assert_true(fabs(m.ci_lo_ms - (two ? 0.003 : 0.9 * 0.96)) < 1e-12);
    }
    m = brief; /* of products far shorter than a slice some met nobody */
    m.waited = 0.45;
    m.min_ms = 0.3;
    assert_true(measure_whole(&m, &device, 2) == 2 / 3.);
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.15) < 1e-12);
    device.gbs.all.read = 10;
    m = padded;
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.3) < 1e-12); /* twice the roof */
    m = padded;
    m.flops = 1e6;
    device.gbs.all.peak[VT_F64] = 1;
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.5) < 1e-12); /* twice the peak */
    device.gbs.all.peak[VT_F64] = 0;
    m = coded;
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.05) < 1e-12);
    snprintf(device.doubt, sizeof device.doubt, "measured while others ran");
    m = padded;
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.15) < 1e-12); /* four times one in doubt */
    device = (struct device){
        .kind = "cpu", .threads = 2, .levels = 1, .level = { { .name = "L2", .bytes = 2000000, .count = 1 } }
    };
    device.gbs.all = (struct rates){ .read = 10, .level = { 100 } };
    m = padded;
    measure_disturbed(&m, &device, 2);
    assert_true(fabs(m.ci_lo_ms - 0.3) < 1e-12); /* its padding does not fit the cache that its entries would */
    m = quiet;
    m.waited = 0.6; /* four threads on two processors: alone each waits for half of its time; others took a fifth */
    m.repeats = 5;
    assert_true(fabs(measure_taken(&m, &device, 4) - 0.2) < 1e-12 && measure_is_disturbed(&m, &device, 4));
    measure_disturbed(&m, &device, 4);
    assert_true(fabs(m.ci_lo_ms - 0.98 * 0.6) < 1e-12);
    m = quiet;
    m.has = HAS_TIME;
    measure_disturbed(&m, &device, 2);
    assert_true(m.flags == FLAG_BUSY && m.ci_lo_ms == 0.98);
}

/* On a busy machine no number of blocks makes an interval narrower than what others may take: `until` ends there. */
TEST(least_spread)
{
    struct device d = { .kind = "cpu", .threads = 2, .unseen = { .all = 0.001 } };
    struct measurement m = { .has = HAS_INTERVAL | HAS_TIME, .median_ms = 1, .waited = 0.01 };
    assert_true(fabs(measure_least_spread(&m, &d, 2) - 0.001) < 1e-12);
    m.waited = 0.3;
    assert_true(fabs(measure_least_spread(&m, &d, 2) - 1 / 0.9 + 1) < 1e-12);
    assert_true(fabs(measure_least_spread(&m, &d, 3) - 0.001) < 1e-12); /* a crowd of our own */
    m.ci_lo_ms = 0.999 * (m.min_ms = 0.999);
    m.ci_hi_ms = 1.001;
    m.repeats = 1;
    measure_disturbed(&m, &d, 2); /* that is the least it can become */
    assert_true(interval_spread(m.median_ms, m.ci_lo_ms, m.ci_hi_ms) >= measure_least_spread(&m, &d, 2));
}

TESTS(NULL, NULL)
