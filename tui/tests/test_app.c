/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_app: keys and commands do what their lists say; what must be on the screen is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/app.h"
#include "tui/bars.h"
#include "tui/figure.h"
#include "tui/keys.h"
#include "tui/options.h"
#include "tui/tests/stage.h"

static void every_key_has_a_command(void **state)
{
    (void)state;
    for (int i = 0; i < key_bindings; i++) {
        char word[40];
        sscanf(key_table[i].command, "%39s", word);
        if (options_command(word, SCREEN) == CMD_COUNT && strcmp(word, "enter") != 0)
            fail_msg("the command of %s is not in commands.list: %s", key_table[i].keys, word);
        for (const char *p = key_table[i].keys; *p; p += strspn(p, " ")) {
            size_t n = strcspn(p, " ");
            assert_int_not_equal(key_code(p, n), 0);
            p += n;
        }
        assert_true(!key_table[i].view[0] || view_find(key_table[i].view) >= 0);
    }
}

/* No word of commands.list that can be said on the screen is unknown there. */
static void every_command_is_known(void **state)
{
    (void)state;
    for (int i = 0; i < CMD_COUNT; i++) {
        if (!(tui_commands[i].where & SCREEN) || strcmp(tui_commands[i].name, "screenshot") == 0)
            continue;
        struct app *a = make(FULL, false);
        a->rows = 24;
        a->cols = 80;
        app_command(a, tui_commands[i].name);
        assert_null(strstr(a->message, "no command"));
        app_free(a);
    }
}

static void commands_do_what_they_say(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    char text[400];
    a->rows = 24;
    a->cols = 80;
    app_command(a, "set k=16");
    app_command(a, "type f32");
    app_command(a, "threads 1..4");
    app_command(a, "schedule guided");
    settings_arguments(&a->settings, a->model, true, text, sizeof text);
    assert_string_equal(text, " op=mul k=16 type=f32 threads=1..4 set.SCHEDULE=guided");
    settings_arguments(&a->settings, a->model, false, text, sizeof text);
    assert_string_equal(text, " op=mul k=16 type=f32 threads=1");
    app_command(a, "type f16");
    assert_true(a->message_bad && strstr(a->message, "f64 f32"));
    app_command(a, "threads 99");
    assert_true(a->message_bad && strstr(a->message, "1 to 8"));
    app_command(a, "unmark");
    app_command(a, "mark gpu.*,peer.*");
    assert_int_equal(a->marks, 3);
    app_chosen(a, text, sizeof text);
    assert_string_equal(text, " kernel=gpu.csr.vector,gpu.ell.thread,peer.cusparse.csr2");
    app_command(a, "filter omp");
    int shown[MODEL_KERNELS];
    assert_int_equal(app_kernels(a, shown), 2);
    app_command(a, "unmark");
    app_chosen(a, text, sizeof text);
    assert_string_equal(text, " kernel=cpu.csr.omp");
    app_command(a, "op transpose");
    a->run_cmd = 0; /* else Esc is for what runs */
    app_command(a, "back");
    assert_int_equal(app_kernels(a, shown), 1);
    app_command(a, "sotr");
    assert_non_null(strstr(a->message, "did you mean sort"));
    app_command(a, "\"open");
    assert_true(a->message_bad);
    app_free(a);
}

static void keys_do_what_the_list_says(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    a->marks = a->run_cmd = 0;
    app_key(a, 'j');
    app_key(a, ' ');
    assert_true(app_marked(a, "cpu.csr.omp"));
    app_key(a, '+');
    app_key(a, '+');
    assert_string_equal(settings_get(&a->settings, "k", ""), "4");
    app_key(a, '7');
    assert_int_equal(a->focus, VIEW_run);
    app_key(a, KEY_RETURN);
    assert_true(a->zoomed);
    app_key(a, KEY_ESC);
    assert_false(a->zoomed);
    app_command(a, "zoom nonsense");
    assert_false(a->zoomed);
    assert_non_null(strstr(a->message, "no panel is named nonsense"));
    app_command(a, "zoom spy");
    assert_true(a->zoomed && a->focus == VIEW_spy);
    app_command(a, "zoom");
    app_command(a, "focus run");
    app_key(a, KEY_TAB);
    assert_int_equal(a->focus, VIEW_log);
    app_key(a, KEY_FUNCTION + 4);
    for (const char *p = "vecté"; *p; p++)
        app_key(a, *p);
    app_key(a, KEY_DELETE_BACK);
    app_key(a, KEY_RETURN);
    assert_int_equal(a->focus, VIEW_kernels);
    app_key(a, 'q');
    assert_true(a->quit);
    app_free(a);
}

/* However narrow the screen, how to run, to get help and to leave stands in the key bar. */
static void key_bar_keeps_what_matters(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->run_cmd = 0;
    for (a->cols = 40; a->cols <= 200; a->cols++)
        assert_true(shows(a, "? Help") && shows(a, "r Run") && shows(a, "q Quit"));
    a->cols = 80;
    a->run_cmd = 2;
    assert_true(shows(a, "Esc Stop"));
    app_command(a, "open");
    assert_true(shows(a, "Enter Open") && !shows(a, "s Sort"));
    app_free(a);
}

/* A long message is shown to its end. */
static void messages_are_whole(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    app_say(a, true,
            "/a/folder/with/a/long/name/another/one/and/a/file.mtx:81204: the row index 90000 is beyond the "
            "32768 rows that line 2 promised: THE END");
    assert_true(shows(a, "THE END"));
    a->rows = 12;
    a->cols = 40;
    assert_true(shows(a, "THE END"));
    app_free(a);
}

/* Zooming halves what is shown, within the matrix; the arrows move it; Home shows all again. */
static void spy_zooms_and_moves(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    struct spy_raster s;
    a->rows = 36;
    a->cols = 120;
    a->run_cmd = 0;
    app_command(a, "focus spy");
    assert_true(spy_raster(a, &s) && s.from[0] == 0 && s.to[0] == 32768);
    app_key(a, '+');
    app_key(a, '=');
    assert_true(spy_raster(a, &s));
    assert_int_equal(s.to[0] - s.from[0], 8192);
    assert_int_equal(s.from[0], 12288);
    app_key(a, KEY_ARROW_DOWN);
    app_key(a, 'l');
    assert_true(spy_raster(a, &s));
    assert_int_equal(s.from[0], 12288 + 4096);
    assert_int_equal(s.from[1], 12288 + 4096);
    for (int i = 0; i < 40; i++) {
        app_key(a, '+');
        app_key(a, KEY_ARROW_DOWN);
        assert_true(spy_raster(a, &s));
        assert_true(s.from[0] >= 0 && s.to[0] <= 32768 && s.to[0] - s.from[0] >= 8 && s.rows >= 1);
    }
    assert_int_equal(a->focus, VIEW_spy);
    assert_string_equal(settings_get(&a->settings, "k", "1"), "1");
    app_key(a, 'g');
    assert_true(spy_raster(a, &s) && s.from[0] == 0 && s.to[1] == 32768);
    app_key(a, KEY_ARROW_RIGHT);
    assert_int_equal(a->focus, VIEW_formats);
    app_free(a);
}

/* What was named at the start stands first in the picker, once each. */
static void several_matrices(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    app_know(a, "first.mtx");
    app_know(a, "second.mtx");
    app_know(a, "first.mtx");
    assert_int_equal(a->specs, 2);
    assert_true(shows(a, "1/2") && shows(a, "n Next"));
    app_command(a, "open");
    assert_string_equal(a->entry[0].spec, "first.mtx");
    assert_string_equal(a->entry[1].spec, "second.mtx");
    assert_string_equal(a->entry[2].spec, "gen:demo");
    app_forget(a);
    app_command(a, "next");
    assert_non_null(strstr(a->message, "no other matrix"));
    app_free(a);
}

/* A new engine counts its runs from 1 again: they are other runs. */
static bool has_bar(const struct bars *b, const char *kernel, int threads)
{
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->run[i]->kernel, kernel) == 0 && b->run[i]->threads == threads)
            return true;
    return false;
}

/* After a run with fewer threads, those with more are another problem; what has no team is the same as before. */
static void serial_runs_stay(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    struct model *m = a->model;
    struct bars b;
    m->kernel[0] = (struct model_kernel){ .name = "cpu.csr.serial", .on = "cpu", .serial = true };
    for (int i = 0; i < m->runs; i++)
        if (strcmp(m->run[i].kernel, "cpu.csr.serial") == 0)
            m->run[i].threads = 1;
    feed(m, RUN("run", "9", "1", "cpu.csr.omp", "cpu") "\"step\":\"warm\"}");
    m->run[m->runs - 1].threads = 4;
    bars_collect(a, &b);
    assert_true(has_bar(&b, "cpu.csr.serial", 1));
    assert_true(has_bar(&b, "cpu.csr.omp", 4));
    assert_false(has_bar(&b, "cpu.csr.omp", 8));
    app_free(a);
}

static void tell(struct app *a, const char *event, const char *text)
{
    json_t *e = json_pack("{s:s,s:s}", "ev", event, "text", text);
    app_event(a, e, NULL, 0);
    json_decref(e);
}

static void answer(struct app *a, int cmd, int status, const char *text)
{
    json_t *done = json_pack("{s:s,s:i,s:i,s:s}", "ev", "done", "cmd", cmd, "status", status, "text", text);
    app_event(a, done, NULL, 0);
    json_decref(done);
}

/* What advise has found is told; notices, which would hide the keys, are kept in the log. */
static void advice_is_told(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    tell(a, "advice", "best on cpu with cpu.csr.merge");
    assert_true(shows(a, "best on cpu with cpu.csr.merge"));
    app_key(a, KEY_TAB);
    tell(a, "notice", "3 entries were duplicates");
    assert_false(shows(a, "were duplicates"));
    app_free(a);
}

static void runs_outlive_their_engine(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    int before = a->model->runs;
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    FEED(a->model, events_runs);
    assert_int_equal(a->model->runs, 2 * before);
    app_free(a);
}

/* The lists of k and type stand beside the kernels, and what all have in common in the title. */
static void runs_are_told_apart(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    struct bars b;
    a->rows = 24;
    a->cols = 80;
    bars_collect(a, &b);
    assert_string_equal(b.common, "mul · k=1 · f64 · 8 threads");
    feed(a->model, RUN("run", "9", "6", "cpu.csr.omp", "cpu") "\"step\":\"warm\"}");
    a->model->run[a->model->runs - 1].k = 16;
    bars_collect(a, &b);
    assert_string_equal(b.common, "mul · f64 · 8 threads");
    assert_true(shows(a, "cpu.csr.omp    k=16"));
    app_free(a);
}

/* Words that a command does not know are said to be wrong, and change nothing. */
static void wrong_words(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    bool mouse = a->mouse;
    app_command(a, "mouse maybe");
    assert_string_equal(a->message, "it is on or off, not maybe");
    assert_int_equal(a->mouse, mouse);
    app_command(a, "pin maybe");
    assert_string_equal(a->message, "it is on or off, not maybe");
    app_command(a, "help frob");
    assert_string_equal(a->message, "there is no command 'frob'; help alone lists them");
    app_command(a, "help reorder");
    assert_int_equal(strncmp(a->message, "reorder [NAME]: ", 16), 0);
    assert_int_equal(a->overlay, -1);
    app_free(a);
}

/* The setting is what runs are asked for in, and what is looked at follows; what is refused is taken back. */
static void orders(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    char text[600];
    a->rows = 24;
    a->cols = 120;
    app_command(a, "reorder rcm");
    settings_arguments(&a->settings, a->model, true, text, sizeof text);
    assert_non_null(strstr(text, " reorder=rcm"));
    settings_arguments(&a->settings, a->model, false, text, sizeof text);
    assert_null(strstr(text, "reorder"));
    feed(a->model, "{\"ev\":\"matrix\",\"name\":\"road\",\"rows\":9,\"cols\":9,\"nnz\":20,\"reorder\":\"rcm\","
                   "\"reorder_ms\":12,\"bandwidth_lower\":2,\"profile\":11,\"was\":{\"bandwidth_lower\":8,"
                   "\"bandwidth_upper\":7,\"profile\":44}}");
    assert_true(shows(a, "road · rcm"));
    app_command(a, "zoom matrix");
    assert_true(shows(a, "rcm · took 12"));
    assert_true(shows(a, "bandwidth 8 low · 7 up"));
    assert_true(shows(a, "profile 44 → 11"));
    app_command(a, "set reorder metis-nd");
    a->reorder_cmd = 5;
    answer(a, 5, ERR_UNSUPPORTED, "it needs METIS");
    assert_string_equal(settings_get(&a->settings, "reorder", "none"), "rcm");
    assert_string_equal(a->message, "it needs METIS");
    app_key(a, 'R'); /* on, past what was refused */
    assert_string_equal(settings_get(&a->settings, "reorder", "none"), "metis-kway");
    a->cols = 40; /* no room for the whole of the order */
    a->zoomed = false;
    feed(a->model,
         "{\"ev\":\"matrix\",\"name\":\"longroad\",\"rows\":9000,\"cols\":9000,\"nnz\":20,\"reorder\":\"rcm\"}");
    assert_true(shows(a, "longroad"));
    assert_false(shows(a, "longroad ·"));
    app_command(a, "reorder best");
    assert_non_null(strstr(a->message, "one of: none rowlen rcm"));
    app_command(a, "op transpose");
    settings_arguments(&a->settings, a->model, true, text, sizeof text);
    assert_null(strstr(text, "reorder"));
    app_free(a);
}

/* A file that cannot be read is told, and what was open before does not stand there under its number. */
static void what_is_not_opened_is_told(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    a->run_cmd = 0;
    assert_true(shows(a, "stencil27  32,768"));
    snprintf(a->opening, sizeof a->opening, "bad.mtx");
    a->open_cmd = 5;
    answer(a, 5, ERR_INPUT, "bad.mtx:3: 'x' is no row index");
    for (int view = 0; view < VIEW_COUNT; view += VIEW_log) { /* the run panel is there, or the log in its place */
        assert_true(shows(a, "bad.mtx:3: 'x' is no row index"));
        assert_false(shows(a, "stencil27  32,768"));
        app_focus(a, VIEW_log);
    }
    app_run(a);
    assert_string_equal(a->message, "no matrix is open: o opens one");
    app_free(a);
}

/* Where the panel that shows it is out of sight, what a key has changed is said. */
static void hidden_settings_are_said(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    app_key(a, '+');
    assert_string_equal(a->message, "");
    app_command(a, "zoom run");
    app_key(a, '+');
    assert_string_equal(a->message, "k is 4");
    app_key(a, ']');
    assert_string_equal(a->message, "type is f64");
    app_command(a, "type f32");
    assert_string_equal(a->message, "type is f32");
    app_command(a, "setting frob");
    assert_string_equal(a->message, "no setting is named frob");
    a->run_cmd = 0;
    app_command(a, "stop");
    assert_string_equal(a->message, "nothing is running");
    app_free(a);
}

/* The panels that share a place stand in its title in one order, whichever is shown. */
static void tabs_stand_still(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    for (int view = VIEW_run; view <= VIEW_threads; view++) {
        app_focus(a, view);
        assert_true(shows(a, " 7 Run  8 Log  9 Threads "));
    }
    a->rows = 12;
    a->cols = 40;
    app_focus(a, VIEW_spy);
    assert_true(shows(a, " 1 2 3 Spy 4 5 6 7 8 9 "));
    app_command(a, "zoom");
    assert_true(shows(a, " 3 Spy ━"));
    app_free(a);
}

/* All facts can be reached where the panel is smaller than they are. */
static void facts_scroll(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    app_focus(a, VIEW_matrix);
    assert_true(shows(a, " per row   ") && !shows(a, " diagonals "));
    app_key(a, KEY_LAST);
    assert_true(!shows(a, " per row   ") && shows(a, " diagonals "));
    app_key(a, KEY_ARROW_UP);
    assert_false(shows(a, " diagonals "));
    app_free(a);
}

/* A word that there is no room for is not cut: its mark says the same. */
static void verdicts_are_whole(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    app_focus(a, VIEW_formats);
    for (a->cols = 66; a->cols < 140; a->cols++)
        assert_true(shows(a, "! wasteful") || !shows(a, "! w"));
    a->cols = 80;
    assert_true(shows(a, "! ") && !shows(a, "wast"));
    app_free(a);
}

/* The reason is what is worth the room beside a kernel, not the name of the matrix before it. */
static void reasons_come_first(void **state)
{
    (void)state;
    struct app *a = make(FULL, false);
    a->rows = 24;
    a->cols = 80;
    a->model->matrix.runnable = false;
    snprintf(a->model->matrix.why, sizeof a->model->matrix.why, "stencil27 is complex: it can be looked at");
    assert_true(shows(a, " is complex: it can"));
    assert_string_equal(app_refusal(a, &a->model->kernel[0]), "is complex: it can be looked at");
    app_free(a);
}

/* What a reordering has gained, in the line below the runs. */
static void gains(void **state)
{
    (void)state;
    const struct {
        double plain, pays;
        const char *text;
    } cases[] = { { NAN, NAN, "order took 328 ms" },
                  { 2, 212, "order took 328 ms, 2.0× as fast: paid after 212 products, X and Y staying permuted" },
                  { 1, INFINITY, "order took 328 ms, 1.0× as fast: it never pays" },
                  { 1, NAN, "order took 328 ms, no faster or slower as far as can be told" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        figure_order_text(text, sizeof text, &(struct figure_order){ 328, cases[i].plain, 1, cases[i].pays });
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_has_a_command),
        cmocka_unit_test(every_command_is_known),
        cmocka_unit_test(commands_do_what_they_say),
        cmocka_unit_test(keys_do_what_the_list_says),
        cmocka_unit_test(key_bar_keeps_what_matters),
        cmocka_unit_test(messages_are_whole),
        cmocka_unit_test(spy_zooms_and_moves),
        cmocka_unit_test(several_matrices),
        cmocka_unit_test(serial_runs_stay),
        cmocka_unit_test(advice_is_told),
        cmocka_unit_test(runs_outlive_their_engine),
        cmocka_unit_test(runs_are_told_apart),
        cmocka_unit_test(orders),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(gains),
        cmocka_unit_test(what_is_not_opened_is_told),
        cmocka_unit_test(hidden_settings_are_said),
        cmocka_unit_test(tabs_stand_still),
        cmocka_unit_test(facts_scroll),
        cmocka_unit_test(verdicts_are_whole),
        cmocka_unit_test(reasons_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
