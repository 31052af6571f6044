/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plots: what a plot says of itself in words: which points are doubtful, what its axes mean. */
#include "tui/model/tests/windows.h"
#include "tui/screen/tests/swept.h"
#include "tui/views/why.h"

/* Gives runs flags, and intervals up to so many times the median. */
static void flag(struct app *a, int from, int to, const char *flags, double times)
{
    for (int i = from; i < to; i++) {
        struct model_run *r = &a->model->run[i];
        snprintf(r->flags, sizeof r->flags, "%s", flags);
        r->ci_hi_ms = times * r->time_ms;
    }
}

/* A point that other programs disturbed also has a ? in text, and the plot says how many there are and why. Where all
   are doubtful, none stands out. */
APP_TEST_OF(doubtful_points_are_seen, swept(true))
{
    resize(a, 24, 80);
    commands(a, "picture curve;zoom run");
    assert_false(shows(a, "doubtful") || shows(a, "b?"));
    flag(a, 4, 5, "busy", 1.18); /* cpu.csr.omp at k = 2: no ≈ beside its bar */
    assert_false(shows(a, "doubtful") || shows(a, "b?"));
    flag(a, 4, 5, "busy", 2);
    assert_true(shows(a, "? 1 of 21 points doubtful: the machine was busy"));
    assert_true(shows(a, "b?") && !shows(a, "a?") && !shows(a, "c?"));
    app_command(a, "picture roofline");
    assert_true(shows(a, "? 1 of 21 points doubtful: the machine was busy") && shows(a, "b?"));
    flag(a, 0, a->model->runs, "busy,wide", 2);
    assert_true(shows(a, "all points doubtful: the machine was busy, interval above 25%"));
    flag(a, 0, a->model->runs, "busy,wide,throttled,blocks,roof", 2); /* no room for as many reasons */
    assert_true(shows(a, "all points doubtful: the machine was busy, .\n"));
    flag(a, 0, a->model->runs, "busy,wide", 2);
    assert_false(shows(a, "a?") || shows(a, "b?") || shows(a, "c?"));
}

/* A curve without a figure would have invented axes: the run that is being prepared is seen instead. */
APP_TEST_OF(curves_wait_for_figures, stage_open(false))
{
    resize(a, 24, 80);
    commands(a, "picture curve;zoom run");
    feed(a->model, "{'ev':'run','kernel':'cpu.csr.omp'}");
    assert_true(shows(a, " cpu.csr.omp ") && !shows(a, "┤"));
    measured(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 6, 20, 0.5, 4 });
    assert_true(shows(a, "┤"));
}

/* Lines that would lie flat at the bottom get a logarithmic axis, which says so, until a scale is chosen. */
APP_TEST_OF(lines_far_apart, stage_open(true))
{
    resize(a, 24, 80);
    commands(a, "picture curve;zoom run");
    for (int k = 1; k <= 2; k++) {
        measured(a, k, &(struct made){ "cpu.csr.omp", "cpu", "", k, 8, 6, 20, 0.5, 4 });
        measured(a, 2 + k, &(struct made){ "cpu.csr.serial", "cpu", "", k, 1, 1, 3, 0.5, 4 });
    }
    assert_true(shows(a, "GFLOPS") && !shows(a, "GFLOPS (log)"));
    for (int i = 0; i < a->model->runs; i++)
        if (a->model->run[i].threads == 1)
            a->model->run[i].gflops /= 20;
    assert_true(shows(a, "GFLOPS (log)"));
    app_command(a, "scale");
    assert_false(shows(a, "GFLOPS (log)"));
    app_command(a, "scale");
    assert_true(shows(a, "GFLOPS (log)"));
    app_command(a, "scale linear");
    assert_false(shows(a, "GFLOPS (log)"));
}

/* Where k has one value only, the roof that the legend names is drawn all the same: across, as it has no other end. */
APP_TEST_OF(the_roof_over_one_place, stage_open(true))
{
    measured(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 6, 20, 0.5, 4 });
    resize(a, 24, 80);
    commands(a, "picture curve;zoom run");
    assert_true(shows(a, "= roof cpu") && shows(a, "= = = = = ="));
}

/* Before there is a curve, points of several kernels stand over k, not over a parameter that one of them lacks, and the
   hint how to make one covers none of them. */
APP_TEST_OF(hints_leave_points_in_sight, stage_open(false))
{
    static const char *const params[] = { "BLOCK=128", "BLOCK=256", "", "", "", "", "" };
    for (size_t i = 0; i < COUNT(params); i++) {
        const double rate = (double)i + 1;
        char kernel[20];
        snprintf(kernel, sizeof kernel, "cpu.test.%zu", i);
        measured(a, (int)i + 1, &(struct made){ kernel, "cpu", params[i], 1, 8, rate, rate, 0.01 * rate, 4 });
    }
    resize(a, 24, 80);
    commands(a, "picture curve;zoom run");
    assert_true(shows(a, "over k") && shows(a, ":sweep k 1..64x2"));
    for (char letter = 'a'; letter < 'a' + (int)COUNT(params); letter++) {
        const char point[] = { ' ', letter, ' ', ' ', 0 };
        assert_true(shows(a, point)); /* its name follows the other one at once */
    }
}

/* Back at a matrix after a run of another, the curve is of the open one, as the bars are. */
APP_TEST_OF(curves_of_the_open_matrix, swept(true))
{
    resize(a, 24, 80);
    commands(a, "picture curve;zoom run");
    measured_on(a, a->model->runs + 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 6, 20, 0.5, 4 }, "arrow500", 9);
    assert_true(shows(a, "over k") && !shows(a, ":sweep k 1..64x2"));
}

/* Where lines are too many for letters, the ? stands at the point itself. */
APP_TEST_OF(doubts_of_many_lines, stage_open(false))
{
    static const char *const params[] = { "N=1", "N=2", "N=3", "N=4", "N=5", "N=6" };
    for (int k = 1; k <= 4; k *= 2)
        for (size_t i = 0; i < COUNT(params); i++)
            measured(a, a->model->runs + 1,
                     &(struct made){ "cpu.csr.omp", "cpu", params[i], k, 8, (double)(5 * i + 5), 5, 0.5, 4 });
    flag(a, 11, 12, "busy", 2); /* the best, at k = 2 */
    resize(a, 36, 120);
    commands(a, "picture curve;axis k;zoom run");
    assert_true(shows(a, "⠤?⠤"));
}

/* In a small panel there is room for letters at the ends of lines: a ? in the midst of these seems to be one. */
APP_TEST_OF(letters_come_before_doubts, swept(false))
{
    flag(a, 9, 15, "busy", 2);
    resize(a, 24, 80);
    commands(a, "focus run;picture curve;scale linear");
    assert_true(shows(a, "? 6 of 21 points doubtful") && shows(a, "c  c cpu.csr.block") && !shows(a, "⠒?"));
}

/* Nor does the sign of a fall take the place of another line's letter. */
TEST(letters_come_before_falls)
{
    struct chart *c = calloc(1, sizeof *c);
    struct canvas to;
    int letters = 0;
    for (int i = 0; i < 2; i++) {
        struct chart_series *s = chart_add(c, "line", CHART_LINE);
        chart_put_xy(s, 1, 9);
        chart_put_xy(s, 2, 6 - 2 * i);
        s->at[1].fall = i > 0;
    }
    chart_fit(c);
    assert_true(canvas_init(&to, 9, 60, false, NULL));
    chart_draw(c, &to, (struct rect){ 0, 0, 9, 60 });
    for (int i = 0; i < to.rows * to.cols; i++)
        letters += to.cell[i].glyph == 'a';
    assert_int_equal(letters, 3); /* two points and the name */
    canvas_free(&to);
    free(c);
}

/* The figures of a caption are those of the newest runs of one problem, of the formats, and of how a kernel divides its
   work. */
APP_TEST_OF(a_caption_computes, stage_open(false))
{
    static const char caption[] = "{a.b.c/cpu.csr.omp}, {cpu.csr.omp/cpu.ell.omp}; {ell}; {cpu.csr.serial} {y";
    char text[TOUR_CAPTION];
    const char *name = a->model->matrix.name;
    measured_on(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 6, 20, 0.5, 4 }, name, 9);
    tour_caption(caption, a->model, text, sizeof text);
    assert_string_equal(text, "…×, …×; 1.07×; …× {y");
    measured_on(a, 2, &(struct made){ "cpu.ell.omp", "cpu", "", 4, 8, 1, 20, 0.5, 4 }, name, 9); /* another k */
    measured_on(a, 3, &(struct made){ "cpu.ell.omp", "cpu", "", 1, 8, 2, 20, 0.5, 4 }, "other", 9);
    tour_caption(caption, a->model, text, sizeof text);
    assert_string_equal(text, "…×, …×; 1.07×; …× {y");
    measured_on(a, 4, &(struct made){ "cpu.ell.omp", "cpu", "", 1, 8, 2, 20, 0.5, 4 }, name, 9);
    feed(a->model, "{'ev':'formats','type':'f64','items':[{'name':'ell','bytes':9,'slots':650,'padding':65}]}");
    tour_caption(caption, a->model, text, sizeof text);
    assert_string_equal(text, "…×, 3.0×; 65×; …× {y");
    feed(a->model, work_uneven); /* of cpu.csr.serial */
    tour_caption(caption, a->model, text, sizeof text);
    assert_string_equal(text, "…×, 3.0×; 65×; 2.41× {y");
    a->model->run[0].ci_lo_ms *= 0.7; /* which is faster is known, but not by how much */
    tour_caption(caption, a->model, text, sizeof text);
    assert_string_equal(text, "…×, ≈3.0×; 65×; 2.41× {y");
    tour_caption(caption, NULL, text, sizeof text);
    assert_string_equal(text, "…×, …×; …×; …× {y");
    tour_caption_widest(caption, text, sizeof text);
    assert_string_equal(text, "at least 0000×, at least 0000×; 0.00×; 0.00× {y");
    struct model_run *r = &a->model->run[a->model->runs - 1];
    r->ci_lo_ms = 0.8 * a->model->run[0].ci_lo_ms; /* intervals overlap… */
    r->ci_hi_ms = 1.2 * a->model->run[0].ci_lo_ms;
    tour_caption(caption, a->model, text, sizeof text);
    assert_non_null(strstr(text, " to "));
    r->ci_lo_ms = 0.01 * r->time_ms; /* …and ends that far apart say nothing */
    r->ci_hi_ms = 100 * r->time_ms;
    tour_caption(caption, a->model, text, sizeof text);
    assert_string_equal(text, "…×, ≈3.0×; 65×; 2.41× {y");
}

/* Another matrix that ran in another order has no point beside these: the curve is over orders, not over sizes. */
APP_TEST_OF(curves_are_over_what_has_points, stage_open(false))
{
    static const char *const of[] = { "'matrix':'other','nnz':99", "'nnz':50", "'nnz':50,'reorder':'rcm'" };
    for (int i = 0; i < 3; i++) {
        feed_run(a->model, "%s,'time_ms':1,'gflops':1", of[i]);
        a->model->run[i].index = 1; /* a batch of its own */
    }
    commands(a, "picture curve;zoom run");
    assert_true(shows(a, " order of rows\n") && shows(a, "over reorder"));
}

/* Intensity counts no padding; a speedup is over serial CSR: the axes say so. */
APP_TEST_OF(axes_say_of_what, swept(false))
{
    resize(a, 24, 80);
    commands(a, "picture roofline;zoom run");
    assert_true(shows(a, " flop/byte (log)\n"));
    assert_true(shows(a, "bytes: A as in CSR, or packed if a kernel packs it; padding lowers a dot"));
    commands(a, "picture curve;quantity speedup");
    assert_true(shows(a, "times serial CSR"));
}

/* An ELLPACK run is at the intensity of CSR, below it; the card that counts its padding also gives that figure. */
APP_TEST_OF(padding_lowers_a_dot, stage_open(false))
{
    char why[700];
    struct why w;
    const struct curve_ask ask = { .axis = CURVE_INTENSITY };
    measured(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 6, 6 / 0.1564, 6 / (48 * 0.1564), 4 });
    measured(a, 2, &(struct made){ "cpu.ell.omp", "cpu", "", 1, 8, 3, 3 / 0.1564, 3 / (48 * 0.1564), 4 });
    struct chart *c = chart_of(a, &ask);
    const struct chart_point csr = series(c, "cpu.csr.omp 0.16 80%")->at[0],
                             ell = series(c, "cpu.ell.omp 0.16 40%")->at[0];
    assert_true(fabs(ell.x / csr.x - 1) < 1e-9 && ell.y < csr.y);
    free(c);
    commands(a, "focus run;sort order;last");
    const struct scene s = app_scene(a, VIEW_why);
    assert_true(why_of(&s, &w) && strcmp(w.run->kernel, "cpu.ell.omp") == 0);
    why_other_roof(&w, why, sizeof why);
    assert_string_equal(why, "Bars and rooflines count A as in CSR: at best 7.51 GFLOPS at 0.156 flop a byte.");
    struct model_run packed = *w.run;
    packed.gbs = 3 / 0.225;
    packed.roof_gbs = 60;
    snprintf(w.measured.name, sizeof w.measured.name, "L3");
    w.run = &packed;
    why_other_roof(&w, why, sizeof why);
    assert_non_null(
        strstr(why, "A packed, without padding: at best 7.51 GFLOPS at 0.225 flop a byte and 60.0 GB/s of L3."));
}

/* Beside lines, many kernels that were run for one k alone would hide them; a few do not. */
APP_TEST_OF(what_was_swept_is_drawn, swept(false))
{
    static const char *const once[] = { "cpu.a", "cpu.b", "cpu.c", "cpu.d", "cpu.e", "cpu.f" };
    struct curve_ask ask = { .axis = "k" };
    for (size_t i = 0; i < COUNT(once); i++) {
        measured(a, 22 + (int)i, &(struct made){ once[i], "cpu", "", 1, 8, 3, 3 / 0.16, 3 / (48 * 0.16), 2 });
        flag(a, a->model->runs - 1, a->model->runs, "busy", 2);
        struct chart *c = chart_of(a, &ask);
        int lines = 0;
        for (int j = 0; j < c->n; j++)
            lines += chart_measured(&c->series[j]);
        assert_int_equal(lines, i < 5 ? 4 + (int)i : 3);
        assert_int_equal(*c->doubts != 0, i < 5);
        free(c);
    }
}

TESTS(NULL, NULL)
