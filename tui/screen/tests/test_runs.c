/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_runs: which runs the panel shows, and how they are told apart. */
#include "core/tests/cmocka.h"
#include "tui/model/figure.h"
#include "tui/screen/tests/stage.h"
#include "tui/views/bars.h"

static bool has_bar(const struct bars *b, const char *kernel, int threads)
{
    for (int i = 0; i < b->n; i++)
        if (strcmp(b->run[i]->kernel, kernel) == 0 && b->run[i]->threads == threads)
            return true;
    return false;
}

/* After a run with fewer threads, those with more are another problem; what has no team is the same as before. */
APP_TEST(serial_runs_stay, FULL)
{
    struct model *m = a->model;
    struct bars b;
    m->kernel[0] = (struct model_kernel){ .name = "cpu.csr.serial", .on = "cpu", .serial = true };
    for (int i = 0; i < m->runs; i++)
        if (strcmp(m->run[i].kernel, "cpu.csr.serial") == 0)
            m->run[i].threads = 1;
    feed(m, RUN("run", "9", "1", "cpu.csr.omp", "cpu", "'step':'warm'}"));
    m->run[m->runs - 1].threads = 4;
    collect(a, &b);
    assert_true(has_bar(&b, "cpu.csr.serial", 1));
    assert_true(has_bar(&b, "cpu.csr.omp", 4));
    assert_false(has_bar(&b, "cpu.csr.omp", 8));
}

/* A new engine counts its runs from 1 again: they are other runs. */
APP_TEST(runs_outlive_their_engine, FULL)
{
    int before = a->model->runs;
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    FEED(a->model, events_runs);
    assert_int_equal(a->model->runs, 2 * before);
}

/* A run that is stopped leaves the result before it in its place. */
APP_TEST(stopped_runs_replace_nothing, FULL)
{
    struct bars b;
    collect(a, &b);
    const int before = b.n, id = b.run[0]->id;
    char line[700];
    snprintf(line, sizeof line,
             "{'ev':'measurement','cmd':3,'id':90,'index':1,'of':1,'kernel':'%s','op':'mul','type':'f64','k':1,"
             "'layout':'row','format':'csr','device':'%s','threads':%d,'params':'%s','cache':'warm',"
             "'status':'cancelled'}",
             b.run[0]->kernel, b.run[0]->device, b.run[0]->threads, b.run[0]->params);
    feed(a->model, line);
    collect(a, &b);
    assert_int_equal(b.n, before);
    assert_int_equal(b.run[0]->id, id);
}

/* A ratio to a library that its interval leaves open is marked, also where its side of 1 is clear. */
APP_TEST(open_ratios_are_marked, EMPTY)
{
    char out[TEXT_SIZE];
    struct model_run
        run = { .time_ms = 1, .ci_lo_ms = 0.99, .ci_hi_ms = 1.01, .gflops = 3, .flops = true, .status = "ok" },
        library = { .time_ms = 3, .ci_lo_ms = 2.97, .ci_hi_ms = 3.03, .gflops = 1, .flops = true, .status = "ok" };
    assert_string_equal(bars_ratio(out, &run, &library), "3.0×");
    run.ci_hi_ms = 2;
    assert_string_equal(bars_ratio(out, &run, &library), "≈3.0×");
    assert_string_equal(figure_ratio(out, 0.001, true), "<0.01×"); /* one sign */
}

/* What L does stands beside what the axis is, or after a colon: not as the axis' title. */
APP_TEST(the_scale_is_named, FULL)
{
    static const char *const heads[2][2] = { { "linear · L log  0", "  L: log  " },
                                             { "log · L linear", "  L: linear" } };
    for (int log = 0; log < 2; log++) {
        commands(a, log ? "scale log" : "scale linear");
        for (int narrow = 0; narrow < 2; narrow++) {
            struct canvas c;
            assert_true(canvas_init(&c, 10, narrow ? 26 : 60, false, NULL));
            draw_view(a, VIEW_run, &c, (struct rect){ 0, 0, c.rows, c.cols });
            char *text = canvas_to_text(&c);
            if (!strstr(text, heads[log][narrow]))
                fail_msg("it drew '%s'", text);
            free(text);
            canvas_free(&c);
        }
    }
}

/* The lists of k and type stand beside the kernels, and what all have in common in the title. */
APP_TEST(runs_are_told_apart, FULL)
{
    struct bars b;
    collect(a, &b);
    assert_string_equal(b.common, "mul · k=1 · f64 · 8 threads");
    feed(a->model, RUN("run", "9", "6", "cpu.csr.omp", "cpu", "'step':'warm'}"));
    a->model->run[a->model->runs - 1].k = 16;
    collect(a, &b);
    assert_string_equal(b.common, "mul · f64 · 8 threads");
    assert_true(shows(a, "cpu.csr.omp    k=16"));
}

/* The choice of a kernel that chooses is shown without the prefix that both share. */
APP_TEST(choices_are_short, EMPTY)
{
    static const struct {
        const char *kernel, *choice, *tag;
    } cases[] = { { "cpu.auto", "cpu.sell.simd C=8", "→ sell.simd C=8" },
                  { "gpu.auto", "peer.cusparse.csr2", "→ peer.cusparse.csr2" },
                  { "cpu.transpose.auto", "cpu.transpose.direct", "→ direct" },
                  { "cpu.csr.omp", "", "" } };
    struct model_run run = { .op = "mul", .flops = true, .status = "ok" };
    struct bars b = { .model = a->model, .n = 1, .run = { &run } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        strcpy(run.kernel, cases[i].kernel);
        strcpy(run.choice, cases[i].choice);
        bars_label(&b);
        assert_string_equal(bars_tag(&b, 0, (char[96]){ 0 }), cases[i].tag);
    }
}

/* A linear axis ends at a roof up to three times the fastest; else it leaves a fifth above the fastest, and stands
   still when that is a little faster. */
APP_TEST(axes_stand_still, EMPTY)
{
    struct model_run run = { .op = "mul", .flops = true, .status = "ok", .gflops = 2.05 };
    struct bars b = { .model = a->model, .n = 1, .run = { &run } };
    double end = bars_axis(&b, SCALE_LINEAR).hi;
    assert_true(end > 1.25 * 2.05 && end < 3.1);
    run.gflops = 2.2;
    assert_true(bars_axis(&b, SCALE_LINEAR).hi == end);
    run.roof_frac = 0.5;
    assert_true(bars_axis(&b, SCALE_LINEAR).hi >= 4.4 && bars_axis(&b, SCALE_LINEAR).hi < 5.1);
    run.roof_frac = 0.01; /* a roof far away would make bars slivers */
    assert_true(bars_axis(&b, SCALE_LINEAR).hi == end);
    struct model_run slow = { .op = "mul", .flops = true, .status = "ok", .gflops = 0.5, .roof_frac = 0.1 };
    b.run[b.n++] = &slow; /* its roof is near */
    assert_true(bars_axis(&b, SCALE_LINEAR).hi >= 5 && bars_axis(&b, SCALE_LINEAR).hi < 6);
    b.n = 1;
    run.gflops = 0;
    assert_true(bars_axis(&b, SCALE_LINEAR).hi == 1);
}

/* What a reordering has gained, in the line below the runs. */
TEST(gains)
{
    const struct {
        double plain, pays;
        const char *text;
    } cases[] = { { NAN, NAN, "order took 328 ms" },
                  { 2, 212, "order took 328 ms, 2.0× as fast: paid after 212 products, X and Y staying permuted" },
                  { 1, INFINITY, "order took 328 ms, 1.0× as fast: it never pays" },
                  { 1, NAN, "order took 328 ms, no faster or slower as far as can be told" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[200];
        const struct model_run r = {
            .reorder_ms = 328, .plain_ms = cases[i].plain, .time_ms = 1, .pays_after = cases[i].pays
        };
        figure_order_text(text, sizeof text, &r);
        assert_string_equal(text, cases[i].text);
    }
}

/* An interval that says nothing any more is named by its reason. */
TEST(spreads_fit)
{
    char text[TEXT_SIZE];
    assert_string_equal(figure_spread(text, 0.9, 1, 1.1, ""), "±11%");
    assert_string_equal(figure_interval(text, 0.314, 1.24), "0.314–1.24 ms");
    assert_string_equal(figure_interval(text, 0.000626, 0.0199), "very doubtful");
    assert_string_equal(figure_interval(text, 8.2e-6, 1.04e-5), "8.20–10.4 ns");
    assert_string_equal(figure_ms(text, 9e-6), "9.00 ns");
    assert_string_equal(figure_ms(text, 31.959), "32.0 ms");
    assert_string_equal(figure_ms(text, NAN), "–");
    assert_string_equal(figure_interval(text, NAN, NAN), "–");
    assert_string_equal(figure_spread(text, 0.6, 1, 1.99, "busy"), "±99%");
    assert_string_equal(figure_spread(text, 0.1, 1, 2.1, "wide,busy"), "busy"); /* ±100% bounds nothing */
    assert_string_equal(figure_spread(text, 0.1, 1, 415, "wide"), "wide");
    assert_string_equal(figure_spread(text, NAN, 1, NAN, "busy"), "–");
    assert_string_equal(figure_spread(text, NAN, 1, NAN, "busy,blocks"), "few");
}

TESTS(NULL, NULL)
