/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure_failed: measuring kernels that are wrong, broken, too large, lost or stopped: no speed, and nothing left
 * behind. */
#include "core/measure/tests/measure_bed.h"
#include "core/tests/cmocka.h"

BED_TEST(wrong_results_have_no_speed)
{
    struct kernel k = kernel_of(wrong_run);
    bed_ends(b, &k, ST_FAIL);
    assert_int_equal(b->fake.runs, 1);
    assert_true(b->m.has & HAS_ERROR);
    assert_true(b->m.err_ratio > 1);
    assert_ptr_equal(strstr(b->m.text, "row 2, column 0: error "), b->m.text);
}

BED_TEST(unwritten_results_fail)
{
    struct kernel k = kernel_of(lazy_run);
    k.format = "ell"; /* padded: still no excuse, X is finite */
    bed_ends(b, &k, ST_FAIL);
    assert_true(isinf(b->m.err_ratio));
}

BED_TEST(results_that_go_bad_later_fail)
{
    struct kernel k = kernel_of(decaying_run);
    bed_ends(b, &k, ST_FAIL);
    assert_non_null(strstr(b->m.text, "right at first"));
}

BED_TEST(failures_leave_nothing_behind)
{
    struct kernel k = kernel_of(quick_run);
    k.prepare = failing_prepare;
    bed_ends(b, &k, ST_NO_MEMORY);
    assert_string_equal(b->m.text, "no room for the plan");

    k = kernel_of(failing_run);
    bed_ends(b, &k, ST_ERROR); /* the device can still be used */
    assert_string_equal(b->m.text, "illegal address");

    k = kernel_of(quick_run);
    k.supports = never_supports;
    bed_ends(b, &k, ST_UNSUPPORTED);
    assert_string_equal(b->m.text, "only on Sundays");

    k = kernel_of(quick_run);
    k.type = VT_F32;
    bed_ends(b, &k, ST_UNSUPPORTED);

    b->job.device = NULL;
    bed_ends(b, &k, ST_NO_DEVICE);
}

BED_TEST(a_lost_device_is_an_error)
{
    struct kernel k = kernel_of(breaking_run);
    assert_false(bed_run(b, &k));
    assert_int_equal(b->m.state, ST_ERROR);
    assert_int_equal(b->e.code, ERR_DEVICE);
}

BED_TEST(what_does_not_fit_is_refused_unallocated)
{
    struct kernel k = kernel_of(quick_run);
    k.bytes = plan_bytes;
    k.format = "ell";
    b->job.limit = 8000000000;
    bed_ends(b, &k, ST_NO_MEMORY);
    assert_int_equal(strncmp(b->m.text, "f64 ELLPACK needs 12.4 GB, limit 8.0 GB: ", 41), 0);
    assert_non_null(strstr(b->m.text, "take a format that pads less: CSR needs "));
    assert_int_equal(b->fake.runs, 0);
    b->job.limit = 12400000000; /* the plan fits, X and Y beside it do not */
    bed_ends(b, &k, ST_NO_MEMORY);
    assert_non_null(strstr(b->m.text, "X and Y"));
    b->job.limit = 12400000000 + 8 * 3 * 50;
    bed_ends(b, &k, ST_OK);
}

TEST(stopping_at_any_step_cancels)
{
    struct kernel k = kernel_of(quick_run);
    struct bed *whole = bed_make(VT_F64);
    assert_true(bed_run(whole, &k));
    for (int at = 1; at <= whole->steps; at += at < 10 ? 1 : 50) {
        struct bed *b = bed_make(VT_F64);
        b->stop_at = at;
        bed_ends(b, &k, ST_CANCELLED);
        assert_int_equal(b->steps, at);
        bed_free(b);
    }
    bed_free(whole);
}

/* A plan that is wrong after others that were right is found out, although the last one is right again. */
BED_TEST(every_block_is_checked)
{
    struct kernel k = kernel_of(paced_run);
    k.prepare = unlucky_prepare;
    bed_ends(b, &k, ST_FAIL);
}

TESTS(NULL, NULL)
