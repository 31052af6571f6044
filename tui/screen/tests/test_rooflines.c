/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rooflines: where the dots of a roofline stand, and the roofs of memory and caches. */
#include "tui/screen/tests/swept.h"
#include "tui/views/answers.h"
#include "tui/views/picture.h"

/* Dots at flops per byte, to the right as k grows, below the slope of the memory, which meets the peak at the ridge
   point. A device whose peak is not known has none. */
APP_TEST_OF(roofline, swept(false))
{
    struct curve_ask ask = { .axis = CURVE_INTENSITY };
    struct chart *c = chart_of(a, &ask);
    const struct chart_series *slope = series(c, "cpu DRAM 48.0 GB/s");
    assert_true(c->x.log && c->y.log);
    assert_true(fabs(slope->at[0].y / slope->at[0].x - 48) < 1e-6);
    const struct chart_series *peak = series(c, "cpu f64 peak 300");
    assert_true(slope->at[1].x == 6.25 && peak->at[0].x == 6.25 && peak->at[1].x == 12.5);
    assert_true(slope->at[1].y == 300 && peak->at[0].y == 300 && peak->at[1].y == 300);
    assert_true(c->n == 5 && c->x.hi == 12.5);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->series[i].n && &c->series[i] != slope && &c->series[i] != peak; j++) {
            assert_true(c->series[i].at[j].y < 48 * c->series[i].at[j].x);
            assert_true(j == 0 || c->series[i].at[j].x > c->series[i].at[j - 1].x);
        }
    snprintf(a->model->run[0].flags, sizeof a->model->run[0].flags, "roof"); /* names one peak no other way */
    struct chart *doubted = chart_of(a, &ask);
    assert_int_equal(doubted->n, c->n);
    free(doubted);
    a->model->run[0].flags[0] = 0;
    assert_true(c->notches == 8 && strcmp(c->notch[1].text, "k=2") == 0);
    assert_true(c->notch[7].x == 6.25 && strcmp(c->notch[7].text, "ridge 6.25") == 0);
    assert_true(fabs(c->notch[1].x - c->series[0].at[1].x) < 1e-9);
    char *svg = chart_to_svg(c); /* beside its dots, as in the text */
    assert_true(strstr(svg, ">k=1<") && strstr(svg, ">k=2<") && strstr(svg, ">k=4<"));
    assert_true(strstr(svg, "stroke-opacity") && strstr(svg, "Strokes: intervals"));
    free(svg);
    chart_add_notch(c, 0.5, "k=2"); /* of another type, it would stand beside other k */
    assert_int_equal(c->notches, 8);
    assert_null(strstr(c->series[0].name, " at ")); /* it is at all of its intensities */
    resize(a, 40, 120);                             /* names stand beside their lines, with the signs of these */
    commands(a, "picture roofline;zoom run");
    const long high = place(a, "— cpu f64 peak 300");
    assert_true(0 < high && high < place(a, "/ cpu DRAM 48.0 GB/s"));
    assert_true(shows(a, " 16 32 ") && place(a, "flop/byte") < place(a, " k=1   ")); /* below the figures of x */
    free(c);
    for (int i = 0; i < a->model->runs; i++) /* in a cache that has no roof */
        a->model->run[i].roof_gbs = NAN;
    c = chart_of(a, &ask);
    assert_true(c->n == 5 && series(c, "cpu DRAM 48.0 GB/s")->at[1].x == 6.25);
    free(c);
    feed(a->model, "{'ev':'device','id':'cpu','peak_f64':0}");
    c = chart_of(a, &ask);
    assert_true(c->n == 4 && c->x.hi < 2);
    free(c);
}

static double last_of(const struct chart_series *s)
{
    return s->at[s->n - 1].y;
}

/* Where s is at x; each of its points stands on the line between the two beside it. */
static double height(const struct chart_series *s, double x)
{
    int i = 1;
    while (i + 1 < s->n && s->at[i].x < x)
        i++;
    return s->at[i - 1].y + (x - s->at[i - 1].x) / (s->at[i].x - s->at[i - 1].x) * (s->at[i].y - s->at[i - 1].y);
}

/* Of k = 1 and 8 alone the roof is what it is with those between them, up to the peak, which the last one is below. */
APP_TEST_OF(roof_between_points, stage_open(false))
{
    const double rate = 10;
    for (int round = 0; round < 4; round++) {
        const double peak = round % 2 ? 25 : 300;
        struct curve_ask ask = { .axis = "k", .quantity = round / 2 ? CURVE_TIME : CURVE_RATE };
        forget_runs(a->model, a->model->runs);
        for (int k = 1; k <= 8; k += 7) { /* A is as many bytes as 5 columns of X and Y */
            const double gbs = rate * (5 + k) / k, share = fmax(gbs / 48, rate / peak);
            measured(a, k, &(struct made){ "cpu.csr.omp", "cpu", "", k, 8, rate, gbs, gbs / 48, 1 });
            strcpy(a->model->run[a->model->runs - 1].roof, share > gbs / 48 ? "peak" : "DRAM");
            a->model->run[a->model->runs - 1].roof_frac = share;
        }
        struct chart *c = chart_of(a, &ask);
        for (int k = 2; k < 8; k++) {
            const double at = fmin(48.0 * k / (5 + k), peak), ms = a->model->run[0].time_ms * rate * k / at;
            const double is = height(series(c, "roof cpu"), k) / (ask.quantity == CURVE_TIME ? ms : at);
            assert_true(is > 0.98 && is < 1.02);
        }
        free(c);
    }
}

/* The roof of a curve is that of kernels that read A whole, wherever one packs it, and no higher than the peak. */
APP_TEST_OF(roof_of_a_curve, swept(false))
{
    struct curve_ask ask = { .axis = "k" };
    struct chart *c = chart_of(a, &ask);
    const double at_1 = series(c, "roof cpu")->at[0].y, at_32 = last_of(series(c, "roof cpu"));
    assert_null(strstr(c->note, " the roof"));
    free(c);
    measured(a, 22, &(struct made){ "cpu.sym.lower", "cpu", "", 1, 8, 10, 10 / 0.3, 10 / (48 * 0.3), 5 });
    c = chart_of(a, &ask);
    assert_true(fabs(at_1 - 48 * 0.16) < 1e-3 && series(c, "roof cpu")->at[0].y == at_1);
    assert_true(last_of(series(c, "roof cpu")) == at_32);
    assert_non_null(strstr(c->note, "; above the roof, which counts A as CSR: cpu.sym.lower reads fewer bytes"));
    free(c);
    a->model->run[a->model->runs - 1].roof_frac = 1.6; /* more than its fewer bytes explain */
    c = chart_of(a, &ask);
    assert_null(strstr(c->note, "counts A as CSR"));
    assert_non_null(strstr(c->note, "cpu.sym.lower passes its roof, which was measured too low"));
    free(c);
    for (int i = 0; i < a->model->runs; i++) /* as the engine has it where the arithmetic bounds */
        a->model->run[i].roof_frac = fmax(a->model->run[i].roof_frac, a->model->run[i].gflops / 30);
    c = chart_of(a, &ask);
    assert_true(at_32 > 30 && last_of(series(c, "roof cpu")) == 30 && series(c, "roof cpu")->at[0].y == at_1);
    free(c);
}

/* Of two matrices each has a roof, also one whose rows are so long that its kernels read fewer bytes a flop. */
APP_TEST_OF(each_matrix_has_a_roof, swept(false))
{
    const struct curve_ask ask = { .axis = "k", .all = true };
    for (int k = 1; k <= 4; k *= 2)
        measured_on(a, 22 + k, &(struct made){ "cpu.csr.omp", "cpu", "", k, 8, 8 * k, 40, 0.8, 4 }, "another", 9);
    struct chart *c = chart_of(a, &ask);
    assert_true(series(c, "roof cpu stencil27")->n > 0 && fabs(series(c, "roof cpu another")->at[0].y - 10) < 1e-9);
    free(c);
}

/* A line has one colour: of points without an interval only the ? says that they are doubtful. */
APP_TEST_OF(lines_keep_their_colours, swept(false))
{
    for (int dots = 0; dots < 2; dots++) {
        struct canvas to;
        struct chart *c = chart_of(a, &(struct curve_ask){ .axis = dots ? CURVE_INTENSITY : "k" });
        int letters = 0;
        assert_true(canvas_init(&to, 30, 100, false, NULL));
        for (int i = 0; i < 4; i++)
            c->series[1].at[i].dim = c->series[1].at[i].doubtful = true;
        chart_draw(c, &to, (struct rect){ 0, 0, 30, 100 });
        for (int i = 0; i < to.rows * to.cols; i++) {
            const bool letter = to.cell[i].glyph == 'b' && to.cell[i].attr & ATTR_BOLD && to.cell[i].role != ROLE_TITLE;
            assert_true(!letter || to.cell[i].role == c->series[1].role);
            letters += letter;
        }
        assert_true(letters > 4);
        canvas_free(&to);
        free(c);
    }
}

/* The answer is for one k; of the others it names the fastest. Beside other programs, how to leave them a core. */
APP_TEST_OF(answer_of_a_sweep, swept(false))
{
    const struct scene s = app_scene(a, VIEW_answer);
    struct answer answer;
    char text[ANSWER_TEXT];
    app_command(a, "k 16");
    answers_find(&s, &answer);
    answers_text(&s, &answer, text, sizeof text);
    assert_non_null(strstr(text, "k=16, f64"));
    assert_non_null(strstr(text, " Fastest with k=1: cpu.csr.block; k=2: "));
    assert_non_null(strstr(text, "; k=9: cpu.csr.omp; k=32: "));
    measured(a, 22, &(struct made){ "cpu.csr.omp", "cpu", "", 64, 8, 6, 20, 0.5, 4 }); /* nothing to compare it with */
    answers_text(&s, &answer, text, sizeof text);
    assert_null(strstr(text, "k=64"));
    measured(a, 23, &(struct made){ "cpu.csr.block", "cpu", "", 64, 8, 9, 20, 0.5, 4 });
    answers_text(&s, &answer, text, sizeof text); /* fewer than here */
    assert_non_null(strstr(text, "; k=64: cpu.csr.block (of 2)."));
    feed(a->model, "{'ev':'load','cmd':1,'device':'cpu','processors':[[0,10,90],[1,20,80]]}");
    assert_true(answers_crowded(a->model, 2, text, sizeof text));
    assert_string_equal(text, "others keep 1.7 of 2 processors busy: none is free for a run");
    feed(a->model, "{'ev':'load','cmd':1,'device':'cpu','processors':[[0,10,90],[1,90,10]]}");
    assert_true(answers_crowded(a->model, 2, text, sizeof text));
    assert_string_equal(text, "others keep 1.0 of 2 processors busy: :threads 1 leaves them a core");
    assert_false(answers_crowded(a->model, 1, text, sizeof text));
}

/* No line goes over a value that was refused, and the note says which and why. */
APP_TEST_OF(gap_of_a_curve, stage_open(false))
{
    struct curve_ask ask = { .axis = "BLOCK" };
    for (int block = 2; block <= 5; block++) {
        char params[20];
        snprintf(params, sizeof params, "BLOCK=%d", block);
        if (block == 3)
            feed_run(a->model,
                     "'index':3,'of':99,'matrix':'stencil27','nnz':830584,'kernel':'cpu.bsr.block','k':1,"
                     "'device':'cpu','threads':8,'params':'BLOCK=3','status':'unsupported','text':'25%% full'");
        else
            measured(a, block, &(struct made){ "cpu.bsr.block", "cpu", params, 1, 8, block, block, 0.4, 1 });
    }
    struct chart *c = chart_of(a, &ask);
    const struct chart_series *s = series(c, "cpu.bsr.block");
    assert_int_equal(s->n, 3);
    assert_false(s->at[0].gap);
    assert_true(s->at[1].gap);
    assert_false(s->at[2].gap);
    assert_non_null(strstr(c->note, "cpu.bsr.block left out at BLOCK 3: 25% full"));
    free(c);
}

/* A thread alone has another roof than all of them, which is told. */
APP_TEST_OF(one_thread, stage_open(false))
{
    struct curve_ask ask = { .axis = CURVE_INTENSITY };
    measured(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 3, 3 / 0.16, 0.4, 1 });
    struct chart *c = chart_of(a, &ask);
    assert_null(strstr(c->key, "thread"));
    free(c);
    measured(a, 2, &(struct made){ "cpu.csr.serial", "cpu", "", 1, 1, 2, 2 / 0.16, 0.5, 1 });
    c = chart_of(a, &ask);
    assert_int_equal(strncmp(c->key, "one thread: DRAM 25.0 GB/s; %: of the roof; bytes: A as in CSR", 62), 0);
    free(c);
}

/* Slopes of different numbers of threads say which is whose. */
APP_TEST_OF(slopes_name_their_threads, stage_open(false))
{
    struct curve_ask ask = { .axis = CURVE_INTENSITY };
    feed_run(a->model, "'kernel':'cpu.csr.omp','threads':2,'gflops':3,'gbs':20,'roof':'L2','roof_gbs':40,"
                       "'roof_frac':0.5,'in_cache':true,'time_ms':0.1");
    struct chart *c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu L2 40.0 GB/s")->n, 2);
    free(c);
    feed_run(a->model, "'kernel':'cpu.csr.serial','threads':1,'gflops':2,'gbs':12,'roof':'L3','roof_gbs':20,"
                       "'roof_frac':0.6,'in_cache':true,'time_ms':0.2");
    c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu L2 40.0 GB/s ×2")->n, 2);
    assert_int_equal(series(c, "cpu L3 20.0 GB/s ×1")->n, 2);
    assert_non_null(strstr(c->key, "; ×n: to n threads"));
    free(c);
}

/* A rerun stands where the run before it stood, though rounded rates give its intensity another last digit. */
APP_TEST_OF(a_rerun_is_one_dot, stage_open(false))
{
    struct curve_ask ask = { .axis = CURVE_INTENSITY };
    measured(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 3, 3 / 0.16, 0.4, 1 });
    measured(a, 2, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 3.3, 3.3 / 0.16, 0.4, 1 });
    struct model_run *last = &a->model->run[a->model->runs - 1];
    last->gbs = last->gflops / (a->model->run[0].gflops / a->model->run[0].gbs * (1 + 1e-11));
    struct chart *c = chart_of(a, &ask);
    assert_int_equal(c->series[0].n, 1);
    assert_true(c->series[0].at[0].y == last->gflops);
    free(c);
}

/* A run whose data a cache holds is set against that cache, which has a slope, a roof and a name of its own. */
APP_TEST_OF(caches_have_roofs, swept(false))
{
    feed_run(a->model, "'kernel':'cpu.sell.simd','threads':8,'gflops':20,'gbs':100,'roof':'L3','roof_gbs':200,"
                       "'roof_frac':0.5,'in_cache':true,'time_ms':0.1,'ci_lo_ms':0.09,'ci_hi_ms':0.11");
    struct curve_ask ask = { .axis = CURVE_INTENSITY };
    struct chart *c = chart_of(a, &ask);
    assert_true(fabs(series(c, "cpu L3 200 GB/s")->at[1].y / series(c, "cpu L3 200 GB/s")->at[1].x - 200) < 1e-6);
    assert_int_equal(series(c, "cpu DRAM 48.0 GB/s")->n, 2);
    const int all = c->n;
    free(c);
    feed_run(a->model, "'kernel':'cpu.sell.simd','threads':8,'gflops':19,'gbs':95,'roof':'L3','roof_gbs':150,"
                       "'roof_frac':0.63,'in_cache':true,'time_ms':0.1");
    c = chart_of(a, &ask); /* a lower figure does not replace a higher one */
    assert_int_equal(series(c, "cpu L3 200 GB/s")->n, 2);
    forget_runs(a->model, 1);
    free(c);
    feed_run(a->model, "'kernel':'cpu.csr.runs','threads':8,'status':'unsupported','roof':'L2'");
    c = chart_of(a, &ask);
    assert_int_equal(c->n, all);
    free(c);
    forget_runs(a->model, 1);
    char *flags = a->model->run[a->model->runs - 1].flags;
    strcpy(flags, "roof");
    c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu L3 ≈200 GB/s")->n, 2);
    assert_int_equal(series(c, "cpu f64 peak ≈300")->n, 2);
    free(c);
    flags[0] = 0;
    assert_true(bars_roof(&a->model->run[a->model->runs - 1]) == 40);
    app_command(a, "zoom run");
    struct bars b;
    collect(a, &b);
    while (strcmp(b.run[b.line[a->state[VIEW_run].at].run]->kernel, "cpu.sell.simd") != 0)
        app_command(a, "down");
    assert_true(shows(a, " 50% ") && shows(a, "200 GB/s of L3"));
    feed(a->model, "{'ev':'device','id':'cpu','roof_doubt':'71.9 GB/s, then 40.5'}");
    assert_false(shows(a, "in doubt"));
    strcpy(flags, "roof");
    resize(a, 30, 100);
    assert_true(shows(a, " ≈50% ") && shows(a, "200 GB/s of L3, in doubt: 71.9 GB/s, then 40.5"));
}

/* Where the bars of all problems are shown, so are their dots: each type has lines of its own. */
APP_TEST_OF(all_runs_are_on_it, swept(false))
{
    struct run_state *v = &a->state[VIEW_run].run;
    v->picture = PICTURE_ROOFLINE;
    feed_run(a->model, "'index':1,'type':'f32','threads':8,'gflops':9,'gbs':45,'roof_gbs':50,'roof_frac':0.9,"
                       "'time_ms':0.1,'params':'NZ_PER_CHUNK=4096'");
    struct curve_ask ask = picture_ask(v);
    struct chart *c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu.csr.omp 0.2 ≈90%")->n, 1);
    free(c);
    v->all = true;
    ask = picture_ask(v);
    c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu.csr.omp f64")->n, 7);
    assert_int_equal(series(c, "cpu.csr.omp f32 0.2 ≈90%")->n, 1);
    free(c);
}

/* A line has the same letter on every picture of a matrix, those of other types or sizes of X being there or not. */
APP_TEST_OF(lines_keep_their_letters, swept(false))
{
    struct curve_ask all = { .axis = CURVE_INTENSITY, .all = true }, over_k = { .axis = "k" };
    strcpy(a->model->run[0].type, "f32"); /* the serial one's of k = 1, begun alone */
    a->model->run[0].index = 99;
    struct chart *c = chart_of(a, &all), *d = chart_of(a, &over_k);
    assert_true(series(c, "cpu.csr.serial f64")->mark == 'a' && series(d, "cpu.csr.serial")->mark == 'a');
    assert_true(series(c, "cpu.csr.serial f32 0.16 21%")->mark == 'd' && series(c, "cpu.csr.omp f64")->mark == 'b');
    assert_true(series(d, "cpu.csr.omp")->mark == 'b' && d->n == 4);
    free(c);
    for (int threads = 1; threads <= 2; threads++) /* whatever runs next */
        measured(a, threads, &(struct made){ "cpu.csr.omp", "cpu", "NZ_PER_CHUNK=4096", 8, threads, 5, 20, 0.5, 4 });
    c = chart_of(a, &(struct curve_ask){ .axis = "threads" });
    assert_true(series(c, "cpu.csr.omp")->mark == 'b' && series(c, "cpu.csr.omp")->n >= 2);
    free(c);
    free(d);
}

/* Beside a sweep, kernels of one k are drawn on request: they would lie upon each other. Where few names fit, lines of
   several points keep theirs, and one roof. */
APP_TEST_OF(swept_kernels_come_first, swept(false))
{
    for (int i = 0; i < 9; i++) {
        char name[] = "cpu.other.0";
        name[10] += (char)i;
        measured(a, 22 + i, &(struct made){ name, "cpu", "", 1, 8, 7, 7 / 0.16, 0.9, 1 });
    }
    commands(a, "focus run;picture roofline");
    assert_true(shows(a, "b cpu.csr.omp") && shows(a, "c cpu.csr.block") && shows(a, "/ cpu DRAM 48.6 GB/s"));
    assert_true(shows(a, "… 10 more: a") && !shows(a, "cpu f64 peak") && !shows(a, "cpu.other.0"));
    commands(a, "all;zoom run");
    assert_true(shows(a, "cpu.other.0"));
}

/* Of kernels that were run, pictures show those that are marked or filtered, and say how many others there are. */
APP_TEST_OF(marked_kernels_alone_are_drawn, swept(false))
{
    static const char *const pictures[] = { "zoom run;picture curve", "picture roofline" };
    for (size_t i = 0; i < COUNT(pictures); i++) {
        commands(a, pictures[i]);
        assert_true(shows(a, "a cpu.csr.serial") && shows(a, "b cpu.csr.omp") && !shows(a, "more"));
        commands(a, "mark cpu.csr.omp");
        assert_true(!shows(a, "a cpu.csr.serial") && shows(a, "b cpu.csr.omp") && shows(a, "… 2 more: a"));
        commands(a, "all");
        assert_true(shows(a, "a cpu.csr.serial") && !shows(a, "more"));
        commands(a, "all;unmark;filter serial");
        assert_true(shows(a, "a cpu.csr.serial") && !shows(a, "b cpu.csr.omp"));
        commands(a, "filter ell"); /* was not run */
        assert_true(shows(a, "a cpu.csr.serial") && shows(a, "b cpu.csr.omp"));
        commands(a, "filter ''");
    }
}

/* A thin line shows where the dots of a kernel go as k grows. */
APP_TEST_OF(dots_of_a_kernel_are_joined, swept(true))
{
    const struct curve_ask ask = { .axis = CURVE_INTENSITY };
    struct chart *c = chart_of(a, &ask);
    char *svg = chart_to_svg(c);
    assert_true(c->series[1].joined && strstr(svg, "stroke-width=\"0.7\" stroke-dasharray=\"1 3\""));
    free(svg);
    free(c);
    resize(a, 40, 120);
    commands(a, "picture roofline;zoom run");
    assert_true(shows(a, "a. . . "));
}

/* What else is marked on the axis moves aside, or is left out, where values of k need the room. */
TEST(values_of_k_come_first)
{
    static const char *const text[] = { "k=1", "ridge 0.503", "k=2", "k=4" };
    const double at[] = { 3.5, 15.5, 16.5, 30.5 };
    double from[COUNT(text)];
    struct chart *c = calloc(1, sizeof *c);
    for (size_t i = 0; i < COUNT(text); i++)
        chart_add_notch(c, 1 + (double)i, text[i]);
    chart_place_notches(c, at, 1, 0, 60, from);
    assert_true(from[0] == 2 && from[2] == 16 && from[3] == 30);
    assert_true(isnan(from[1])); /* "k=1" ends at 5, and at most five to the left it would touch "2" */
    assert_string_equal(chart_notch_text(c, from, 0), "k=1");
    assert_string_equal(chart_notch_text(c, from, 2), "2");
    strcpy(c->notch[1].text, "ridge");
    chart_place_notches(c, (const double[]){ 3.5, 13.5, 16.5, 30.5 }, 1, 0, 60, from);
    assert_true(from[1] == 10 && from[2] == 16);
    free(c);
}

/* A roofline of runs of two matrices says so. */
APP_TEST_OF(several_matrices_are_counted, swept(false))
{
    const struct curve_ask ask = { .axis = CURVE_INTENSITY, .all = true };
    char title[200] = "roofline";
    curve_title(a->model, &ask, ~0u, title, sizeof title);
    assert_null(strstr(title, "matrices"));
    measured_on(a, 22, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 6, 20, 0.5, 4 }, "another", 9);
    strcpy(title, "roofline");
    curve_title(a->model, &ask, ~0u, title, sizeof title);
    assert_int_equal(strncmp(title, "roofline · 2 matrices · mul", strlen("roofline · 2 matrices · mul")), 0);
}

/* Runs before the first that is shown, as of a former step of a tour, leave no roof behind. */
APP_TEST_OF(roofs_are_of_what_is_shown, swept(false))
{
    struct curve_ask over_k = { .axis = "k" }, roofline = { .axis = CURVE_INTENSITY, .all = true };
    a->model->first = a->model->runs;
    feed_run(a->model, "'index':1,'device':'rec. cpu','threads':16,'gflops':90,'gbs':450,'roof_gbs':500,"
                       "'roof_frac':0.9,'time_ms':0.1");
    struct chart *c = chart_of(a, &over_k), *d = chart_of(a, &roofline);
    assert_true(c->n == 2 && series(c, "roof rec. cpu")->n == 1);
    assert_true(d->n == 2 && series(d, "rec. cpu DRAM 500 GB/s")->n == 2);
    free(c);
    free(d);
}

TESTS(NULL, NULL)
