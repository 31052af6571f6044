/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_transposed: products with Aᵀ by kernels made here, one slow and one quick: the quick one stays. */
#include <omp.h>
#include <sched.h>
#include <time.h>

#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"
#include "cpu/device/device.h"
#include "cpu/device/threads.h"
#include "cpu/lib/transposed.h"

enum { ROWS = 7, COLUMNS = 4 };

static int plans; /* alive */
static int64_t rows_seen;

static bool made_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    rows_seen = p->a->m;
    plans++;
    *out = (struct plan){ .data = &plans, .bytes = 100 };
    return true;
}

static bool no_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return err_set(e, ERR_MEMORY, "no room");
}

static bool quick(void *data, struct err *e)
{
    return true;
}

static bool slow(void *data, struct err *e)
{
    const struct timespec pause = { .tv_nsec = 5000000 };
    (void)data, (void)e;
    nanosleep(&pause, NULL);
    return true;
}

static bool lost(void *data, struct err *e)
{
    return err_set(e, ERR_DEVICE, "lost");
}

static void made_release(void *data)
{
    plans--;
}

static struct kernel made(const char *name, bool (*run)(void *, struct err *))
{
    return (struct kernel){ .name = name, .prepare = made_prepare, .run = run, .release = made_release };
}

/* Lets both compete; false: the device was lost. */
static bool contest(const struct kernel *inner, const struct kernel *other, struct plan *plan)
{
    struct csr a = fixture_random(ROWS, COLUMNS, 0.5, 1, 0, VT_F64);
    struct problem p = { .op = OP_TMUL, .a = &a, .threads = 1, .limit = 1 << 20, .device = cpu_device() };
    struct err e;

    p.x = dense_shape(ROWS, 1, VT_F64, ROW_MAJOR);
    p.y = dense_shape(COLUMNS, 1, VT_F64, ROW_MAJOR);
    assert_true(transposed_prepare(inner, &p, plan, &e));
    assert_int_equal(rows_seen, COLUMNS);
    assert_in_range(plan->bytes, 100 + (uint64_t)a.nnz * 12, transposed_bytes(&p));
    bool ok = transposed_unless(other, &p, plan, &e);
    csr_free(&a);
    return ok;
}

TEST(the_quick_one_stays)
{
    const struct kernel tortoise = made("tortoise", slow), hare = made("hare", quick);
    struct plan plan;

    assert_true(contest(&tortoise, &hare, &plan));
    assert_string_equal(plan.choice, "hare");
    assert_int_equal(plan.bytes, 100);
    assert_int_equal(rows_seen, ROWS);
    assert_int_equal(plans, 1);
    transposed_release(plan.data);
    assert_true(contest(&hare, &tortoise, &plan));
    assert_string_equal(plan.choice, "");
    assert_int_equal(plans, 1);
    transposed_release(plan.data);
    assert_int_equal(plans, 0);
}

TEST(one_that_cannot)
{
    const struct kernel tortoise = made("tortoise", slow), broken = made("broken", lost);
    struct kernel large = made("large", quick);
    struct plan plan;

    large.prepare = no_prepare;
    assert_true(contest(&tortoise, &large, &plan));
    assert_string_equal(plan.choice, "");
    transposed_release(plan.data);
    assert_false(contest(&tortoise, &broken, &plan));
    transposed_release(plan.data);
    assert_int_equal(plans, 0);
}

enum { TEAM = 4 };
static int seat[TEAM]; /* the processors of the team, pinned */

static bool seated_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    int now[TEAM];

    assert_true(threads_ready(TEAM, e));
#pragma omp parallel num_threads(TEAM)
    now[omp_get_thread_num()] = sched_getcpu();
    assert_memory_equal(now, seat, sizeof seat);
    return made_prepare(p, out, e);
}

/* While A is turned teams shrink and grow, and new threads must not crowd on the processor of the caller. */
TEST(threads_keep_their_places)
{
    struct csr a = fixture_random(200, 200, 0.05, 9, 0, VT_F64);
    struct problem p = { .op = OP_TMUL, .a = &a, .threads = TEAM, .limit = 1 << 20, .device = cpu_device() };
    struct kernel seated = made("seated", quick);
    static struct topology t;
    struct plan plan;
    struct err e;

    assert_true(cpu_device()->ops->topology(cpu_device(), TEAM, &t, &e));
    if (!t.pinned)
        skip();
    assert_true(threads_seats(TEAM, seat, &e));
    seated.prepare = seated_prepare;
    assert_true(transposed_prepare(&seated, &p, &plan, &e));
    transposed_release(plan.data);
    csr_free(&a);
}

TESTS(NULL, NULL)
