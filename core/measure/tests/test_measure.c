/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure: measuring on a device made here, with kernels that are right. */
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "core/measure/measuring.h"
#include "core/measure/tests/measure_bed.h"
#include "core/tests/cmocka.h"

TEST(a_right_kernel_gets_its_number)
{
    for (int type = 0; type < VT_COUNT; type++) {
        for (int layout = 0; layout < 2; layout++) {
            struct bed *b = bed_make((enum vtype)type);
            struct kernel k = kernel_of(quick_run);
            k.type = (enum vtype)type;
            k.layout = (enum layout)layout;
            double begin = clock_ms();
            bed_ends(b, &k, ST_OK);
            assert_true(b->m.err_ratio <= 1);
            assert_near(b->m.median_ms, 0.01, 1e-9);
            assert_true(b->m.repeats >= 100); /* a sample lasts a millisecond */
            assert_true(b->m.samples >= 10);
            double timed = b->m.samples * b->m.repeats * 0.01;
            assert_true(timed >= 299.999 || clock_ms() - begin >= 300); /* a busy machine may take that long for real */
            assert_true(timed <= 3000);
            assert_int_equal(b->told, b->m.samples);
            assert_int_equal(b->m.blocks, 6);
            assert_int_equal(b->m.flags, 0);
            assert_true(b->m.has & HAS_INTERVAL);
            assert_true(b->step[STEP_CHECK] == 1 && b->step[STEP_WARM] >= 1);
            assert_int_equal(b->step[STEP_REST], 5); /* between six blocks */
            double nnzk = (double)b->a.nnz * 3;
            double v = type == VT_F64 ? 8 : 4;
            double bytes = 4 * 21 + (4 + v) * (double)b->a.nnz + v * 3 * 50;
            assert_near(measure_gflops(&b->m), 2 * nnzk / 1e-5 * 1e-9, 1e-6);
            assert_near(measure_gnnzs(&b->m), nnzk / 1e-5 * 1e-9, 1e-6);
            assert_near(measure_gbs(&b->m), bytes / 1e-5 * 1e-9, 1e-6);
            assert_true(b->m.in_cache);
            b->m.cold = true;
            assert_near(measure_roof(&b->m, &b->device).share, bytes / 1e-5 * 1e-9 / 10, 1e-6);
            for (int64_t i = 0; i < 20; i++)
                for (int64_t c = 0; c < 3; c++)
                    assert_near(dense_get(&b->result.y, i, c), b->ref.y[i * 5 + c], type == VT_F64 ? 1e-13 : 1e-5);
            assert_int_equal(b->result.y.layout, ROW_MAJOR);
            bed_free(b);
        }
    }
}

TEST(the_roof_is_the_device_s)
{
    struct device gpu = { .kind = "gpu", .gbs.all = { .read = 10, .copy = 5 } }, unknown = { .kind = "cpu" };
    struct measurement m = { .has = HAS_TIME, .median_ms = 1, .bytes = 2e6 };
    assert_near(measure_roof(&m, &gpu).gbs, 5, 0);
    assert_near(measure_roof(&m, &gpu).share, 0.4, 1e-12);
    assert_near(measure_roof(&m, &unknown).share, 0, 0);
    m.has = 0;
    assert_near(measure_gbs(&m), 0, 0);
}

/* A working set is held against the first cache that it fits in, and that one is named. One of nearly its size, or a
   little more, comes from it and the next in parts. */
TEST(a_cache_has_its_own_roof)
{
    struct device d = { .kind = "cpu", .cache = 9000, .level = { { "L2", 1000, 1 }, { "L3", 9000, 1 } }, .levels = 2 };
    d.gbs.all = (struct rates){ .read = 10, .copy = 5, .level = { 100, 40 } };
    struct measurement m = { .has = HAS_TIME, .median_ms = 1e-3, .bytes = 650, .device_bytes = 1000 };
    assert_string_equal(measure_roof(&m, &d).level, "L2");
    assert_near(measure_roof(&m, &d).share, 6.5e-4 / 100 * 1e3, 1e-12);
    assert_false(measure_roof(&m, &d).between);
    for (m.device_bytes = 1001; m.device_bytes < 1000000; m.device_bytes *= 9)
        assert_near(measure_roof(&m, &d).gbs, 100, 0); /* padding brings no lower roof */
    for (m.bytes = 900; m.bytes <= 1400; m.bytes += 500) {
        const struct roof part = measure_roof(&m, &d);
        assert_string_equal(part.level, m.bytes < 1000 ? "L2" : "L3"); /* the one that holds all */
        assert_near(part.gbs, m.bytes < 1000 ? 1 / (0.75 / 100 + 0.25 / 40) : 1 / (0.25 / 100 + 0.75 / 40), 1e-9);
        assert_true(part.between);
    }
    strcpy(d.kind, "gpu");
    m.bytes = 900;
    assert_near(measure_roof(&m, &d).gbs, 100, 0); /* not known there */
    strcpy(d.kind, "cpu");
    m.bytes = 1651;
    assert_string_equal(measure_roof(&m, &d).level, "L3");
    assert_near(measure_roof(&m, &d).gbs, 40, 0);
    m.bytes = 9001; /* the next is memory */
    assert_near(measure_roof(&m, &d).gbs, 1 / ((1.65 - 9001. / 9000) / 40 + (9001. / 9000 - 0.65) / 10), 1e-9);
    d.gbs.all.level[1] = 0; /* one of the two is unknown */
    assert_near(measure_roof(&m, &d).gbs, 10, 0);
    d.gbs.all.level[1] = 40;
    m.cold = true;
    assert_string_equal(measure_roof(&m, &d).level, "DRAM");
    assert_near(measure_roof(&m, &d).gbs, 10, 0);
    m.cold = false;
    m.bytes = 15000;
    assert_string_equal(measure_roof(&m, &d).level, "DRAM");
    m.bytes = 900;
    d.levels = 0; /* a cache of which nothing is known has no roof */
    assert_near(measure_roof(&m, &d).share, 0, 0);
}

/* Where the arithmetic cannot keep up with the bandwidth, its peak is the roof. */
TEST(the_peak_of_the_arithmetic_bounds_a_run)
{
    struct device d = { .kind = "gpu", .gbs.all = { .copy = 100, .peak = { [VT_F64] = 8, [VT_F32] = 16 } } };
    struct measurement m = { .has = HAS_TIME, .median_ms = 1, .bytes = 10e6, .flops = 4e6, .type = VT_F64 };
    assert_string_equal(measure_roof(&m, &d).name, "peak"); /* 4 of 8 GFLOPS, 10 of 100 GB/s */
    assert_near(measure_roof(&m, &d).share, 0.5, 1e-12);
    assert_string_equal(measure_roof(&m, &d).level, "DRAM");
    assert_near(measure_roof(&m, &d).gbs, 100, 0);
    m.type = VT_F32;
    assert_near(measure_roof(&m, &d).share, 0.25, 1e-12);
    m.flops = 0; /* a transposition */
    assert_string_equal(measure_roof(&m, &d).name, "DRAM");
    assert_near(measure_roof(&m, &d).share, 0.1, 1e-12);
    m.flops = 4e6;
    d.gbs.all.copy = 0; /* the lower of two roofs is known only if both are */
    assert_near(measure_roof(&m, &d).share, 0, 0);
}

/* Three threads of eight reach no more than three times what one alone does, and fill no more than three caches. */
TEST(some_threads_have_their_own_roof)
{
    struct device d = { .kind = "cpu", .threads = 8, .levels = 2, .cache = 9000 };
    d.level[0] = (struct cache_level){ "L2", 800, 8 };
    d.level[1] = (struct cache_level){ "L3", 9000, 1 };
    d.gbs.all = (struct rates){ .read = 20, .level = { 800, 100 }, .peak = { 80, 160 } };
    d.gbs.one = (struct rates){ .read = 12, .level = { 110, 30 }, .peak = { 11, 22 } };
    struct measurement m = { .has = HAS_TIME, .median_ms = 1e-3, .bytes = 195, .threads = 3 };
    assert_near(measure_roof(&m, &d).gbs, 330, 1e-9);
    m.bytes = 495; /* beyond three of the eight L2 */
    assert_string_equal(measure_roof(&m, &d).level, "L3");
    assert_near(measure_roof(&m, &d).gbs, 90, 1e-9);
    m.bytes = 325;
    m.threads = 5; /* as many reach what all do */
    assert_near(measure_roof(&m, &d).gbs, 550, 1e-9);
    m.cold = true;
    assert_near(measure_roof(&m, &d).gbs, 20, 0);
    m.threads = 1;
    m.flops = 5000;
    m.type = VT_F64;
    assert_near(measure_roof(&m, &d).share, 5 / d.gbs.one.peak[VT_F64], 1e-9);
    d.gbs.one = (struct rates){ 0 }; /* not measured */
    assert_near(measure_roof(&m, &d).gbs, 20, 0);
}

/* Else each batch would start 16 threads, of which 14 end with the first run. */
BED_TEST(a_run_begins_with_the_team_of_its_plan)
{
    struct kernel k = kernel_of(quick_run);
    b->job.threads = 16;
    bed_ends(b, &k, ST_OK);
    assert_int_equal(b->fake.largest_team, 16);
    b->fake.largest_team = 0;
    k.prepare = frugal_prepare;
    bed_ends(b, &k, ST_OK);
    assert_int_equal(b->fake.largest_team, 2);
    assert_int_equal(b->m.threads, 2); /* its roof is that of two */
}

BED_TEST(a_bump_does_not_move_the_median)
{
    struct kernel k = kernel_of(bumpy_run);
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.repeats, 1);
    assert_near(b->m.median_ms, 2, 1e-9);
    assert_near(b->m.min_ms, 2, 1e-9);
    assert_near(b->m.mean_ms, 3, 0.3); /* about one sample of ten */
    assert_true(b->m.ci_lo_ms <= 2 && b->m.ci_hi_ms >= 2);
}

/* Two runs of three lose the processor to another program, and take 12 ms instead of 2. */
static bool losing_run(void *data, struct err *e)
{
    struct work *w = data;
    const bool loses = w->fake->runs % 3 != 2;
    struct rusage begin, now;
    multiply(w);
    getrusage(RUSAGE_SELF, &begin);
    do
        getrusage(RUSAGE_SELF, &now);
    while (loses && now.ru_nivcsw == begin.ru_nivcsw);
    took(w, loses ? 12 : 2);
    return true;
}

/* Starts a program that never rests, on the one processor that it shares with this one; 0: that cannot be had. */
static pid_t busy_program(cpu_set_t *usual)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    if (sched_getaffinity(0, sizeof *usual, usual) != 0 || sched_setaffinity(0, sizeof one, &one) != 0)
        return 0;
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (volatile unsigned long i = 0;; i++)
            ;
    }
    return child > 0 ? child : 0;
}

BED_TEST(samples_without_a_processor_do_not_count)
{
    struct kernel k = kernel_of(losing_run);
    cpu_set_t usual;
    const pid_t other = busy_program(&usual);
    if (!other)
        skip();
    b->job.options.max_s = 60;
    bed_ends(b, &k, ST_OK);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    sched_setaffinity(0, sizeof usual, &usual);
    assert_near(b->m.median_ms, 2, 1e-9);
    assert_near(b->m.ci_hi_ms, 2, 1e-9);
    assert_true(b->m.mean_ms > 6); /* of all samples */
}

/* The first preparation loses the processor to another program for 60 ms. */
static bool losing_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    struct rusage begin, now;
    getrusage(RUSAGE_SELF, &begin);
    if (fake_of(p->device)->plans++ == 0) {
        usleep(60000);
        do
            getrusage(RUSAGE_SELF, &now);
        while (now.ru_nivcsw == begin.ru_nivcsw);
    }
    return work_prepare(p, plan, e);
}

BED_TEST(a_preparation_without_a_processor_does_not_count)
{
    struct kernel k = kernel_of(quick_run);
    cpu_set_t usual;
    k.prepare = losing_prepare;
    b->job.options.samples = 0;
    const pid_t other = busy_program(&usual);
    if (!other)
        skip();
    bed_ends(b, &k, ST_OK);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    sched_setaffinity(0, sizeof usual, &usual);
    assert_true(b->m.prepare.ms < 60);
    assert_in_range(b->m.prepare.times, 2, 3);
}

/* Preparing took 10 ms, 6 of which a thread waited: in doubt, until a time without waiting is nearly as short. A longer
   one clears nothing, nor does waiting matter that takes no time, nor that of a team larger than the machine. */
TEST(preparing_while_others_ran_is_in_doubt)
{
    struct device d = { .kind = "cpu", .threads = 2 };
    struct measure_job job = { .device = &d, .threads = 2 };
    struct measurement m = { .state = ST_OK };
    struct measuring r = { .job = &job, .m = &m };
    const struct plan plan = { 0 };
    measuring_note(&r, &plan, 60, 1);
    assert_int_equal(m.flags, 0);
    measuring_note(&r, &plan, 10, 6);
    assert_int_equal(m.flags, FLAG_PREPARE);
    assert_near(m.prepare.ms, 10, 0);
    measuring_note(&r, &plan, 40, 0);
    assert_int_equal(m.flags, FLAG_PREPARE);
    measuring_note(&r, &plan, 11, 1);
    assert_int_equal(m.flags, 0);
    assert_near(m.prepare.ms, 10, 0);
    measuring_note(&r, &plan, 1, 0.95);
    assert_int_equal(m.flags, FLAG_PREPARE);
    assert_int_equal(m.prepare.times, 5);
    measuring_note(&r, &plan, 0.09, 0.09);
    assert_int_equal(m.flags, 0);
    m = (struct measurement){ .state = ST_OK };
    job.threads = 3;
    measuring_note(&r, &plan, 10, 6);
    assert_int_equal(m.flags, 0);
}

BED_TEST(slow_kernels_get_three_samples)
{
    struct kernel k = kernel_of(slow_run);
    bed_ends(b, &k, ST_OK);
    assert_int_equal(b->m.samples, 3);
    assert_int_equal(b->fake.runs, 4); /* the checked one was the warm-up */
    assert_int_equal(b->m.blocks, 3);  /* too few for an interval, which is said */
    assert_int_equal(b->m.flags, FLAG_BLOCKS);
    assert_false(b->m.has & HAS_INTERVAL);
}

BED_TEST(cold_runs_flush_each_time)
{
    struct kernel k = kernel_of(quick_run);
    b->job.options.cold = true;
    b->job.options.min_s = 60;
    b->job.options.max_s = 120;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.repeats, 1);
    assert_int_equal(b->fake.largest_batch, 1);
    assert_int_equal(b->fake.flushes, b->fake.runs);
    assert_int_equal(b->m.samples, 6 * MEASURE_SAMPLES);      /* 10 µs each: blocks are full before the time is up */
    assert_int_equal(b->fake.runs, b->m.samples + 1 + 7 * 3); /* the checked one, and warm-ups of three */
    assert_false(b->m.in_cache);
}

BED_TEST(check_only)
{
    struct kernel k = kernel_of(quick_run);
    b->job.options.samples = 0;
    bed_ends(b, &k, ST_OK);
    assert_int_equal(b->fake.runs, 1);
    assert_true(b->m.has & HAS_ERROR);
    assert_false(b->m.has & HAS_TIME);
    assert_non_null(b->result.y.data);
}

BED_TEST(uploads_are_not_preparation)
{
    struct kernel k = kernel_of(quick_run);
    k.prepare = upload_prepare;
    assert_true(bed_run(b, &k));
    assert_near(b->m.upload_ms, 1e6, 0);
    assert_near(b->m.prepare.ms, 0, 0);
    assert_int_equal(b->m.has & (HAS_UPLOAD | HAS_PREPARE), HAS_UPLOAD | HAS_PREPARE);
}

static bool once_late_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    const bool first = fake_of(p->device)->plans++ == 0;
    const bool ok = work_prepare(p, plan, e);
    plan->upload_ms = first ? 40 : 2;
    return ok;
}

/* A host that has been idle delays a GPU's first upload. */
BED_TEST(a_late_upload_is_timed_again)
{
    struct kernel k = kernel_of(quick_run);
    k.prepare = once_late_prepare;
    strcpy(b->job.device->kind, "gpu");
    b->job.options.min_s = 0.01; /* too short for plans that are made anew */
    bed_ends(b, &k, ST_OK);
    assert_near(b->m.upload_ms, 2, 0);
    assert_int_equal(b->m.prepare.times, 2);
}

/* The first plan, and one that seeks an order of rows, takes real time, others seem to take none. */
static bool once_slow_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    const bool seeks = p->param[0] && !p->order->sought, slow = fake_of(p->device)->plans++ == 0 || seeks;
    if (slow)
        usleep(2000);
    p->order->sought = p->param[0];
    return (slow ? work_prepare : upload_prepare)(p, plan, e);
}

/* Memory that lay unused comes slowly: that is before the first plan. */
BED_TEST(memory_is_touched_before_it_is_prepared)
{
    struct kernel kernel = kernel_of(quick_run);
    kernel.bytes = thousand_bytes;
    bed_ends(b, &kernel, ST_OK);
    assert_true(b->fake.touched >= 1000);
}

/* The least preparation counts; if the first sought an order, those count that do so, too. A long one is timed again.
 */
BED_TEST(the_least_preparation_counts)
{
    struct kernel k = kernel_of(quick_run);
    k.prepare = once_slow_prepare;
    b->job.options.min_s = 3; /* so that plans are made anew, however busy the machine is */
    for (int sought = 0; sought < 2; sought++) {
        b->fake.plans = 0;
        b->job.param[0] = sought;
        bed_ends(b, &k, ST_OK);
        assert_true(b->fake.plans > 1);
        assert_near(b->m.upload_ms, 0, 0);
        assert_true(sought ? b->m.prepare.ms >= 2 : b->m.prepare.ms <= 0);
        assert_true(sought ? b->m.prepare.times >= 2 && b->m.prepare.times <= 3 : b->m.prepare.times == b->fake.plans);
    }
}

/* The first choosing takes 5 ms of 6, the second 1 of 3 for another choice, the third 2 of 3: in all 1 + 1. */
static bool choosing_again_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    static const int choosing[] = { 5, 1, 2 }, own[] = { 1, 2, 1 };
    const int i = fake_of(p->device)->plans++;
    usleep(1000 * (unsigned)(choosing[i % 3] + own[i % 3]));
    bool ok = choosing_prepare(p, plan, e);
    plan->choosing_ms = choosing[i % 3];
    plan->choice[0] = i % 3 == 1 ? 'x' : 'f';
    return ok;
}

/* Choosing is timed again, too: the least of each counts, and the first choice is measured. */
BED_TEST(a_choice_is_timed_again)
{
    struct kernel k = kernel_of(quick_run);
    k.prepare = choosing_again_prepare;
    bed_ends(b, &k, ST_OK);
    assert_true(b->m.prepare.times >= 2);
    assert_near(b->m.choosing_ms, 1, 0);
    assert_true(b->m.prepare.ms >= 2);
    assert_string_equal(b->m.choice, "fake.best");
}

BED_TEST(working_sets_beyond_the_cache)
{
    struct kernel k = kernel_of(quick_run);
    b->device.cache = 1500; /* the plan's 1000 bytes fit, X and Y beside it do not */
    assert_true(bed_run(b, &k));
    assert_false(b->m.in_cache);
    assert_int_equal(b->m.device_bytes, 1000 + 8 * 3 * 50);
}

TEST(transposes_come_back)
{
    struct bed *b = bed_make(VT_F32);
    struct kernel k = kernel_of(transpose_run);
    k.op = OP_TRANSPOSE;
    k.type = VT_F32;
    bed_ends(b, &k, ST_OK);
    assert_csr_same(&b->result.t, &b->transposed);
    assert_near(measure_gflops(&b->m), 0, 0);
    assert_near(measure_gnnzs(&b->m), (double)b->a.nnz / 4e-3 * 1e-9, 1e-12);
    k.run = lazy_run;
    bed_ends(b, &k, ST_FAIL);
    bed_free(b);
}

BED_TEST(blocks_check_themselves)
{
    struct kernel k = kernel_of(block_run);
    k.op = OP_SCAN;
    k.verify = block_verify;
    bed_ends(b, &k, ST_OK);
    assert_near(measure_gflops(&b->m), 0, 0);
    assert_near(measure_gnnzs(&b->m), (double)b->a.nnz / 2e-3 * 1e-9, 1e-12);
    assert_near(b->m.bytes, 8 * (double)b->a.nnz, 0);
    assert_int_equal(b->m.device_bytes, 1000);
    k.run = quick_block_run;
    bed_ends(b, &k, ST_FAIL);
    assert_non_null(strstr(b->m.text, "element 7"));
    k.verify = unable_verify;
    bed_ends(b, &k, ST_NO_MEMORY);
}

BED_TEST(empty_matrices_are_measured)
{
    struct csr none = fixture_random(0, 0, 0, -1, 0, VT_F64);
    struct dense x;
    struct reference ref;
    struct kernel k = kernel_of(quick_run);
    assert_true(dense_alloc(&x, 0, 3, VT_F64, ROW_MAJOR, NULL));
    assert_true(reference_make(&none, &x, &ref, NULL, NULL));
    b->job.a = &none;
    b->job.host.x = &x;
    b->job.host.ref = &ref;
    bed_ends(b, &k, ST_OK);
    k.op = OP_TRANSPOSE; /* pointers that are all 0 would be right: the poison must not look like that */
    k.run = lazy_run;
    b->job.host.transposed = &none;
    bed_ends(b, &k, ST_FAIL);
    reference_free(&ref);
    dense_free(&x);
    csr_free(&none);
}

TEST(states_have_names)
{
    assert_string_equal(measure_state_name(ST_OK), "ok");
    assert_string_equal(measure_state_name(ST_FAIL), "FAIL");
    assert_string_equal(measure_state_name(ST_CANCELLED), "cancelled");
}

TESTS(NULL, NULL)
