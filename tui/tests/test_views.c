/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_views: every view at every size stays inside its rectangle; whole screens look as the golden files say
   (`make golden` writes them anew); keys and commands do what their lists say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/app.h"
#include "tui/keys.h"
#include "tui/options.h"
#include "tui/tests/events.h"

enum stage { EMPTY, LOADING, FULL, STAGES };

static struct app *make(enum stage stage, bool ascii)
{
    struct app *a = app_new(themes[0], ascii, NULL);
    assert_non_null(a);
    if (stage >= LOADING) {
        FEED(a->model, events_start);
        FEED(a->model, events_loading);
        a->open_cmd = stage == LOADING;
        snprintf(a->opening, sizeof a->opening, "gen:stencil27:32");
    }
    if (stage == FULL) {
        FEED(a->model, events_matrix);
        FEED(a->model, events_runs);
        a->run_cmd = 2;
        app_mark(a, "cpu.csr.omp", 1);
        app_mark(a, "gpu.csr.vector", 1);
    }
    return a;
}

/* Nothing may be written outside r: the rest of the canvas keeps its pattern. */
static void draw_inside(const struct app *a, int view, int rows, int cols)
{
    struct canvas c;
    struct rect r = { 1, 2, rows, cols };
    assert_true(canvas_init(&c, rows + 3, cols + 5, a->ascii, NULL));
    for (int i = 0; i < c.rows * c.cols; i++)
        c.cell[i].glyph = '~';
    views[view]->draw(a, &c, r);
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++)
            if (i < r.row || i >= r.row + rows || j < r.col || j >= r.col + cols)
                assert_int_equal(c.cell[i * c.cols + j].glyph, '~');
    canvas_free(&c);
}

static void views_stay_inside(void **state)
{
    (void)state;
    for (int stage = 0; stage < STAGES; stage++) {
        struct app *a = make((enum stage)stage, false);
        for (int view = 0; view < VIEW_COUNT; view++)
            for (int focus = 0; focus < 2; focus++) {
                a->focus = focus ? view : VIEW_log;
                for (int rows = 0; rows <= 70; rows += rows < 24 ? 1 : 7)
                    for (int cols = 0; cols <= 240; cols += cols < 84 ? 1 : 13)
                        draw_inside(a, view, rows, cols);
            }
        app_free(a);
    }
}

/* The slots of every layout lie inside the body and do not overlap. */
static void layouts_do_not_overlap(void **state)
{
    (void)state;
    static char used[70][240];
    for (int rows = 5; rows <= 70; rows++)
        for (int cols = 20; cols <= 240; cols += 3) {
            struct arrangement l;
            layout_make(rows, cols, &l);
            memset(used, 0, sizeof used);
            assert_in_range(l.slots, 1, LAYOUT_SLOTS);
            for (int s = 0; s < l.slots; s++) {
                struct rect r = l.slot[s].rect;
                assert_true(r.row >= 1 && r.col >= 0 && r.row + r.rows <= rows - 1 && r.col + r.cols <= cols);
                assert_true(r.rows >= 2 && r.cols >= 10);
                for (int i = r.row; i < r.row + r.rows; i++)
                    for (int j = r.col; j < r.col + r.cols; j++)
                        assert_int_equal(used[i][j]++, 0);
            }
        }
}

static void whole_screens_at_every_size(void **state)
{
    (void)state;
    for (int stage = 0; stage < STAGES; stage++) {
        struct app *a = make((enum stage)stage, stage == LOADING);
        for (int rows = 0; rows <= 70; rows += rows < 40 ? 1 : 5)
            for (int cols = 0; cols <= 240; cols += cols < 30 ? 1 : 7) {
                struct canvas c;
                a->rows = rows;
                a->cols = cols;
                assert_true(canvas_init(&c, rows, cols, a->ascii, NULL));
                app_draw(a, &c);
                app_click(a, rows / 2, cols / 2, false, false, true);
                for (int i = 0; i < rows * cols && a->ascii; i++)
                    assert_in_range(c.cell[i].glyph, 0x20, 0x7e);
                canvas_free(&c);
            }
        app_free(a);
    }
}

/* ---- golden screens ---- */

static char *read_whole(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    if (getdelim(&text, &size, 0, f) < 0) {
        free(text);
        text = NULL;
    }
    fclose(f);
    return text;
}

static void compare(const char *name, const struct canvas *c)
{
    char path[200];
    snprintf(path, sizeof path, "tui/tests/golden/%s.txt", name);
    char *is = canvas_to_text(c), *should;
    if (getenv("NZSCOPE_GOLDEN")) {
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(is, f);
        fclose(f);
    }
    should = read_whole(path);
    if (!should)
        fail_msg("%s is missing: make golden writes it", path);
    if (strcmp(is, should) != 0)
        fail_msg("%s differs (make golden, then look at git diff):\n%s", path, is);
    free(is);
    free(should);
}

static void golden(enum stage stage, const char *name, int rows, int cols, bool ascii, const char *command)
{
    struct app *a = make(stage, ascii);
    struct canvas c;
    a->rows = rows;
    a->cols = cols;
    app_command(a, command);
    assert_true(canvas_init(&c, rows, cols, ascii, NULL));
    app_draw(a, &c);
    compare(name, &c);
    canvas_free(&c);
    app_free(a);
}

static void golden_screens(void **state)
{
    (void)state;
    golden(EMPTY, "empty-80x24", 24, 80, false, "");
    golden(LOADING, "loading-80x24", 24, 80, false, "");
    golden(FULL, "full-40x12", 12, 40, false, "focus run");
    golden(FULL, "full-80x24", 24, 80, false, "");
    golden(FULL, "full-80x24-ascii", 24, 80, true, "");
    golden(FULL, "full-120x36", 36, 120, false, "sort speed");
    golden(FULL, "full-200x60", 60, 200, false, "focus settings");
    golden(FULL, "zoom-run-120x36", 36, 120, false, "zoom run");
    golden(FULL, "blocks-120x36", 36, 120, false, "focus formats");
    golden(FULL, "help-80x24", 24, 80, false, "help");
}

/* ---- keys and commands ---- */

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
    app_command(a, "filter omp");
    int shown[MODEL_KERNELS];
    assert_int_equal(app_kernels(a, shown), 2);
    app_command(a, "op transpose");
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
    a->marks = 0;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_stay_inside),           cmocka_unit_test(layouts_do_not_overlap),
        cmocka_unit_test(whole_screens_at_every_size), cmocka_unit_test(golden_screens),
        cmocka_unit_test(every_key_has_a_command),     cmocka_unit_test(every_command_is_known),
        cmocka_unit_test(commands_do_what_they_say),   cmocka_unit_test(keys_do_what_the_list_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
