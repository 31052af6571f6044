/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_opening: matrices and their orders come and go; what goes wrong is said, and loses nothing. */
#include "core/base/words.h"
#include "core/tests/cmocka.h"
#include "tui/screen/tests/stage.h"

/* What was named at the start stands first in the picker, once each. */
APP_TEST(several_matrices, FULL)
{
    app_know(a, "first.mtx");
    app_know(a, "second.mtx");
    app_know(a, "first.mtx");
    assert_int_equal(a->matrices.count, 2);
    assert_true(shows(a, "1/2") && shows(a, "n Next"));
    app_command(a, "open");
    assert_string_equal(a->picker.entry[0].spec, "first.mtx");
    assert_string_equal(a->picker.entry[1].spec, "second.mtx");
    assert_string_equal(a->picker.entry[2].spec, "gen:demo");
    matrices_forget(&a->matrices);
    answers(a, "next", "no other matrix");
}

/* The next matrix stops a run: that is said at once, and what is left of it when it has stopped. */
APP_TEST(the_next_matrix_stops_a_run, FULL)
{
    app_know(a, "stencil27.mtx");
    app_know(a, "road.mtx");
    strcpy(a->matrices.opening, "stencil27.mtx");
    app_rest_begin(a, "run k=1");
    event(a, "{'ev':'measurement','index':3,'of':9,'nth':3,'runs':9,'status':'ok'}");
    a->engine.pending[PENDING_RUN] = 2;
    answers(a, "next", "the run of stencil27 is being stopped for road.mtx");
    a->engine.pending[PENDING_OPEN] = 3;
    assert_true(shows(a, "stopping the run, then reading road.mtx"));
    answer(a, 2, ERR_CANCELLED, "");
    says(a, "the run of stencil27 was stopped; 3 of 9 runs are done, :rest runs the others, once it is open again");
    assert_string_equal(a->model->notice[a->model->notices - 1], a->dialog.message);
}

/* A set stands in the list of the session, its first matrix at the front. */
APP_TEST(a_set_is_a_list, FULL)
{
    app_know(a, "s2");
    assert_int_equal(a->matrices.count, 10);
    app_know(a, "S2");
    assert_int_equal(a->matrices.count, 10);
    assert_string_equal(a->matrices.spec[0], "cage4");
    assert_string_equal(a->matrices.spec[9], "olafu");
    app_know(a, "S9");
    assert_int_equal(a->matrices.count, 11);
}

/* The picker shows sizes and dates of files, and nothing twice. */
APP_TEST(the_picker_lists_once, FULL)
{
    static char spec[] = "matrices/road-300.mtx", *specs[] = { spec };
    struct picker p = { 0 };
    int files = 0, times = 0;
    picker_fill(&p, specs, 1, "", NULL);
    assert_string_equal(p.entry[0].group, "opened");
    for (int i = 0; i < p.entries; i++) {
        times += strcmp(p.entry[i].spec, spec) == 0;
        files += strcmp(p.entry[i].group, "file") == 0;
        if (i == 0 || strcmp(p.entry[i].group, "file") == 0)
            assert_true(p.entry[i].bytes > 0 && p.entry[i].when > 1500000000);
    }
    assert_int_equal(times, 1);
    assert_true(files > 0);
    picker_free(&p);
    app_know(a, spec);
    app_command(a, "open");
    assert_true(shows(a, " kB  20") || shows(a, " B  20")); /* its date */
    assert_true(shows(a, "gen:demo"));
    assert_false(app_open(a, "matrices")); /* a folder: what is in it */
    assert_true(shows(a, "matrices/road-300.mtx") && shows(a, "file       band-50-3.mtx"));
    assert_false(shows(a, "core/"));
    app_open(a, "tui/views");
    assert_true(shows(a, "tui/views: no matrix file there or below"));
    app_key(a, 27);
    app_command(a, "open"); /* the folder that was named stays */
    assert_true(shows(a, "file       band-50-3.mtx"));
}

/* The setting is what runs are asked for in, and what is looked at follows; what is refused is taken back. */
APP_TEST(orders, FULL)
{
    char text[600];
    resize(a, 24, 120);
    app_command(a, "reorder rcm");
    settings_arguments(&a->settings, a->model, "", text, sizeof text);
    assert_non_null(strstr(text, " reorder=rcm"));
    settings_arguments(&a->settings, a->model, NULL, text, sizeof text);
    assert_null(strstr(text, "reorder"));
    feed(a->model, "{'ev':'matrix','name':'road','rows':9,'cols':9,'nnz':20,'reorder':'rcm','reorder_ms':12,"
                   "'bandwidth_lower':2,'profile':11,'was':{'bandwidth_lower':8,'bandwidth_upper':7,'profile':44}}");
    assert_true(shows(a, "road · rcm"));
    app_command(a, "zoom matrix");
    assert_true(shows(a, "rcm · took 12"));
    assert_true(shows(a, "band 8 low · 7 up"));
    assert_true(shows(a, "profile 44 → 11"));
    app_command(a, "set reorder metis-nd");
    a->engine.pending[PENDING_REORDER] = 5;
    answer(a, 5, ERR_UNSUPPORTED, "it needs METIS");
    assert_string_equal(settings_get(&a->settings, "reorder", "none"), "rcm");
    assert_string_equal(a->dialog.message, "it needs METIS");
    app_key(a, 'R'); /* on, past what was refused */
    assert_string_equal(settings_get(&a->settings, "reorder", "none"), "metis-kway");
    a->panels.cols = 40; /* no room for the whole of the order */
    a->panels.zoomed = false;
    feed(a->model, "{'ev':'matrix','name':'longroad','rows':9000,'cols':9000,'nnz':20,'reorder':'rcm'}");
    assert_true(shows(a, "longroad"));
    assert_false(shows(a, "longroad ·"));
    answers(a, "reorder best", "one of: none rowlen rcm");
    app_command(a, "op transpose");
    settings_arguments(&a->settings, a->model, "", text, sizeof text);
    assert_null(strstr(text, "reorder"));
}

/* With nothing else open, the panels say why. */
APP_TEST(what_is_not_opened_is_told, EMPTY)
{
    FEED(a->model, events_start);
    app_know(a, "earlier.mtx");
    app_know(a, "bad.mtx");
    app_know(a, "later.mtx");
    a->matrices.at = 1;
    snprintf(a->matrices.opening, sizeof a->matrices.opening, "bad.mtx");
    a->engine.pending[PENDING_OPEN] = 5;
    answer(a, 5, ERR_INPUT, "bad.mtx:3: 'x' is no row index");
    for (int view = 0; view < VIEW_COUNT; view += VIEW_log) { /* the run panel is there, or the log in its place */
        assert_true(shows(a, "bad.mtx:3: 'x' is no row index"));
        panels_focus(&a->panels, VIEW_log);
    }
    app_run(a, false);
    assert_string_equal(a->dialog.message, "no matrix is open: o opens one");
    assert_int_equal(a->matrices.count, 2);
    app_open_next(a, 1);
    assert_string_equal(a->matrices.opening, "later.mtx");
}

/* Whichever of three it is that cannot be read, n and p go on to its neighbours, round and round. */
TEST(both_ways_from_what_is_bad)
{
    char name[3][8] = { "a.mtx", "b.mtx", "c.mtx" };
    for (int bad = 0; bad < 3; bad++)
        for (int by = -1; by <= 1; by += 2) {
            struct app *a = make(EMPTY, false);
            for (int i = 0; i < 3; i++)
                app_know(a, name[i]);
            app_open(a, name[bad]);
            a->engine.pending[PENDING_OPEN] = 5;
            answer(a, 5, ERR_INPUT, "no matrix");
            app_open_next(a, by);
            assert_string_equal(a->matrices.opening, name[(bad + by + 3) % 3]);
            app_free(a);
        }
}

/* What was open before stays, with its order, its runs and its place among the matrices. */
TEST(what_was_open_stays)
{
    static const struct {
        int status;
        const char *text, *said;
    } cases[] = { { ERR_INPUT, "bad.mtx:3: 'x' is no row index",
                    "bad.mtx:3: 'x' is no row index; stencil27 stays open" },
                  { ERR_CANCELLED, "cancelled", "reading bad.mtx was cancelled; stencil27 stays open" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct app *a = make(FULL, false);
        a->engine.pending[PENDING_RUN] = 0;
        app_know(a, "road.mtx");
        app_know(a, "bad.mtx");
        snprintf(a->matrices.opening, sizeof a->matrices.opening, "road.mtx");
        event(a, "{'ev':'matrix','name':'stencil27','rows':32768,'cols':9,'nnz':20,'reorder':'rcm'}");
        settings_set(&a->settings, a->model, "reorder", "", NULL); /* as app_open leaves it */
        snprintf(a->matrices.opening, sizeof a->matrices.opening, "bad.mtx");
        a->matrices.at = 1;
        a->engine.pending[PENDING_OPEN] = 5;
        assert_true(shows(a, "2/2") && shows(a, "bad.mtx"));
        app_run(a, false);
        assert_string_equal(a->dialog.message, "bad.mtx is still being read");
        answer(a, 5, cases[i].status, cases[i].text);
        assert_true(shows(a, "stencil27 · rcm  32,768") && shows(a, cases[i].said));
        assert_true(shows(a, "gpu.csr.vector"));
        assert_int_equal(a->dialog.bad, cases[i].status == ERR_INPUT);
        assert_string_equal(settings_get(&a->settings, "reorder", "none"), "rcm");
        assert_string_equal(a->matrices.opening, "road.mtx");
        assert_true(shows(a, "1/2") == (cases[i].status == ERR_CANCELLED)); /* what is bad is not gone through again */
        assert_int_equal(a->matrices.count, cases[i].status == ERR_CANCELLED ? 2 : 1);
        app_free(a);
    }
}

/* Where there was no room for two, the old one is gone before the new one is read. */
APP_TEST(what_is_closed_is_told, FULL)
{
    a->engine.pending[PENDING_RUN] = 0;
    snprintf(a->matrices.opening, sizeof a->matrices.opening, "late.mtx");
    a->engine.pending[PENDING_OPEN] = 5;
    event(a, "{'ev':'closed','cmd':5,'name':'stencil27','text':'no room'}");
    assert_string_equal(a->model->notice[a->model->notices - 1], "stencil27 is closed: no room");
    answer(a, 5, ERR_INPUT, "late.mtx:9: too late");
    assert_true(shows(a, "late.mtx:9: too late") && !shows(a, "stencil27  32,768"));
    event(a, "{'ev':'closed','cmd':6,'name':'stencil27'}"); /* asked for: that is no news */
    assert_string_equal(a->model->notice[a->model->notices - 1], "late.mtx:9: too late");
}

/* A matrix without runs, as whoever begins has it, leads to the lessons as well. */
APP_TEST(a_first_matrix_leads_on, AT_REST)
{
    forget_runs(a->model, a->model->runs);
    assert_true(shows(a, "o  opens another matrix, or begins a lesson"));
}

/* The lessons stand below the demo; the one under the cursor begins. */
APP_TEST(the_picker_has_the_lessons, EMPTY)
{
    app_command(a, "open");
    assert_true(shows(a, "lesson     formats") && shows(a, "Sparse matrices and formats"));
    app_key(a, KEY_ARROW_DOWN);
    assert_true(shows(a, "PgDn turns its pages"));
    app_key(a, KEY_RETURN);
    assert_true(a->guide.tour && strstr(a->guide.tour->path, "1-formats.tour") && a->panels.overlay < 0);
}

/* What is chosen in the picker is opened by a command, whatever its path is. */
APP_TEST(paths_are_quoted, EMPTY)
{
    struct picker_entry odd = { .spec = "it's \\ \"one\" #1.mtx", .group = "file" };
    a->picker = (struct picker){ .entry = &odd, .entries = 1 };
    const struct scene s = app_scene(a, VIEW_open);
    struct view_reply reply = { 0 };
    struct words w;
    assert_true(view_open.act(&s, &a->state[VIEW_open], "enter", &reply));
    assert_true(words_split(reply.command, &w, NULL));
    assert_int_equal(w.count, 2);
    assert_string_equal(w.word[0], "open");
    assert_string_equal(w.word[1], odd.spec);
    words_free(&w);
    a->picker = (struct picker){ 0 };
}

TESTS(NULL, NULL)
