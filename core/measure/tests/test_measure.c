/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure: measuring on a device made here, with kernels that are right, wrong, slow, broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/measure/measure.h"
#include "core/measure/tests/made_device.h"

/* ---- one measurement ---- */

struct bed {
    struct fake fake;
    struct device device;
    struct csr a, expect;
    struct stats stats;
    struct dense x;
    struct reference ref;
    struct measure_job job;
    struct measurement m;
    struct result result;
    struct err e;
    int step[5], steps, stop_at; /* how often each step was told; the one at which to stop, 0: never */
    int told;                    /* samples of the last step */
};

static bool bed_step(void *arg, enum measure_step step, const struct measurement *m, int wanted)
{
    struct bed *b = arg;
    bool sampling = step == STEP_SAMPLE || step == STEP_REST;
    assert_true(wanted >= 1);
    if (sampling)
        assert_true((m->has & HAS_TIME) && (m->has & HAS_ERROR)); /* no speed without a check */
    else
        assert_false(m->has & HAS_TIME);
    if (sampling)
        assert_int_equal(m->samples, b->told + (step == STEP_SAMPLE)); /* none is passed over */
    b->told = m->samples;
    b->step[step]++;
    return ++b->steps != b->stop_at;
}

static struct bed *bed_make(enum vtype type)
{
    struct bed *b = calloc(1, sizeof *b);
    b->device = (struct device){
        .id = "fake", .kind = "cpu", .cache = 1 << 20, .threads = 1, .gbs = { .read = 10, .copy = 5 }
    };
    b->device.ops = &fake_ops;
    b->device.data = &b->fake;
    b->a = fixture_random(20, 30, 0.3, 4, 0, type);
    assert_true(csr_transpose(&b->a, &b->expect, NULL));
    assert_true(dense_alloc(&b->x, 30, 5, VT_F64, ROW_MAJOR, NULL));
    dense_random(&b->x, 1);
    assert_true(reference_make(&b->a, &b->x, &b->ref, NULL, NULL));
    b->job = (struct measure_job){
        .device = &b->device,
        .a = &b->a,
        .stats = &b->stats,
        .k = 3,
        .threads = 1,
        .limit = 1 << 30,
        .x = &b->x,
        .ref = &b->ref,
        .expect = &b->expect,
        .options = measure_defaults(),
    };
    return b;
}

/* Runs, and sees to it that nothing is left behind whatever the outcome. */
static bool bed_run(struct bed *b, const struct kernel *kernel)
{
    b->job.kernel = kernel;
    b->told = 0;
    result_free(&b->result);
    struct measure_watch watch = { .step = bed_step, .arg = b };
    bool ok = measure_run(&b->job, watch, &b->m, &b->result, &b->e);
    assert_int_equal(plans, 0);
    assert_int_equal(b->fake.allocated, 0);
    if (b->m.state != ST_OK) {
        assert_false(b->m.has & HAS_TIME);
        assert_int_equal(b->m.samples, 0);
        assert_true(b->m.text[0] != '\0');
        assert_null(b->result.y.data);
        assert_null(b->result.t.ptr);
    }
    return ok;
}

static void bed_free(struct bed *b)
{
    result_free(&b->result);
    reference_free(&b->ref);
    dense_free(&b->x);
    csr_free(&b->expect);
    csr_free(&b->a);
    free(b);
}

static void a_right_kernel_gets_its_number(void **state)
{
    (void)state;
    for (int type = 0; type < VT_COUNT; type++) {
        for (int layout = 0; layout < 2; layout++) {
            struct bed *b = bed_make((enum vtype)type);
            struct kernel k = kernel_of(quick_run);
            k.type = (enum vtype)type;
            k.layout = (enum layout)layout;
            double begin = now_ms();
            assert_true(bed_run(b, &k));
            assert_int_equal(b->m.state, ST_OK);
            assert_true(b->m.err_ratio <= 1);
            assert_near(b->m.median_ms, 0.01, 1e-9);
            assert_true(b->m.repeats >= 100); /* a sample lasts a millisecond */
            assert_true(b->m.samples >= 10);
            double timed = b->m.samples * b->m.repeats * 0.01;
            assert_true(timed >= 299.999 || now_ms() - begin >= 300); /* a busy machine may take that long for real */
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
            b->m.in_cache = false;
            assert_near(measure_roof_frac(&b->m, &b->device), bytes / 1e-5 * 1e-9 / 10, 1e-6);
            for (int64_t i = 0; i < 20; i++)
                for (int64_t c = 0; c < 3; c++)
                    assert_near(dense_get(&b->result.y, i, c), b->ref.y[i * 5 + c], type == VT_F64 ? 1e-13 : 1e-5);
            assert_int_equal(b->result.y.layout, ROW_MAJOR);
            bed_free(b);
        }
    }
}

static void the_roof_is_the_device_s(void **state)
{
    (void)state;
    struct device gpu = { .kind = "gpu", .gbs = { .read = 10, .copy = 5 } }, unknown = { .kind = "cpu" };
    struct measurement m = { .has = HAS_TIME, .median_ms = 1, .bytes = 2e6 };
    assert_near(measure_roof(&m, &gpu).gbs, 5, 0);
    assert_near(measure_roof_frac(&m, &gpu), 0.4, 1e-12);
    assert_near(measure_roof_frac(&m, &unknown), 0, 0);
    m.has = 0;
    assert_near(measure_gbs(&m), 0, 0);
}

/* A working set is held against the first cache that it fits in, and that one is named. */
static void a_cache_has_its_own_roof(void **state)
{
    (void)state;
    struct device d = { .kind = "cpu", .level = { { "L2", 1000 }, { "L3", 9000 } }, .levels = 2 };
    d.gbs = (struct bandwidth){ .read = 10, .copy = 5, .level = { 100, 40 } };
    struct measurement m = { .has = HAS_TIME, .median_ms = 1e-3, .bytes = 900, .device_bytes = 1000, .in_cache = true };
    assert_string_equal(measure_roof(&m, &d).level, "L2");
    assert_near(measure_roof_frac(&m, &d), 9e-4 / 100 * 1e3, 1e-12);
    m.device_bytes = 1001; /* padding takes room as well */
    assert_string_equal(measure_roof(&m, &d).level, "L3");
    assert_near(measure_roof(&m, &d).gbs, 40, 0);
    m.in_cache = false; /* it was flushed */
    assert_string_equal(measure_roof(&m, &d).level, "DRAM");
    assert_near(measure_roof(&m, &d).gbs, 10, 0);
    m.in_cache = true;
    d.levels = 0; /* a cache of which nothing is known has no roof */
    assert_near(measure_roof_frac(&m, &d), 0, 0);
}

static void a_bump_does_not_move_the_median(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(bumpy_run);
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.repeats, 1);
    assert_near(b->m.median_ms, 2, 1e-9);
    assert_near(b->m.min_ms, 2, 1e-9);
    assert_near(b->m.mean_ms, 3, 0.2);
    assert_true(b->m.ci_lo_ms <= 2 && b->m.ci_hi_ms >= 2);
    bed_free(b);
}

static void slow_kernels_get_three_samples(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(slow_run);
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_int_equal(b->m.samples, 3);
    assert_int_equal(b->fake.runs, 4); /* the checked one was the warm-up */
    assert_int_equal(b->m.blocks, 3);  /* too few for an interval, which is said */
    assert_int_equal(b->m.flags, FLAG_BLOCKS);
    assert_false(b->m.has & HAS_INTERVAL);
    bed_free(b);
}

static void cold_runs_flush_each_time(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    b->job.options.cold = true;
    b->job.options.min_s = 60;
    b->job.options.max_s = 120;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.repeats, 1);
    assert_int_equal(b->fake.largest_batch, 1);
    assert_int_equal(b->fake.flushes, b->fake.runs);
    assert_int_equal(b->m.samples, 6 * MEASURE_SAMPLES); /* 10 µs each: blocks are full before the time is up */
    assert_false(b->m.in_cache);
    bed_free(b);
}

static void check_only(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    b->job.options.samples = 0;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_int_equal(b->fake.runs, 1);
    assert_true(b->m.has & HAS_ERROR);
    assert_false(b->m.has & HAS_TIME);
    assert_non_null(b->result.y.data);
    bed_free(b);
}

static void wrong_results_have_no_speed(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(wrong_run);
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_FAIL);
    assert_int_equal(b->fake.runs, 1);
    assert_true(b->m.has & HAS_ERROR);
    assert_true(b->m.err_ratio > 1);
    assert_ptr_equal(strstr(b->m.text, "row 3, column 1: error "), b->m.text);
    bed_free(b);
}

static void unwritten_results_fail(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(lazy_run);
    k.format = "ell"; /* padded: still no excuse, X is finite */
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_FAIL);
    assert_true(isinf(b->m.err_ratio));
    bed_free(b);
}

static void results_that_go_bad_later_fail(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(decaying_run);
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_FAIL);
    assert_non_null(strstr(b->m.text, "right at first"));
    bed_free(b);
}

static void failures_leave_nothing_behind(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    k.prepare = failing_prepare;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_NO_MEMORY);
    assert_string_equal(b->m.text, "no room for the plan");

    k = kernel_of(failing_run);
    assert_true(bed_run(b, &k)); /* the device can still be used */
    assert_int_equal(b->m.state, ST_ERROR);
    assert_string_equal(b->m.text, "illegal address");

    k = kernel_of(quick_run);
    k.supports = never_supports;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_UNSUPPORTED);
    assert_string_equal(b->m.text, "only on Sundays");

    k = kernel_of(quick_run);
    k.type = VT_F32;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_UNSUPPORTED);

    b->job.device = NULL;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_NO_DEVICE);
    bed_free(b);
}

static void a_lost_device_is_an_error(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(breaking_run);
    assert_false(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_ERROR);
    assert_int_equal(b->e.code, ERR_DEVICE);
    bed_free(b);
}

static void what_does_not_fit_is_refused_unallocated(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    k.bytes = plan_bytes;
    k.format = "ell";
    b->job.limit = 8000000000;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_NO_MEMORY);
    assert_string_equal(b->m.text, "f64 ELLPACK needs 12.4 GB, limit 8.0 GB");
    assert_int_equal(b->fake.runs, 0);
    b->job.limit = 12400000000; /* the plan fits, X and Y beside it do not */
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_NO_MEMORY);
    assert_non_null(strstr(b->m.text, "X and Y"));
    b->job.limit = 12400000000 + 8 * 3 * 50;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    bed_free(b);
}

static void stopping_at_any_step_cancels(void **state)
{
    (void)state;
    struct kernel k = kernel_of(quick_run);
    struct bed *whole = bed_make(VT_F64);
    assert_true(bed_run(whole, &k));
    for (int at = 1; at <= whole->steps; at += at < 10 ? 1 : 50) {
        struct bed *b = bed_make(VT_F64);
        b->stop_at = at;
        assert_true(bed_run(b, &k));
        assert_int_equal(b->m.state, ST_CANCELLED);
        assert_int_equal(b->steps, at);
        bed_free(b);
    }
    bed_free(whole);
}

static void uploads_are_not_preparation(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    k.prepare = upload_prepare;
    assert_true(bed_run(b, &k));
    assert_near(b->m.upload_ms, 1e6, 0);
    assert_near(b->m.prepare_ms, 0, 0);
    assert_int_equal(b->m.has & (HAS_UPLOAD | HAS_PREPARE), HAS_UPLOAD | HAS_PREPARE);
    bed_free(b);
}

static void working_sets_beyond_the_cache(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    b->device.cache = 1500; /* the plan's 1000 bytes fit, X and Y beside it do not */
    assert_true(bed_run(b, &k));
    assert_false(b->m.in_cache);
    assert_int_equal(b->m.device_bytes, 1000 + 8 * 3 * 50);
    bed_free(b);
}

static void transposes_come_back(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F32);
    struct kernel k = kernel_of(transpose_run);
    k.op = OP_TRANSPOSE;
    k.type = VT_F32;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_csr_same(&b->result.t, &b->expect);
    assert_near(measure_gflops(&b->m), 0, 0);
    assert_near(measure_gnnzs(&b->m), (double)b->a.nnz / 4e-3 * 1e-9, 1e-12);
    k.run = lazy_run;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_FAIL);
    bed_free(b);
}

static void blocks_check_themselves(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(block_run);
    k.op = OP_SCAN;
    k.verify = block_verify;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_near(measure_gflops(&b->m), 0, 0);
    assert_near(measure_gnnzs(&b->m), (double)b->a.nnz / 2e-3 * 1e-9, 1e-12);
    assert_near(b->m.bytes, 8 * (double)b->a.nnz, 0);
    assert_int_equal(b->m.device_bytes, 1000);
    k.run = quick_block_run;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_FAIL);
    assert_non_null(strstr(b->m.text, "element 7"));
    k.verify = unable_verify;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_NO_MEMORY);
    bed_free(b);
}

static void empty_matrices_are_measured(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct csr none = fixture_random(0, 0, 0, -1, 0, VT_F64);
    struct dense x;
    struct reference ref;
    struct kernel k = kernel_of(quick_run);
    assert_true(dense_alloc(&x, 0, 3, VT_F64, ROW_MAJOR, NULL));
    assert_true(reference_make(&none, &x, &ref, NULL, NULL));
    b->job.a = &none;
    b->job.x = &x;
    b->job.ref = &ref;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    k.op = OP_TRANSPOSE; /* pointers that are all 0 would be right: the poison must not look like that */
    k.run = lazy_run;
    b->job.expect = &none;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_FAIL);
    reference_free(&ref);
    dense_free(&x);
    csr_free(&none);
    bed_free(b);
}

/* Ranks from the tables of the sign test: n = 10: 2 and 9; n = 20: 6 and 15; n = 100: 40 and 61; below 6: none. */
static void intervals_of_known_values(void **state)
{
    (void)state;
    static const struct {
        int n, low, high;
    } known[] = { { 1, 0, 0 },  { 3, 0, 0 },   { 5, 0, 0 },     { 6, 1, 6 },
                  { 10, 2, 9 }, { 20, 6, 15 }, { 100, 40, 61 }, { 1024, 481, 544 } };
    double value[MEASURE_SAMPLES];
    for (size_t c = 0; c < sizeof known / sizeof *known; c++) {
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

/* ---- blocks ---- */

/* The time depends on the plan, as it does on where a process gets its memory: 2, 2.1, 2.2, 2 … ms. */
static void the_interval_covers_plans(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(paced_run);
    k.prepare = paced_prepare;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_int_equal(b->m.blocks, 6);
    assert_true(b->m.ci_lo_ms <= 2.0001 && b->m.ci_hi_ms >= 2.1999);
    assert_near(b->m.median_ms, 2.1, 1e-9);
    assert_int_equal(b->m.flags, 0);
    bed_free(b);
}

/* The same, of where the operands are: preparing takes too long to be done again. */
static void the_interval_covers_places(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(moved_run);
    k.prepare = upload_prepare;
    b->device.ops = &moving_ops;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_int_equal(b->m.blocks, 6);
    assert_int_equal(b->fake.moves, 2 * 5); /* X and Y */
    assert_true(b->m.ci_lo_ms <= 2.0001 && b->m.ci_hi_ms >= 2.4999);
    k.op = OP_TRANSPOSE;
    k.run = transpose_run;
    b->fake.moves = 0;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_int_equal(b->fake.moves, 3 * 5); /* the three arrays of T */
    bed_free(b);
}

/* What can only be timed again has one block: no interval. So has a kernel that may choose another one every time. */
static void nothing_to_vary_is_one_block(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    k.prepare = upload_prepare;
    for (int chooses = 0; chooses < 2; chooses++) {
        assert_true(bed_run(b, &k));
        assert_int_equal(b->m.state, ST_OK);
        assert_int_equal(b->m.blocks, 1);
        assert_int_equal(b->m.flags, FLAG_BLOCKS);
        assert_false(b->m.has & HAS_INTERVAL);
        assert_true(b->m.samples >= 10);
        k.prepare = choosing_prepare;
    }
    bed_free(b);
}

/* The second plan does not fit beside the first. */
static void plans_are_made_again_where_both_fit(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    b->job.limit = 2 * 1000 + 8 * 3 * 50;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.blocks, 6);
    b->job.limit--;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.blocks, 1);
    bed_free(b);
}

/* What no process can see is added; an interval of more than 25% on each side is flagged. */
static void intervals_are_as_wide_as_devices_say(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(quick_run);
    b->device.unseen = (struct unseen){ .launch_ms = 0.001, .launch = 1, .all = 0.1 };
    assert_true(bed_run(b, &k));
    assert_near(b->m.ci_lo_ms, 0.008, 1e-9);
    assert_near(b->m.ci_hi_ms, 0.012, 1e-9);
    assert_int_equal(b->m.flags, 0);
    b->device.unseen.all = 0.16;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.flags, FLAG_WIDE);
    b->device.unseen.all = 1.5; /* down to 0 */
    assert_true(bed_run(b, &k));
    assert_true(b->m.ci_lo_ms == 0);
    assert_int_equal(b->m.flags, FLAG_WIDE);
    b->device.unseen = (struct unseen){ .launch_ms = 0.001, .launch = 0.01 }; /* the smaller of the two */
    assert_true(bed_run(b, &k));
    assert_near(b->m.ci_hi_ms, 0.0101, 1e-9);
    b->device.unseen = (struct unseen){ .drift = 1 };
    k.run = paced_run;
    k.prepare = paced_prepare;
    assert_true(bed_run(b, &k));
    assert_near(b->m.ci_lo_ms, 1.9, 1e-9); /* 2 to 2.2 without it */
    assert_near(b->m.ci_hi_ms, 2.3, 1e-9);
    bed_free(b);
}

/* A plan that is wrong after others that were right is found out, although the last one is right again. */
static void every_block_is_checked(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(paced_run);
    k.prepare = unlucky_prepare;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_FAIL);
    bed_free(b);
}

/* Noise of 10% from plan to plan: goes on until the interval is narrow, or the time is up. */
static void until_it_is_narrow(void **state)
{
    (void)state;
    struct bed *b = bed_make(VT_F64);
    struct kernel k = kernel_of(paced_run);
    k.prepare = noisy_prepare;
    b->job.options.min_s = 0.006;
    b->job.options.until = 0.03;
    b->job.options.until_s = 5;
    assert_true(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_OK);
    assert_true(b->m.blocks > 6 && b->m.blocks < MEASURE_BLOCKS);
    assert_true((b->m.ci_hi_ms - b->m.ci_lo_ms) / 2 <= 0.03 * b->m.median_ms);
    b->job.options.until = 1e-9;
    b->job.options.until_s = b->job.options.max_s = 0.3;
    double begin = now_ms();
    assert_true(bed_run(b, &k));
    assert_true(b->m.blocks > 6);
    assert_true(now_ms() - begin < 3000);
    bed_free(b);
}

static void states_have_names(void **state)
{
    (void)state;
    assert_string_equal(measure_state_name(ST_OK), "ok");
    assert_string_equal(measure_state_name(ST_FAIL), "FAIL");
    assert_string_equal(measure_state_name(ST_CANCELLED), "cancelled");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_kernel_gets_its_number),
        cmocka_unit_test(the_roof_is_the_device_s),
        cmocka_unit_test(a_cache_has_its_own_roof),
        cmocka_unit_test(a_bump_does_not_move_the_median),
        cmocka_unit_test(slow_kernels_get_three_samples),
        cmocka_unit_test(cold_runs_flush_each_time),
        cmocka_unit_test(check_only),
        cmocka_unit_test(wrong_results_have_no_speed),
        cmocka_unit_test(unwritten_results_fail),
        cmocka_unit_test(results_that_go_bad_later_fail),
        cmocka_unit_test(failures_leave_nothing_behind),
        cmocka_unit_test(a_lost_device_is_an_error),
        cmocka_unit_test(what_does_not_fit_is_refused_unallocated),
        cmocka_unit_test(stopping_at_any_step_cancels),
        cmocka_unit_test(uploads_are_not_preparation),
        cmocka_unit_test(working_sets_beyond_the_cache),
        cmocka_unit_test(transposes_come_back),
        cmocka_unit_test(blocks_check_themselves),
        cmocka_unit_test(empty_matrices_are_measured),
        cmocka_unit_test(intervals_of_known_values),
        cmocka_unit_test(the_interval_covers_plans),
        cmocka_unit_test(the_interval_covers_places),
        cmocka_unit_test(nothing_to_vary_is_one_block),
        cmocka_unit_test(plans_are_made_again_where_both_fit),
        cmocka_unit_test(intervals_are_as_wide_as_devices_say),
        cmocka_unit_test(every_block_is_checked),
        cmocka_unit_test(until_it_is_narrow),
        cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
