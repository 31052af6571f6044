/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_guide: the steps of a tour on the screen, without an engine: what is shown, and what is said of it. */
#include "core/tests/shell.h"
#include "tui/screen/screen.h"
#include "tui/screen/tests/guide_steps.h"

/* PgDn and PgUp step; what has been tried in between is undone; help keeps its pages; captions stand below. */
APP_TEST(tours_step, AT_REST)
{
    answers(a, "tour next", "formats, ellpack, spmm, balance: :tour NAME begins one");
    answers(a, "tour", "formats, ellpack, spmm, balance: :tour NAME begins one");
    start_tour(a);
    assert_true(guide_waits(&a->guide) && app_moves(a));
    rest(a);
    assert_false(guide_waits(&a->guide));
    assert_true(shows(a, " 1/3   First.") && shows(a, " 0:00"));
    a->now += 252;
    assert_true(shows(a, " 4:12"));
    assert_true(shows(a, "PgDn Next page  PgUp Page back"));
    assert_string_equal(settings_get(&a->settings, "k", ""), "8");
    app_key(a, KEY_PAGE_UP);
    assert_string_equal(a->dialog.message, "this is the first page");
    app_command(a, "set k=32"); /* tried in between */
    app_command(a, "filter omp");
    app_key(a, '?');
    app_key(a, KEY_PAGE_DOWN); /* a page of the help */
    assert_int_equal(a->guide.step, 0);
    app_key(a, KEY_ESC);
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_int_equal(a->guide.step, 1);
    assert_true(a->panels.zoomed && a->panels.focus == VIEW_spy);
    assert_string_equal(app_filter(a), "");
    assert_true(a->state[VIEW_microscope].microscope.zoom == 0 && a->state[VIEW_rows].scale == SCALE_AUTO);
    assert_string_equal(settings_get(&a->settings, "k", ""), "8");
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(!a->panels.zoomed && a->panels.focus == VIEW_rows && shows(a, " 3/3   Third."));
    assert_string_equal(settings_get(&a->settings, "k", ""), "2");
    app_key(a, KEY_PAGE_DOWN);
    says(a, "the last page: PgUp goes back, :tour off ends it");
    app_key(a, KEY_PAGE_UP);
    rest(a);
    assert_int_equal(a->guide.step, 1);
    assert_string_equal(settings_get(&a->settings, "k", ""), "8");
    app_key(a, '8'); /* the log */
    app_key(a, KEY_PAGE_UP);
    assert_true(a->guide.step == 0 && a->panels.focus == VIEW_run);
    answers(a, "tour 4", "the pages are 1 to 3");
    app_command(a, "tour end"); /* or off */
    assert_false(shows(a, "First."));
}

/* What a presenter's clicker sends measures nothing, and no two keys of a footer are called the same. */
APP_TEST(clickers_start_nothing, AT_REST)
{
    start_tour(a);
    rest(a);
    app_key(a, KEY_FUNCTION + 5);
    assert_true(!a->dialog.message[0] && a->ask.redraw); /* without an engine, a run would be refused */
    resize(a, 24, 300);
    assert_true(shows(a, " r Run") && !shows(a, "F5"));
    for (int i = 0; i < 2; i++) {
        app_command(a, i ? "zoom rows" : "why");
        assert_true(shows(a, "PgDn Next page") && shows(a, "PgUp Page back"));
    }
}

/* A page on a slide has neither keys nor a clock. */
APP_TEST(slides_have_no_keys, AT_REST)
{
    char path[] = "/tmp/nzscope-page-XXXXXX.svg";
    struct err e;
    close(mkstemps(path, 4));
    start_tour(a);
    rest(a);
    assert_true(shows(a, "PgDn Next page") && shows(a, " 0:00"));
    assert_true(screenshot_save(a, path, true, &e));
    run_shell("grep -q First. %s && ! grep -q 'Next\\|0:00' %s", path, path);
    unlink(path);
}

/* A step begins with the settings of the tour; whether results are kept is no setting of it. */
APP_TEST(keep_stays_off, AT_REST)
{
    start_tour(a);
    app_keep(a, false); /* as NZSCOPE_KEEP=0 does, once the first step stands */
    rest(a);
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_string_equal(settings_get(&a->settings, "keep", ""), "off");
}

/* A caption does not stand under another matrix than it speaks of, nor a message longer than what it speaks of. */
APP_TEST(tours_say_what_they_speak_of, AT_REST)
{
    start_tour(a);
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:diag:9"); /* by n, for one */
    rest(a);
    assert_true(shows(a, "This page speaks of gen:demo: :tour 1 opens it again, :tour off ends the") &&
                !shows(a, "First."));
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:demo");
    rest(a);
    assert_true(shows(a, "First."));
    a->engine.pending[PENDING_RUN] = 2;
    app_key(a, KEY_PAGE_DOWN);
    says(a, "still measuring: PgDn again");
    answer(a, 2, 0, "");
    assert_string_equal(a->dialog.message, "");
}

/* The next page lets its own matrix go on loading: reading it was cancelled, and began again. */
APP_TEST(a_matrix_goes_on_loading, AT_REST)
{
    start_tour(a);
    rest(a);
    a->engine.pending[PENDING_OPEN] = 2;
    a->sizes.list.count = 1; /* what stops all pauses these */
    for (int other = 0; other < 2; other++) {
        snprintf(a->matrices.opening, sizeof a->matrices.opening, "%s", other ? "gen:diag:9" : "gen:demo");
        app_key(a, KEY_PAGE_DOWN);
        assert_true(a->guide.step == 1 + other && a->sizes.paused == other);
    }
}

/* A step whose matrix could not be opened shows no other one; its commands wait for one that can. */
APP_TEST(tours_show_no_other_matrix, AT_REST)
{
    start_tour(a);
    a->matrices.opened[0] = 0;
    err_set(&a->matrices.failed, ERR_INPUT, "it is damaged");
    rest(a);
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(a->guide.step == 1 && !a->panels.zoomed);
    assert_string_equal(a->guide.fault, "line 3 of the tour, open gen:demo: it is damaged");
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:demo");
    app_key(a, KEY_PAGE_UP);
    rest(a);
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(a->guide.step == 1 && a->panels.zoomed && !a->guide.fault[0]);
}

/* Why is said, although the step goes on. */
APP_TEST(tours_say_what_cannot_be_opened, AT_REST)
{
    start_tour_of(a, "First.\n\n:open absent.mtx\n:zoom spy\nSecond.\n");
    rest(a);
    app_key(a, KEY_PAGE_DOWN);
    a->engine.stale = false;
    app_tour_tick(a);
    a->engine.pending[PENDING_OPEN] = 2;
    answer(a, 2, ERR_INPUT, "it is damaged");
    rest(a);
    says(a, "it is damaged; stencil27 stays open");
}

/* The first step has measured two kernels of this many threads, whose intervals overlap. */
static void measure_two(struct app *a, int first_threads, int second_threads)
{
    struct model *m = a->model;
    assert_true(m->runs >= 2);
    forget_runs(m, m->runs - 2);
    for (int i = 0; i < 2; i++) {
        struct model_run *r = &m->run[i];
        snprintf(r->kernel, sizeof r->kernel, "cpu.test.%d", i);
        snprintf(r->status, sizeof r->status, "ok");
        snprintf(r->device, sizeof r->device, "cpu");
        r->purpose = a->guide.runs;
        r->k = 1;
        r->threads = i ? second_threads : first_threads;
        r->reorder[0] = 0;
        r->ci_lo_ms = 1 + i;
        r->ci_hi_ms = 2.5 + i;
    }
    rest(a);
}

/* The same step once more, with runs that have changed. */
static void measure_again(struct app *a)
{
    app_command(a, "tour 1");
    rest(a);
}

/* What a caption claims and the runs deny is said, whatever its threads, and no recording is needed for it. */
APP_TEST(claims_are_held_against_the_runs, AT_REST)
{
    start_tour_of(a, ":run cpu.test.*\n:expect cpu.test.1 > cpu.test.0\nFirst.\n");
    measure_two(a, 2, 1);
    assert_true(shows(a, "measured here; unclear, intervals overlap: cpu.test.1 and cpu.test.0"));
    assert_false(shows(a, "and others"));
    a->model->run[1].ci_lo_ms = 2.6; /* now they do not overlap */
    a->model->run[1].threads = 2;
    app_command(a, "tour 1");
    rest(a);
    assert_true(shows(a, "measured here; NOT so: cpu.test.0 is faster than cpu.test.1"));
    a->model->run[1].ci_hi_ms = 0.9;
    a->model->run[1].ci_lo_ms = 0.8;
    app_command(a, "tour 1");
    rest(a);
    assert_true(shows(a, "measured here") && !shows(a, "measured here;"));
    a->model->run[1].ci_lo_ms = a->model->run[1].ci_hi_ms = 3;
    for (int busy = 1; busy >= 0; busy--) {
        strcpy(a->model->run[1].flags, busy ? "busy" : "");
        assert_true(app_tour_doubts(a, 0));
        const char *doubt = busy ? "this machine is busy: not seen here (" : "not seen here (";
        assert_int_equal(strncmp(a->guide.doubt, doubt, strlen(doubt)), 0);
    }
}

/* Two kernels of a step whose intervals overlap are named on the strip's line, until the next step or run. */
APP_TEST(unclear_steps_say_so, AT_REST)
{
    struct model *m = a->model;
    start_tour(a);
    measure_two(a, 1, 1);
    assert_true(shows(a, "measured here; unclear, intervals overlap: cpu.test.0 and cpu.test.1"));
    assert_true(shows(a, " 1/3   First."));
    strcpy(m->run[1].flags, "blocks"); /* and no interval */
    m->run[1].ci_lo_ms = m->run[1].ci_hi_ms = NAN;
    measure_again(a);
    assert_true(shows(a, "measured here; too few samples for an interval: cpu.test.0 and cpu.test.1"));
    m->run[1].flags[0] = 0;
    m->run[1].ci_lo_ms = 2;
    m->run[1].ci_hi_ms = 3.5;
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_false(shows(a, "unclear, "));
    m->run[1].ci_lo_ms = 2.6; /* now they do not overlap */
    app_key(a, KEY_PAGE_UP);
    rest(a);
    assert_false(shows(a, "unclear, "));
}

/* One thread that beats several is named, with the reason where that is seen. */
APP_TEST(slow_threads_are_explained, AT_REST)
{
    struct model *m = a->model;
    start_tour(a);
    measure_two(a, 1, 2);
    assert_false(shows(a, "1 thread is faster")); /* unclear */
    m->run[1].ci_lo_ms = 2.6;
    m->run[0].time_ms = 2;
    m->run[1].time_ms = 3;
    measure_again(a);
    assert_string_equal(a->guide.note, "measured here; 1 thread is faster than 2");
    strcpy(m->run[1].flags, "busy");
    measure_again(a);
    assert_true(shows(a, "measured here, on a busy machine; 1 thread is faster than 2"));
    m->run[0].ci_lo_ms = m->run[0].time_ms = 1e-4;
    m->run[0].ci_hi_ms = 2e-4;
    m->run[1].ci_lo_ms = m->run[1].time_ms = 0.09;
    m->run[1].ci_hi_ms = 0.1;
    m->matrix.nnz = m->matrix.rows = 1000;
    measure_again(a);
    assert_non_null(strstr(a->guide.note, "; 1 thread is faster than 2: starting them takes most of the time"));
    m->run[1].ci_lo_ms = 1e-5; /* unclear */
    strcpy(m->run[1].flags, "busy");
    m->run[1].time_ms = 1;
    measure_again(a);
    assert_true(shows(a, "on a busy machine; 1 thread seems faster than 2"));
    m->run[1].time_ms = 5e-5;
    measure_again(a);
    assert_false(shows(a, "1 thread "));
    m->run[1].time_ms = 1;
    m->run[0].threads = 2;
    measure_again(a);
    assert_false(shows(a, "1 thread "));
}

/* Behind the last page of a lesson stands the next one. */
APP_TEST(lessons_follow_each_other, AT_REST)
{
    app_command(a, "tour formats");
    a->guide.step = a->guide.tour->steps - 1;
    app_key(a, KEY_PAGE_DOWN);
    says(a, "the last page: :tour ellpack begins the next lesson");
    app_command(a, "tour balance");
    a->guide.step = a->guide.tour->steps - 1;
    app_key(a, KEY_PAGE_DOWN);
    says(a, "the last page: PgUp goes back");
}

/* A format of the open matrix. */
static struct model_format *format_named(struct model *m, const char *name)
{
    int i = 0;
    while (i < m->formats - 1 && strcmp(m->format[i].name, name) != 0)
        i++;
    m->format[i].known = true;
    return &m->format[i];
}

/* A figure of kernels that no interval tells apart says from where to where it may be; slots are those that a kernel
   stores, whatever those of its format as listed. */
APP_TEST(figures_say_no_more_than_is_known, AT_REST)
{
    start_tour_of(a, ":run cpu.test.*\n{cpu.test.0/cpu.test.1} as fast, {slots:cpu.test.1} the entries, {ell}.\n");
    struct model *m = a->model;
    for (int i = 0; i < 2; i++) {
        snprintf(m->run[i].matrix, sizeof m->run[i].matrix, "%s", m->matrix.name);
        m->run[i].time_ms = i + 2;
        m->run[i].slots = i ? 1.5 * (double)m->matrix.nnz : NAN;
    }
    format_named(m, "ell")->padding = 65;
    measure_two(a, 1, 1);
    assert_true(shows(a, " 1/1   ≈1.5× as fast, 1.50× the entries, 65×.")); /* 0.8 to 3.5 */
    m->run[0].ci_lo_ms = 1.6;
    rest(a);
    assert_true(shows(a, " 1/1   0.80 to 2.19× as fast, 1.50× the entries, 65×."));
    m->run[1].ci_lo_ms = 2.6; /* now they do not overlap */
    rest(a);
    assert_true(shows(a, " 1/1   ≈1.5× as fast, 1.50× the entries, 65×."));
}

/* The first step's two runs, whose intervals overlap, as those of the open matrix. */
static void measure_two_here(struct app *a)
{
    for (int i = 0; i < 2; i++) {
        snprintf(a->model->run[i].matrix, sizeof a->model->run[i].matrix, "%s", a->model->matrix.name);
        a->model->run[i].time_ms = i + 2;
    }
    measure_two(a, 1, 1);
}

/* A figure may compare two types of one kernel, and be expected. */
APP_TEST(figures_compare_types, AT_REST)
{
    start_tour_of(a, ":run cpu.test.*\n:expect cpu.test.0@f32 > cpu.test.0@f64\n"
                     "f32 is {cpu.test.0@f32/cpu.test.0@f64} as fast.\n");
    measure_two_here(a);
    for (int i = 0; i < 2; i++) {
        struct model_run *r = &a->model->run[i];
        strcpy(r->kernel, "cpu.test.0");
        strcpy(r->type, i ? "f64" : "f32");
        r->ci_lo_ms = r->ci_hi_ms = r->time_ms = i ? 3 : 2;
    }
    app_command(a, "tour 1");
    rest(a);
    assert_true(shows(a, "f32 is 1.5× as fast."));
    assert_string_equal(a->guide.note, "measured here");
}

/* A caption that its runs deny or, without a recording, leave open is taken back, also on a later page than the one
   that measures and expects; what they leave open is said there, too. */
APP_TEST(captions_take_back_what_is_not_seen, AT_REST)
{
    start_tour_of(a, ":run cpu.test.*\n:expect cpu.test.0 > cpu.test.1\nWhich one?\n\n:zoom run\n"
                     "Bytes are not all: {cpu.test.0/cpu.test.1}.\n");
    measure_two_here(a);
    assert_true(shows(a, " 1/2   Which one?") && shows(a, "unclear, intervals overlap: cpu.test.0 and cpu.test.1"));
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(shows(a, "unclear, intervals overlap: cpu.test.0 and cpu.test.1") && !app_tour_is_clear(a));
    assert_true(shows(a, "Which is faster, cpu.test.0 or cpu.test.1? That cannot be told"));
    assert_true(shows(a, " here.\n")); /* 0.8 to 3.5 times as fast */
    a->model->run[0].ci_lo_ms = 1.6;
    rest(a);
    assert_true(shows(a, "Which is faster, cpu.test.0 or cpu.test.1? That cannot be told"));
    assert_true(shows(a, " first is 0.80 to 2.19× as fast."));
    a->model->run[0].ci_lo_ms = 1;
    a->model->run[1].ci_lo_ms = 2.6;
    app_tour_note(a);
    assert_true(app_tour_is_clear(a));
    strcpy(a->model->run[1].flags, "busy");
    app_tour_note(a);
    assert_true(shows(a, "measured here, on a busy machine") && !app_tour_is_clear(a));
    a->model->run[1].time_ms = 3;
    rest(a);
    assert_true(shows(a, " 2/2   Bytes are not all: at least 1.040×."));
    a->model->run[1].ci_lo_ms = a->model->run[1].time_ms = 0.5;
    a->model->run[1].ci_hi_ms = 0.6;
    rest(a);
    assert_true(shows(a, "Not so here: cpu.test.0 is ≈0.25× as fast as cpu.test.1."));
}

/* The card of another kernel takes the place of the one that a figure was computed from: the figure stays. */
APP_TEST(figures_stay, AT_REST)
{
    struct model_work *work = &a->model->work;
    start_tour_of(a, "The first one has {cpu.csr.omp} the mean.\n\nNow it has {cpu.csr.omp}.\n");
    snprintf(work->kernel, sizeof work->kernel, "cpu.csr.omp");
    work->imbalance = 1.5;
    rest(a);
    assert_true(shows(a, "The first one has 1.50× the mean."));
    snprintf(work->kernel, sizeof work->kernel, "cpu.csr.merge");
    rest(a);
    assert_true(shows(a, "The first one has 1.50× the mean."));
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(shows(a, "Now it has …×."));
}

/* Until the matrix of a step is open there are no figures: none of the former matrix. */
APP_TEST(figures_wait_for_their_matrix, AT_REST)
{
    start_tour_of(a, "First {ell}.\n\n:open gen:diag:9\nThen {ell}.\n");
    format_named(a->model, "ell")->padding = 65;
    rest(a);
    assert_true(shows(a, "First 65×."));
    app_key(a, KEY_PAGE_DOWN);
    a->engine.pending[PENDING_OPEN] = 2;
    app_tour_tick(a);
    assert_true(shows(a, "Then …×."));
}

/* Nor while a step's own runs are outstanding: those of the step before may be of another order. What a format stores
   needs no run. */
APP_TEST(figures_wait_for_their_runs, AT_REST)
{
    start_tour_of(a, ":run cpu.test.*\n{cpu.test.0/cpu.test.1} as fast.\n\n:run cpu.test.*\n"
                     "{cpu.test.0/cpu.test.1} as fast now, of {ell}.\n");
    format_named(a->model, "ell")->padding = 65;
    measure_two_here(a);
    assert_true(shows(a, " 1/2   ≈1.5× as fast."));
    app_key(a, KEY_PAGE_DOWN);
    a->engine.pending[PENDING_RUN] = 2;
    app_tour_tick(a);
    assert_true(shows(a, " 2/2   …× as fast now, of …×."));
    a->guide.orders = false; /* the rows are as the step wants them */
    app_tour_tick(a);
    assert_true(shows(a, " 2/2   …× as fast now, of 65×."));
    a->engine.pending[PENDING_RUN] = 0;
    rest(a);
    assert_true(shows(a, " 2/2   ≈1.5× as fast now, of 65×."));
}

APP_TEST(golden_caption, AT_REST)
{
    start_tour(a);
    for (int i = 0; i < a->model->runs; i++)
        a->model->run[i].purpose = a->guide.runs; /* measured by the first step */
    app_command(a, "tour 3");                     /* the settings of the steps before are also made */
    rest(a);
    compare_sizes(a, "caption");
}

/* Wrong lines of later steps are noted when the first one is shown, whose caption stays in sight. */
APP_TEST(wrong_lines_are_named_early, AT_REST)
{
    char path[] = "/tmp/nzscope-steps-XXXXXX.tour";
    FILE *f = fdopen(mkstemps(path, 5), "w");
    fputs("title Two steps\n\n:open gen:demo\nFirst.\n\n:set kk=8\n:run cpu.nothing\nSecond.\n", f);
    fclose(f);
    begin_tour(a, path);
    rest(a);
    unlink(path);
    assert_int_equal(a->guide.step, 0);
    assert_string_equal(a->dialog.message, "2 wrong lines in this tour: the log names them");
    assert_true(!a->dialog.bad && shows(a, " 1/2   First."));
    assert_non_null(strstr(a->model->notice[a->model->notices - 2], ".tour:6: no setting is named kk: it is one of "));
}

TESTS(NULL, NULL)
