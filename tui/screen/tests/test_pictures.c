/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pictures: curves: which runs make a line, what is marked, what stands on the screen. */
#include "tui/screen/tests/swept.h"

/* A line a kernel, a point a value of k, the interval around it, the fall marked and described; the roof of the device.
 */
APP_TEST_OF(over_k, swept(false))
{
    struct curve_ask ask = { .axis = "" };
    struct chart *c = chart_of(a, &ask);
    assert_string_equal(c->x.title, "k");
    assert_true(c->x.log && !c->y.log);
    const struct chart_series *block = series(c, "cpu.csr.block"), *roof = series(c, "roof cpu");
    assert_int_equal(block->n, 7);
    assert_true(roof->at[roof->n - 1].x == 32);
    assert_int_equal(c->n, 4);
    assert_true(fabs(roof->at[0].y - 48 * 0.16) < 1e-3);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(block->at[i].fall, i == 4);
        assert_true(block->at[i].lo < block->at[i].y && block->at[i].y < block->at[i].hi);
        assert_true(fabs(block->at[i].hi / block->at[i].y - 1 / 0.98) < 1e-4);
        assert_false(series(c, "cpu.csr.omp")->at[i].fall);
    }
    assert_non_null(strstr(c->note, "cpu.csr.block falls by 51% from k 8 to 9"));
    free(c);
    for (int i = 0; i < a->model->runs; i++) /* intervals from 0 on overlap: nothing falls */
        a->model->run[i].ci_lo_ms = 0;
    c = chart_of(a, &ask);
    block = series(c, "cpu.csr.block");
    for (int i = 0; i < 7; i++)
        assert_true(!block->at[i].fall && block->at[i].lo < block->at[i].y && isinf(block->at[i].hi));
    assert_null(strstr(c->note, "falls"));
    free(c);
    for (int i = 0; i < a->model->runs; i++) /* apart, but wide */
        a->model->run[i].ci_lo_ms = a->model->run[i].time_ms / 1.3;
    c = chart_of(a, &ask);
    assert_false(series(c, "cpu.csr.block")->at[4].fall);
    free(c);
}

/* A sweep that doubles has equal steps from its third value on: the axis does not change under the eyes. */
APP_TEST_OF(doubling_is_logarithmic, stage_open(false))
{
    const struct curve_ask ask = { .axis = "k" };
    for (int k = 1, index = 0; k <= 4; k *= 2) {
        const struct made r = { "cpu.csr.omp", "cpu", "", k, 8, 5 * k, 20, 0.5, 4 };
        measured(a, ++index, &r);
    }
    struct chart *c = chart_of(a, &ask);
    assert_true(c->x.log);
    free(c);
}

/* A run that is repeated moves its point; other threads are another curve, unless all are asked for. */
APP_TEST_OF(newest_counts, swept(false))
{
    struct made again = { "cpu.csr.omp", "cpu", "NZ_PER_CHUNK=4096", 32, 8, 33, 20, 0.5, 4 };
    measured(a, 22, &again);
    again.threads = 4;
    again.k = 16;
    measured(a, 1, &again); /* a batch of its own */
    struct curve_ask ask = { .axis = "k" };
    struct chart *c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu.csr.omp")->n, 1);
    assert_int_equal(series(c, "cpu.csr.serial")->n, 7);
    free(c);
    ask.all = true;
    c = chart_of(a, &ask);
    const struct chart_series *eight = series(c, "cpu.csr.omp ×8");
    assert_int_equal(eight->n, 7);
    assert_true(eight->at[6].y == 33);
    assert_int_equal(series(c, "cpu.csr.omp ×4")->n, 1);
    free(c);
}

/* There are no 1.2 threads. */
TEST(settings_are_whole)
{
    const struct axis threads = { .twos = true, .lo = 1, .hi = 2 };
    double tick[AXIS_TICKS];
    assert_int_equal(axis_ticks(&threads, tick), 2);
    assert_true(tick[0] == 1 && tick[1] == 2);
}

/* Over threads: ideal scaling from the first point on; a failed run has no point. */
APP_TEST_OF(over_threads, scaled())
{
    feed_run(a->model, "'threads':9,'status':'FAIL','gflops':99,'time_ms':1");
    struct curve_ask ask = { .axis = "", .quantity = CURVE_SPEEDUP };
    struct chart *c = chart_of(a, &ask);
    const struct chart_series *ideal = series(c, "ideal"), *omp = series(c, "cpu.csr.omp");
    assert_string_equal(c->x.title, "threads");
    assert_string_equal(c->y.title, "times one thread");
    for (int i = 0; i < c->n; i++) /* a speedup has no roof */
        assert_true(c->series[i].style != CHART_ROOF);
    assert_int_equal(omp->n, 8);
    assert_true(fabs(omp->at[0].y - 1) < 1e-9);
    assert_true(fabs(ideal->at[ideal->n - 1].y - 8) < 1e-9);
    free(c);
    ask.quantity = CURVE_TIME;
    c = chart_of(a, &ask);
    ideal = series(c, "ideal");
    assert_true(fabs(ideal->at[ideal->n - 1].y * 8 - series(c, "cpu.csr.omp")->at[0].y) < 1e-9);
    free(c);
    for (int t = 4; t <= 8; t += 4) { /* a line that begins later is not where ideal scaling begins */
        struct made late = { "cpu.csr.block", "cpu", "", 1, t, 9, 5, 0.1, 3 };
        measured(a, 9 + t, &late);
    }
    measured(a, 18, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 1, 2, 5, 0.1, 1 }); /* the newest line is the first */
    c = chart_of(a, &ask);
    assert_true(series(c, "ideal")->at[0].x == 1);
    free(c);
}

/* What rises above ideal scaling is said, and whether the intervals allow less; a disturbed rerun hides no faster run.
 */
APP_TEST_OF(above_ideal, stage_open(false))
{
    struct curve_ask ask = { .axis = "threads", .quantity = CURVE_SPEEDUP };
    for (int t = 1; t <= 2; t++) /* intervals are ±2% */
        measured(a, t, &(struct made){ "cpu.csr.omp", "cpu", "", 1, t, 2.0 * t, 5, 0.1, t });
    struct chart *c = chart_of(a, &ask);
    assert_string_equal(c->note, "");
    free(c);
    measured(a, 3, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 4, 10, 5, 0.1, 5 });
    for (int q = 0; q < 3; q++) {
        ask.quantity = (enum curve_quantity[]){ CURVE_SPEEDUP, CURVE_TIME, CURVE_RATE }[q];
        c = chart_of(a, &ask);
        assert_string_equal(c->note, "cpu.csr.omp on 4 threads: 1.25× ideal, more than noise explains");
        free(c);
    }
    struct model_run *last = &a->model->run[a->model->runs - 1];
    last->ci_hi_ms = 2 * last->time_ms;
    c = chart_of(a, &ask);
    assert_string_equal(c->note, "cpu.csr.omp on 4 threads: 1.25× ideal, which may be noise");
    assert_true(fabs(series(c, "cpu.csr.omp")->at[2].y - 10) < 1e-9);
    free(c);
    measured(a, 4, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 4, 3, 5, 0.1, 1.5 });
    last = &a->model->run[a->model->runs - 1];
    json_object_set_new(last->event, "flags", json_pack("[ss]", "roof", "busy"));
    c = chart_of(a, &ask);
    assert_true(fabs(series(c, "cpu.csr.omp")->at[2].y - 10) < 1e-9);
    free(c);
    json_object_del(last->event, "flags");
    c = chart_of(a, &ask);
    assert_true(fabs(series(c, "cpu.csr.omp")->at[2].y - 3) < 1e-9);
    free(c);
}

/* Of several lines above the ideal, the one that noise does not explain is named, though another's median is higher. */
APP_TEST_OF(above_ideal_for_sure, stage_open(false))
{
    struct curve_ask ask = { .axis = "threads", .quantity = CURVE_RATE };
    for (int t = 1; t <= 2; t++) {
        measured(a, t, &(struct made){ "cpu.csr.omp", "cpu", "", 1, t, 2.5 * t - 0.5, 5, 0.1, 1 });
        measured(a, t + 2, &(struct made){ "cpu.csr.block", "cpu", "", 1, t, 4 * t - 2, 5, 0.1, 1 });
    }
    struct model_run *last = &a->model->run[a->model->runs - 1];
    last->ci_hi_ms = 2 * last->time_ms;
    struct chart *c = chart_of(a, &ask);
    assert_string_equal(c->note, "cpu.csr.omp on 2 threads: 1.12× ideal, more than noise explains");
    free(c);
}

/* What differs from line to line is said at the lines, not above them. */
APP_TEST_OF(title_says_what_all_share, stage_open(false))
{
    resize(a, 24, 110); /* room for the title beside the tabs */
    for (int i = 0; i < 4; i++) {
        const struct made r = { "cpu.csr.omp", "cpu", "", i < 2 ? 1 : 8, 1 + i % 2, 2 + i, 10, 0.2, 1 };
        measured(a, i + 1, &r);
        if (i == 1) {
            commands(a, "picture curve;axis threads");
            assert_true(shows(a, "over threads · stencil27 · mul · k=1 · f64"));
        }
    }
    assert_true(shows(a, "over threads · stencil27 · mul · f64"));
    feed(a->model, "{'ev':'matrix','name':'next','rows':5,'cols':5,'nnz':9}");
    assert_false(shows(a, "over threads")); /* a matrix without runs has no picture */
    answers(a, "picture", "no runs yet to show as a roofline; v: the next picture");
}

/* What r measures after a sweep is a bar, unless a setting has several values. */
APP_TEST_OF(a_single_run_leaves_the_curve, stage_open(false))
{
    const struct run_state *v = &a->state[VIEW_run].run;
    app_command(a, "picture curve");
    app_command(a, "set k=1,8");
    app_command(a, "run");
    assert_int_equal(v->picture, PICTURE_CURVE);
    app_command(a, "set k=8");
    app_command(a, "run");
    assert_int_equal(v->picture, PICTURE_BARS);
    app_command(a, "picture curve");
    app_key(a, KEY_ESC); /* stops the run first */
    app_key(a, KEY_ESC);
    assert_int_equal(v->picture, PICTURE_BARS);
}

/* On an axis that the newest sweep does not go through, there is still a line a kernel: those of the sweep that did,
   and without one, those of the last runs that were no sweep. What is held stands above them. */
APP_TEST_OF(other_sweeps_give_no_lines, stage_open(false))
{
    resize(a, 24, 110); /* room for the title beside the tabs */
    measured(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 2, 4, 3, 10, 0.2, 1 });
    for (int k = 1, index = 0; k <= 8; k *= 2) {
        measured(a, ++index, &(struct made){ "cpu.csr.serial", "cpu", "", k, 1, 1, 5, 0.1, 1 });
        measured(a, ++index, &(struct made){ "cpu.csr.omp", "cpu", "", k, 4, 2 + k, 10, 0.2, 1 });
    }
    struct curve_ask ask = { .axis = "threads" };
    struct chart *c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu.csr.omp")->n, 1);
    assert_true(series(c, "cpu.csr.omp")->at[0].y == 4); /* the newest of k = 2 */
    assert_true(c->n == 3 && series(c, "cpu.csr.serial")->n == 1);
    free(c);
    app_command(a, "axis threads");
    assert_true(shows(a, "over threads · stencil27 · mul · k=2 · f64"));
    for (int t = 1; t <= 4; t++) {
        measured(a, 2 * t - 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, t, 5 + t, 10, 0.2, 1 });
        measured(a, 2 * t, &(struct made){ "cpu.csr.serial", "cpu", "", 1, 1, 1, 5, 0.1, 1 });
    }
    ask.axis = "k";
    c = chart_of(a, &ask);
    assert_true(c->n == 3 && series(c, "cpu.csr.omp")->n == 4);
    free(c);
    app_command(a, "axis k");
    assert_true(shows(a, "over k · stencil27 · mul · f64 · 4 threads"));
}

/* A parameter of numbers is an axis; the next axis is the next setting that has several values. */
APP_TEST_OF(axes_are_found, stage_open(false))
{
    for (int i = 0; i < 4; i++) {
        char params[40];
        snprintf(params, sizeof params, "MODE=fast NZ_PER_CHUNK=%d", 256 << i);
        struct made r = { "cpu.csr.omp", "cpu", params, i < 2 ? 1 : 8, 8, 3, 5, 0.5, 1 };
        measured(a, 1 + i, &r);
    }
    char axis[CURVE_AXIS];
    struct curve_ask ask = { .axis = "nz_per_chunk" };
    struct chart *c = chart_of(a, &ask);
    assert_int_equal(c->n, 3); /* k = 1 and k = 8, and a roof */
    assert_int_equal(series(c, "cpu.csr.omp k=1")->n, 2);
    free(c);
    curve_next_axis(a->model, &ask, axis);
    assert_string_equal(axis, "k");
    ask.axis = "k";
    curve_next_axis(a->model, &ask, axis);
    assert_string_equal(axis, "NZ_PER_CHUNK");
}

/* A kernel keeps its letter and its colour from quantity to quantity, and also has those of the roofline. */
APP_TEST_OF(letters_stay, swept(false))
{
    for (int i = 0; i < a->model->runs; i++) /* a line that speedups lack */
        if (strcmp(a->model->run[i].kernel, "cpu.csr.serial") == 0)
            a->model->run[i].speedup = NAN;
    for (int q = 0; q <= CURVE_QUANTITIES; q++) {
        const struct curve_ask ask = { .axis = q < CURVE_QUANTITIES ? "k" : CURVE_INTENSITY,
                                       .quantity = (enum curve_quantity)(q % CURVE_QUANTITIES) };
        struct chart *c = chart_of(a, &ask);
        if (q != CURVE_SPEEDUP)
            assert_int_equal(series(c, "cpu.csr.serial")->mark, 'a');
        assert_true(series(c, "cpu.csr.omp")->mark == 'b' && series(c, "cpu.csr.omp")->role == ROLE_LINE1);
        assert_true(series(c, "cpu.csr.block")->mark == 'c' && series(c, "cpu.csr.block")->role == ROLE_LINE2);
        free(c);
    }
}

/* Orders of the rows are an axis of words; held, the order is in the title. */
APP_TEST_OF(over_orders, stage_open(false))
{
    static const char *const orders[] = { "", "rcm", "similar" };
    for (int i = 0; i < 6; i++) {
        measured(a, i + 1, &(struct made){ i % 2 ? "cpu.ell.omp" : "cpu.csr.omp", "cpu", "", 4, 8, 5 + i, 20, 0.5, 4 });
        strcpy(a->model->run[a->model->runs - 1].reorder, orders[i / 2]);
    }
    char title[200] = "";
    struct curve_ask ask = { .axis = "" };
    struct chart *c = chart_of(a, &ask);
    assert_int_equal(series(c, "cpu.csr.omp")->n, 3);
    assert_true(c->x.words == 3 && strcmp(c->x.word[0], "none") == 0 && strcmp(c->x.word[2], "similar") == 0);
    curve_title(a->model, &ask, ~0u, title, sizeof title);
    assert_string_equal(title, "stencil27 · mul · k=4 · f64 · 8 threads");
    free(c);
    commands(a, "picture curve;zoom run");
    assert_true(shows(a, "over reorder") && shows(a, "order of rows") && shows(a, "rcm"));
    measured(a, 1, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 5, 20, 0.5, 4 });
    strcpy(a->model->run[a->model->runs - 1].reorder, "rcm");
    title[0] = 0;
    ask.axis = "k";
    curve_title(a->model, &ask, ~0u, title, sizeof title);
    assert_string_equal(title, "stencil27 · mul · f64 · 8 threads · rcm");
}

/* A parameter of words is also an axis; a line is named after the parameters that differ, and no others. */
APP_TEST_OF(over_words, stage_open(false))
{
    static const char *const params[] = { "SCHEDULE=static CHUNK=8 LOOP=rows", "SCHEDULE=guided CHUNK=8 LOOP=rows",
                                          "SCHEDULE=guided CHUNK=9 LOOP=rows" };
    for (int i = 0; i < 3; i++)
        measured(a, i + 1, &(struct made){ "cpu.csr.omp", "cpu", params[i], 1, 8, 5 + i, 20, 0.5, 4 });
    const struct curve_ask ask = { .axis = "" };
    struct chart *c = chart_of(a, &ask);
    const struct chart_series *eight = series(c, "cpu.csr.omp CHUNK=8");
    assert_string_equal(c->x.title, "SCHEDULE");
    assert_true(c->x.words == 2 && eight->n == 2 && eight->at[1].x == 1);
    assert_int_equal(series(c, "cpu.csr.omp CHUNK=9")->n, 1);
    free(c);
}

/* Over the size, a line joins matrices of one generator; files and twins are dots. */
APP_TEST_OF(families_apart, stage_open(false))
{
    static const char *const matrix[] = { "stencil5:100", "stencil5:200", "bcsstk13", "twin:cage4", "rmat:9:8" };
    for (int i = 0; i < 5; i++)
        measured_on(a, 1 + i, &(struct made){ "cpu.csr.omp", "cpu", "", 1, 8, 5 - i, 5, 0.5, 1 }, matrix[i], 1000 << i);
    struct curve_ask ask = { .axis = "size" };
    struct chart *c = chart_of(a, &ask);
    const struct chart_series *files = series(c, "cpu.csr.omp several matrices"),
                              *grown = series(c, "cpu.csr.omp stencil5");
    assert_true(files->style == CHART_DOTS && files->n == 2);
    assert_true(grown->style == CHART_LINE && grown->n == 2 && !grown->at[1].fall == !c->note[0]);
    assert_int_equal(series(c, "cpu.csr.omp rmat")->n, 1);
    assert_null(strstr(c->note, "several"));
    free(c);
    struct model_run *twin = &a->model->run[a->model->runs - 2];
    snprintf(twin->matrix, sizeof twin->matrix, "rmat:8:8");
    c = chart_of(a, &ask); /* a file alone has a name */
    assert_int_equal(series(c, "cpu.csr.omp bcsstk13")->n, 1);
    free(c);
    ask.alone = true; /* the curve of a sweep: of its generator alone */
    c = chart_of(a, &ask);
    assert_true(series(c, "cpu.csr.omp")->n == 2 && series(c, "cpu.csr.omp")->at[1].x == 16000);
    for (int i = 0; i < c->n; i++)
        assert_true(i == 0 || !chart_measured(&c->series[i]));
    free(c);
}

/* The title of a curve over files names one alone, and says of several that they are. */
APP_TEST_OF(files_have_a_title, stage_open(false))
{
    const struct curve_ask ask = { .axis = "size" };
    char one[200] = "", two[200] = "";
    const struct made run = { "cpu.csr.omp", "cpu", "", 1, 8, 5, 5, 0.5, 1 };
    measured_on(a, 1, &run, "bcsstk13", 1000);
    curve_title(a->model, &ask, DIFFER_MATRIX | DIFFER_OP, one, sizeof one);
    assert_string_equal(one, "bcsstk13 · mul");
    measured_on(a, 2, &run, "cage4", 2000);
    curve_title(a->model, &ask, DIFFER_MATRIX | DIFFER_OP, two, sizeof two);
    assert_string_equal(two, "several matrices · mul");
}

/* Without a serial run there is no speedup, and the plot says so. */
APP_TEST_OF(speedup_of_nothing, swept(false))
{
    for (int i = 0; i < a->model->runs; i++)
        a->model->run[i].speedup = NAN;
    commands(a, "picture curve;quantity speedup;zoom run");
    assert_true(shows(a, "speedup: needs a run of cpu.csr.serial at each point"));
    assert_true(shows(a, "no speedup at k 1, 2, "));
    a->model->run[0].speedup = 1; /* a point is no curve */
    assert_true(shows(a, "speedup: needs a run of cpu.csr.serial at each point"));
}

TEST(screens)
{
    static const struct {
        const char *name, *command;
        int rows, cols;
        bool ascii, threads;
    } all[] = {
        { "curve-80x24", "zoom run", 24, 80, false, false },
        { "curve-ascii-80x24", "zoom run", 24, 80, true, false },
        { "curve-120x36", "focus run", 36, 120, false, false },
        { "curve-200x60", "scale log", 60, 200, false, false },
        { "curve-threads-120x36", "zoom run", 36, 120, false, true },
        { "roofline-80x24", "picture roofline", 24, 80, false, false },
        { "roofline-120x36", "picture roofline", 36, 120, false, false },
        { "roofline-200x60", "picture roofline", 60, 200, false, false },
    };
    for (size_t i = 0; i < COUNT(all); i++) {
        struct app *a = all[i].threads ? scaled() : swept(all[i].ascii);
        app_command(a, "picture curve");
        golden(a, all[i].name, all[i].rows, all[i].cols, all[i].command);
    }
}

/* The commands: what they say of mistakes, and which picture they leave. */
APP_TEST_OF(wrong_commands_are_named, swept(false))
{
    refuses(a, "picture pie", "roofline");
    app_command(a, "picture");
    assert_int_equal(a->state[VIEW_run].run.picture, PICTURE_CURVE);
    commands(a, "quantity time;picture;picture");
    assert_int_equal(a->state[VIEW_run].run.picture, PICTURE_COMPARE);
    app_command(a, "picture");
    assert_int_equal(a->state[VIEW_run].run.picture, PICTURE_BARS);
    refuses(a, "sweep nz_per_chunk", "wants a list");
    refuses(a, "sweep nonsense 1,2", "no setting");
    refuses(a, "sweep k 1..8x2 cpu.csr.omp", "wants one list, not cpu.csr.omp too");
    refuses(a, "sweep k 1..8x2 cpu.csr.omp cpu.ell.omp", "first :mark cpu.csr.omp cpu.ell.omp, or");
    app_command(a, "sweep k 1..8x2"); /* there is no engine: the setting stays, the curve waits */
    assert_string_equal(settings_get(&a->settings, "k", "1"), "1");
    assert_int_equal(a->state[VIEW_run].run.picture, PICTURE_CURVE);
    assert_string_equal(a->state[VIEW_run].run.axis, "k");
    a->engine.pending[PENDING_RUN] = 7;
    app_command(a, "sweep threads"); /* the runs that are under way keep their curve */
    assert_string_equal(a->state[VIEW_run].run.axis, "k");
    app_command(a, "axis size"); /* other matrices stay out of a sweep's curve, unless they are asked for */
    assert_false(a->state[VIEW_run].run.alone);
}

/* Charts of any size stay inside, and any numbers are drawn. */
TEST(any_size)
{
    struct chart *c = calloc(1, sizeof *c);
    assert_non_null(c);
    for (int i = 0; i < CHART_SERIES + 2; i++) {
        struct chart_series *s = chart_add(c, "a name", (enum chart_style)(i % 4));
        assert_int_equal(s != NULL, i < CHART_SERIES);
        for (int j = 0; j < 5 && s; j++)
            chart_put(
                s, &(struct chart_point){ j, j == 3 ? (double)NAN : pow(10, i % 7) * j, -INFINITY, NAN, .dim = j == 2 },
                false);
    }
    for (int log = 0; log < 2; log++) {
        c->x.log = c->y.log = log;
        chart_fit(c);
        for (int rows = 0; rows < 30; rows++)
            for (int cols = 0; cols < 130; cols += 3) {
                struct canvas to;
                assert_true(canvas_init(&to, rows + 2, cols + 2, log, NULL));
                chart_draw(c, &to, (struct rect){ 1, 1, rows, cols });
                for (int i = 0; i < to.cols; i++)
                    assert_true(to.cell[i].glyph == ' ' && to.cell[(rows + 1) * to.cols + i].glyph == ' ');
                canvas_free(&to);
            }
    }
    char *svg = chart_to_svg(c);
    assert_non_null(svg);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    free(svg);
    free(c);
}

/* The picture for papers: names, units and caption are text, each line has its dashes, the characters are escaped. */
APP_TEST_OF(svg, swept(false))
{
    struct curve_ask ask = { .axis = "k" };
    struct chart *c = chart_of(a, &ask);
    snprintf(c->title, sizeof c->title, "A < B & C");
    snprintf(c->caption, sizeof c->caption, "the machine");
    char *text = chart_to_svg(c);
    assert_non_null(strstr(text, "A &#60; B &#38; C</text>"));
    assert_non_null(strstr(text, ">GFLOPS</text>"));
    assert_non_null(strstr(text, ">k (log)</text>"));
    assert_non_null(strstr(text, ">the machine</text>"));
    assert_non_null(strstr(text, ">cpu.csr.block</text>"));
    assert_non_null(strstr(text, "stroke-dasharray=\"7 3\""));
    assert_non_null(strstr(text, "stroke-dasharray=\"2 2\""));
    assert_non_null(strstr(text, "fill-opacity"));
    assert_string_equal(text + strlen(text) - 7, "</svg>\n");
    free(text);
    free(c);
}

TESTS(NULL, NULL)
