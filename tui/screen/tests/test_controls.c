/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_controls: what runs, stops and leaves: the filter, Esc, q and Ctrl-C; messages go by themselves. */
#include "core/tests/cmocka.h"
#include "tui/input/keys.h"
#include "tui/screen/actions.h"
#include "tui/screen/tests/stage.h"

static void argument_is(const struct app *a, const char *should)
{
    char text[400];
    const struct scene s = app_scene(a, VIEW_kernels);
    kernels_globs(&s, text, sizeof text);
    assert_string_equal(text, should);
}

/* A client to which nothing is sent: all zero, so that it is no replay. */
static struct client *unused(void)
{
    static long long zero[1024];
    return (struct client *)zero;
}

/* A filter that matches nothing runs nothing, and a hidden mark is not run. */
APP_TEST(what_the_filter_hides_does_not_run, AT_REST)
{
    app_command(a, "filter ell");
    argument_is(a, "cpu.ell.omp"); /* cpu.csr.omp and gpu.csr.vector are marked */
    struct scene s = app_scene(a, VIEW_kernels);
    assert_int_equal(kernels_marks_hidden(&s), 2);
    app_command(a, "filter vector");
    argument_is(a, "gpu.csr.vector");
    s = app_scene(a, VIEW_kernels);
    assert_int_equal(kernels_marks_hidden(&s), 1);
    commands(a, "unmark;filter roof");
    app_run(a, false);
    assert_true(a->dialog.bad);
    a->engine.client = unused();
    app_run(a, false);
    a->engine.client = NULL;
    says(a, "no kernel matches \"roof\"; Esc clears the filter");
    a->dialog.message[0] = 0;
    app_command(a, "zoom kernels");
    puts(screen_text(a));
    assert_true(shows(a, "which is one piece of text;"));
    feed(a->model, "{'ev':'kernel','name':'gpu.csr.packed','what':'indices are compressed','op':'mul','types':['f64'],"
                   "'ready':true}");
    app_command(a, "filter omp"); /* of descriptions, where a word begins */
    assert_true(shows(a, "cpu.csr.omp") && !shows(a, "gpu.csr.packed"));
    app_command(a, "filter comp");
    assert_true(shows(a, "gpu.csr.packed"));
}

/* No word is dropped in silence; as many settings as there are may stand in one line. */
APP_TEST(words_that_nothing_uses_are_refused, AT_REST)
{
    answers(a, "threads 1 2", "threads does not know what to do with '2'; it wants: VALUE|LIST");
    answers(a, "open a.mtx b.mtx", "open does not know what to do with 'b.mtx'; it wants: MATRIX");
    answers(a, "all runs", "all does not know what to do with 'runs'; it wants: nothing");
    commands(a, "set k=2 type=f32 samples=7;k=3 samples=8");
    assert_string_equal(settings_get(&a->settings, "k", "1"), "3");
    assert_string_equal(settings_get(&a->settings, "samples", "1"), "8");
}

/* Space on a row of the bars marks its kernel and goes on, as in the list of kernels, and is seen there. */
APP_TEST(rows_are_marked_like_kernels, AT_REST)
{
    commands(a, "unmark;focus run;sort order;first");
    app_key(a, ' ');
    app_key(a, ' ');
    assert_true(a->marks.n == 2 && kernels_marked(&a->marks, "cpu.csr.serial"));
    assert_int_equal(a->state[VIEW_run].at, 2);
    assert_true(shows(a, "● cpu.csr.serial") || shows(a, "●↓cpu.csr.serial"));
    app_key(a, 'g');
    assert_true(shows(a, " · marked: "));
    app_key(a, ' ');
    assert_true(a->marks.n == 1 && !kernels_marked(&a->marks, "cpu.csr.serial"));
    static const char *const elsewhere[] = { "picture roofline", "focus spy", "focus settings" };
    for (size_t i = 0; i < COUNT(elsewhere); i++) { /* it marks nothing there, and runs nothing */
        app_command(a, elsewhere[i]);
        app_key(a, ' ');
        says(a, "Space marks kernels, in 5 Kernels and on the rows of bars in 7; r runs them");
        assert_true(a->marks.n == 1 && !a->dialog.bad && !a->engine.pending[PENDING_RUN]);
    }
    commands(a, "focus run");
    app_key(a, 'u');
    assert_int_equal(a->marks.n, 0);
}

/* Kernels that cannot run are no run, and the reason is said. */
APP_TEST(what_cannot_run_says_why, AT_REST)
{
    a->engine.client = unused();
    answers(a, "run peer.*", "1 kernel cannot run: libcusparse.so.12 is not there");
    answers(a, "run gpu.ell.*", "1 kernel cannot run: f64 ELLPACK needs 12.4 GB");
    assert_true(a->marks.n == 2 && kernels_marked(&a->marks, "cpu.csr.omp")); /* those of before */
    answers(a, "run gpu.csr.vectro", "did you mean gpu.csr.vector?");
    answers(a, "run cpu.transpose.*", "cpu.transpose.* is of another operation: transpose");
    a->engine.client = NULL;
}

/* C on one row of Run and on another measures the two kernels in turn; two marked kernels need no rows. */
/* Examples are such as there are processors for: on two of them, 1..256x2 is none for threads. More may be typed, as on
   the command line, to see what crowding costs; steps do not lead there. */
APP_TEST(examples_of_a_setting_are_taken, AT_REST)
{
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','threads':2}");
    refuses(a, "set threads 0", "threads is a number from 1 to 1024, a list like 1,2, or a rising range like 1..2");
    refuses(a, "set threads 1025", "threads is a number from 1 to 1024");
    refuses(a, "sweep k 1..64x2 cpu.csr.omp", "first :mark cpu.csr.omp, or Space on their rows");
    static const struct {
        const char *typed, *up, *down;
    } cases[] = { { "1", "2", "1" }, { "2", "2", "1" }, { "7", "7", "6" }, { "1,64", "2", "1" } };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int direction = -1; direction <= 1; direction += 2) {
            struct setting row;
            char command[40];
            snprintf(command, sizeof command, "set threads %s", cases[i].typed);
            app_command(a, command);
            assert_string_equal(settings_get(&a->settings, "threads", ""), cases[i].typed);
            settings_step(&a->settings, a->model, settings_find(&a->settings, a->model, "threads"), direction);
            assert_true(settings_row(&a->settings, a->model, "threads", &row));
            assert_string_equal(row.value, direction > 0 ? cases[i].up : cases[i].down);
        }
    refuses(a, "set k 0",
            "k is a number from 1 to 1048576, a list like 1,2,4, or a rising range like 1..8 or 1..256x2");
}

/* Beside recorded runs the settings would seem to be theirs. */
APP_TEST(settings_are_not_of_the_recording, AT_REST)
{
    app_command(a, "focus settings");
    resize(a, 34, 100);
    assert_false(shows(a, "rec ×16"));
    feed_run(a->model,
             "'threads':16,'kernel':'cpu.csr.omp','device':'cpu','flags':['recorded'],'gflops':3,'time_ms':2");
    assert_true(shows(a, "rec ×16"));
    app_command(a, "zoom settings");
    assert_true(shows(a, "the recording had 16"));
    app_command(a, "set threads=16");
    assert_false(shows(a, "the recording had"));
}

APP_TEST(two_rows_are_compared, AT_REST)
{
    commands(a, "unmark;focus kernels");
    app_key(a, 'C');
    says(a, "C measures two kernels in turn");
    refuses(a, "compare cpu.csr.omp", "compare wants two kernels, A B: cpu.csr.omp has no other");
    commands(a, "focus run;sort order;first");
    const struct scene s = app_scene(a, VIEW_run);
    assert_string_equal(bars_cursor(&s)->kernel, "cpu.csr.serial");
    app_key(a, 'C');
    app_key(a, 'C');
    says(a, "cpu.csr.serial beside which other?");
    app_command(a, "down");
    app_key(a, 'C');
    assert_string_equal(a->beside.kernel, ""); /* it has gone into a run, for which there is no engine here */
    event(a,
          "{'ev':'measurement','id':90,'index':1,'of':2,'matrix':'stencil27','kernel':'cpu.csr.serial','device':'cpu',"
          "'op':'mul','type':'f64','k':1,'threads':8,'cache':'warm','status':'ok','time_ms':1,'gflops':1.66,"
          "'versus':'cpu.csr.omp','ratio':0.8,'ratio_lo':0.75,'ratio_hi':0.875,'verdict':'slower'}");
    app_command(a, "first");
    assert_true(shows(a, "in turns 0.75 to 0.88× cpu.csr.omp")); /* and stays with its row */
}

/* What is measured in turn is the problem of the two rows, not what is set since; a row of another problem is refused,
   and so is one of other parameters. */
APP_TEST(rows_are_compared_on_their_problem, AT_REST)
{
    char text[400];
    struct err e;
    for (int k = 1; k <= 8; k += 7)
        feed_run(a->model, "'k':%d,'threads':8,'reorder':'rcm','params':'SCHEDULE=static reorder=rcm','cache':'cold'",
                 k);
    const struct model_run *const at_1 = &a->model->run[a->model->runs - 2], *const at_8 = at_1 + 1;
    struct model_run serial = *at_1;
    snprintf(serial.kernel, sizeof serial.kernel, "cpu.csr.serial");
    serial.serial = true;
    serial.threads = 1;
    serial.params[0] = 0;
    const struct model_run *row[2] = { &serial, at_1 };
    commands(a, "set k=3 type=f32 threads=2 samples=12");
    assert_true(turns_arguments(a, "", row, text, sizeof text, &e));
    assert_string_equal(text, " op=mul k=1 type=f64 threads=8 cold=1 samples=12 reorder=rcm set.SCHEDULE=static");
    row[1] = at_8;
    assert_false(turns_arguments(a, "", row, text, sizeof text, &e));
    assert_string_equal(e.text, "C measures two rows of one problem: cpu.csr.serial ran k=1, cpu.csr.omp k=8");
    row[1] = at_1;
    snprintf(serial.params, sizeof serial.params, "SCHEDULE=guided");
    assert_false(turns_arguments(a, "", row, text, sizeof text, &e));
    assert_string_equal(e.text, "one of these rows ran with SCHEDULE=guided, the other with static");
    row[0] = row[1] = NULL;
    assert_true(turns_arguments(a, "", row, text, sizeof text, &e));
    assert_non_null(strstr(text, " k=3 type=f32 threads=2 "));
    tell(a, "compared", "cpu.csr.omp is 2.0 to 2.1 times as fast as cpu.csr.serial"); /* the last two runs */
    says(a, "mul · f64 · 8 threads · rcm · cold: cpu.csr.omp is 2.0 to 2.1 times as fast");
}

/* Two marked kernels are compared on the problem of their rows, unless one has several. */
APP_TEST(marked_rows_are_compared_on_their_problem, AT_REST)
{
    for (int k = 1; k <= 8; k += 7)
        feed_run(a->model, "'k':%d,'status':'ok','time_ms':1,'gflops':1", k);
    commands(a, "unmark;mark cpu.csr.serial cpu.csr.omp;all on;focus run");
    app_key(a, 'C');
    says(a, "cpu.csr.omp has several rows");
}

/* There is a matrix of each size; when another one is opened in between, the sweep is over. */
APP_TEST(sizes_are_swept, AT_REST)
{
    answers(a, "sweep size 2..8x2", "sweep size wants a list and a generator");
    app_command(a, "sweep size 0,1 stencil5");
    assert_true(a->dialog.bad && a->sizes.list.count == 0);
    app_command(a, "sweep size 2..8x2 gen:band:@:4");
    assert_string_equal(a->state[VIEW_run].run.axis, "size");
    answers(a, "axis foo", "axis is one of");
    assert_string_equal(a->state[VIEW_run].run.axis, "size");
    app_sizes_tick(a);
    assert_string_equal(a->matrices.opening, "gen:band:2:4");
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:band:2:4");
    a->sizes.step = SIZE_NEXT; /* it has run */
    app_sizes_tick(a);
    assert_string_equal(a->matrices.opening, "gen:band:4:4");
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "other.mtx");
    app_sizes_tick(a);
    assert_int_equal(a->sizes.list.count, 0);
    app_command(a, "sweep size 5 stencil5");
    app_sizes_tick(a);
    assert_string_equal(a->matrices.opening, "gen:stencil5:5");
    app_stop(a);
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:stencil5:5");
    app_sizes_tick(a);
    assert_true(a->sizes.paused && a->sizes.step == SIZE_RUN);
    app_command(a, "rest");
    assert_false(a->sizes.paused);
    app_sizes_tick(a);
    assert_int_equal(a->sizes.step, SIZE_RUN);
}

/* What was stopped says what is left of it, and whose that is. */
APP_TEST(a_stop_leaves_a_rest, AT_REST)
{
    struct list two = { .count = 3 };
    answers(a, "rest", "nothing is left");
    app_rest_begin(a, "run k=1,2,4");
    a->engine.pending[PENDING_RUN] = 2;
    event(a, "{'ev':'measurement','index':3,'of':15,'nth':2,'runs':12,'status':'unsupported'}");
    answer(a, 2, ERR_CANCELLED, "");
    assert_string_equal(a->dialog.message, "stopped; 2 of 12 runs are done, :rest runs the others");
    a->engine.pending[PENDING_RUN] = 2;
    event(a, "{'ev':'measurement','index':5,'of':12,'status':'ok'}");
    event(a, "{'ev':'measurement','index':6,'of':12,'status':'cancelled'}");
    answer(a, 2, ERR_CANCELLED, "");
    assert_string_equal(a->dialog.message, "stopped; 5 of 12 runs are done, :rest runs the others");
    a->sizes = (struct sizes){ .list = two, .step = SIZE_NEXT, .paused = true };
    a->engine.pending[PENDING_RUN] = 2;
    answer(a, 2, ERR_CANCELLED, "");
    says(a, ":rest runs the others, with 2 more sizes");
    event(a, "{'ev':'measurement','index':6,'of':12,'status':'error'}");
    event(a, "{'ev':'died','text':'the engine was killed','again':true}");
    says(a, "the engine was killed; a new one starts; 6 of 12 runs are done, :rest");
    snprintf(a->model->matrix.name, sizeof a->model->matrix.name, "other");
    refuses(a, "rest", "what is left is of stencil27");
    app_rest_begin(a, "run");
    event(a, "{'ev':'measurement','index':12,'of':12,'status':'ok'}");
    a->sizes.paused = false;
    answers(a, "rest", "nothing is left");
}

APP_TEST(esc_leaves_the_zoom_before_it_stops, AT_REST)
{
    a->engine.pending[PENDING_RUN] = 2;
    app_command(a, "zoom run");
    app_key(a, KEY_ESC);
    assert_false(a->panels.zoomed);
    assert_string_equal(a->dialog.message, "");
    app_key(a, KEY_ESC);
    says(a, "nothing is running"); /* there is no engine to stop */
}

/* What was stopped too late does not say "stopping" for ever. */
APP_TEST(a_late_stop_ends, AT_REST)
{
    a->engine.pending[PENDING_RUN] = 2;
    a->engine.stopping = true;
    app_say(a, false, "stopping…");
    answer(a, 2, 0, "");
    assert_false(a->engine.stopping);
    says(a, "finished before");
}

APP_TEST(messages_go_by_themselves, AT_REST)
{
    a->now = 1000;
    app_say(a, false, "a word");
    a->now += 4;
    app_expire(a);
    says(a, "a word");
    a->now += 4;
    app_expire(a);
    assert_string_equal(a->dialog.message, "");
    app_say(a, true, "a mistake stays longer");
    a->now += 14;
    app_expire(a);
    says(a, "a mistake");
}

/* q closes what covers the panels; it asks once before results are lost. */
APP_TEST(q_closes_and_asks, AT_REST)
{
    assert_int_equal(app_unkept(a), 2);
    app_key(a, '?');
    app_key(a, 'q');
    assert_true(a->panels.overlay < 0 && !a->ask.quit);
    app_key(a, 'q');
    assert_false(a->ask.quit);
    says(a, "2 results will be lost: q again leaves, :save FILE.tsv keeps them");
    app_key(a, 'j'); /* not now */
    app_key(a, 'q');
    assert_false(a->ask.quit);
    app_key(a, 'q');
    assert_true(a->ask.quit);
    a->ask.quit = false;
    a->leaving = 0;
    app_command(a, "quit now");
    assert_true(a->ask.quit);
    a->ask.quit = false;
    a->results.keeps = true;
    app_key(a, 'q');
    assert_true(a->ask.quit);
}

/* What the help and the picker cover does not change unseen. */
TEST(keys_do_not_reach_what_is_covered)
{
    static const char keys[] = "?o"; /* opens each */
    for (int i = 0; keys[i]; i++) {
        struct app *a = make(AT_REST, false);
        app_key(a, keys[i]);
        int overlay = a->panels.overlay;
        for (const char *p = "rnRHaPsz+-"; *p; p++) {
            app_key(a, *p);
            says(a, "/ searches here");
        }
        assert_int_equal(a->panels.overlay, overlay);
        assert_false(a->state[VIEW_kernels].hides || a->state[VIEW_run].run.all || a->panels.zoomed);
        assert_string_equal(settings_get(&a->settings, "k", "1"), "1");
        app_key(a, 'j');
        assert_int_equal(a->state[overlay].at, 1);
        app_key(a, 'q');
        assert_true(a->panels.overlay < 0);
        app_free(a);
    }
}

/* Ctrl-C stops what runs, and then leaves as q does: it asks before results are lost. */
APP_TEST(ctrl_c_stops_and_leaves, AT_REST)
{
    a->engine.pending[PENDING_RUN] = 2;
    app_key(a, 'C' & 0x1f);
    assert_int_equal(a->leaving, 0); /* the next one still asks, whether the run has stopped by then or not */
    a->engine.stopping = true;
    app_key(a, 'C' & 0x1f);
    says(a, "will be lost: Ctrl-C again leaves");
    assert_false(a->ask.quit);
    app_key(a, 'C' & 0x1f);
    assert_true(a->ask.quit);
}

/* Where the run has ended just before the key it does not leave, even if all results are kept: marks and pictures would
   be lost. */
APP_TEST(ctrl_c_asks_where_nothing_runs, AT_REST)
{
    a->results.keeps = true;
    app_key(a, 'C' & 0x1f);
    assert_false(a->ask.quit);
    says(a, "Ctrl-C again leaves");
    app_key(a, 'j');
    app_key(a, 'C' & 0x1f);
    assert_false(a->ask.quit);
    app_key(a, 'C' & 0x1f);
    assert_true(a->ask.quit);
}

/* Completions are base names in columns; what does not fit is counted. */
APP_TEST(completions_are_short, AT_REST)
{
    static char text[140][64];
    char *word[140];
    for (int i = 0; i < 140; i++) {
        snprintf(text[i], sizeof text[i], "/home/student/matrices/m%d.mtx", i);
        word[i] = text[i];
    }
    a->dialog.prompt = ":";
    a->dialog.line = "open /home/student/matrices/m";
    app_offer(a, word, 140);
    assert_true(shows(a, " m0.mtx        m1.mtx "));
    assert_true(shows(a, "… 106 more")); /* 7 lines of 5 */
    assert_true(shows(a, "nonzeros  830,584"));
    snprintf(text[1], sizeof text[1], "tui/input");
    snprintf(text[2], sizeof text[2], "tui/main.c");
    app_offer(a, word + 1, 2);
    assert_true(shows(a, " input/        main.c"));
    assert_false(shows(a, "more"));
    app_offer(a, word, 0);
    assert_false(shows(a, "main.c"));
}

TESTS(NULL, NULL)
