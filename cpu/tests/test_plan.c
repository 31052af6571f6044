/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan: what a plan holds and announces; 64-bit row pointers, on a small matrix. */
#include "core/engine/open.h"
#include "core/matrix/tests/fixture.h"
#include "core/measure/registry.h"
#include "core/tests/cmocka.h"
#include "cpu/backend.h"
#include "cpu/device/memory.h"
#include "cpu/lib/plan.h"

enum { M = 50, N = 40, K = 3 };

static struct registry registry;

/* The same plan as it would be with 2³¹ nonzeros. */
static void plan_widen(struct plan_csr *p)
{
    p->ptr64 = plan_memory(p, (M + 1) * sizeof *p->ptr64, "a test", NULL);
    assert_non_null(p->ptr64);
    for (int i = 0; i <= M; i++)
        p->ptr64[i] = p->ptr32[i];
    p->ptr32 = NULL;
}

static void wide_is_same(const struct kernel *kernel)
{
    struct csr a = fixture_random(M, N, 0.2, 3, 0, kernel->type);
    struct dense x, narrow, wide;
    struct stats stats;
    struct plan plan;
    struct err e = { 0 };

    assert_true(stats_compute(&a, &stats, &e));
    assert_true(dense_alloc(&x, N, K, kernel->type, ROW_MAJOR, &e));
    assert_true(dense_alloc(&narrow, M, K, kernel->type, ROW_MAJOR, &e));
    assert_true(dense_alloc(&wide, M, K, kernel->type, ROW_MAJOR, &e));
    dense_random(&x, 1);
    struct problem p = { .op = OP_MUL, .a = &a, .stats = &stats, .x = x, .y = narrow, .threads = 2 };
    p.device = registry_device(&registry, "cpu");
    kernel_params_initial(kernel, p.param);
    assert_true(kernel->prepare(&p, &plan, &e));
    assert_int_equal(plan.bytes, kernel->bytes(&p));
    assert_int_equal(plan.bytes, 4 * (M + 1) + (4 + vtype_size(a.type)) * (size_t)a.nnz + 4 * PLAN_PAST + 8 * 3);
    assert_true(kernel->run(plan.data, &e));

    struct plan_csr *made = plan.data;
    plan_widen(made);
    made->v.y = wide.data;
    assert_true(kernel->run(plan.data, &e));
    assert_memory_equal(wide.data, narrow.data, dense_bytes(&wide));
    kernel->release(plan.data);
    dense_free(&wide);
    dense_free(&narrow);
    dense_free(&x);
    csr_free(&a);
}

TEST(test_wide)
{
    static const char *const names[] = { "cpu.csr.serial", "cpu.csr.omp" };

    for (int i = 0; i < 2; i++)
        for (enum vtype type = VT_F64; type < VT_COUNT; type++)
            wide_is_same(registry_kernel(&registry, names[i], type)->kernel);
}

/* Announced sizes saturate: they are compared with a limit and never used. */
TEST(test_bytes)
{
    struct csr a = { .m = INT64_MAX / 2, .n = INT32_MAX, .type = VT_F64 };
    struct stats stats = { .row_max = INT32_MAX };
    struct problem p = { .a = &a, .stats = &stats };

    assert_true(registry_kernel(&registry, "cpu.dense.serial", VT_F64)->kernel->bytes(&p) == UINT64_MAX);
    assert_true(plan_ell_bytes(&p) == UINT64_MAX);
    a.m = 1000;
    a.n = 500;
    stats.row_max = 7;
    assert_int_equal(registry_kernel(&registry, "cpu.dense.serial", VT_F64)->kernel->bytes(&p), 8 * 1000 * 500);
    assert_int_equal(plan_ell_bytes(&p), 12 * 1000 * 7);
}

static uint64_t sell_slots(struct problem *p, int64_t sigma)
{
    const struct kernel *sell = registry_kernel(&registry, "cpu.sell.simd", VT_F64)->kernel;
    struct plan plan;
    struct err e;

    for (int i = 0; sell->params[i].name; i++)
        p->param[i] = strcmp(sell->params[i].name, "SIGMA") == 0 ? sigma : sell->params[i].initial;
    assert_true(sell->prepare(p, &plan, &e));
    sell->release(plan.data);
    return plan.slots;
}

static uint64_t traffic_of(const char *name, const struct problem *p)
{
    const struct kernel *kernel = registry_kernel(&registry, name, VT_F64)->kernel;
    struct problem own = *p;
    struct plan plan;
    struct err e;

    kernel_params_initial(kernel, own.param);
    assert_true(kernel->prepare(&own, &plan, &e));
    kernel->release(plan.data);
    return plan.traffic;
}

/* A column for a block instead of one for an entry: fewer bytes than CSR has, by which the roof goes. */
TEST(test_traffic)
{
    struct csr full = fixture_random(6, 6, 1, 1, 0, VT_F64), sparse = fixture_random(90, 90, 0.5, 1, 0, VT_F64);
    struct stats stats;
    struct err e;

    assert_true(stats_compute(&full, &stats, &e));
    struct problem p = { .op = OP_MUL, .a = &full, .stats = &stats, .threads = 1 };
    p.device = registry_device(&registry, "cpu");
    operation_pose(operations[OP_MUL], &p, 1, ROW_MAJOR);
    assert_int_equal(full.nnz, 36);
    assert_int_equal(traffic_of("cpu.bsr.block", &p), 8 * 36 + 4 * 1 + 8 * 2 + 8 * (6 + 6));
    assert_in_range(traffic_of("cpu.group.rows", &p), 8 * 36 + 4 * 6 + 8 * (6 + 6), kernel_compulsory_bytes(&p) - 1);
    p.a = &sparse;
    assert_true(stats_compute(&sparse, &stats, &e));
    operation_pose(operations[OP_MUL], &p, 1, ROW_MAJOR);
    assert_true(traffic_of("cpu.bsr.block", &p) < kernel_compulsory_bytes(&p));
    csr_free(&sparse);
    csr_free(&full);
}

/* Rows are sorted within a quarter of a thread's share, however small, lest two threads write to the same lines of Y.
 */
TEST(test_windows)
{
    struct matrix m;
    struct stats stats;
    struct err e;

    assert_true(matrix_open("gen:rmat:13:8:seed=1", limit_default(), NULL, &m, &e));
    assert_true(stats_compute(&m.csr, &stats, &e));
    struct problem p = { .op = OP_MUL, .a = &m.csr, .stats = &stats, .threads = 8 };
    p.device = registry_device(&registry, "cpu");
    operation_pose(operations[OP_MUL], &p, 1, ROW_MAJOR);
    assert_int_equal(sell_slots(&p, 0), sell_slots(&p, 256));
    assert_true(sell_slots(&p, 0) != sell_slots(&p, 1024));
    p.threads = 16;
    assert_int_equal(sell_slots(&p, 0), sell_slots(&p, 128));
    assert_true(sell_slots(&p, 0) != sell_slots(&p, 256));
    p.threads = 1;
    assert_int_equal(sell_slots(&p, 0), sell_slots(&p, 8192));
    matrix_free(&m);
}

int main(void)
{
    if (!registry_add(&registry, cpu_backend(), NULL))
        return 1;
    return tests_run(NULL, NULL);
}
