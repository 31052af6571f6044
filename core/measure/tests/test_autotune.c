/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_autotune: choosing among kernels made here: right expectations and wrong ones, kernels that fail, small budgets.
 */
#include "core/measure/autotune.h"
#include "core/measure/tests/made_device.h"
#include "core/tests/cmocka.h"

/* ---- kernels that differ in what they expect and in what they take ---- */

/* Runs that take so many milliseconds. */
#define TAKES(run, ms)                                                                                                 \
    static bool run(void *data, struct err *e)                                                                         \
    {                                                                                                                  \
        took(data, ms);                                                                                                \
        return true;                                                                                                   \
    }
TAKES(ten_run, 10)
TAKES(three_run, 3)
TAKES(one_run, 1)
TAKES(short_run, 0.001)

#define EXPECTS(expect, cost)                                                                                          \
    static double expect(struct problem *p)                                                                            \
    {                                                                                                                  \
        return cost;                                                                                                   \
    }
EXPECTS(expect_100, 100)
EXPECTS(expect_120, 120)
EXPECTS(expect_150, 150)
EXPECTS(expect_500, 500)
EXPECTS(expect_nothing, INFINITY)

/* As slow as kernels are that have to be loaded first. */
static bool loading_run(void *data, struct err *e)
{
    static int runs;
    took(data, runs++ == 0 ? 20 : 0.1);
    return true;
}

/* Slow at first, like data that no cache holds yet. */
static bool cold_run(void *data, struct err *e)
{
    static int runs;
    took(data, runs++ == 0 ? 3 : 0.5);
    return true;
}

/* Slow, but for one sample. */
static bool lucky_run(void *data, struct err *e)
{
    static int runs;
    took(data, runs++ == 1 ? 0.5 : 3);
    return true;
}

/* Work that threads share, and what starting each takes: four are the fastest. */
static bool team_run(void *data, struct err *e)
{
    const struct work *w = data;
    took(data, 0.0005 * w->problem.threads + 0.01 / w->problem.threads);
    return true;
}

/* A thread alone is hardly slower than several. */
static bool alone_run(void *data, struct err *e)
{
    const struct work *w = data;
    took(data, w->problem.threads == 1 ? 0.0031 : 0.003);
    return true;
}

/* A thread alone is the fastest of all. */
static bool deft_run(void *data, struct err *e)
{
    const struct work *w = data;
    took(data, w->problem.threads == 1 ? 0.001 : 0.01);
    return true;
}

/* What team_run takes. */
static double expect_team(struct problem *p)
{
    return p->threads * p->threads + 16;
}

/* Knows a better value of its parameter. */
static double expect_tuned(struct problem *p)
{
    p->param[0] = 7;
    p->param[2] = 1;
    return 90;
}

static uint64_t bytes_1000(const struct problem *p)
{
    return 1000;
}

static uint64_t bytes_4000(const struct problem *p)
{
    return 4000;
}

static struct kernel named(const char *name, bool (*run)(void *, struct err *), double (*expect)(struct problem *))
{
    struct kernel k = kernel_of(run);
    k.name = name;
    k.expect = expect;
    k.bytes = bytes_1000;
    return k;
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

static struct autotune_scene *scene_make(void)
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

static void scene_free(struct autotune_scene *s)
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
    if (!autotune_prepare(kernels, 2, &s->problem, &s->plan, &s->e))
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
    assert_false(autotune_prepare(none, 2, &s->problem, &s->plan, &s->e));
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
    assert_false(autotune_prepare(bad, 2, &s->problem, &s->plan, &s->e));
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
    assert_false(autotune_prepare(all, 2, &s->problem, &s->plan, &s->e));
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

static bool no_topology(struct device *d, int threads, struct topology *out, struct err *e)
{
    return false;
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

SCENE_TEST(small_products_take_fewer_threads)
{
    struct kernel team = named("team", team_run, expect_100), large = named("large", one_run, expect_100);
    const struct kernel *const small[] = { &team, NULL }, *const long_ones[] = { &large, NULL };
    struct device_ops ours = fake_ops;
    ours.topology = no_topology;
    s->problem.threads = 16;
    assert_string_equal(choose(s, small), "team"); /* threads that are not ours stay */
    s->device.ops = &ours;
    assert_true(autotune_prepare(small, 2, &s->problem, &s->plan, &s->e));
    assert_string_equal(s->plan.choice, "team,4 threads");
    autotune_release(s->plan.data);
    assert_true(autotune_prepare(long_ones, 2, &s->problem, &s->plan, &s->e));
    assert_string_equal(s->plan.choice, "large");
    autotune_release(s->plan.data);
    team.expect = expect_team;
    s->problem.param[0] = 1; /* a single trial: by expectation alone */
    assert_true(autotune_prepare(small, 2, &s->problem, &s->plan, &s->e));
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
