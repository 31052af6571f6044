/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_app: keys and commands do what their lists say. */
#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/input/options.h"
#include "tui/screen/actions.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"

TEST(every_key_has_a_command)
{
    for (int i = 0; i < key_bindings; i++) {
        char word[40];
        sscanf(key_table[i].command, "%39s", word);
        if (command_find(word, SCREEN) == CMD_COUNT && strcmp(word, "enter") != 0)
            fail_msg("the command of %s is not in commands.list: %s", key_table[i].keys, word);
        for (const char *p = key_table[i].keys; *p; p += strspn(p, " ")) {
            size_t n = strcspn(p, " ");
            assert_int_not_equal(key_code(p, n), 0);
            p += n;
        }
        assert_true(!key_table[i].view[0] || view_find(key_table[i].view) >= 0 ||
                    strcmp(key_table[i].view, "tour") == 0 || strcmp(key_table[i].view, "replay") == 0);
    }
}

/* No word of commands.list that can be said on the screen is unknown there. */
TEST(every_command_is_known)
{
    for (int i = 0; i < CMD_COUNT; i++) {
        if (!(tui_commands[i].where & SCREEN) || strcmp(tui_commands[i].name, "screenshot") == 0)
            continue;
        struct app *a = make(FULL, false);
        app_command(a, tui_commands[i].name);
        assert_null(strstr(a->dialog.message, "no command"));
        app_free(a);
    }
}

/* The engine takes caches by their numbers, in a list where both are swept. */
APP_TEST(caches_by_number, FULL)
{
    char text[400];
    app_command(a, "cache cold");
    settings_arguments(&a->settings, a->model, "", text, sizeof text);
    assert_non_null(strstr(text, " cold=1"));
    app_command(a, "cache warm,cold");
    settings_arguments(&a->settings, a->model, "", text, sizeof text);
    assert_non_null(strstr(text, " cold=0,1"));
    settings_text(&a->settings, a->model, text, sizeof text);
    assert_non_null(strstr(text, " · warm,cold"));
}

APP_TEST(commands_do_what_they_say, FULL)
{
    struct scene s;
    char text[400];
    commands(a, "set k=16;type f32;threads 1..4;schedule guided");
    settings_arguments(&a->settings, a->model, "", text, sizeof text);
    assert_string_equal(text, " op=mul k=16 type=f32 threads=1..4 set.SCHEDULE=guided");
    settings_arguments(&a->settings, a->model, NULL, text, sizeof text);
    assert_string_equal(text, " op=mul k=16 type=f32 threads=1");
    app_command(a, "threads 1..8x2");
    settings_arguments(&a->settings, a->model, "", text, sizeof text);
    assert_non_null(strstr(text, " threads=1..8x2 "));
    settings_arguments(&a->settings, a->model, "gpu.*,peer.*", text, sizeof text); /* none of these has a schedule */
    assert_string_equal(text, " op=mul k=16 type=f32 threads=1..8x2");
    answers(a, "set schedule=default", "schedule is dynamic, the default");
    assert_null(settings_get(&a->settings, "schedule", NULL));
    refuses(a, "type f16", "f64 f32");
    refuses(a, "threads 1025", "1 to 1024");
    refuses(a, "nz_per_chunk 2000000", "1 to 1000000");
    feed(a->model, "{'ev':'kernel','name':'cpu.more','op':'mul','params':[{'name':'NZ_PER_CHUNK','min':1,"
                   "'max':4000000,'initial':1}]}");
    app_command(a, "nz_per_chunk 2000000"); /* one that takes it is enough */
    assert_string_equal(settings_get(&a->settings, "nz_per_chunk", ""), "2000000");
    commands(a, "unmark;mark gpu.*,peer.*");
    assert_int_equal(a->marks.n, 3);
    s = app_scene(a, VIEW_kernels);
    kernels_globs(&s, text, sizeof text);
    assert_string_equal(text, "gpu.csr.vector,gpu.ell.thread,peer.cusparse.csr2");
    app_command(a, "filter omp");
    a->state[VIEW_microscope].microscope.zoom = a->state[VIEW_rows].scale = 1;
    int shown[MODEL_KERNELS];
    assert_int_equal(kernels_listed(&s, shown), 2);
    app_command(a, "unmark");
    kernels_globs(&s, text, sizeof text);
    assert_string_equal(text, "cpu.csr.omp");
    app_command(a, "op transpose");
    a->engine.pending[PENDING_RUN] = 0; /* else Esc is for what runs */
    app_command(a, "back");
    assert_int_equal(kernels_listed(&s, shown), 1);
    answers(a, "sotr", "did you mean sort");
    answers(a, "bench", "on the screen it is :run");
    app_command(a, "'open");
    assert_true(a->dialog.bad);
}

/* What the list says of a kernel is of the defaults of its parameters: where one is set, the engine judges. */
APP_TEST(a_kernel_is_judged_as_it_is_set, AT_REST)
{
    const struct scene s = app_scene(a, VIEW_kernels);
    struct model_kernel *k = (struct model_kernel *)model_kernel(a->model, "cpu.csr.omp");
    char text[400];
    k->known = true;
    k->ok = false;
    app_command(a, "unmark");
    app_command(a, "mark cpu.csr.omp");
    assert_non_null(kernels_refusal(&s, k));
    refuses(a, "sweep block 2..4", "no setting is named block");
    refuses(a, "set SCHEDUEL guided", "no setting is named SCHEDUEL; did you mean schedule?");
    app_command(a, "schedule guided");
    assert_null(kernels_refusal(&s, k));
    kernels_globs(&s, text, sizeof text);
    assert_string_equal(text, "cpu.csr.omp");
    app_command(a, "unmark");
    app_command(a, "mark gpu.csr.vector");
    refuses(a, "sweep schedule", "none of the kernels that would run has schedule");
}

APP_TEST(keys_do_what_the_list_says, AT_REST)
{
    a->marks.n = 0;
    app_key(a, 'j');
    app_key(a, ' ');
    assert_true(kernels_marked(&a->marks, "cpu.csr.omp"));
    app_key(a, '+');
    app_key(a, '+');
    assert_string_equal(settings_get(&a->settings, "k", ""), "4");
    app_key(a, '7');
    assert_int_equal(a->panels.focus, VIEW_run);
    app_key(a, KEY_RETURN);
    assert_true(a->panels.zoomed);
    app_key(a, KEY_ESC);
    assert_false(a->panels.zoomed);
    app_command(a, "zoom nonsense");
    assert_false(a->panels.zoomed);
    says(a, "no panel is named nonsense; there are matrix, rows, ");
    app_command(a, "list formats");
    says(a, "list is for the shell (nzscope list); on the screen it is :zoom formats");
    app_command(a, "zoom spy");
    assert_true(a->panels.zoomed && a->panels.focus == VIEW_spy);
    commands(a, "zoom;focus run");
    app_key(a, KEY_TAB);
    assert_int_equal(a->panels.focus, VIEW_log);
    app_key(a, KEY_FUNCTION + 4);
    for (const char *p = "vecté"; *p; p++)
        app_key(a, *p);
    app_key(a, KEY_DELETE_BACK);
    app_key(a, KEY_RETURN);
    assert_int_equal(a->panels.focus, VIEW_kernels);
    app_key(a, 'q');
    app_key(a, 'q'); /* the first one asks: there are results */
    assert_true(a->ask.quit);
}

struct raster {
    int rows, cols;
    long long from[2], to[2];
};

/* Back at a matrix in its first order, a replay shows the plot that came before: it cannot ask for another. */
APP_TEST(replays_keep_spy_plots, AT_REST)
{
    struct canvas c;
    const struct rect r = { 0, 0, 8, 16 };
    feed(a->model, "{'ev':'matrix','name':'stencil27','source':'gen:stencil27:32','rows':32768,'cols':32768,"
                   "'nnz':830584,'reorder':'rcm'}");
    feed(a->model, events_matrix[1]);
    assert_null(a->model->spy.cells);
    for (int replay = 0; replay < 2; replay++) {
        struct scene s = app_scene(a, VIEW_spy);
        s.replay = replay;
        s.inside = r;
        assert_true(canvas_init(&c, r.rows, r.cols, false, NULL));
        view_draw(&s, VIEW_spy, &c, r);
        assert_int_equal(c.cell[0].glyph == 0x2013, !replay); /* – */
        canvas_free(&c);
    }
}

/* What the spy plot wants of the engine. */
static bool wanted_raster(const struct app *a, struct raster *r)
{
    const struct scene s = app_scene(a, VIEW_spy);
    char command[160];
    return view_spy.wants(&s, command, sizeof command) &&
           sscanf(command, "spy rows=%d cols=%d from=%lld,%lld to=%lld,%lld", &r->rows, &r->cols, &r->from[0],
                  &r->from[1], &r->to[0], &r->to[1]) == 6;
}

/* Zooming halves what is shown, within the matrix; the arrows move it; Home shows all again. */
APP_TEST(spy_zooms_and_moves, AT_REST)
{
    struct raster s;
    resize(a, 36, 120);
    app_command(a, "focus spy");
    assert_true(wanted_raster(a, &s) && s.from[0] == 0 && s.to[0] == 32768);
    app_key(a, '+');
    app_key(a, '=');
    assert_true(wanted_raster(a, &s));
    assert_int_equal(s.to[0] - s.from[0], 8192);
    assert_int_equal(s.from[0], 12288);
    app_key(a, KEY_ARROW_DOWN);
    app_key(a, 'l');
    assert_true(wanted_raster(a, &s));
    assert_int_equal(s.from[0], 12288 + 4096);
    assert_int_equal(s.from[1], 12288 + 4096);
    for (int i = 0; i < 40; i++) {
        app_key(a, '+');
        app_key(a, KEY_ARROW_DOWN);
        assert_true(wanted_raster(a, &s));
        assert_true(s.from[0] >= 0 && s.to[0] <= 32768 && s.to[0] - s.from[0] >= 4 && s.rows >= 1);
    }
    assert_int_equal(a->panels.focus, VIEW_spy);
    assert_string_equal(settings_get(&a->settings, "k", "1"), "1");
    app_key(a, 'g');
    assert_true(wanted_raster(a, &s) && s.from[0] == 0 && s.to[1] == 32768);
    app_key(a, KEY_ARROW_RIGHT);
    assert_int_equal(a->panels.focus, VIEW_formats);
}

/* Only a screen with frames has room for another panel below a card: on others its spy plot is not asked for. */
APP_TEST(room_below, FULL)
{
    resize(a, 24, 80);
    assert_int_equal(app_below_inside(a).rows, 0);
    resize(a, 60, 200);
    assert_int_equal(app_below_inside(a).rows, app_overlay_inside(a).rows);
    assert_int_equal(app_below_inside(a).cols, app_overlay_inside(a).cols / 2);
}

/* What was cancelled is asked for again, what cannot be had is not: the engine would be asked for ever. */
APP_TEST(refused_once, FULL)
{
    int *pending = &a->engine.pending[PENDING_VIEW + VIEW_threads];
    char *wanted = a->engine.wanted[VIEW_threads];
    strcpy(wanted, "threads threads=8");
    *pending = 5;
    answer(a, 5, ERR_USAGE, "not so many");
    assert_int_equal(*pending, 0);
    assert_string_equal(wanted, "threads threads=8");
    *pending = 6;
    answer(a, 6, ERR_CANCELLED, "cancelled");
    assert_string_equal(wanted, "");
    a->state[VIEW_rows].scale = SCALE_LINEAR;
    a->engine.pending[PENDING_VIEW + VIEW_rows] = 7;
    answer(a, 7, ERR_USAGE, "no bins");
    assert_int_equal(a->state[VIEW_rows].scale, SCALE_AUTO);
}

/* Words that a command does not know are said to be wrong, and change nothing. */
APP_TEST(wrong_words, FULL)
{
    bool mouse = a->mouse;
    app_command(a, "mouse maybe");
    assert_string_equal(a->dialog.message, "mouse is one of [on|off], not maybe");
    assert_int_equal(a->mouse, mouse);
    app_command(a, "pin maybe");
    assert_string_equal(a->dialog.message, "pin is one of [on|off], not maybe");
    app_command(a, "help nnz"); /* no command: what is known of the word */
    assert_int_equal(a->panels.overlay, VIEW_help);
    assert_true(shows(a, "nnz: stored entries"));
    app_command(a, "back");
    app_command(a, "back");
    app_key(a, 'Z');
    assert_string_equal(a->dialog.message, "no key Z: ? lists them");
    app_command(a, "help reorder");
    assert_int_equal(strncmp(a->dialog.message, "reorder [NAME]: ", 16), 0);
    assert_int_equal(a->panels.overlay, -1);
}

/* Where the panel that shows it is out of sight, what a key has changed is said. */
APP_TEST(hidden_settings_are_said, FULL)
{
    app_key(a, '+');
    assert_string_equal(a->dialog.message, "");
    app_command(a, "zoom run");
    app_key(a, '+');
    assert_string_equal(a->dialog.message, "k is 4");
    app_key(a, ']');
    assert_string_equal(a->dialog.message, "type is f64");
    app_command(a, "type f32");
    assert_string_equal(a->dialog.message, "type is f32");
    app_command(a, "setting frob");
    assert_string_equal(a->dialog.message, "no setting is named frob");
    a->engine.pending[PENDING_RUN] = 0;
    app_command(a, "stop");
    assert_string_equal(a->dialog.message, "nothing is running");
}

TESTS(NULL, NULL)
