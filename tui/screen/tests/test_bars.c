/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bars: of several runs of a kernel each is told by what is different, and the fastest and the slowest are marked.
 */
#include "core/tests/cmocka.h"
#include "tui/screen/tests/stage.h"
#include "tui/views/runs.h"

#define MEASURED(kernel, threads, params, gflops)                                                                      \
    "'kernel':'" kernel "','threads':" threads ",'params':'" params "','gflops':" gflops

static struct app *measured(const char *const *runs, int n, struct bars *b)
{
    struct app *a = make(LOADING, false);
    FEED(a->model, events_matrix);
    a->engine.pending[PENDING_OPEN] = 0;
    for (int i = 0; i < n; i++)
        feed_run(a->model, "%s", runs[i]);
    collect(a, b);
    assert_int_equal(b->n, n);
    return a;
}

/* A GPU's kernel has no team whose threads would differ. */
TEST(tags_tell_what_differs)
{
    static const char *const events[] = {
        MEASURED("cpu.csr.omp", "1", "SCHEDULE=static NZ_PER_CHUNK=4096", "1"),
        MEASURED("cpu.csr.omp", "1", "SCHEDULE=guided NZ_PER_CHUNK=4096", "2"),
        MEASURED("cpu.csr.omp", "2", "SCHEDULE=guided NZ_PER_CHUNK=4096", "3"),
        MEASURED("cpu.ell.omp", "2", "", "4"),
        MEASURED("cpu.csr.rowreg", "2", "UNROLL=4 SCHEDULE=static", "5"),
        MEASURED("cpu.csr.rowreg", "2", "UNROLL=40 SCHEDULE=static", "6"),
        MEASURED("gpu.csr.vector", "1", "", "7"),
    };
    static const char *const tags[] = {
        "×1 SCHEDULE=static", "×1 SCHEDULE=guided", "×2 SCHEDULE=guided", "×2", "×2 UNROLL=4", "×2 UNROLL=40", "",
    };
    struct bars b;
    struct app *a = measured(events, COUNT(events), &b);
    char tag[96];
    for (int i = 0; i < b.n; i++)
        assert_string_equal(bars_tag(&b, i, tag), tags[b.run[i]->id - 1]);
    assert_true(b.differ & DIFFER_THREADS && !(b.differ & DIFFER_K));
    app_free(a);
}

/* After a sweep over threads a GPU's kernels stand beside one bar of each kernel, not beside all. */
TEST(most_threads_beside_a_gpu)
{
    static const char *const events[] = {
        MEASURED("cpu.csr.omp", "1", "", "1"),
        MEASURED("cpu.csr.omp", "8", "", "3"),
        MEASURED("cpu.csr.omp", "4", "", "4"),
        "'kernel':'gpu.csr.vector','device':'gpu0','index':1,'gflops':7",
    };
    struct bars b;
    struct app *a = measured(events, 3, &b);
    feed_run(a->model, "%s", events[3]);
    collect(a, &b);
    assert_int_equal(b.n, 2);
    assert_true(b.run[0]->id == 4 && b.run[1]->threads == 8);
    a->state[VIEW_run].run.all = true;
    collect(a, &b);
    assert_int_equal(b.n, 4);
    app_free(a);
}

#define TIMED(kernel, gflops, lo, hi, flags)                                                                           \
    "'kernel':'" kernel "','gflops':" gflops ",'time_ms':1,'ci_lo_ms':" lo ",'ci_hi_ms':" hi ",'flags':[" flags "]"

/* The mark before the line of this kernel, and the colour of its bar. */
static uint32_t mark_of(const char *const *events, int n, const char *kernel, enum role *role)
{
    struct bars b;
    struct canvas c;
    uint32_t mark = 0;
    struct app *a = measured(events, n, &b);
    assert_true(canvas_init(&c, n + 2, 100, false, NULL)); /* no room for bars of two lines */
    draw_view(a, VIEW_run, &c, (struct rect){ 0, 0, n + 2, 100 });
    for (int i = 0; i < n; i++)
        if (strcmp(b.run[i]->kernel, kernel) == 0) {
            const struct cell *cells = &c.cell[(1 + i) * c.cols];
            mark = cells[1].glyph; /* beside the place of the cursor */
            for (int at = 2; at < c.cols; at++)
                if (cells[at].glyph == 0x2588)
                    *role = cells[at].role;
        }
    canvas_free(&c);
    app_free(a);
    return mark;
}

/* A rerun takes the place of the run before it, unless other programs disturbed it alone and it was no faster, or it is
   of a comparison, and wider. */
TEST(a_disturbed_rerun)
{
    static const struct {
        const char *timed;
        int shown;
    } runs[] = {
        { "'time_ms':5,'flags':['busy']", 1 },
        { "'time_ms':6,'flags':['busy']", 2 },
        { "'time_ms':7", 3 },
        { "'time_ms':8,'flags':['busy']", 3 },
        { "'time_ms':6,'flags':['busy']", 5 },
        { "'time_ms':9", 6 },
        { "'time_ms':9,'versus':'x','ci_lo_ms':5,'ci_hi_ms':20", 7 },
        { "'time_ms':9,'ci_lo_ms':8.9,'ci_hi_ms':9.1", 8 },
        { "'time_ms':9,'versus':'x','ci_lo_ms':5,'ci_hi_ms':20", 8 },
    };
    struct app *a = make(LOADING, false);
    struct bars b;
    FEED(a->model, events_matrix);
    a->engine.pending[PENDING_OPEN] = 0;
    for (size_t i = 0; i < COUNT(runs); i++) {
        feed_run(a->model, "'gflops':1,%s", runs[i].timed);
        collect(a, &b);
        assert_int_equal(b.n, 1);
        assert_int_equal(b.run[0]->id, runs[i].shown);
    }
    app_free(a);
}

/* Only what passed its check is the fastest or the slowest, and one alone is neither. */
TEST(marks)
{
    static const char *const events[] = {
        TIMED("cpu.csr.serial", "2", "0.99", "1.01", ""),
        TIMED("cpu.csr.omp", "1", "0.99", "1.01", ""),
        TIMED("cpu.ell.omp", "0.5", "0.99", "1.01", "],'status':'FAIL','more':["),
        TIMED("gpu.csr.vector", "3", "0.99", "1.01", ""),
    };
    enum role role;
    assert_int_equal(mark_of(events, 1, "cpu.csr.serial", &role), ' ');
    assert_int_equal(mark_of(events, 4, "cpu.csr.serial", &role), ' ');
    assert_int_equal(role, ROLE_CPU_BAR);
    assert_int_equal(mark_of(events, 4, "cpu.csr.omp", &role), 0x2193);
    assert_int_equal(mark_of(events, 4, "cpu.ell.omp", &role), ' ');
    assert_int_equal(mark_of(events, 4, "gpu.csr.vector", &role), 0x2191);
    assert_int_equal(role, ROLE_GPU);
}

/* A kernel that chooses is no faster than its choice, even if their intervals do not meet. */
TEST(choices)
{
    static const char *const events[] = {
        TIMED("cpu.auto", "1.02", "0.80", "0.82", "],'choice':'cpu.csr.omp','more':["),
        TIMED("cpu.csr.omp", "0.99", "1.1", "1.2", ""),
        TIMED("cpu.ell.omp", "1", "0.95", "1", ""),
    };
    enum role role;
    assert_int_equal(mark_of(events, 3, "cpu.auto", &role), 0x2248);
    assert_int_equal(mark_of(events, 3, "cpu.csr.omp", &role), 0x2248);
    assert_int_equal(mark_of(events, 3, "cpu.ell.omp", &role), 0x2248);
    assert_int_equal(mark_of(events, 2, "cpu.auto", &role), ' '); /* no rival */
}

/* What was chosen is whole on a narrow screen: on the second line of a bar where the first has no room. */
TEST(choices_are_whole)
{
#define CHOSE(k)                                                                                                       \
    "'kernel':'cpu.auto','k':" k ",'threads':2,'gflops':1,'time_ms':1,'prepare_ms':2,'choosing_ms':3,"                 \
    "'choice':'cpu.sell.simd,1 thread'"
    static const char *const events[] = { CHOSE("4"), CHOSE("8"), "'kernel':'peer.graphblas','k':8,'threads':1" };
    struct bars b;
    struct app *a = measured(events, 3, &b);
    resize(a, 24, 80);
    commands(a, "focus run;zoom");
    assert_true(shows(a, "cpu.auto       k=8") && shows(a, "\n   → sell.simd,1 thread"));
    assert_true(shows(a, " 1.00 ms · prepare 2.00 ms \n") || shows(a, " 1.00 ms · prepare 2.00 ms\n"));
    resize(a, 24, 140);
    assert_true(shows(a, "k=8 ×2 → sell.simd,1 thread "));
    app_free(a);
}

/* A disturbed run of a kernel that chooses leaves what the run of its choice tells. */
TEST(disturbed_chooser)
{
    static const char *const events[] = {
        TIMED("cpu.csr.omp", "1", "0.99", "1.01", ""),
        TIMED("cpu.ell.omp", "0.5", "1.98", "2.02", ""),
        TIMED("cpu.auto", "0.9", "0.9", "3", "'busy'],'choice':'cpu.csr.omp','more':["),
    };
    enum role role;
    assert_int_equal(mark_of(events, 3, "cpu.csr.omp", &role), 0x2191);
}

/* Where intervals overlap there is no fastest: all that may be it are marked, and bright, however wide they are. What
   has no interval is dim, whatever its rate. */
TEST(overlaps)
{
    static const char *const events[] = {
        TIMED("cpu.csr.serial", "1", "0.99", "1.01", ""),
        TIMED("cpu.csr.omp", "2", "0.95", "1.02", ""),
        TIMED("gpu.csr.vector", "2.05", "0.99", "1.06", ""),
        TIMED("cpu.ell.omp", "1.5", "0.5", "14", "'wide'"),
    };
    static const char *const slow[] = {
        TIMED("cpu.csr.omp", "2", "0.95", "1.02", ""),
        TIMED("cpu.ell.omp", "5", "0.99", "1.01", "'busy'"),
        TIMED("cpu.csr.serial", "1", "0", "0", "'blocks'"),
    };
    enum role role;
    for (int n = 3; n <= 4; n++) {
        assert_int_equal(mark_of(events, n, "cpu.csr.omp", &role), 0x2248);
        assert_int_equal(role, ROLE_CPU);
        assert_int_equal(mark_of(events, n, "gpu.csr.vector", &role), 0x2248);
        assert_int_equal(mark_of(events, n, "cpu.csr.serial", &role), n == 3 ? 0x2193 : ' ');
    }
    assert_int_equal(mark_of(events, 4, "cpu.ell.omp", &role), 0x2248);
    assert_int_equal(role, ROLE_CPU);
    assert_int_equal(mark_of(slow, 3, "cpu.ell.omp", &role),
                     0x2191); /* the machine was busy, and it is clearly ahead */
    assert_int_equal(role, ROLE_CPU);
    assert_int_equal(mark_of(slow, 3, "cpu.csr.omp", &role), ' ');
    assert_int_equal(mark_of(slow, 3, "cpu.csr.serial", &role), ' '); /* without an interval never the last */
    assert_int_equal(role, ROLE_DIM);
}

/* Beside the fastest library on the same device, on however many threads, as in tables. */
TEST(libraries)
{
    static const char *const events[] = {
        MEASURED("cpu.csr.serial", "1", "", "1"),
        MEASURED("cpu.csr.omp", "2", "", "6"),
        MEASURED("peer.librsb", "2", "", "4"),
        MEASURED("peer.eigen", "2", "", "3"),
        MEASURED("peer.graphblas", "2", "", "9,'status':'FAIL'"),
        MEASURED("cpu.ell.omp", "4", "", "2"),
    };
    struct bars b;
    struct app *a = measured(events, 6, &b);
    for (int i = 0; i < b.n; i++) {
        const struct model_run *library = bars_library(&b, b.run[i]);
        const bool none = strncmp(b.run[i]->kernel, "peer.", 5) == 0;
        assert_true(none ? !library : library && strcmp(library->kernel, "peer.librsb") == 0);
    }
    resize(a, 30, 110);
    panels_focus(&a->panels, VIEW_run);
    a->state[VIEW_run].at = 0;
    assert_true(shows(a, "library"));
    assert_true(shows(a, "≈1.5× peer.librsb")); /* without intervals nobody knows which is faster */
    for (int i = 0; i < a->model->runs; i++)
        a->model->run[i].ci_lo_ms = a->model->run[i].ci_hi_ms = a->model->run[i].time_ms = 1 / a->model->run[i].gflops;
    assert_true(shows(a, " 1.5× peer.librsb"));
    app_free(a);
}

/* A label of the axis stands where a bar of that value ends: at a whole column, whatever the width of the bars is. */
TEST(ticks_are_at_whole_columns)
{
    static const char *const events[] = { MEASURED("cpu.csr.serial", "1", "", "1.63"),
                                          MEASURED("cpu.csr.omp", "2", "", "3.4") };
    struct bars b;
    struct canvas none = { 0 };
    struct app *a = measured(events, 2, &b);
    const struct scene s = app_scene(a, VIEW_run);
    for (int scale = 0; scale < SCALE_COUNT; scale++)
        for (int cols = 64; cols < 200; cols++) {
            double tick[AXIS_TICKS];
            struct runs_panel p = { .scene = &s,
                                    .canvas = &none,
                                    .rect = { 0, 0, 20, cols },
                                    .bars = &b,
                                    .axis = bars_axis(&b, (enum scale)scale) };
            runs_place(&p);
            const int n = axis_ticks(&p.axis, tick);
            assert_true(n > 1);
            for (int i = 0; i < n && scale == SCALE_LINEAR; i++) {
                const double at = bars_length(&p.axis, tick[i], p.bar_width);
                assert_true(fabs(at - round(at)) < 1e-6);
            }
        }
    app_free(a);
}

/* Below the bars: why a number is doubtful, what preparing costs in products of the library, and when it has paid. */
TEST(details)
{
    static const char *const events[] = {
        "'k':4,'threads':2,'of':1,'gflops':6,'time_ms':1,'ci_lo_ms':0.6,'ci_hi_ms':1.4,'flags':['wide','busy'],"
        "'prepare_ms':20,'upload_ms':2,'prepare_products':5.5,'peer':'peer.mkl','pays_after':20,"
        "'scaling':1.6,'speedup':1.4,'unclear':['speedup','scaling'],'nnz_per_s':8.3e8,"
        "'gbs':2,'roof_gbs':50,'roof_frac':0.04,'roof':'L3','level':'L3'",
    };
    struct bars b;
    struct app *a = measured(events, 1, &b);
    resize(a, 30, 400);
    panels_focus(&a->panels, VIEW_run);
    a->panels.zoomed = true;
    assert_true(shows(a, "doubtful: the machine was busy, interval above 25% · median 1.00 ms"));
    assert_true(shows(a, "prepare ≈22.0 ms = 5.50 products of peer.mkl, paid after ≈20 · "));
    strcpy(a->model->run[a->model->runs - 1].reorder, "rcm"); /* the base of its speedup is, too */
    assert_true(shows(a, " · ≈1.4× serial in rcm · "));
    a->model->run[a->model->runs - 1].reorder[0] = 0;
    strcpy(a->model->run[a->model->runs - 1].flags, "prepare"); /* they ran while it was prepared, at least */
    assert_true(shows(a, "doubtful: other programs ran while it was prepared · median"));
    assert_true(shows(a, "prepare ≈22.0 ms = 5.50 products of peer.mkl, paid after ≈20 · "));
    strcpy(a->model->run[a->model->runs - 1].flags, "wide,busy");
    strcpy(a->model->run[a->model->runs - 1].choice, "cpu.csr.omp");
    a->model->run[a->model->runs - 1].choosing_ms = 18;
    assert_true(shows(a, " · prepare ≈4.00 ms + choose ≈18.0 ms = 5.50 products of peer.mkl, paid after ≈20 · "));
    assert_true(shows(a, " ≈4.00 ms  ≈18.0 ms ")); /* columns of their own */
    app_command(a, "answer");
    assert_true(shows(a, "  ≈4.00 ms ") && shows(a, " cpu.csr.omp: prepare ≈4.00 ms + choose ≈18.0 ms "));
    app_command(a, "answer");
    assert_true(shows(a, " ≈1.4× "));
    assert_true(shows(a, "≈1.6× one thread · 830M nonzeros/s"));
    assert_true(shows(a, "3.00 flop/B"));
    assert_false(shows(a, "the peak of arithmetic"));
    /* of the memory's 150 GFLOPS */
    assert_true(shows(a, " ≈4.0%"));
    struct model_run *r = &a->model->run[a->model->runs - 1]; /* as the engine has it where the arithmetic bounds */
    strcpy(r->roof, "peak");
    r->roof_frac = 0.05;
    assert_true(shows(a, "roof 120 GFLOPS") && shows(a, "of arithmetic, below 150 = 3.00 flop/B × 50.0 GB/s of L3"));
    assert_true(shows(a, " ≈5.0%"));
    assert_false(shows(a, "of L3 that"));
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','threads':8,'levels':[['L3',90000000,200,1,25]]}");
    assert_true(shows(a, "= 3.00 flop/B × 50.0 GB/s of L3 that 2 threads read"));
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','threads':8,"
                   "'levels':[['L2',1500000,400,1,99],['L3',90000000,200,1,25]]}"); /* of 2 MB L2 holds a part */
    assert_true(shows(a, "= 3.00 flop/B × 50.0 GB/s of L2 and L3 that 2 threads read"));
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','threads':8,'read_gbs':40,"
                   "'levels':[['L2',100000,400,1,99],['L3',2200000,200,1,25]]}"); /* L3 just holds all */
    assert_true(shows(a, "GB/s of L3 and DRAM that 2 threads read"));
    strcpy(r->roof, "L3");
    app_command(a, "answer"); /* one name everywhere */
    assert_true(shows(a, "≈5.0% of the roof of L3 and DRAM"));
    app_free(a);
}

/* A speedup is over the serial kernel in the same order of rows: the faster run may have the smaller one. */
TEST(speedups_of_two_orders)
{
    static const char *const events[] = {
        "'k':4,'threads':2,'gflops':6,'time_ms':1,'speedup':11",
        "'k':4,'threads':2,'gflops':9,'time_ms':0.7,'speedup':7,'reorder':'rcm'",
    };
    struct bars b;
    struct app *a = measured(events, 2, &b);
    resize(a, 30, 120);
    panels_focus(&a->panels, VIEW_run);
    a->panels.zoomed = true;
    app_command(a, "all");
    assert_true(shows(a, " 11× ") && shows(a, " 7.0×* "));
    strcpy(a->model->run[a->model->runs - 2].reorder, "rcm");
    assert_true(shows(a, " 7.0× ") && !shows(a, "×*")); /* one base */
    app_free(a);
}

/* What is true of the machine stands once above the bars; a figure without an interval or with a wide one is marked. */
TEST(doubtful_figures)
{
    static const char *const events[] = {
        "'kernel':'cpu.csr.omp','gflops':6,'time_ms':1,'ci_lo_ms':0.6,'ci_hi_ms':1.4,'flags':['busy','roof','wide'],"
        "'gbs':9,'roof_frac':0.3,'roof':'L3','level':'L3'",
        "'kernel':'cpu.ell.omp','gflops':5,'time_ms':1.2,'flags':['busy','blocks'],"
        "'gbs':6,'roof_frac':0.2,'roof':'L3','level':'L3'",
        "'kernel':'cpu.csr.merge','gflops':4,'time_ms':1.5,'ci_lo_ms':1.4,'ci_hi_ms':1.6,'flags':['busy'],"
        "'gbs':3,'roof_frac':0.1,'roof':'L3','level':'L3'",
    };
    struct bars b;
    struct app *a = measured(events, 3, &b);
    resize(a, 30, 110);
    panels_focus(&a->panels, VIEW_run);
    a->panels.zoomed = true;
    assert_true(shows(a, " · busy machine "));
    assert_true(shows(a, " ≈6.00   ±67%  ≈30% ") && shows(a, " ≈5.00    few  ≈20% "));
    assert_true(shows(a, "  4.00  ±7.1%   10% "));
    a->model->run[0].flags[0] = 0;
    assert_true(shows(a, " · 2 of 3 busy ") && shows(a, "  roof "));
    app_free(a);
}

/* A run that nothing disturbed still has a doubtful speedup where its base was disturbed. */
TEST(a_disturbed_base)
{
    static const char *const events[] = { MEASURED("cpu.csr.omp", "2", "", "2,'speedup':2"),
                                          MEASURED("cpu.csr.serial", "2", "", "1,'speedup':1,'flags':['busy']") };
    struct bars b;
    struct app *a = measured(events, 2, &b);
    panels_focus(&a->panels, VIEW_run);
    a->panels.zoomed = true;
    resize(a, 30, 200);
    assert_true(shows(a, "cpu.csr.omp: the machine was busy during cpu.csr.serial, the base of its speedup"));
    strcpy(a->model->run[0].flags, "busy");
    assert_true(shows(a, "doubtful: the machine was busy · ") && !shows(a, "the base of its speedup"));
    a->model->run[0].ci_lo_ms = 0.9; /* what that may do is in the interval */
    a->model->run[0].time_ms = 1;
    a->model->run[0].ci_hi_ms = 1.1;
    assert_true(shows(a, ": the machine was busy · ") && !shows(a, "doubtful"));
    app_free(a);
}

/* While a batch runs the bars begin where they will begin when the longest of its names has come. */
TEST(bars_stand_still)
{
    static const char *const events[] = { MEASURED("cpu.csr.omp", "2", "", "1") };
    struct bars b;
    struct app *a = measured(events, 1, &b);
    struct canvas c;
    assert_true(canvas_init(&c, 24, 80, false, NULL));
    struct scene now = app_scene(a, VIEW_run);
    struct runs_panel p = { .scene = &now, .canvas = &c, .rect = { 0, 0, 24, 80 }, .bars = &b };
    a->model->run[0].of = a->model->run[0].index; /* it was the only one */
    now = app_scene(a, VIEW_run);
    runs_place(&p);
    int short_names = p.bar;
    a->engine.pending[PENDING_RUN] = 2;
    now = app_scene(a, VIEW_run);
    runs_place(&p);
    int running = p.bar;
    assert_true(running > short_names);
    a->engine.pending[PENDING_RUN] = 0;
    a->model->run[0].of++; /* others were to come, and have been stopped */
    now = app_scene(a, VIEW_run);
    runs_place(&p);
    assert_int_equal(p.bar, running);
    kernels_mark(&a->marks, "cpu.csr.omp", 1); /* this one alone is run: no longer name will come */
    now = app_scene(a, VIEW_run);
    runs_place(&p);
    assert_int_equal(p.bar, short_names);
    kernels_mark(&a->marks, "cpu.csr.omp", 0);
    feed_run(a->model, MEASURED("gpu.csr.vector", "2", "", "3"));
    collect(a, &b);
    now = app_scene(a, VIEW_run);
    runs_place(&p);
    assert_int_equal(p.bar, running);
    canvas_free(&c);
    app_free(a);
}

/* A wide panel gives half of its width to the bars, and a high one draws them two lines high; a bar alone does not
   fill it. */
TEST(bars_are_large)
{
    static const char *const events[] = { MEASURED("cpu.csr.omp", "2", "", "6"),
                                          MEASURED("peer.librsb", "2", "", "4") };
    for (int n = 1; n <= 2; n++) {
        struct bars b;
        struct app *a = measured(events, n, &b);
        struct canvas c;
        assert_true(canvas_init(&c, 12, 118, false, NULL));
        const struct scene now = app_scene(a, VIEW_run);
        struct runs_panel p = { .scene = &now, .canvas = &c, .rect = { 0, 0, 12, 118 }, .bars = &b };
        runs_place(&p);
        assert_true(2 * p.bar_width >= 118);
        draw_view(a, VIEW_run, &c, p.rect);
        int full = 0;
        for (int i = 0; i < p.bar_width; i++) {
            assert_int_equal(c.cell[c.cols + p.bar + i].glyph, c.cell[2 * c.cols + p.bar + i].glyph);
            full += c.cell[c.cols + p.bar + i].glyph == 0x2588;
        }
        assert_in_range(full, p.bar_width / 2, p.bar_width * 5 / 6);
        canvas_free(&c);
        app_free(a);
    }
}

/* After the batch the fastest is visible, wherever it is in the list; in the panel itself, the cursor. */
APP_TEST(fastest_is_in_sight, LOADING)
{
    FEED(a->model, events_matrix);
    a->engine.pending[PENDING_OPEN] = 0;
    for (int i = 1; i <= 20; i++)
        feed_run(a->model, "'of':20,'kernel':'x.no%d','gflops':%d", i, i == 15 ? 9 : 1);
    panels_focus(&a->panels, VIEW_kernels);
    assert_true(shows(a, "x.no15") && shows(a, "x.no2 ") && !shows(a, "x.no18"));
    feed(a->model, RUN("run", "21", "21", "x.now", "cpu", "'step':'warm'}"));
    assert_true(shows(a, "x.no15") && shows(a, "x.now"));
    forget_runs(a->model, 1);
    app_command(a, "sort order");
    assert_true(shows(a, "x.no15") && !shows(a, "x.no2 "));
    int row = 0;
    char *text = screen_text(a);
    for (const char *p = text; p < strstr(text, "x.no15"); p++)
        row += *p == '\n';
    free(text);
    panels_focus(&a->panels, VIEW_run);
    assert_true(shows(a, "x.no2 ") && !shows(a, "x.no15"));
    panels_focus(&a->panels, VIEW_kernels);
    app_mouse(a, MOUSE_CLICK, row, 10); /* a click chooses the line that it is on */
    struct bars b;
    collect(a, &b);
    assert_int_equal(a->panels.focus, VIEW_run);
    assert_string_equal(b.run[b.line[a->state[VIEW_run].at].run]->kernel, "x.no15");
}

TESTS(NULL, NULL)
