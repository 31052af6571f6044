/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_autotune: choosing among kernels made here: right expectations and wrong ones, kernels that fail, small budgets.
 */
#include "core/base/clock.h"
#include "core/measure/tests/autotune_scene.h"

SCENE_TEST(the_fastest_is_taken)
{
    const struct kernel slow = named("slow", ten_run, expect_100), fast = named("fast", one_run, expect_150),
                        middle = named("middle", three_run, expect_120);
    const struct kernel *const all[] = { &slow, &fast, &middle, NULL };
    assert_string_equal(choose(s, all), "fast");
    assert_true(s->plan.choosing_ms > 0);
    assert_int_equal(s->plan.bytes, 1000);
    assert_int_equal(s->plan.traffic, kernel_compulsory_bytes(&s->problem));
}

SCENE_TEST(a_slow_start_is_no_verdict)
{
    const struct kernel even = named("even", one_run, expect_100), cold = named("cold", loading_run, expect_120);
    const struct kernel *const all[] = { &even, &cold, NULL };
    assert_string_equal(choose(s, all), "cold");
}

SCENE_TEST(nor_is_a_lucky_moment)
{
    const struct kernel even = named("even", one_run, expect_100), lucky = named("lucky", lucky_run, expect_120);
    const struct kernel *const all[] = { &even, &lucky, NULL };
    assert_string_equal(choose(s, all), "even");
}

SCENE_TEST(few_trials_trust_the_ranking)
{
    const struct kernel slow = named("slow", ten_run, expect_100), fast = named("fast", one_run, expect_150),
                        middle = named("middle", three_run, expect_120);
    const struct kernel *const all[] = { &fast, &middle, &slow, NULL };
    s->problem.param[0] = 1;
    assert_string_equal(choose(s, all), "slow");
    s->problem.param[0] = 2;
    assert_string_equal(choose(s, all), "middle");
}

SCENE_TEST(only_what_promises_is_tried)
{
    struct kernel fair = named("fair", ten_run, expect_100), dear = named("dear", short_run, expect_500),
                  never = named("never", short_run, expect_nothing), silent = named("silent", short_run, NULL),
                  other = named("other", short_run, expect_100), turned = other;
    other.type = VT_F32;
    turned.op = OP_TRANSPOSE;
    const struct kernel *const all[] = { &dear, &never, &silent, &other, &turned, &fair, NULL };
    assert_string_equal(choose(s, all), "fair");
    const struct kernel *const none[] = { &never, &silent, &other, &turned, NULL };
    assert_false(autotune_supports(none, &s->problem, &s->e));
    assert_int_equal(s->e.code, ERR_UNSUPPORTED);
    assert_string_equal(s->e.text, "never does not suit this matrix");
    assert_false(autotune_prepare(none, &s->problem, &s->plan, &s->e));
}

SCENE_TEST(failures_are_passed_over)
{
    struct kernel full = named("full", short_run, expect_100), sunday = named("sunday", short_run, expect_100),
                  ill = named("ill", failing_run, expect_120), good = named("good", ten_run, expect_150);
    full.prepare = failing_prepare;
    sunday.supports = never_supports;
    const struct kernel *const all[] = { &full, &sunday, &ill, &good, NULL };
    s->problem.param[0] = 1; /* what fails is none of the trials that count, as long as there is nothing else */
    assert_string_equal(choose(s, all), "good");
    const struct kernel *const bad[] = { &full, &sunday, &ill, NULL };
    assert_false(autotune_prepare(bad, &s->problem, &s->plan, &s->e));
    assert_int_equal(s->e.code, ERR_DEVICE);
    assert_string_equal(s->e.text, "illegal address");
    const struct kernel *const unfit[] = { &sunday, NULL };
    assert_false(autotune_supports(unfit, &s->problem, &s->e));
    assert_string_equal(s->e.text, "only on Sundays");
}

SCENE_TEST(a_lost_device_ends_it)
{
    const struct kernel good = named("good", one_run, expect_100), deadly = named("deadly", breaking_run, expect_120),
                        next = named("next", one_run, expect_150);
    const struct kernel *const all[] = { &good, &deadly, &next, NULL };
    assert_false(autotune_prepare(all, &s->problem, &s->plan, &s->e));
    assert_int_equal(s->e.code, ERR_DEVICE);
    assert_string_equal(s->e.text, "the device has fallen off the bus");
}

SCENE_TEST(the_budget_holds)
{
    const struct kernel one = named("one", one_run, expect_100), three = named("three", three_run, expect_100),
                        brief = named("brief", short_run, expect_100);
    const struct kernel *const all[] = { &three, &one, &three, &one, NULL }, *const small[] = { &brief, NULL };
    for (int64_t budget = 1; budget <= 64; budget *= 4) {
        for (int64_t products = 0; products <= 50; products += 25) {
            s->problem.param[1] = budget;
            s->problem.param[2] = products;
            s->fake.clock_ms = 0;
            choose(s, all);
            /* the first runs, and that of choose(); a product takes 1 */
            assert_true(s->fake.clock_ms <= (double)(products > budget ? products : budget) + 8 + 1);
        }
    }
    s->fake.clock_ms = 0;
    choose(s, small);
    assert_true(s->fake.clock_ms < 3); /* it does not take what it may */
}

static bool slow_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    usleep(30000);
    return work_prepare(p, plan, e);
}

SCENE_TEST(preparing_is_paid_for)
{
    struct kernel first = named("first", three_run, expect_100);
    const struct kernel second = named("second", one_run, expect_120);
    const struct kernel *const all[] = { &first, &second, NULL };
    first.prepare = slow_prepare;
    s->problem.param[1] = 9; /* ms, BUDGET */
    s->problem.param[2] = 3; /* products */
    assert_string_equal(choose(s, all), "first");
    s->problem.param[1] = 1000;
    assert_string_equal(choose(s, all), "second");
}

/* Where preparing has used up the time, a first run each decides nothing. */
SCENE_TEST(cold_runs_are_no_verdict)
{
    const struct kernel cold = named("cold", cold_run, expect_100);
    struct kernel slow = named("slow", one_run, expect_120);
    const struct kernel *const all[] = { &cold, &slow, NULL };
    slow.prepare = slow_prepare;
    s->problem.param[1] = 1; /* ms, BUDGET */
    s->problem.param[2] = 7; /* products */
    assert_string_equal(choose(s, all), "cold");
}

/* A tiny plan takes no 30 ms by itself. */
SCENE_TEST(waiting_is_not_preparing)
{
    struct kernel first = named("first", one_run, expect_100);
    const struct kernel second = named("second", short_run, expect_120);
    const struct kernel *const all[] = { &first, &second, NULL };
    struct device_ops ours = fake_ops;
    first.prepare = slow_prepare;
    s->problem.param[1] = 9; /* ms, BUDGET */
    s->problem.param[2] = 3; /* products */
    assert_string_equal(choose(s, all), "first");
    ours.topology = no_topology;
    s->device.ops = &ours;
    assert_string_equal(choose(s, all), "second");
}

static bool working_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    for (double end = clock_thread_ms() + 5; clock_thread_ms() < end;)
        ;
    bool ok = work_prepare(p, plan, e);
    plan->bytes = 2000000; /* which takes at most 8 ms */
    return ok;
}

/* On a CPU the next one is not taken to be as slow to prepare. */
SCENE_TEST(the_next_has_time)
{
    struct kernel first = named("first", one_run, expect_100);
    const struct kernel second = named("second", short_run, expect_120);
    const struct kernel *const all[] = { &first, &second, NULL };
    struct device_ops ours = fake_ops;
    first.prepare = working_prepare;
    s->problem.limit = 1 << 24;
    s->problem.param[1] = 12; /* ms, BUDGET */
    s->problem.param[2] = 0;  /* products */
    ours.topology = no_topology;
    assert_true(autotune_prepare(all, &s->problem, &s->plan, &s->e));
    assert_string_equal(s->plan.choice, "first");
    autotune_release(s->plan.data);
    s->device.ops = &ours;
    assert_string_equal(choose(s, all), "second");
}

/* Another program that gets the processor for 50 ms does not end the trials. */
SCENE_TEST(a_disturbance_is_no_trial)
{
    const struct kernel even = named("even", one_run, expect_100), fast = named("fast", disturbed_run, expect_120);
    const struct kernel *const all[] = { &even, &fast, NULL };
    struct device_ops ours = fake_ops;
    s->problem.param[2] = 0; /* products */
    ours.topology = no_topology;
    s->device.ops = &ours;
    assert_string_equal(choose(s, all), "fast");
}

static bool seeking_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    p->order->sought = true;
    usleep(200000);
    return work_prepare(p, plan, e);
}

/* All candidates share the order: what it took leaves them as much time for trials as before. */
SCENE_TEST(seeking_an_order_is_no_trial)
{
    struct similar_order order = { 0 };
    struct kernel first = named("first", three_run, expect_100);
    const struct kernel second = named("second", one_run, expect_120);
    const struct kernel *const all[] = { &first, &second, NULL };
    first.prepare = seeking_prepare;
    s->problem.order = &order;
    s->problem.param[1] = 150; /* ms, BUDGET */
    s->problem.param[2] = 3;   /* products */
    assert_string_equal(choose(s, all), "second");
    first.prepare = slow_prepare;
    s->problem.param[1] = 9;
    assert_string_equal(choose(s, all), "first");
}

/* Costs little where there is an order of rows, and much where there is none. */
static double expect_order(struct problem *p)
{
    if (!p->order->sought)
        p->order->hoped = true;
    return !p->order->sought || p->order->found ? 90 : 150;
}

static bool ordered_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    p->order->sought = true;
    if (p->order->only && !p->order->found)
        return err_set(e, ERR_UNSUPPORTED, "no order");
    return work_prepare(p, plan, e);
}

/* In vain, it is ranked anew, and does not take the only trial from the next; else it keeps its rank. */
SCENE_TEST(an_order_is_hoped_for)
{
    struct similar_order order = { 0 };
    struct kernel hopeful = named("hopeful", one_run, expect_order);
    const struct kernel second = named("second", three_run, expect_120);
    const struct kernel *const all[] = { &hopeful, &second, NULL };
    hopeful.prepare = ordered_prepare;
    s->problem.order = &order;
    s->problem.param[0] = 1; /* TRIALS */
    assert_string_equal(choose(s, all), "second");
    assert_false(order.only);
    s->problem.param[0] = 2;
    assert_string_equal(choose(s, all), "hopeful"); /* without an order it is also tried in its turn */
    order = (struct similar_order){ .found = true };
    s->problem.param[0] = 1;
    assert_string_equal(choose(s, all), "hopeful");
}

SCENE_TEST(memory_is_kept_to)
{
    struct kernel large = named("large", short_run, expect_100), first = named("first", ten_run, expect_120),
                  second = named("second", one_run, expect_150);
    const struct kernel *const all[] = { &large, &first, &second, NULL };
    large.bytes = bytes_4000;
    s->problem.limit = kernel_operand_bytes(&s->problem) + 3000;
    assert_string_equal(choose(s, all), "second");
    s->problem.limit -= 1100; /* no two of them at once: the best expectation it is */
    assert_string_equal(choose(s, all), "first");
    assert_int_equal(autotune_bytes(all, &s->problem), 1000);
    s->problem.limit -= 1000;
    assert_false(autotune_supports(all, &s->problem, &s->e));
    assert_int_equal(s->e.code, ERR_MEMORY);
    assert_int_equal(autotune_bytes(all, &s->problem), 0);
}

static bool reading_77(const struct problem *p, struct plan *plan, struct err *e)
{
    bool ok = upload_prepare(p, plan, e);
    plan->traffic = 77;
    return ok;
}

SCENE_TEST(parameters_are_told)
{
    static const char *const ways[] = { "loads", "instruction", NULL };
    static const struct param params[] = {
        { "AHEAD", "for this test", 0, 9, 3, NULL },
        { "SAME", "for this test", 0, 9, 5, NULL },
        { "GATHER", "for this test", 0, 1, 0, ways },
        { 0 },
    };
    struct kernel tuned = named("tuned", one_run, expect_tuned);
    const struct kernel *const all[] = { &tuned, NULL };
    tuned.params = params;
    tuned.prepare = reading_77;
    assert_string_equal(choose(s, all), "tuned,AHEAD=7,GATHER=instruction");
    assert_int_equal(s->plan.traffic, 77);
    assert_true(s->plan.upload_ms > 0);
}

/* Makes what is shared unless it is there. */
static int made, users;

static void leave(void *data)
{
    assert_ptr_equal(data, &made);
    users--;
}

static bool sharing_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    assert_non_null(p->shared);
    if (!p->shared->data) {
        *p->shared = (struct shared){ &made, 500, leave };
        made++;
        users++;
    }
    return work_prepare(p, plan, e);
}

/* Candidates share what the first has made, beside which they must fit; in the end it is left. */
SCENE_TEST(candidates_share)
{
    struct kernel first = named("first", three_run, expect_100), second = named("second", one_run, expect_120);
    const struct kernel *const all[] = { &first, &second, NULL };
    first.prepare = second.prepare = sharing_prepare;
    made = 0;
    assert_string_equal(choose(s, all), "second");
    assert_int_equal(made, 1);
    assert_int_equal(users, 0);
    s->problem.limit = kernel_operand_bytes(&s->problem) + 2400;
    assert_string_equal(choose(s, all), "first");
    s->problem.limit += 100;
    assert_string_equal(choose(s, all), "second");
    assert_int_equal(users, 0);
}

TESTS(NULL, NULL)
