/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_auto: what cpu.auto takes where one trial lets the ranking decide: nothing here rests on a clock. */
#include "core/base/limit.h"
#include "core/engine/open.h"
#include "core/matrix/stats.h"
#include "core/tests/cmocka.h"
#include "cpu/backend.h"
#include "cpu/device/device.h"
#include "cpu/lib/transposed.h"

static const struct kernel *kernel_named(const char *name, enum vtype type)
{
    const struct kernel *const *k = cpu_backend()->kernels;

    while (*k && (strcmp((*k)->name, name) != 0 || (*k)->type != type))
        k++;
    assert_non_null(*k);
    return *k;
}

static void *room(uint64_t bytes)
{
    void *memory = calloc(1, bytes + 1);

    assert_non_null(memory);
    return memory;
}

/* Lets `kernel` choose for the matrix, with a single trial, and holds its choice against `want`. */
static void choose_by(const struct kernel *choosing, const char *spec, int64_t k, int threads, const char *want)
{
    struct matrix m;
    struct stats stats;
    struct plan plan = { 0 };
    struct err e = { 0 };

    assert_true(matrix_open(spec, limit_default(), NULL, &m, &e));
    assert_true(stats_compute(&m.csr, &stats, &e));
    struct problem p = { .op = choosing->op, .a = &m.csr, .stats = &stats, .threads = threads, .limit = 1 << 30 };
    p.device = cpu_device();
    p.x = dense_shape(m.csr.n, k, VT_F64, ROW_MAJOR);
    p.y = dense_shape(m.csr.m, k, VT_F64, ROW_MAJOR);
    p.x.data = room(dense_bytes(&p.x));
    p.y.data = room(dense_bytes(&p.y));
    p.t = (struct compressed){ .lines = m.csr.n, .nnz = m.csr.nnz };
    p.t.ptr = room(4 * ((uint64_t)m.csr.n + 1));
    p.t.ind = room(4 * (uint64_t)m.csr.nnz);
    p.t.val = room(8 * (uint64_t)m.csr.nnz);
    for (int i = 0; choosing->params[i].name; i++)
        p.param[i] = strcmp(choosing->params[i].name, "TRIALS") == 0 ? 1 : choosing->params[i].initial;
    if (!choosing->prepare(&p, &plan, &e))
        fail_msg("%s: %s", spec, e.text);
    if (strcmp(plan.choice, want) != 0)
        fail_msg("%s, k=%lld, %d threads: %s, not %s", spec, (long long)k, threads, plan.choice, want);
    choosing->release(plan.data);
    void *const made[] = { p.x.data, p.y.data, p.t.ptr, p.t.ind, p.t.val };
    for (size_t i = 0; i < COUNT(made); i++)
        free(made[i]);
    matrix_free(&m);
}

static void choose(const char *kernel, const char *spec, int64_t k, int threads, const char *want)
{
    choose_by(kernel_named(kernel, VT_F64), spec, k, threads, want);
}

static bool turned_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return transposed_prepare(kernel_named("cpu.auto", VT_F64), p, plan, e);
}

TEST(products)
{
    choose("cpu.auto", "gen:stencil27:24", 1, 2, "cpu.csr.runs");                /* a grid */
    choose("cpu.auto", "gen:fem:3000", 16, 2, "cpu.bsr.block");                  /* 3×3 blocks */
    choose("cpu.auto", "gen:band:9000:40", 32, 2, "cpu.group.rows");             /* nearly the same columns */
    choose("cpu.auto", "gen:uniform:20000:20000:100000", 1, 2, "cpu.sell.simd"); /* short rows of many lengths */
    choose("cpu.auto", "gen:uniform:20000:20000:100000", 8, 2, "cpu.sell.simd"); /* packed ones wait for sums */
    choose("cpu.auto", "gen:road:150000:seed=1", 1, 2, "cpu.sell.simd"); /* an order of rows would scatter those of Y */
    choose("cpu.auto", "gen:road:20000:seed=1", 64, 2, "cpu.csr.block");
    choose("cpu.auto", "gen:denserow:20000", 4, 8, "cpu.sell.simd"); /* a row longer than a thread's share is cut */
    choose("cpu.auto", "gen:rmat:14:8", 4, 1, "cpu.sell.simd");      /* few columns: rows side by side */
    choose("cpu.auto", "gen:band:20000:3", 100, 2, "cpu.csr.block"); /* rows of three blocks are too short */
    choose("cpu.auto", "gen:fem:400", 64, 2, "cpu.bsr.block");
    choose("cpu.auto", "gen:hub:200000", 8, 2, "cpu.sell.simd"); /* rows of one length: ELLPACK gains nothing */
    choose("cpu.auto", "gen:rmat:14:8", 64, 1, "cpu.csr.block");
    choose("cpu.auto", "gen:diag:10", 1, 2, "cpu.csr.runs,1 thread"); /* not worth a second thread */
    choose("cpu.auto", "gen:road:400:seed=1", 1, 16, "cpu.sell.simd,1 thread");
}

TEST(rows_of_x_beyond_the_caches)
{
    const uint64_t cache = cpu_device()->cache;

    cpu_device()->cache = 4 << 20;
    choose("cpu.auto", "gen:road:30000:seed=1", 8, 2, "cpu.sell.simd"); /* packed ones prefetch none */
    cpu_device()->cache = cache;
}

TEST(transposed_products_seek_an_order)
{
    struct kernel turned = *kernel_named("cpu.auto", VT_F64);

    turned.op = OP_TMUL;
    turned.prepare = turned_prepare;
    turned.release = transposed_release;
    choose_by(&turned, "gen:neighbours:200:8:seed=1", 4, 2, "A^T:cpu.sell.simd,ORDER=similar");
}

TEST(transpositions)
{
    choose("cpu.transpose.auto", "gen:stencil5:200", 1, 2, "cpu.transpose.direct");              /* writes stay in L2 */
    choose("cpu.transpose.auto", "gen:uniform:50000:50000:200000", 1, 2, "cpu.transpose.radix"); /* they do not */
}

TESTS(NULL, NULL)
