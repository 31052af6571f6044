/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_published_bars: published results stand below the runs of their kernel and problem, and count for nothing. */
#include "core/tests/cmocka.h"
#include "tui/screen/tests/stage.h"

#define MATRIX(name, rows, nnz)                                                                                        \
    "{'ev':'matrix','cmd':1,'name':'" name "','rows':" rows ",'cols':" rows ",'nnz':" nnz                              \
    ",'field':'real','runnable':true}"
#define MEASURED(matrix, kernel, op, type, k, rate)                                                                    \
    "'matrix':'" matrix "','kernel':'" kernel "','op':'" op "','type':'" type "','k':" k ",'threads':2,'samples':10,"  \
    "'time_ms':1,'ci_lo_ms':1,'ci_hi_ms':1," rate

static struct app *of(const char *matrix, bool ascii)
{
    struct app *a = make(LOADING, ascii);
    a->engine.pending[PENDING_OPEN] = 0;
    a->state[VIEW_run].run.sort = SORT_ORDER;
    feed(a->model, matrix);
    return a;
}

static const struct published_row *published_below(const struct bars *b, int run)
{
    for (int i = 0; i + 1 < b->lines; i++)
        if (bars_run(b, i) == b->run[run])
            return b->line[i + 1].published;
    return NULL;
}

static char *drawn(struct app *a, int rows, int cols)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols, a->ascii, NULL));
    draw_view(a, VIEW_run, &c, (struct rect){ 0, 0, rows, cols });
    char *text = canvas_to_text(&c);
    assert_non_null(text);
    canvas_free(&c);
    return text;
}

APP_TEST_OF(below_their_kernel, of(MATRIX("cage4", "9", "49"), false))
{
    struct bars b;
    feed_run(a->model, MEASURED("cage4", "cpu.csr.serial", "mul", "f64", "64", "'gflops':1.5"));
    feed_run(a->model, MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "64", "'gflops':2.5"));
    collect(a, &b);
    assert_int_equal(b.n, 2);
    assert_int_equal(b.lines, 6); /* and three of kernels that did not run, at the end */
    assert_null(published_below(&b, 0));
    const struct published_row *g = published_below(&b, 1);
    assert_non_null(g);
    assert_string_equal(g->kernel, "cpu.csr.omp");
    assert_true(g->k == 64 && bars_published_rate(g) == 0.362543);
    assert_string_equal(b.line[3].published->kernel, "cpu.ell.omp");
    assert_string_equal(b.line[4].published->kernel, "gpu.csr.adaptive");
    assert_string_equal(b.line[5].published->kernel, "gpu.ell.thread");
    assert_true(b.best == 2.5 && a->model->runs == 2);
    assert_string_equal(b.published, "cage4");
    app_command(a, "published off");
    collect(a, &b);
    assert_true(b.lines == 2 && !b.published);
    app_command(a, "published");
    collect(a, &b);
    assert_int_equal(b.lines, 6);
}

/* Another k, type or operation than the report's has none of them; nor has another matrix of that name. */
TEST(of_the_same_problem_only)
{
    static const struct {
        const char *matrix, *run;
    } cases[] = {
        { MATRIX("cage4", "9", "49"), MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "2", "'gflops':1") },
        { MATRIX("cage4", "9", "49"), MEASURED("cage4", "cpu.csr.omp", "mul", "f32", "64", "'gflops':1") },
        { MATRIX("cage4", "9", "49"), MEASURED("cage4", "cpu.transpose.serial", "transpose", "f64", "1", "'gnnzs':1") },
        { MATRIX("cage4", "9", "48"), MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "64", "'gflops':1") },
        { MATRIX("mine", "9", "49"), MEASURED("mine", "cpu.csr.omp", "mul", "f64", "64", "'gflops':1") },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bars b;
        struct app *a = of(cases[i].matrix, false);
        feed_run(a->model, "%s", cases[i].run);
        collect(a, &b);
        assert_true(b.n == 1 && b.lines == 1 && !b.published);
        app_free(a);
    }
}

/* Where several k are shown each run has the result of its own. */
APP_TEST_OF(beside_a_sweep, of(MATRIX("cage4", "9", "49"), false))
{
    struct bars b;
    feed_run(a->model, MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "1", "'gflops':1"));
    feed_run(a->model, MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "8", "'gflops':2"));
    feed_run(a->model, MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "64", "'gflops':3"));
    collect(a, &b);
    assert_int_equal(published_below(&b, 0)->k, 1);
    assert_null(published_below(&b, 1));
    assert_int_equal(published_below(&b, 2)->k, 64);
    char *text = drawn(a, 12, 120); /* each with its own tag */
    static const char *const lines[] = { "k=1   █", "k=1   ░", "k=8   █", "k=64  █", "k=64  ░" };
    const char *at = text;
    for (size_t i = 0; i < COUNT(lines); i++) {
        at = at ? strstr(at, lines[i]) : NULL;
        assert_non_null(at);
    }
    free(text);
}

APP_TEST_OF(transpositions_by_time, of(MATRIX("twin:stomach", "213360", "3021648"), false))
{
    struct bars b;
    feed_run(a->model, MEASURED("twin:stomach", "cpu.transpose.serial", "transpose", "f32", "1", "'gnnzs':0.2"));
    collect(a, &b);
    assert_true(b.twin);
    assert_string_equal(b.published, "stomach");
    const struct published_row *g = published_below(&b, 0);
    assert_true(fabs(bars_published_rate(g) - 3021648 / 110.84e6) < 1e-12);
    char *text = drawn(a, 60, 120), aside[160] = "";             /* two lines each */
    assert_non_null(strstr(text, " peer.cusparse.csr2csc2  ░")); /* names stand whole */
    assert_non_null(strstr(text, "0.027  CPU not named · 111 ms"));
    assert_non_null(strstr(text, "0.075  GeForce GTX 780\n"));
    assert_non_null(strstr(text, "  40.3 ms · Incudini & Penzo\n"));
    const struct scene s = app_scene(a, VIEW_run);
    view_run.aside(&s, aside, sizeof aside);
    assert_non_null(strstr(aside, "░ published on stomach"));
    free(text);
    a->panels.focus = VIEW_run;
    a->state[VIEW_run].at = 1;
    text = drawn(a, 12, 120);
    assert_non_null(strstr(text,
                           "published: CPU not named · 111 ms · Incudini & Penzo · 1 thread · not measured here · on "
                           "stomach itself"));
    free(text);
}

/* The axis goes as far as the fastest of them; they differ from bars even without colours and glyphs; what there is no
   room for is left out as a whole. */
APP_TEST_OF(drawing, of(MATRIX("cant", "62451", "4007383"), true))
{
    struct bars b;
    feed_run(a->model, MEASURED("cant", "gpu.csr.adaptive", "mul", "f64", "64", "'gflops':300"));
    collect(a, &b);
    assert_true(bars_axis(&b, SCALE_LINEAR).hi >= 300);
    for (int i = 0; i < a->results.published.rows; i++)
        if (strcmp(a->results.published.row[i].matrix, "cant") == 0 &&
            strcmp(a->results.published.row[i].kernel, "gpu.ell.thread") == 0)
            a->results.published.row[i].gflops = 900;
    assert_true(bars_axis(&b, SCALE_LINEAR).hi >= 900);
    char *text = drawn(a, 8, 80);
    assert_null(strstr(text, "░"));
    assert_non_null(strstr(text, "....  "));
    assert_non_null(strstr(text, "###"));
    assert_non_null(strstr(text, "269  Quadro RTX 5000\n"));
    free(text);
    for (int rows = 0; rows < 12; rows++)
        for (int cols = 0; cols < 130; cols += 3)
            free(drawn(a, rows, cols));
}

APP_TEST_OF(the_command, of(MATRIX("mine", "9", "49"), false))
{
    app_command(a, "published sometimes");
    assert_true(a->dialog.bad && !a->results.unpublished);
    app_command(a, "published off");
    assert_true(a->results.unpublished);
    answers(a, "published on", "no report has measured this matrix");
    app_key(a, 'P');
    assert_true(a->results.unpublished);
    published_free(&a->results.published); /* read again when it is asked for */
    app_key(a, 'P');
    assert_true(!a->results.unpublished && a->results.published.rows > 0);
}

/* Two variants of a kernel ran: the figure stands below the one that the report had. */
APP_TEST_OF(below_their_variant, of(MATRIX("cage4", "9", "49"), false))
{
    struct bars b;
    feed_run(a->model, MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "64", "'gflops':1.5,'params':'LOOP=row'"));
    feed_run(a->model, MEASURED("cage4", "cpu.csr.omp", "mul", "f64", "64", "'gflops':2.5,'params':'LOOP=columns'"));
    collect(a, &b);
    assert_int_equal(b.n, 2);
    const struct published_row *g = published_below(&b, 0);
    assert_non_null(g);
    assert_string_equal(g->params, "LOOP=row");
}

TESTS(NULL, NULL)
