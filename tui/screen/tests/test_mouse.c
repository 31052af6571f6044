/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mouse: clicks on tabs and column titles, the wheel; the order of the lists that they reach. */
#include "core/tests/cmocka.h"
#include "tui/screen/tests/stage.h"

/* Where this text begins on the screen. */
static void find(const struct app *a, const char *text, int *row, int *col)
{
    char *is = screen_text(a), *rest = is, *line = strsep(&rest, "\n"), *at = NULL;
    for (*row = 0; line && !(at = strstr(line, text)); ++*row)
        line = strsep(&rest, "\n");
    if (!at)
        fail_msg("the screen does not show: %s", text);
    *at = 0;
    *col = canvas_width(line);
    free(is);
}

static void click(struct app *a, const char *text)
{
    int row, col;
    find(a, text, &row, &col);
    app_mouse(a, MOUSE_CLICK, row, col);
}

TEST(tabs_can_be_clicked)
{
    static const int sizes[][2] = { { 24, 80 }, { 36, 120 }, { 60, 200 } };
    for (int i = 0; i < 3; i++) {
        struct app *a = make(AT_REST, false);
        resize(a, sizes[i][0], sizes[i][1]);
        click(a, "8 Log");
        assert_int_equal(a->panels.focus, VIEW_log);
        click(a, "9 Threads");
        assert_int_equal(a->panels.focus, VIEW_threads);
        click(a, "7 Run");
        assert_int_equal(a->panels.focus, VIEW_run);
        click(a, "3 Spy");
        assert_int_equal(a->panels.focus, VIEW_spy);
        app_free(a);
    }
    struct app *a = make(AT_REST, false);
    resize(a, 12, 40); /* numbers only */
    app_command(a, "focus run");
    click(a, "5 6 7 Run");
    assert_int_equal(a->panels.focus, VIEW_kernels);
    app_free(a);
}

/* The wheel moves what it is over. */
APP_TEST(the_wheel_moves_what_is_under_it, AT_REST)
{
    int row, col;
    app_command(a, "focus log");
    find(a, "cpu.ell.omp", &row, &col); /* in the list of kernels */
    app_mouse(a, MOUSE_DOWN, row, col);
    assert_int_equal(a->state[VIEW_kernels].at, 1);
    assert_int_equal(a->state[VIEW_log].at, 0);
    app_mouse(a, MOUSE_UP, row, col);
    assert_int_equal(a->state[VIEW_kernels].at, 0);
    find(a, "operation", &row, &col);
    app_mouse(a, MOUSE_DOWN, row, col);
    assert_int_equal(a->state[VIEW_settings].at, 2);
    find(a, "3 Spy", &row, &col);
    app_mouse(a, MOUSE_UP, row + 2, col);
    app_mouse(a, MOUSE_UP, row + 2, col);
    app_mouse(a, MOUSE_DOWN, row + 2, col);
    assert_int_equal(a->state[VIEW_spy].spy.zoom, 1);
    app_command(a, "help"); /* over everything */
    app_mouse(a, MOUSE_DOWN, row, col);
    assert_int_equal(a->state[VIEW_help].at, 1);
    assert_int_equal(a->state[VIEW_settings].at, 2);
}

/* A message goes with the next click, which does nothing else where it stood. */
APP_TEST(clicks_take_messages_away, AT_REST)
{
    int row, col;
    find(a, "q Quit", &row, &col);
    app_say(a, false, "a word");
    app_mouse(a, MOUSE_CLICK, row, col);
    assert_string_equal(a->dialog.message, "");
    assert_int_equal(a->leaving, 0);
    app_mouse(a, MOUSE_CLICK, row, col);
    assert_int_equal(a->leaving, 2);
    click(a, "7 Run");
    assert_int_equal(a->leaving, 0);
    find(a, "7 Run", &row, &col);
    app_mouse(a, MOUSE_TWICE, row, col);
    assert_true(a->panels.zoomed);
    find(a, "7 Run", &row, &col);
    app_mouse(a, MOUSE_TWICE, row, col);
    assert_false(a->panels.zoomed);
}

static void first_run_is(const struct app *a, const char *kernel)
{
    struct bars b;
    collect(a, &b);
    assert_string_equal(b.run[0]->kernel, kernel);
}

APP_TEST(titles_sort, AT_REST)
{
    resize(a, 60, 200);
    commands(a, "zoom run;sort order");
    first_run_is(a, "cpu.csr.serial");
    click(a, "GFLOPS ");
    assert_int_equal(a->state[VIEW_run].run.sort, SORT_SPEED);
    first_run_is(a, "cpu.csr.omp"); /* under way */
    click(a, "spread ");
    first_run_is(a, "gpu.csr.vector"); /* 0.3%, 1% */
    click(a, "time ");
    assert_int_equal(a->state[VIEW_run].run.sort, SORT_TIME);
    first_run_is(a, "gpu.csr.vector");
    click(a, "roof speedup");
    assert_int_equal(a->state[VIEW_run].run.sort, SORT_ROOF);
    click(a, "roof speedup");
    assert_int_equal(a->state[VIEW_run].run.sort, SORT_SPEED);
    app_command(a, "sort prepare");
    first_run_is(a, "cpu.csr.serial"); /* 0.4 ms, no upload */
    assert_true(shows(a, "by prepare"));
    app_command(a, "sort colour");
    assert_true(a->dialog.bad);
}

/* What cannot run stands last, or is hidden. */
APP_TEST(what_cannot_run_is_last, AT_REST)
{
    const struct scene s = app_scene(a, VIEW_kernels);
    int shown[MODEL_KERNELS];
    resize(a, 36, 120);
    feed(a->model, "{'ev':'supports','op':'mul','k':1,'type':'f64','threads':8,'items':[{'name':'cpu.csr.serial',"
                   "'ok':false,'why':'for this test'},{'name':'gpu.ell.thread','ok':false,'why':'too big'}]}");
    int n = kernels_listed(&s, shown);
    assert_int_equal(n, 6);
    assert_string_equal(a->model->kernel[shown[0]].name, "cpu.csr.omp");
    assert_string_equal(a->model->kernel[shown[3]].name, "cpu.csr.serial");
    app_key(a, 'H');
    assert_int_equal(kernels_listed(&s, shown), 3);
    assert_true(shows(a, "3 can run"));
    app_key(a, 'H');
    assert_int_equal(kernels_listed(&s, shown), 6);
}

TESTS(NULL, NULL)
