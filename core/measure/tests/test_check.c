/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_check: what is right passes, and what is wrong by as little as one unit beyond the bound does not. */
#include "core/matrix/tests/fixture.h"
#include "core/measure/check.h"
#include "core/tests/cmocka.h"

static struct dense x_random(int64_t n, int64_t k, enum vtype type, enum layout layout)
{
    struct dense x;
    assert_true(dense_alloc(&x, n, k, type, layout, NULL));
    dense_random(&x, 3);
    return x;
}

static struct dense x_filled(int64_t n, int64_t k, enum vtype type, double value)
{
    struct dense x;
    assert_true(dense_alloc(&x, n, k, type, ROW_MAJOR, NULL));
    for (int64_t j = 0; j < n; j++)
        for (int64_t c = 0; c < k; c++)
            dense_set(&x, j, c, value);
    return x;
}

static struct reference reference_of(const struct csr *a, const struct dense *x)
{
    struct reference r;
    struct err e = { 0 };
    if (!reference_make(a, x, &r, NULL, &e))
        fail_msg("%s", e.text);
    return r;
}

/* Y = A·X in the plain order and the type's own arithmetic. */
static struct dense multiply(const struct csr *a, const struct dense *x, enum layout layout)
{
    struct dense y;
    assert_true(dense_alloc(&y, a->m, x->k, a->type, layout, NULL));
    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t c = 0; c < x->k; c++) {
            double wide = 0;
            float narrow = 0;
            for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++)
                if (a->type == VT_F64)
                    wide += ((const double *)a->val)[p] * dense_get(x, a->ind[p], c);
                else
                    narrow += ((const float *)a->val)[p] * (float)dense_get(x, a->ind[p], c);
            dense_set(&y, i, c, a->type == VT_F64 ? wide : (double)narrow);
        }
    }
    return y;
}

static struct check check_of(const struct reference *r, const struct dense *y, bool padded)
{
    struct check c;
    check_mul(r, y, padded, &c);
    return c;
}

static void all_free(struct reference *r, struct dense *y, struct dense *x, struct csr *a)
{
    reference_free(r);
    dense_free(y);
    dense_free(x);
    csr_free(a);
}

TEST(right_results_pass)
{
    static const int64_t size[][2] = { { 0, 0 }, { 0, 4 }, { 4, 0 }, { 1, 1 }, { 90, 130 }, { 130, 9 } };
    for (int c = 0; c < 6; c++) {
        for (int type = 0; type < VT_COUNT; type++) {
            for (int layout = 0; layout < 2; layout++) {
                struct csr a = fixture_random(size[c][0], size[c][1], 0.2, 2, 0, (enum vtype)type);
                struct dense x = x_random(a.n, 3, a.type, (enum layout)layout);
                struct dense y = multiply(&a, &x, (enum layout) !layout);
                struct reference r = reference_of(&a, &x);
                struct check found = check_of(&r, &y, false);
                assert_true(found.passed);
                assert_true(found.err_ratio < 1);
                assert_false(r.sampled);
                assert_false(r.integral && a.nnz > 0);
                all_free(&r, &y, &x, &a);
            }
        }
    }
}

/* One row of n_i = 3 entries that sum to exactly 1 with (|A||x|) = 1: the bound is 8u. The spacing above 1 is 2u, so
   1 + 8u is the last that is right and 1 + 10u is wrong. */
TEST(one_ulp_beyond_the_bound_fails)
{
    static const double entry[] = { 0.5, 0.25, 0.25 };
    for (int type = 0; type < VT_COUNT; type++) {
        double u = type == VT_F64 ? 0x1p-53 : 0x1p-24;
        struct csr a = fixture_dense(1, 3, entry, (enum vtype)type);
        struct dense x = x_filled(3, 1, a.type, 1), y = x_filled(1, 1, a.type, 1 + 8 * u);
        struct reference r = reference_of(&a, &x);
        struct check c = check_of(&r, &y, false);
        assert_true(c.passed);
        assert_near(c.err_ratio, 1, 1e-6);
        dense_set(&y, 0, 0, 1 + 10 * u);
        c = check_of(&r, &y, false);
        assert_false(c.passed);
        assert_near(c.err_ratio, 1.25, 1e-6);
        assert_near(c.err_abs / u, 10, 1e-6);
        assert_near(c.err_rel / u, 10, 1e-6); /* the reference is 1 */
        assert_string_equal(c.text, "row 0: error 1.2 × bound");
        all_free(&r, &y, &x, &a);
    }
}

/* 2⁵³ + 2⁻⁷ - 2⁵³: sums in the type itself lose the middle. And 1 + 2⁻⁶⁰, which takes both halves of hi + lo. */
TEST(reference_is_wider_than_the_type)
{
    static const double cancel[] = { 0x1p53, 0x1p-7, -0x1p53 }, sum[] = { 1, 0, 0x1p-60 };
    struct csr a = fixture_dense(1, 3, cancel, VT_F64), b = fixture_dense(1, 3, sum, VT_F64);
    struct dense x = x_filled(3, 1, VT_F64, 1);
    struct reference r = reference_of(&a, &x);
    assert_true(r.y[0] == 0x1p-7);
    assert_true(r.bound[0] == 0x1p54);
    reference_free(&r);
    r = reference_of(&b, &x);
    assert_true(r.y[0] == 1);
    assert_true(r.y_low[0] == 0x1p-60);
    reference_free(&r);
    dense_free(&x);
    csr_free(&b);
    csr_free(&a);
}

TEST(the_worst_entry_is_named)
{
    struct csr a = fixture_random(500, 60, 0.2, 3, 0, VT_F64);
    struct dense x = x_random(60, 4, VT_F64, ROW_MAJOR), y = multiply(&a, &x, COL_MAJOR);
    struct reference r = reference_of(&a, &x);
    dense_set(&y, 400, 1, dense_get(&y, 400, 1) + 1e-9);
    dense_set(&y, 77, 2, dense_get(&y, 77, 2) + 1e-3);
    struct check c = check_of(&r, &y, false);
    assert_false(c.passed);
    assert_int_equal(c.row, 77);
    assert_int_equal(c.col, 2);
    assert_ptr_equal(strstr(c.text, "row 77, column 2: error "), c.text);
    /* Fewer columns than the reference has: the wrong one is not among them. */
    y.k = 1;
    assert_true(check_of(&r, &y, false).passed);
    all_free(&r, &y, &x, &a);
}

TEST(poison_never_passes)
{
    struct csr a = fixture_random(50, 50, 0.1, -1, 0, VT_F32);
    struct dense x = x_random(50, 1, VT_F32, ROW_MAJOR), y = multiply(&a, &x, ROW_MAJOR);
    struct reference r = reference_of(&a, &x);
    memset((float *)y.data + 31, 0xFF, sizeof(float));
    struct check c = check_of(&r, &y, true);
    assert_false(c.passed);
    assert_true(isinf(c.err_ratio));
    assert_int_equal(c.row, 31);
    assert_non_null(strstr(c.text, "row 31: nan instead of") ? c.text : strstr(c.text, "row 31: -nan instead of"));
    /* An empty row must be 0, not whatever stood there. */
    int64_t empty = 0;
    while (empty < a.m && a.ptr[empty + 1] > a.ptr[empty])
        empty++;
    if (empty < a.m) {
        dense_set(&y, 31, 0, r.y[31]);
        dense_set(&y, empty, 0, 1e-30);
        assert_false(check_of(&r, &y, true).passed);
    }
    all_free(&r, &y, &x, &a);
}

TEST(whole_numbers_must_be_exact)
{
    for (int type = 0; type < VT_COUNT; type++) {
        struct csr a = fixture_random(60, 60, 0.5, 7, 1000, (enum vtype)type);
        struct dense x = x_filled(60, 2, a.type, 5), y = multiply(&a, &x, ROW_MAJOR);
        struct reference r = reference_of(&a, &x);
        assert_true(r.integral);
        assert_true(check_of(&r, &y, false).passed);
        /* One off in f32 is far inside the rounding bound of a long row, and wrong all the same. */
        dense_set(&y, 7, 1, dense_get(&y, 7, 1) + (type == VT_F32 ? 0.03125 : 1));
        struct check c = check_of(&r, &y, false);
        assert_false(c.passed);
        assert_int_equal(c.row, 7);
        assert_non_null(strstr(c.text, " instead of "));
        all_free(&r, &y, &x, &a);
    }
}

/* Beyond 2²⁴ the rounding bound is all that can be asked of f32. */
TEST(large_whole_numbers_may_round)
{
    static const double entry[] = { 16777216, 1 };
    struct csr a = fixture_dense(1, 2, entry, VT_F32);
    struct dense x = x_filled(2, 1, VT_F32, 1), y = x_filled(1, 1, VT_F32, 16777216);
    struct reference r = reference_of(&a, &x);
    assert_true(r.integral);
    assert_true(check_of(&r, &y, false).passed);
    all_free(&r, &y, &x, &a);
}

/* Rows: +Inf; Inf - Inf; NaN; Inf·0; finite. */
TEST(nan_and_inf_must_agree)
{
    static const double entry[] = {
        INFINITY, 1,         1,        //
        INFINITY, -INFINITY, 0,        //
        NAN,      1,         0,        //
        0,        0,         INFINITY, //
        1,        1,         0,        //
    };
    static const double right[] = { INFINITY, NAN, NAN, NAN, 2 };
    static const double wrong[] = { -INFINITY, INFINITY, 0, 0, NAN };
    for (int type = 0; type < VT_COUNT; type++) {
        struct csr a = fixture_dense(5, 3, entry, (enum vtype)type);
        struct dense x = x_filled(3, 1, a.type, 1), y = x_filled(5, 1, a.type, 0);
        dense_set(&x, 2, 0, 0);
        struct reference r = reference_of(&a, &x);
        /* Row 0 has 1·0 in it: still +Inf. */
        for (int i = 0; i < 5; i++)
            dense_set(&y, i, 0, right[i]);
        assert_true(check_of(&r, &y, false).passed);
        for (int i = 0; i < 5; i++) {
            dense_set(&y, i, 0, wrong[i]);
            struct check c = check_of(&r, &y, true); /* X is finite: padding is no excuse */
            assert_false(c.passed);
            assert_int_equal(c.row, i);
            assert_true(isinf(c.err_ratio));
            dense_set(&y, i, 0, right[i]);
        }
        all_free(&r, &y, &x, &a);
    }
}

/* Finite data whose sums pass the largest number: Inf, NaN and the finite truth are all to be expected; a finite
   result is held to the bound where f64 can hold that. */
TEST(overflow_on_the_way)
{
    static const double entry[] = { 3e38, 3e38, -3e38 };
    struct csr a = fixture_dense(1, 3, entry, VT_F32);
    struct dense x = x_filled(3, 1, VT_F32, 1), y = x_filled(1, 1, VT_F32, INFINITY);
    struct reference r = reference_of(&a, &x);
    assert_true(check_of(&r, &y, false).passed);
    dense_set(&y, 0, 0, NAN);
    assert_true(check_of(&r, &y, false).passed);
    dense_set(&y, 0, 0, 3e38);
    assert_true(check_of(&r, &y, false).passed);
    dense_set(&y, 0, 0, 2e38);
    assert_false(check_of(&r, &y, false).passed);
    all_free(&r, &y, &x, &a);
}

/* Inf beside a finite product that passes the largest number: Inf and NaN are to be expected, and nothing else. */
TEST(overflow_against_infinity)
{
    static const double entry[] = { INFINITY, -3e38 };
    struct csr a = fixture_dense(1, 2, entry, VT_F32);
    struct dense x = x_filled(2, 1, VT_F32, 4), y = multiply(&a, &x, ROW_MAJOR);
    struct reference r = reference_of(&a, &x);
    assert_true(isnan(dense_get(&y, 0, 0)) && check_of(&r, &y, false).passed);
    dense_set(&y, 0, 0, INFINITY);
    assert_true(check_of(&r, &y, false).passed);
    dense_set(&y, 0, 0, -INFINITY);
    assert_false(check_of(&r, &y, false).passed);
    all_free(&r, &y, &x, &a);
}

/* A padded slot computes 0·x: NaN where x is not finite. Only in such a column of X, only a NaN, only if padded. */
TEST(padding_may_make_nan)
{
    static const double entry[] = { 1, 0, 2, 2 };
    struct csr a = fixture_dense(2, 2, entry, VT_F64);
    struct dense x = x_filled(2, 2, VT_F64, 1);
    dense_set(&x, 0, 1, INFINITY);
    struct dense y = multiply(&a, &x, ROW_MAJOR);
    struct reference r = reference_of(&a, &x);
    assert_true(check_of(&r, &y, false).passed);
    dense_set(&y, 0, 1, NAN); /* column 1 of X is not finite */
    assert_false(check_of(&r, &y, false).passed);
    struct check c = check_of(&r, &y, true);
    assert_true(c.passed);
    assert_int_equal(c.excused, 1);
    dense_set(&y, 0, 1, -INFINITY);
    assert_false(check_of(&r, &y, true).passed);
    dense_set(&y, 0, 1, NAN);
    dense_set(&y, 0, 0, NAN); /* column 0 is */
    assert_false(check_of(&r, &y, true).passed);
    all_free(&r, &y, &x, &a);
}

/* Tiny numbers: sums of subnormals may lose n_i of the smallest. */
TEST(subnormals_have_their_allowance)
{
    static const double entry[] = { 1e-30, 1e-30 };
    struct csr a = fixture_dense(1, 2, entry, VT_F32);
    struct dense x = x_filled(2, 1, VT_F32, 1e-15), y = x_filled(1, 1, VT_F32, 0);
    struct reference r = reference_of(&a, &x);
    dense_set(&y, 0, 0, 2e-45);
    assert_true(check_of(&r, &y, false).passed);
    dense_set(&y, 0, 0, 1e-44);
    assert_false(check_of(&r, &y, false).passed);
    all_free(&r, &y, &x, &a);
}

/* More rows than are checked in full: the pattern is one entry a row, X has so many columns that m·k is too much. */
TEST(large_problems_are_sampled)
{
    enum { ROWS = 600000, COLUMNS = 90, LONG_ROW = 4321 };
    struct csr a;
    struct reference r;
    assert_true(csr_alloc(&a, ROWS, 2, ROWS + 1, VT_F32, NULL));
    for (int64_t i = 0; i <= ROWS; i++)
        a.ptr[i] = i + (i > LONG_ROW);
    for (int64_t i = 0; i < ROWS; i++) {
        a.ind[a.ptr[i]] = 0;
        a.ind[a.ptr[i + 1] - 1] = i == LONG_ROW;
    }
    for (int64_t p = 0; p < a.nnz; p++)
        vtype_set(a.val, p, a.type, 0.5);
    struct dense x = x_filled(2, COLUMNS, VT_F32, 3);
    assert_true(reference_samples(&a, COLUMNS));
    assert_false(reference_samples(&a, 2));
    r = reference_of(&a, &x);
    assert_true(r.sampled);
    assert_true(r.rows > ROWS / 20 && r.rows < ROWS / 5);
    assert_near((double)reference_cost(&a, COLUMNS), 24.0 * (double)r.rows * COLUMNS,
                0.05 * 24.0 * (double)r.rows * COLUMNS);
    bool longest = false;
    for (int64_t q = 0; q < r.rows; q++) {
        assert_true(q == 0 || r.row[q] > r.row[q - 1]);
        longest = longest || r.row[q] == LONG_ROW;
    }
    assert_true(longest);
    struct dense y = x_filled(ROWS, 1, VT_F32, 1.5);
    struct check c = check_of(&r, &y, false);
    assert_false(c.passed); /* the long row sums to 3 */
    assert_int_equal(c.row, LONG_ROW);
    dense_set(&y, LONG_ROW, 0, 3);
    assert_true(check_of(&r, &y, false).passed);
    dense_set(&y, r.row[r.rows / 2], 0, 1.50001);
    c = check_of(&r, &y, false);
    assert_false(c.passed);
    assert_int_equal(c.row, r.row[r.rows / 2]);
    /* Seeded: the same rows again. */
    struct reference again = reference_of(&a, &x);
    assert_int_equal(again.rows, r.rows);
    assert_memory_equal(again.row, r.row, (size_t)r.rows * sizeof *r.row);
    reference_free(&again);
    all_free(&r, &y, &x, &a);
}

/* X in f64 that f32 cannot hold is rounded as a kernel's X is. */
TEST(x_is_rounded_to_the_type)
{
    static const double entry[] = { 1 };
    struct csr a = fixture_dense(1, 1, entry, VT_F32);
    struct dense x = x_filled(1, 1, VT_F64, 0.1), y = x_filled(1, 1, VT_F32, 0.1);
    struct reference r = reference_of(&a, &x);
    assert_true(r.y[0] == (double)0.1f);
    assert_true(check_of(&r, &y, false).err_ratio == 0);
    all_free(&r, &y, &x, &a);
}

static bool say_stop(void *arg, const char *what, uint64_t done, uint64_t total)
{
    *(uint64_t *)arg = done;
    return done == 0;
}

TEST(making_it_can_be_cancelled)
{
    struct csr a = fixture_random(1000, 10, 0.2, -1, 0, VT_F64);
    struct dense x = x_random(10, 1, VT_F64, ROW_MAJOR);
    struct reference r;
    struct err e = { 0 };
    uint64_t done = 0;
    struct progress p = { .report = say_stop, .arg = &done };
    assert_false(reference_make(&a, &x, &r, &p, &e));
    assert_int_equal(e.code, ERR_CANCELLED);
    assert_true(done > 0 && done < 1000);
    assert_null(r.y);
    dense_free(&x);
    csr_free(&a);
}

TESTS(NULL, NULL)
