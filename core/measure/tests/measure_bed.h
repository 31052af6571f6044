/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure_bed: one kernel measured on a device made here. */
#pragma once

#include "core/measure/tests/made_device.h"
#include "core/tests/cmocka.h"

struct bed {
    struct fake fake;
    struct device device;
    struct csr a, transposed;
    struct stats stats;
    struct dense x;
    struct reference ref;
    struct measure_job job;
    struct measurement m, pair[2]; /* pair: of two kernels in turns */
    struct result result;
    struct err e;
    int step[5], steps, stop_at; /* how often each step was told; the one at which to stop, 0: never */
    int told;                    /* samples of the last step */
};

static inline bool bed_step(void *arg, enum measure_step step, const struct measurement *m, int wanted)
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

static inline struct bed *bed_make(enum vtype type)
{
    struct bed *b = calloc(1, sizeof *b);
    b->device = (struct device){
        .id = "fake", .kind = "cpu", .cache = 1 << 20, .threads = 1, .gbs.all = { .read = 10, .copy = 5 }
    };
    b->device.ops = &fake_ops;
    b->device.data = &b->fake;
    b->a = fixture_random(20, 30, 0.3, 4, 0, type);
    assert_true(csr_transpose(&b->a, &b->transposed, NULL));
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
        .host.x = &b->x,
        .host.ref = &b->ref,
        .host.transposed = &b->transposed,
        .options = measure_defaults(),
    };
    return b;
}

/* Runs, and sees to it that nothing is left behind whatever the outcome. */
static inline bool bed_run(struct bed *b, const struct kernel *kernel)
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

/* Runs, and ends in this state; the device is not lost. */
static inline void bed_ends(struct bed *b, const struct kernel *kernel, enum measure_state state)
{
    assert_true(bed_run(b, kernel));
    assert_int_equal(b->m.state, state);
}

static inline void bed_free(struct bed *b)
{
    result_free(&b->result);
    reference_free(&b->ref);
    dense_free(&b->x);
    csr_free(&b->transposed);
    csr_free(&b->a);
    free(b);
}

/* A test on a bed in f64. */
#define BED_TEST(name)                                                                                                 \
    static void name##_on(struct bed *b);                                                                              \
    TEST(name)                                                                                                         \
    {                                                                                                                  \
        struct bed *b = bed_make(VT_F64);                                                                              \
        name##_on(b);                                                                                                  \
        bed_free(b);                                                                                                   \
    }                                                                                                                  \
    static void name##_on(struct bed *b)
