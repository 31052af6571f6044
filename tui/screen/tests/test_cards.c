/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_cards: the cards that lie over the panels, as they look; the answer, the help and the microscope (test_why has
 * why). */
#include "core/tests/cmocka.h"
#include "tui/model/tests/windows.h"
#include "tui/screen/actions.h"
#include "tui/screen/curses_screen.h"
#include "tui/screen/tests/golden.h"
#include "tui/views/spy_draw.h"

/* Rows of uneven length, after these commands. */
static void golden_after(const char *name, int rows, int cols, bool ascii, const char *commands)
{
    struct app *a = make(FULL, ascii);
    feed(a->model, window_uneven);
    feed(a->model, work_uneven);
    golden(a, name, rows, cols, commands);
}

TEST(golden_cards)
{
    golden_after("microscope-csr-80x24", 24, 80, false, "microscope;step;step;step;step");
    golden_after("microscope-ell-80x24-ascii", 24, 80, true, "microscope ell;step;step;step");
    golden_after("microscope-dia-120x36", 36, 120, false, "microscope dia;step");
    golden_after("microscope-ell-200x60", 60, 200, false, "microscope ell;step;step;step;step;step;step");
}

TEST(golden_why)
{
    golden_after("why-80x24", 24, 80, false, "focus run;sort order;why");
    golden_after("why-80x24-ascii", 24, 80, true, "focus formats;down;why");
    golden_after("why-120x36", 36, 120, false, "focus run;sort order;why;why down;why up");
    golden_after("why-200x60", 60, 200, false, "focus kernels;first;why");
}

TEST(golden_answer)
{
    golden_after("answer-80x24", 24, 80, false, "answer");
    golden_after("answer-120x36", 36, 120, false, "focus run;answer");
}

/* What was recorded elsewhere cannot be compared here. */
APP_TEST(recorded_runs_are_not_compared, EMPTY)
{
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    feed_run(a->model, "'kernel':'cpu.a','threads':2,'gflops':1,'time_ms':1,'ci_lo_ms':0.9,'ci_hi_ms':1.2");
    feed_run(a->model, "'kernel':'cpu.b','threads':2,'gflops':1,'time_ms':1.1,'ci_lo_ms':1,'ci_hi_ms':1.3");
    commands(a, "answer");
    assert_true(shows(a, ":compare cpu.a"));
    strcpy(a->model->run[0].flags, "recorded");
    assert_true(shows(a, "cpu.a") && !shows(a, ":compare"));
}

/* The table shows what a run's own line does; that the answer goes by the interval of a choice with that of the run of
   its kernel is told below it. */
APP_TEST(answer_says_what_interval_it_goes_by, EMPTY)
{
    static const char *const runs[] = {
        "'kernel':'cpu.auto','choice':'cpu.sell.simd','time_ms':0.0134,'ci_lo_ms':0.0133,'ci_hi_ms':0.0136",
        "'kernel':'cpu.sell.simd','time_ms':0.0171,'ci_lo_ms':0.015,'ci_hi_ms':0.032",
        "'kernel':'cpu.csr.rowreg','time_ms':0.018,'ci_lo_ms':0.017,'ci_hi_ms':0.0203"
    };
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    for (int i = 0; i < 3; i++)
        feed_run(a->model, "'threads':2,'gflops':1,%s", runs[i]);
    commands(a, "answer");
    assert_true(shows(a, "· May be equalled by: cpu.csr.rowreg.") && shows(a, "15.0–32.0 µs") &&
                shows(a, "17.0–20.3 µs"));
    assert_true(shows(a, "count as one: 13.3–32.0 µs"));
    assert_true(shows(a, "\n cpu.auto → sell.simd ")); /* as on its bar */
}

/* All that may be as fast are on the card, and how many lines are below is said. */
APP_TEST(answer_has_all_candidates, EMPTY)
{
    resize(a, 16, 80);
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    for (int i = 0; i < 12; i++) {
        char line[500];
        snprintf(line, sizeof line,
                 "{'ev':'measurement','cmd':2,'id':%d,'index':%d,'of':12,'matrix':'stencil27','kernel':'cpu.k%d',"
                 "'device':'cpu','op':'mul','type':'f64','k':1,'threads':2,'cache':'warm','status':'ok','gflops':1,"
                 "'time_ms':%g,'ci_lo_ms':0.5,'ci_hi_ms':2}",
                 i + 1, i + 1, i, 1 + 0.01 * i);
        feed(a->model, line);
    }
    app_key(a, 'A');
    assert_true(shows(a, "by: cpu.k1, cpu.k2, cpu.k3 and 8 more.") && shows(a, "\n … 10 more lines ") &&
                !shows(a, "\n cpu.k11 "));
    app_key(a, ' ');
    assert_true(shows(a, "\n cpu.k11 ") && !shows(a, " more lines"));
    app_key(a, 'C'); /* two of them, wherever the cursor is */
    says(a, "no matrix is open");
    feed(a->model,
         "{'ev':'measurement','cmd':2,'id':13,'index':1,'of':1,'matrix':'stencil27','kernel':'cpu.k11','device':"
         "'cpu','op':'mul','type':'f64','k':1,'threads':4,'cache':'warm','status':'ok','gflops':1,'time_ms':1.2,"
         "'ci_lo_ms':0.5,'ci_hi_ms':2}");
    commands(a, "all;last");
    assert_true(shows(a, "\n cpu.k11 ×2 ") && shows(a, "\n cpu.k11 ×4 ")); /* variants are told apart */
}

/* A small screen has room for names and a few figures. Where nothing can run, nothing is said to measure it. */
APP_TEST(answers_fit_anywhere, AT_REST)
{
    resize(a, 16, 60);
    commands(a, "focus run;answer");
    assert_true(shows(a, "GFLOPS      time          interval\n") && !shows(a, "prepare"));
    resize(a, 24, 80);
    assert_true(shows(a, "roof   prepare\n"));
    resize(a, 12, 60);
    assert_true(shows(a, "▾") && !shows(a, "\n gpu.csr.vector "));
    app_command(a, "pagedown");
    assert_true(shows(a, "▴") && shows(a, "\n gpu.csr.vector "));
    resize(a, 24, 80);
    forget_runs(a->model, a->model->runs);
    a->model->matrix.runnable = 0;
    strcpy(a->model->matrix.why, "it is complex");
    assert_true(shows(a, "nothing can run: it is complex") && !shows(a, "r runs"));
    app_key(a, 'C');
    says(a, "no kernel here is level with the best: turns would tell nothing new");
}

/* Kernels that stay level after their turns are no reason to say that nothing is open. */
APP_TEST(turns_leave_kernels_level, AT_REST)
{
    static const char run[] = "'k':5,'threads':8,'kernel':'%s','gflops':1,'time_ms':%g,'ci_lo_ms':1.9,'ci_hi_ms':3%s";
    feed_run(a->model, run, "cpu.csr.omp", 2.0, "");
    feed_run(a->model, run, "cpu.csr.serial", 2.1, "");
    commands(a, "set k=5;answer");
    app_key(a, 'C');
    says(a, "no matrix is open"); /* else it would run */
    feed_run(a->model, run, "cpu.csr.omp", 2.0, ",'versus':'cpu.csr.serial','verdict':'unclear'");
    app_key(a, 'C');
    says(a, "taking more turns would not help; more samples (6 Settings) may");
}

/* After a sweep the answer is about the problem that is set; about that under the cursor where there is one to be seen.
 */
APP_TEST(answer_is_of_the_problem_that_is_set, EMPTY)
{
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    for (int k = 1; k <= 4; k *= 2)
        feed_run(a->model, "'k':%d,'threads':2,'time_ms':%d,'gflops':1", k, k);
    commands(a, "k=2;focus matrix;answer");
    assert_true(shows(a, "mul, k=2, f64") && shows(a, "\n For mul · k=2 · f64: Not decided; meanwhile use "));
    assert_true(shows(a, "━ mul · k=2 · f64 · 2 threads ━"));
    commands(a, "answer;k=8;answer"); /* nothing has run with that: the newest */
    assert_true(shows(a, "mul, k=4, f64"));
    commands(a, "answer;k=1;focus run;last;answer");
    assert_true(shows(a, "mul, k=4, f64"));
    commands(a, "answer;picture curve;answer");
    assert_true(shows(a, "mul, k=1, f64"));
}

/* y hands the answer to the terminal, and only an answer. */
/* A card about one run says that it is one, and how others come to it. */
APP_TEST(answer_of_one_run, AT_REST)
{
    struct model_run *const run = a->model->run;
    for (int i = 0; i < a->model->runs; i++)
        if (strcmp(run[i].kernel, "cpu.csr.serial") != 0)
            strcpy(run[i].status, "FAIL");
        else
            strcpy(run[i].flags, "busy");
    resize(a, 36, 120);
    app_command(a, "answer");
    assert_true(shows(a, "Only cpu.csr.serial was measured on a busy machine: "));
    assert_true(shows(a, ":run * runs all kernels and libraries on this problem"));
    assert_true(shows(a, "checked run on a busy machine."));
}

/* One about a few marked kernels says how many never ran. */
APP_TEST(answer_of_few_kernels, AT_REST)
{
    int right = 0;
    for (int i = 0; i < a->model->runs; i++)
        if (!model_run_ok(&a->model->run[i]) || a->model->run[i].choice[0] || ++right > 2)
            strcpy(a->model->run[i].status, "FAIL");
    for (int i = 0; i < 6; i++) {
        char line[200];
        snprintf(line, sizeof line, "{'ev':'kernel','name':'gpu.k%d','op':'mul','types':['f64'],'ready':true}", i);
        feed(a->model, line);
    }
    resize(a, 36, 120);
    app_command(a, "answer");
    assert_true(shows(a, " Use gpu.csr.vector: ") && shows(a, " kernels 2 were measured: r without marks runs all."));
    a->engine.pending[PENDING_RUN] = 1;
    assert_true(shows(a, " So far, 2 of 10 kernels: Use gpu.csr.vector: ") && !shows(a, "were measured"));
}

/* A time reads as it does beside the bars. */
APP_TEST(answer_in_the_units_of_the_bars, AT_REST)
{
    double ms = 0.847;
    for (int i = 0; i < a->model->runs; i++) {
        struct model_run *r = &a->model->run[i];
        if (!model_run_ok(r))
            continue;
        r->time_ms = ms;
        r->ci_lo_ms = 0.9 * ms;
        r->ci_hi_ms = 1.1 * ms;
        r->prepare_ms = 0.3 * ms;
        r->upload_ms = 0;
        ms = 16;
    }
    resize(a, 36, 120);
    app_command(a, "answer");
    assert_true(shows(a, " 847 µs ") && shows(a, " 16.0 ms ") && shows(a, " 762–932 µs ") && shows(a, " 4.80 ms"));
}

/* Without entries nothing need be measured to know the answer. */
APP_TEST(answer_without_entries, EMPTY)
{
    feed(a->model, "{'ev':'matrix','name':'none','rows':5,'cols':7,'nnz':0}");
    app_command(a, "answer");
    assert_true(shows(a, "The matrix has no entries: no kernel has anything to do."));
    assert_false(shows(a, "Nothing has been measured"));
}

TEST(answer_is_copied)
{
    struct app *a = make(EMPTY, false);
    app_command(a, "copy");
    assert_true(a->dialog.bad && !a->ask.copy[0]);
    app_free(a);
    a = make(AT_REST, false);
    app_key(a, 'A');
    assert_int_equal(a->panels.overlay, VIEW_answer);
    for (int i = 0; i < a->model->runs; i++) /* the share of a cache's roof is also a share */
        a->model->run[i].in_cache = true;
    assert_true(shows(a, "    37%") && !shows(a, "    cache"));
    app_key(a, 'y');
    assert_int_equal(strncmp(a->ask.copy, "Use gpu.csr.vector: ", 20), 0);
    for (int i = 0; i < a->model->runs; i++) { /* what nothing can be said of also has its problem */
        strcpy(a->model->run[i].flags, "busy");
        a->model->run[i].ci_hi_ms = 0;
    }
    assert_true(shows(a, "· Too few blocks") && shows(a, "mul, k=1, f64 on NVIDIA H200; 2"));
    assert_true(shows(a, "checked runs, all on a busy machine"));
    char *sequence = clipboard_sequence("any carnal pleas");
    assert_string_equal(sequence, "\033]52;c;YW55IGNhcm5hbCBwbGVhcw==\a");
    free(sequence);
    sequence = clipboard_sequence("any carnal pleasu");
    assert_string_equal(sequence, "\033]52;c;YW55IGNhcm5hbCBwbGVhc3U=\a");
    free(sequence);
    app_free(a);
}

/* The screen with a spy plot of few entries, or of the whole matrix by owners. */
APP_TEST_OF(spy_shows_entries_and_owners, make(FULL, true))
{
    a->engine.pending[PENDING_RUN] = 0;
    feed(a->model, work_uneven);
    commands(a, "sort order;zoom spy");
    assert_true(shows(a, "@=") && !shows(a, "aa"));
    answers(a, "owner", "cpu.csr.serial: a letter a thread");
    a->dialog.message[0] = 0;
    assert_true(shows(a, "cpu.csr.serial: a letter a thread"));
    assert_true(shows(a, "aaa") && shows(a, "bbb") && shows(a, "ccc") && shows(a, "ddd") && !shows(a, "@="));
    feed(a->model, spy_close);
    assert_false(shows(a, "-0.125")); /* not zoomed in: it is the raster */
    app_command(a, "more");
    assert_true(shows(a, " 8,190 ......... 4 .....           .                 .       .... -0.125 ....."));
    assert_true(shows(a, " 8,191           .       ....... 2.5 .....           .                 ."));
    const struct model_work *w = &a->model->work;
    assert_true(owner_unit(w, 0) == 0 && owner_unit(w, 8191) == 0 && owner_unit(w, 8192) == 1 &&
                owner_unit(w, 32767) == 3);
    feed(a->model, "{'ev':'work','kernel':'cpu.csr.serial','k':1,'type':'f64','rule':'r','rows':100,'units':328}");
    assert_true(owner_unit(w, 99) == 0 && owner_unit(w, 100) == 1 && owner_unit(w, 32767) == 327);
    feed(a->model, "{'ev':'work','kernel':'cpu.csr.serial','k':1,'type':'f64'}");
    app_command(a, "first");
    assert_true(shows(a, "cpu.csr.serial does not say which thread has a row"));
}

/* A kernel that was refused has no threads to colour by: that is said, and not asked of the engine. */
APP_TEST(no_owners_of_a_refused_kernel, FULL)
{
    char command[160] = "";
    a->engine.pending[PENDING_RUN] = 0;
    forget_runs(a->model, a->model->runs);
    a->model->work.kernel[0] = 0;
    commands(a, "focus kernels;last;zoom spy;owner");
    const struct scene s = app_scene(a, VIEW_spy);
    assert_true(shows(a, " cannot run here: no thread has a row"));
    view_spy.wants(&s, command, sizeof command);
    assert_int_equal(strncmp(command, "spy ", 4), 0);
    feed_run(a->model, "'kernel':'cpu.csr.omp','status':'unsupported'");
    assert_true(shows(a, "cpu.csr.omp cannot run here"));
}

/* Where there is no colour, letters tell owners apart, whatever else can be drawn. */
APP_TEST(owners_have_letters_without_colour, FULL)
{
    a->engine.pending[PENDING_RUN] = 0;
    feed(a->model, work_uneven);
    commands(a, "sort order;zoom spy;owner");
    assert_true(shows(a, "a colour a thread") && !shows(a, "aaa"));
    commands(a, "theme mono;redraw");
    assert_true(shows(a, "a letter a thread") && shows(a, "aaa") && shows(a, "ddd"));
}

/* The keys of what the help covers come first; closed, it uncovers that. */
APP_TEST(help_is_of_what_it_covers, FULL)
{
    feed(a->model, window_uneven);
    app_command(a, "microscope ell");
    app_key(a, '?');
    assert_true(shows(a, " Here: Microscope\n") && shows(a, "  Up                   arrows move the window"));
    assert_true(shows(a, "  f                    the same window in the next format"));
    app_key(a, KEY_ESC);
    assert_int_equal(a->panels.overlay, VIEW_microscope);
    app_key(a, '?');
    app_key(a, '?');
    assert_int_equal(a->panels.overlay, VIEW_microscope);
    app_key(a, KEY_ESC);
    app_command(a, "focus spy");
    app_key(a, '?');
    assert_true(shows(a, " In this panel: Spy\n") && shows(a, "  i                    the microscope: "));
    app_key(a, 'q');
    assert_int_equal(a->panels.overlay, -1);
}

/* The costs of a format are never cut, however small the screen. */
APP_TEST(costs_are_whole, FULL)
{
    resize(a, 20, 80);
    feed(a->model, window_uneven);
    feed(a->model, "{'ev':'format','name':'sell'}");
    feed(a->model, "{'ev':'formats','type':'f64','items':[{'name':'csr','bytes':10098084,'slots':830584},"
                   "{'name':'sell','bytes':13120000,'slots':1046016}]}");
    app_command(a, "microscope sell");
    assert_true(shows(a, "place: where SELL sorts") && shows(a, "bytes of CSR"));
    feed(a->model, "{'ev':'formats','type':'f64','items':[{'name':'csr','bytes':10098084,'slots':830584},"
                   "{'name':'sell','bytes':10099000,'slots':830600}]}");
    assert_true(shows(a, "<0.1%")); /* which is not none */
}

/* Largest window, every format, every size: nothing is drawn outside, and the number of the step is visible. */
APP_TEST(any_size, FULL)
{
    window_full(a->model);
    feed(a->model, "{'ev':'format','name':'bsr','what':'blocks, which stand out below'}");
    a->panels.overlay = VIEW_microscope;
    for (int f = 0; f < a->model->formats; f++)
        for (int rows = 0; rows <= 60; rows += 7)
            for (int cols = 0; cols < 420; cols += cols < 200 ? 23 : 100) { /* the widest has y beside the grid */
                struct canvas c;
                assert_true(canvas_init(&c, rows + 2, cols + 2, false, NULL));
                a->state[VIEW_microscope].microscope.format = f;
                a->state[VIEW_microscope].microscope.step = 5000; /* after the last step */
                for (int i = 0; i < c.rows * c.cols; i++)
                    c.cell[i].glyph = '~';
                draw_view(a, VIEW_microscope, &c, (struct rect){ 1, 1, rows, cols });
                for (int i = 0; i < c.rows * c.cols; i++)
                    if (i / c.cols == 0 || i / c.cols == c.rows - 1 || i % c.cols == 0 || i % c.cols == c.cols - 1)
                        assert_int_equal(c.cell[i].glyph, '~');
                canvas_free(&c);
            }
}

TESTS(NULL, NULL)
