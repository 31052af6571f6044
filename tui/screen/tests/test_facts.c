/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_facts: what the panel of the matrix says beside its numbers. */
#include "tui/screen/tests/stage.h"

static void measured(struct app *a, const char *kernel, double gflops, const char *more)
{
    feed_run(a->model, "'kernel':'%s','device':'gpu0','gflops':%g,'time_ms':%g,'ci_lo_ms':%g,'ci_hi_ms':%g%s", kernel,
             gflops, 1 / gflops, 0.99 / gflops, 1.01 / gflops, more);
}

/* The rule of thumb goes by the fastest runs of one problem, that of the newest: neither another type nor cold caches
   nor a slower repetition stand beside them. */
APP_TEST(the_rule_compares_one_problem, AT_REST)
{
    resize(a, 40, 120);
    commands(a, "focus matrix;zoom");
    measured(a, "gpu.ell.thread", 900, "");
    measured(a, "gpu.csr.vector", 500, "");
    assert_true(shows(a, "holds     gpu.ell.thread 900 GFLOPS,") && shows(a, "gpu.csr.vector 500 "));
    measured(a, "gpu.ell.thread", 300, ",'cache':'cold'");
    measured(a, "gpu.csr.scalar", 950, ",'type':'f32'");
    measured(a, "gpu.csr.vector", 450, "");
    assert_true(shows(a, "holds     gpu.ell.thread 900 GFLOPS,") && shows(a, "gpu.csr.vector 500 "));
    measured(a, "gpu.csr.vector", 700, ",'type':'f32'"); /* no ELLPACK in this type */
    assert_true(shows(a, "of thumb") && !shows(a, "holds ") && !shows(a, "unclear ") && !shows(a, "fails "));
}

/* Odd values, which make results odd, are told wherever the matrix is. */
APP_TEST(the_first_line_tells_odd_values, FULL)
{
    assert_false(shows(a, "NaN or Inf"));
    a->model->matrix.nonfinite = 2;
    a->model->matrix.nnz = 1;
    assert_true(shows(a, " · 2 NaN or Inf  "));
    resize(a, 24, 120);
    assert_true(shows(a, " · 2 NaN or Inf · 1 nonzero "));
}

TESTS(NULL, NULL)
