/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_autotune_threads: how many threads a small product takes. */
#include "core/measure/tests/autotune_scene.h"

SCENE_TEST(small_products_take_fewer_threads)
{
    struct kernel team = named("team", team_run, expect_100), large = named("large", one_run, expect_100);
    const struct kernel *const small[] = { &team, NULL }, *const long_ones[] = { &large, NULL };
    struct device_ops ours = fake_ops;
    ours.topology = no_topology;
    s->problem.threads = 16;
    assert_string_equal(choose(s, small), "team"); /* threads that are not ours stay */
    s->device.ops = &ours;
    assert_true(autotune_prepare(small, &s->problem, &s->plan, &s->e));
    assert_string_equal(s->plan.choice, "team,4 threads");
    autotune_release(s->plan.data);
    assert_true(autotune_prepare(long_ones, &s->problem, &s->plan, &s->e));
    assert_string_equal(s->plan.choice, "large");
    autotune_release(s->plan.data);
    team.expect = expect_team;
    s->problem.param[0] = 1; /* a single trial: by expectation alone */
    assert_true(autotune_prepare(small, &s->problem, &s->plan, &s->e));
    assert_string_equal(s->plan.choice, "team,4 threads");
    autotune_release(s->plan.data);
}

/* In doubt there is one thread; then others are tried with one, too. */
SCENE_TEST(one_thread_is_preferred)
{
    const struct kernel alone = named("alone", alone_run, expect_100), deft = named("deft", deft_run, expect_120);
    const struct kernel *const first[] = { &alone, NULL }, *const both[] = { &alone, &deft, NULL };
    struct device_ops ours = fake_ops;
    ours.topology = no_topology;
    s->device.ops = &ours;
    s->problem.threads = 16;
    assert_string_equal(choose(s, first), "alone,1 thread");
    assert_string_equal(choose(s, both), "deft,1 thread");
}

/* A serial kernel starts one thread, however many there are, and its name says so; the others would be idle, so that
   its cost counts as often. */
SCENE_TEST(a_serial_choice_has_one_thread)
{
    struct kernel serial = named("serial", short_run, expect_100);
    const struct kernel other = named("other", short_run, expect_150), *const all[] = { &serial, &other, NULL };
    serial.serial = true;
    s->problem.threads = 2;
    s->problem.param[0] = 1; /* TRIALS: by expectation alone */
    assert_string_equal(choose(s, (const struct kernel *const[]){ &serial, NULL }), "serial");
    assert_int_equal(s->plan.threads, 1);
    assert_string_equal(choose(s, all), "other");
}

/* Two are no better than four, but one is. */
static double expect_one(struct problem *p)
{
    return p->threads == 1 ? 5 : p->threads == 2 ? 24 : 25;
}

SCENE_TEST(fewer_threads_need_not_grow_better_step_by_step)
{
    const struct kernel few = named("few", short_run, expect_one);
    const struct kernel *const all[] = { &few, NULL };
    struct device_ops ours = fake_ops;
    ours.topology = no_topology;
    s->device.ops = &ours;
    s->problem.threads = 4;
    s->problem.param[0] = 1; /* TRIALS: by expectation alone */
    assert_string_equal(choose(s, all), "few,1 thread");
}

TESTS(NULL, NULL)
