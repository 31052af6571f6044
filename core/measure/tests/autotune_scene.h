/* SPDX-License-Identifier: GPL-3.0-or-later */
/* autotune_scene: kernels that differ in what they expect and in what they take, and a choice among them. */
#pragma once

#include "core/measure/autotune.h"
#include "core/measure/tests/made_device.h"
#include "core/tests/cmocka.h"

/* ---- kernels that differ in what they expect and in what they take ---- */

/* Runs that take so many milliseconds. */
#define TAKES(run, ms)                                                                                                 \
    static inline bool run(void *data, struct err *e)                                                                  \
    {                                                                                                                  \
        took(data, ms);                                                                                                \
        return true;                                                                                                   \
    }
TAKES(ten_run, 10)
TAKES(three_run, 3)
TAKES(one_run, 1)
TAKES(short_run, 0.001)

#define EXPECTS(expect, cost)                                                                                          \
    static inline double expect(struct problem *p)                                                                     \
    {                                                                                                                  \
        return cost;                                                                                                   \
    }
EXPECTS(expect_100, 100)
EXPECTS(expect_120, 120)
EXPECTS(expect_150, 150)
EXPECTS(expect_500, 500)
EXPECTS(expect_nothing, INFINITY)

/* As slow as kernels are that have to be loaded first. */
static inline bool loading_run(void *data, struct err *e)
{
    static int runs;
    took(data, runs++ == 0 ? 20 : 0.1);
    return true;
}

/* Slow at first, like data that no cache holds yet. */
static inline bool cold_run(void *data, struct err *e)
{
    static int runs;
    took(data, runs++ == 0 ? 3 : 0.5);
    return true;
}

/* Slow, but for one sample. */
static inline bool lucky_run(void *data, struct err *e)
{
    static int runs;
    took(data, runs++ == 1 ? 0.5 : 3);
    return true;
}

/* Fast, but for the first four samples. */
static inline bool disturbed_run(void *data, struct err *e)
{
    static int runs;
    runs++;
    took(data, 2 <= runs && runs <= 5 ? 50 : 0.5);
    return true;
}

/* Work that threads share, and what starting each takes: four are the fastest. */
static inline bool team_run(void *data, struct err *e)
{
    const struct work *w = data;
    took(data, 0.0005 * w->problem.threads + 0.01 / w->problem.threads);
    return true;
}

/* A thread alone is hardly slower than several. */
static inline bool alone_run(void *data, struct err *e)
{
    const struct work *w = data;
    took(data, w->problem.threads == 1 ? 0.0031 : 0.003);
    return true;
}

/* A thread alone is the fastest of all. */
static inline bool deft_run(void *data, struct err *e)
{
    const struct work *w = data;
    took(data, w->problem.threads == 1 ? 0.001 : 0.01);
    return true;
}

/* What team_run takes. */
static inline double expect_team(struct problem *p)
{
    return p->threads * p->threads + 16;
}

/* Knows a better value of its parameter. */
static inline double expect_tuned(struct problem *p)
{
    p->param[0] = 7;
    p->param[2] = 1;
    return 90;
}

static inline uint64_t bytes_1000(const struct problem *p)
{
    return 1000;
}

static inline uint64_t bytes_4000(const struct problem *p)
{
    return 4000;
}

static inline struct kernel named(const char *name, bool (*run)(void *, struct err *),
                                  double (*expect)(struct problem *))
{
    struct kernel k = kernel_of(run);
    k.name = name;
    k.expect = expect;
    k.bytes = bytes_1000;
    return k;
}

static inline bool no_topology(struct device *d, int threads, struct topology *out, struct err *e)
{
    return false;
}

/* ---- one choice ---- */

struct autotune_scene {
    struct fake fake;
    struct device device;
    struct csr a;
    struct stats stats;
    struct problem problem;
    struct plan plan;
    struct err e;
};

static inline struct autotune_scene *scene_make(void)
{
    struct autotune_scene *s = calloc(1, sizeof *s);
    s->device = (struct device){ .id = "fake", .kind = "cpu", .threads = 1, .ops = &fake_ops, .data = &s->fake };
    s->a = fixture_random(20, 30, 0.3, 4, 0, VT_F64);
    s->problem = (struct problem){
        .op = OP_MUL,
        .a = &s->a,
        .stats = &s->stats,
        .x = dense_shape(30, 2, VT_F64, ROW_MAJOR),
        .y = dense_shape(20, 2, VT_F64, ROW_MAJOR),
        .threads = 1,
        .limit = 1 << 20,
        .device = &s->device,
    };
    for (int i = 0; autotune_params[i].name; i++)
        s->problem.param[i] = autotune_params[i].initial;
    return s;
}

static inline void scene_free(struct autotune_scene *s)
{
    assert_int_equal(plans, 0);
    csr_free(&s->a);
    free(s);
}

/* A test on a scene. */
#define SCENE_TEST(name)                                                                                               \
    static void name##_on(struct autotune_scene *s);                                                                   \
    TEST(name)                                                                                                         \
    {                                                                                                                  \
        struct autotune_scene *s = scene_make();                                                                       \
        name##_on(s);                                                                                                  \
        scene_free(s);                                                                                                 \
    }                                                                                                                  \
    static void name##_on(struct autotune_scene *s)

/* Chooses, and checks that one plan is left, which runs. */
static const char *choose(struct autotune_scene *s, const struct kernel *const *kernels)
{
    assert_true(autotune_supports(kernels, &s->problem, &s->e));
    s->plan = (struct plan){ 0 };
    if (!autotune_prepare(kernels, &s->problem, &s->plan, &s->e))
        fail_msg("%s", s->e.text);
    assert_int_equal(plans, 1);
    int runs = s->fake.runs;
    assert_true(autotune_run(s->plan.data, &s->e));
    assert_int_equal(s->fake.runs, runs + 1);
    assert_true(s->plan.bytes <= autotune_bytes(kernels, &s->problem));
    autotune_release(s->plan.data);
    assert_int_equal(plans, 0);
    return s->plan.choice;
}
