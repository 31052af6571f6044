/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_views: every view at every size stays inside its rectangle; whole screens look as the golden files say
   (`make golden` writes them anew). */
#include "core/tests/cmocka.h"
#include "tui/model/tests/machine.h"
#include "tui/screen/actions.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"
#include "tui/views/layout.h"

/* Nothing may be written outside r: the rest of the canvas keeps its pattern. */
static void draw_inside(const struct app *a, int view, int rows, int cols)
{
    struct canvas c;
    struct rect r = { 1, 2, rows, cols };
    assert_true(canvas_init(&c, rows + 3, cols + 5, a->ascii, NULL));
    for (int i = 0; i < c.rows * c.cols; i++)
        c.cell[i].glyph = '~';
    draw_view(a, view, &c, r);
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++)
            if (i < r.row || i >= r.row + rows || j < r.col || j >= r.col + cols)
                assert_int_equal(c.cell[i * c.cols + j].glyph, '~');
    canvas_free(&c);
}

TEST(views_stay_inside)
{
    for (int stage = EMPTY; stage <= FULL; stage++) {
        struct app *a = make((enum stage)stage, false);
        for (int view = 0; view < VIEW_COUNT; view++)
            for (int focus = 0; focus < 2; focus++) {
                a->panels.focus = focus ? view : VIEW_log;
                for (int rows = 0; rows <= 70; rows += rows < 24 ? 1 : 7)
                    for (int cols = 0; cols <= 240; cols += cols < 84 ? 1 : 13)
                        draw_inside(a, view, rows, cols);
            }
        app_free(a);
    }
}

/* The places of every layout lie inside the body and do not overlap; each panel stands in one of them. */
TEST(layouts_do_not_overlap)
{
    static char used[70][240];
    for (int rows = 5; rows <= 70; rows++)
        for (int cols = 20; cols <= 240; cols += 3) {
            const int strip = (rows + cols) % 3;
            struct arrangement l;
            layout_make(rows, cols, strip, &l);
            assert_int_equal(l.strip.rows, l.framed ? strip > 0 : rows >= 10 ? strip : 0);
            memset(used, 0, sizeof used);
            int panels[VIEW_COUNT] = { 0 };
            assert_in_range(l.places, 1, VIEW_COUNT);
            for (int s = 0; s < l.places; s++) {
                struct rect r = l.place[s].rect;
                for (int i = 0; i < l.place[s].views; i++)
                    panels[l.place[s].view[i]]++;
                assert_true(r.row >= 1 && r.col >= 0 && r.row + r.rows <= rows - 1 && r.col + r.cols <= cols);
                assert_true(r.rows >= 2 && r.cols >= 10);
                for (int i = r.row; i < r.row + r.rows; i++)
                    for (int j = r.col; j < r.col + r.cols; j++)
                        assert_int_equal(used[i][j]++, 0);
            }
            for (int j = l.strip.col; l.strip.rows && j < l.strip.col + l.strip.cols; j++)
                for (int i = l.strip.row; i < l.strip.row + l.strip.rows; i++)
                    assert_int_equal(used[i][j], l.framed); /* on the edge of a panel, or below them all */
            for (int view = 0; view < VIEW_COUNT; view++)
                assert_int_equal(panels[view], !views[view]->overlay);
        }
}

TEST(whole_screens_at_every_size)
{
    for (int stage = EMPTY; stage <= FULL; stage++) {
        struct app *a = make((enum stage)stage, stage == LOADING);
        for (int rows = 0; rows <= 70; rows += rows < 40 ? 1 : 5)
            for (int cols = 0; cols <= 240; cols += cols < 30 ? 1 : 7) {
                struct canvas c;
                resize(a, rows, cols);
                assert_true(canvas_init(&c, rows, cols, a->ascii, NULL));
                app_draw(a, &c);
                app_mouse(a, MOUSE_TWICE, rows / 2, cols / 2);
                for (int i = 0; i < rows * cols && a->ascii; i++)
                    assert_in_range(c.cell[i].glyph, 0x20, 0x7e);
                canvas_free(&c);
            }
        app_free(a);
    }
}

/* ---- golden screens ---- */

TEST(golden_screens)
{
    golden(make(EMPTY, false), "empty-80x24", 24, 80, "");
    golden(make(LOADING, false), "loading-80x24", 24, 80, "");
    golden(make(FULL, false), "full-40x12", 12, 40, "focus run");
    golden(make(FULL, false), "full-80x24", 24, 80, "");
    golden(make(FULL, true), "full-80x24-ascii", 24, 80, "");
    golden(make(FULL, false), "full-120x36", 36, 120, "sort order");
    golden(make(FULL, false), "full-200x60", 60, 200, "focus settings");
    golden(make(FULL, false), "zoom-run-120x36", 36, 120, "zoom run");
    golden(make(FULL, false), "zoom-matrix-120x36", 36, 120, "zoom matrix");
    golden(make(FULL, false), "zoom-matrix-200x60", 60, 200, "zoom matrix");
    golden(make(FULL, false), "zoom-formats-80x24", 24, 80, "zoom formats");
    golden(make(FULL, false), "zoom-formats-120x36", 36, 120, "zoom formats");
    golden(make(FULL, true), "zoom-formats-ascii-80x24", 24, 80, "zoom formats");
    golden(make(FULL, false), "zoom-rows-200x60", 60, 200, "zoom rows");
    golden(make(FULL, false), "blocks-120x36", 36, 120, "focus formats");
    golden(make(FULL, false), "help-80x24", 24, 80, "help");
}

/* The bar of a format that would be far longer than the others is cut, and has the true shares. */
APP_TEST(cut_bars_of_formats, FULL)
{
    feed(a->model, "{'ev':'formats','type':'f64','items':[{'name':'csr','bytes':1000,'padding':1},"
                   "{'name':'ell','bytes':20000,'padding':10}]}");
    resize(a, 24, 80);
    app_command(a, "zoom formats");
    assert_true(shows(a, "\n   ████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▸▸▸\n"));
}

/* ---- the machine's strip ---- */

static const char load_cpu[] =
    "{'ev':'load','cmd':2,'device':'cpu','clock_mhz':3204.5,"
    "'processors':[[0,100,0],[1,99,0],[2,98,2],[3,52,48],[4,100,0],[5,100,0],[6,0,20],[7,0,0]]}",
                  load_gpu[] = "{'ev':'load','cmd':2,'device':'gpu0','clock_mhz':1980,'power_w':512.25,"
                               "'memory_used':14200000000,'processors':[[0,100,0],[1,0,0]]}";

static struct app *at_work(const char *load, bool ascii)
{
    static const double ms[] = { 0.25, 0.22, 0.21, 0.2, 0.2, 0.21, 0.19, 0.2, 0.24, 0.2 };
    struct app *a = make(FULL, ascii);
    char line[200];
    feed(a->model, load);
    for (int i = 0; i < 10; i++) {
        snprintf(line, sizeof line,
                 "{'ev':'sample','id':5,'n':%d,'of':10,'ms':%g,'median_ms':0.2,'gflops':8.3,'gbs':38.1,"
                 "'roof':'L3','roof_frac':0.79}",
                 i + 1, ms[i]);
        feed(a->model, line);
    }
    return a;
}

TEST(strip_while_running)
{
    golden(at_work(load_cpu, false), "strip-80x24", 24, 80, "");
    golden(at_work(load_cpu, true), "strip-80x24-ascii", 24, 80, "");
    golden(at_work(load_cpu, false), "strip-120x36", 36, 120, "");
    golden(at_work(load_cpu, false), "strip-40x12", 12, 40, "focus run");
    golden(at_work(load_cpu, false), "strip-200x60", 60, 200, "");
    golden(at_work(load_gpu, false), "strip-gpu-80x24", 24, 80, "zoom run");
    golden(at_work(load_gpu, false), "strip-gpu-200x60", 60, 200, "zoom run");
}

/* The line goes back to the panels when the command ends, and when the recording does. */
TEST(strip_goes)
{
    struct app *a = at_work(load_cpu, false);
    assert_true(shows(a, "38.1 GB/s"));
    a->engine.over = true;
    assert_false(shows(a, "38.1 GB/s"));
    a->engine.over = false;
    answer(a, 2, 0, "");
    assert_false(shows(a, "38.1 GB/s"));
    app_free(a);
}

/* Any number of processors at any width, and loads that cannot be. */
TEST(strip_at_every_size)
{
    struct app *a = at_work(load_gpu, false);
    json_t *all = json_array(), *e = json_pack("{s:s,s:s,s:o}", "ev", "load", "device", "?", "processors", all);
    for (int n = 0; n < 1100; n += 1 + n / 3) {
        while ((int)json_array_size(all) < n)
            json_array_append_new(all, json_pack("[i,i,i]", n, n - 5, 7 * n));
        model_apply(a->model, e);
        for (a->panels.cols = 20; a->panels.cols < 240; a->panels.cols += 3) {
            struct canvas c;
            a->panels.rows = 10 + a->panels.cols % 30;
            assert_true(canvas_init(&c, a->panels.rows, a->panels.cols, false, NULL));
            app_draw(a, &c);
            canvas_free(&c);
        }
    }
    json_decref(e);
    app_free(a);
}

/* The threads panel of machines of every size. */
static void golden_machine(const struct machine *k, const char *name, int rows, int cols, bool ascii)
{
    struct app *a = make(FULL, ascii);
    resize(a, rows, cols);
    feed_machine(a->model, k);
    app_command(a, rows > 20 ? "zoom threads" : "focus threads");
    compare_screen(a, name);
    for (int i = 0; i < 70; i++) /* as far down as it goes, at every size */
        app_command(a, "down");
    for (int r = 0; r <= 70; r += 1 + r / 9)
        for (int w = 0; w <= 240; w += 1 + w / 9)
            draw_inside(a, VIEW_threads, r, w);
    app_free(a);
}

TEST(golden_threads)
{
    static const struct machine laptop = { 1, 1, 8, 2, 8, 16, 0, NULL }, server = { 2, 1, 64, 2, 8, 256, 0, NULL },
                                nodes = { 2, 4, 12, 1, 12, 96, 0, "OMP_PLACES is set: OpenMP places them" },
                                container = { 2, 1, 24, 2, 24, 16, 2.5, NULL };
    golden_machine(&laptop, "threads-laptop-80x24", 24, 80, false);
    golden_machine(&laptop, "threads-laptop-40x12", 12, 40, false);
    golden_machine(&server, "threads-server-80x24", 24, 80, false);
    golden_machine(&server, "threads-server-200x60", 60, 200, false);
    golden_machine(&nodes, "threads-nodes-120x36", 36, 120, false);
    golden_machine(&container, "threads-container-80x24", 24, 80, true);
}

/* A run in six MPI ranks, the last of which is slow and has the others wait. */
static struct app *in_ranks(bool ascii)
{
    static const char run[] =
        RUN("measurement", "6", "6", "peer.petsc", "mpi",
            "'status':'ok','matrix':'stencil27','samples':60,'time_ms':1.1,'ci_lo_ms':1.09,'ci_hi_ms':1.12,"
            "'gflops':300,'gbs':19,'err_ratio':0.1,'prepare_ms':560,'parts':[['rank 0',0.7,0.1,0.3,2,131072],"
            "['rank 1',0.6,0.2,0.3,4,262144],['rank 2',0.65,0.2,0.25,4,262144],['rank 3',0.7,0.2,0.2,4,"
            "262144],['rank 4',0.75,0.2,0.15,4,262144],['rank 5',1,0.1,0,2,131072]]}");
    struct app *a = make(FULL, ascii);
    feed(a->model, run);
    return a;
}

APP_TEST_OF(golden_ranks, in_ranks(false))
{
    golden(in_ranks(false), "ranks-80x24", 24, 80, "focus run;down");
    golden(in_ranks(true), "ranks-80x24-ascii", 24, 80, "zoom run;down");
    golden(in_ranks(false), "ranks-120x36", 36, 120, "focus run;down");
    golden(in_ranks(false), "ranks-200x60", 60, 200, "focus run;down");
    app_command(a, "focus run;down");
    for (int rows = 0; rows < 40; rows++)
        for (int cols = 0; cols < 160; cols += 3)
            draw_inside(a, VIEW_run, rows, cols);
}

/* What the ranks share of X stands among the facts of the matrix. */
APP_TEST_OF(ranks_among_the_facts, in_ranks(false))
{
    commands(a, "focus run;down");
    feed(a->model, "{'ev':'kernel','name':'peer.petsc','what':'PETSc','on':'mpi','format':'csr','op':'mul',"
                   "'types':['f64'],'layout':'col','peer':true}");
    assert_false(shows(a, "halo"));
    feed(a->model, "{'ev':'work','kernel':'peer.petsc','k':1,'type':'f64','threads':8,'rule':'r','worker':'rank',"
                   "'workers':6,'units':6,'imbalance':1.02,'halo':10240,'halo_most':2048,'sum':6,'most':1}");
    commands(a, "zoom matrix");
    assert_true(shows(a, "6 ranks · imbalance 1.02×") && shows(a, "% of X · at most "));
}

/* Bins of equal width over lengths of 0 to 9 are named after the lengths that the engine counts in them; one without
   any is left out. */
APP_TEST(linear_lengths, FULL)
{
    feed(a->model, "{'ev':'histogram','max':9,'bins':[[1,2],[20,80],[3,21],[4,36]]}");
    commands(a, "zoom rows");
    assert_true(shows(a, " 0–2 ") && shows(a, " 3–4 ") && shows(a, " 5–7 ") && shows(a, " 8–9 "));
    feed(a->model, "{'ev':'histogram','max':1,'bins':[[5,0],[0,0],[7,7],[0,0]]}");
    assert_true(shows(a, " 0 ") && shows(a, " 1 "));
    a->model->matrix.row_max =
        27; /* the bins reach further: the last is as wide as others, those beyond are not shown */
    feed(a->model, "{'ev':'histogram','max':39,'bins':[[1,0],[1,5],[1,10],[1,15],[1,20],[1,27],[0,0],[0,0]]}");
    assert_true(shows(a, " 25–29 ") && !shows(a, " 30–34 ") && !shows(a, " 35–39 "));
    commands(a, "scale");
    assert_true(shows(a, " 16–31 ") && !shows(a, " 25–29 "));
}

/* Rows in two powers of two would leave a panel empty: it has a line for each length, from the shortest on. */
APP_TEST(few_powers_are_divided, FULL)
{
    char command[160], event[400] = "{'ev':'histogram','max':27,'bins':[";
    for (int length = 0; length <= 27; length++)
        text_add(event, sizeof event, "%s[%d,%d]", length ? "," : "", length < 8 ? 0 : 1, length < 8 ? 0 : length);
    text_add(event, sizeof event, "]}");
    a->model->matrix.row_max = 27;
    resize(a, 60, 200);
    commands(a, "zoom rows");
    assert_true(shows(a, " 16–31 "));
    const struct scene s = app_scene(a, VIEW_rows);
    assert_true(view_rows.wants(&s, command, sizeof command));
    assert_string_equal(command, "histogram bins=28");
    feed(a->model, event);
    assert_true(shows(a, " 8 ") && shows(a, " 16 ") && shows(a, " 27 ") && !shows(a, " 16–31 ") && !shows(a, " 7 "));
    commands(a, "scale linear"); /* however much room there is */
    assert_true(shows(a, " 27 ") && !shows(a, " 16–31 "));
    commands(a, "scale log");
    assert_true(!shows(a, " 27 ") && shows(a, " 16–31 "));
}

/* Even processors that no machine has are drawn. */
TEST(threads_of_no_machine)
{
    static const char none[] = "{'ev':'topology'}",
                      many[] = "{'ev':'topology','threads':1000000,'pinned':true,"
                               "'processors':[[0,0,0,0,0,99999],[0],7,[0,0,0,0,0,5]]}",
                      less[] = "{'ev':'topology','threads':-3,'caches':[[],[-2,-7,1e300],'x'],"
                               "'processors':[[-1,-1,-1,-1,-1,-1]]}",
                      *const events[] = { none, many, less };

    for (size_t i = 0; i < COUNT(events); i++) {
        struct app *a = make(FULL, false);
        feed(a->model, events[i]);
        for (int rows = 0; rows < 30; rows++)
            for (int cols = 0; cols < 130; cols += 3)
                draw_inside(a, VIEW_threads, rows, cols);
        answers(a, "pin", "cannot pin"); /* nobody is there to do it */
        app_free(a);
    }
}

TESTS(NULL, NULL)
