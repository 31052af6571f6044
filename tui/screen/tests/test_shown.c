/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shown: what must be on the screen is, however little room there is. */
#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/screen/tests/stage.h"

/* However narrow the screen, how to run, to get help and to leave stands in the key bar. */
APP_TEST(key_bar_keeps_what_matters, FULL)
{
    a->panels.rows = 24;
    a->engine.pending[PENDING_RUN] = 0;
    for (a->panels.cols = 40; a->panels.cols <= 200; a->panels.cols++)
        assert_true(shows(a, "? Help") && shows(a, "r Run") && shows(a, "q Quit"));
    a->panels.cols = 80;
    assert_true(shows(a, "A Best") && shows(a, "w Why")); /* what explains a result is found without the help */
    assert_true(shows(a, "C Versus"));                    /* of two that are marked */
    app_command(a, "unmark gpu.csr.vector");
    assert_true(shows(a, "r Run 1  ") && !shows(a, "C Versus"));
    app_command(a, "focus rows");
    app_key(a, 'u'); /* in any panel */
    assert_true(a->marks.n == 0 && shows(a, "r Run  "));
    app_command(a, "focus run");
    a->engine.pending[PENDING_RUN] = 2;
    assert_true(shows(a, "Esc Stop"));
    app_command(a, "open");
    assert_true(shows(a, "Enter Open") && !shows(a, "s Sort"));
}

/* A long message is shown to its end. */
APP_TEST(messages_are_whole, FULL)
{
    app_say(a, true,
            "/a/folder/with/a/long/name/another/one/and/a/file.mtx:81204: the row index 90000 is beyond the "
            "32768 rows that line 2 promised: THE END");
    assert_true(shows(a, "THE END"));
    resize(a, 12, 40);
    assert_true(shows(a, "THE END"));
}

/* What advise has found is said; notices, which would hide the keys, are kept in the log. */
APP_TEST(advice_is_told, FULL)
{
    tell(a, "advice", "best on cpu with cpu.csr.merge");
    assert_true(shows(a, "best on cpu with cpu.csr.merge"));
    app_key(a, KEY_TAB);
    tell(a, "notice", "3 entries were duplicates");
    assert_false(shows(a, "were duplicates"));
}

/* The panels that share a place stand in its title in one order, whichever is shown. */
APP_TEST(tabs_stand_still, FULL)
{
    assert_true(shows(a, " 7 Run  8 Log¹ 9 Threads ")); /* a notice that was not seen takes no room */
    a->noted = a->model->noted;
    for (int view = VIEW_run; view <= VIEW_threads; view++) {
        panels_focus(&a->panels, view);
        assert_true(shows(a, " 7 Run  8 Log  9 Threads "));
    }
    resize(a, 12, 40);
    panels_focus(&a->panels, VIEW_spy);
    assert_true(shows(a, " 1 2 3 Spy 4 5 6 7 8 9 "));
    app_command(a, "zoom");
    assert_true(shows(a, " 3 Spy ━"));
}

/* Notices count until the log has shown them. */
APP_TEST(unseen_notices_are_counted, FULL)
{
    panels_focus(&a->panels, VIEW_run);
    tell(a, "notice", "one more");
    app_tick(a);
    assert_true(shows(a, "⚠ 2 ") && shows(a, "8 Log²"));
    panels_focus(&a->panels, VIEW_log);
    assert_false(shows(a, "⚠"));
    app_tick(a);
    panels_focus(&a->panels, VIEW_run);
    assert_true(shows(a, "8 Log ") && !shows(a, "⚠"));
    tell(a, "notice", "and one");
    assert_true(shows(a, "⚠ 1 ") && shows(a, "8 Log¹"));
}

/* All facts can be reached where the panel is smaller than they are. */
APP_TEST(facts_scroll, FULL)
{
    panels_focus(&a->panels, VIEW_matrix);
    assert_true(shows(a, " per row   ") && !shows(a, " diagonals "));
    app_key(a, KEY_LAST);
    assert_true(!shows(a, " per row   ") && shows(a, " diagonals "));
    app_key(a, KEY_ARROW_UP);
    assert_false(shows(a, " diagonals "));
}

/* What takes twice CSR's bytes or more says how many times as many. Text that there is no room for is not cut: its mark
   says the same. */
APP_TEST(verdicts_are_whole, FULL)
{
    feed(a->model, "{'ev':'formats','cmd':1,'type':'f64','items':[{'name':'ell','bytes':24000000,'slots':2000000,"
                   "'padding':2.4,'verdict':'wasteful'}]}");
    a->panels.rows = 24;
    panels_focus(&a->panels, VIEW_formats);
    for (a->panels.cols = 66; a->panels.cols < 140; a->panels.cols++)
        assert_true(shows(a, "! 2.4× CSR") || !shows(a, "! 2"));
    a->panels.cols = 80;
    assert_true(shows(a, "! ") && !shows(a, "2.4×"));
}

/* A kernel that pads less than the format as it is listed says so beside it, and does not in another matrix. */
APP_TEST(a_layout_of_its_own_is_told, FULL)
{
    static const char run[] = "'kernel':'cpu.ell.omp','matrix':'%s','slots':834758,'gflops':5,'gbs':20,'time_ms':0.1";
    app_command(a, "zoom formats");
    feed_run(a->model, run, "another");
    assert_false(shows(a, "cpu.ell.omp pads"));
    feed_run(a->model, run, "stencil27");
    assert_true(shows(a, "cpu.ell.omp pads 0.5%, laid out in its"));
}

APP_TEST(one_column_is_no_columns, FULL)
{
    a->model->matrix.empty_rows = 2;
    a->model->matrix.empty_cols = 1;
    assert_true(shows(a, "2 rows · 1 column "));
}

/* The reason is what is worth the room beside a kernel, not the name of the matrix before it. */
APP_TEST(reasons_come_first, FULL)
{
    a->model->matrix.runnable = false;
    snprintf(a->model->matrix.why, sizeof a->model->matrix.why,
             "kernels compute with real numbers only, and a is complex");
    assert_true(shows(a, " kernels compute with"));
    const struct scene s = app_scene(a, VIEW_kernels);
    assert_string_equal(kernels_refusal(&s, &a->model->kernel[0]), a->model->matrix.why);
}

TESTS(NULL, NULL)
