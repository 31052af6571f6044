/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_guide: the steps of a tour on the screen, without an engine: what is shown, and what is said of it. */
#include "core/tests/cmocka.h"
#include "tui/input/options.h"
#include "tui/screen/actions.h"
#include "tui/screen/app_events.h"
#include "tui/screen/app_input.h"
#include "tui/screen/app_tour.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"

/* The tour of this file, which goes, over a matrix that is open already. */
static void begin_tour(struct app *a, const char *path)
{
    struct err e = { 0 };
    if (!app_tour_start(a, path, &e))
        fail_msg("%s", e.text);
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:demo");
}

static void start_tour_of(struct app *a, const char *steps)
{
    char path[] = "/tmp/nzscope-steps-XXXXXX.tour";
    FILE *f = fdopen(mkstemps(path, 5), "w");
    fprintf(f, "title A test\n\n:open gen:demo\n%s", steps);
    fclose(f);
    begin_tour(a, path);
    unlink(path);
}

static void start_tour(struct app *a)
{
    start_tour_of(a, ":set k=8\nFirst.\n\n:zoom spy\nSecond.\n\n:set k=2\n:focus rows\nThird.\n");
}

/* As app_tick does with an engine that rests, on which nothing can be opened. */
static void rest(struct app *a)
{
    for (int i = 0; i < 5; i++) {
        a->engine.stale = false;
        app_tour_tick(a);
    }
}

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
    assert_string_equal(a->dialog.message, "this is the first step");
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
    assert_true(a->state[VIEW_microscope].microscope.zoom == 0 && a->state[VIEW_rows].linear == 0);
    assert_string_equal(settings_get(&a->settings, "k", ""), "8");
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(!a->panels.zoomed && a->panels.focus == VIEW_rows && shows(a, " 3/3   Third."));
    assert_string_equal(settings_get(&a->settings, "k", ""), "2");
    app_key(a, KEY_PAGE_DOWN);
    says(a, "this is the last step");
    app_key(a, KEY_PAGE_UP);
    rest(a);
    assert_int_equal(a->guide.step, 1);
    assert_string_equal(settings_get(&a->settings, "k", ""), "8");
    app_key(a, '8'); /* the log */
    app_key(a, KEY_PAGE_UP);
    assert_true(a->guide.step == 0 && a->panels.focus == VIEW_run);
    answers(a, "tour 4", "the steps are 1 to 3");
    app_command(a, "tour off");
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
    assert_true(shows(a, "This step speaks of gen:demo, and gen:diag:9 is open: :tour 1 goes back") &&
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

/* The first step has measured two kernels of this many threads, whose intervals overlap. */
static void measure_two(struct app *a, int first_threads, int second_threads)
{
    struct model *m = a->model;
    assert_true(m->runs >= 2);
    m->runs = 2;
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
}

/* Two kernels of a step whose intervals overlap are named on the strip's line, until the next step or run. */
APP_TEST(unclear_steps_say_so, AT_REST)
{
    struct model *m = a->model;
    start_tour(a);
    measure_two(a, 1, 1);
    assert_true(shows(a, "measured here; unclear, intervals overlap: cpu.test.0 and cpu.test.1"));
    assert_true(shows(a, " 1/3   First."));
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_false(shows(a, "unclear, "));
    m->run[1].ci_lo_ms = 2.6; /* now they do not overlap */
    app_key(a, KEY_PAGE_UP);
    rest(a);
    assert_false(shows(a, "unclear, "));
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
    assert_true(shows(a, " 1/1   0.80 to 3.50× as fast, 1.50× the entries, 65×."));
    m->run[1].ci_lo_ms = 2.6; /* now they do not overlap */
    rest(a);
    assert_true(shows(a, " 1/1   1.5× as fast, 1.50× the entries, 65×."));
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

APP_TEST(golden_caption, AT_REST)
{
    start_tour(a);
    for (int i = 0; i < a->model->runs; i++)
        a->model->run[i].purpose = a->guide.runs; /* measured by the first step */
    app_command(a, "tour 3");                     /* the settings of the steps before are also made */
    rest(a);
    compare_sizes(a, "caption");
}

/* Wrong lines of later steps are named when the first one is shown. */
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
    assert_int_equal(strncmp(a->dialog.message, "2 wrong lines (all: the log), nzscope-steps-", 44), 0);
    says(a, ".tour:6: no setting is named kk: it is one of operation, k, ");
}

static const char *newest_kernel(const struct app *a)
{
    return a->model->run[a->model->runs - 1].kernel;
}

/* What says that runs are recorded leaves the caption in sight. A step that is shown again shows its own runs, whatever
   has been run since. */
APP_TEST(recorded_runs_belong_to_steps, AT_REST)
{
    char tour[] = "/tmp/nzscope-steps-XXXXXX.tour", tape[] = "/tmp/nzscope-steps-XXXXXX.jsonl";
    snprintf(a->model->matrix.name, sizeof a->model->matrix.name, "demo"); /* as the tour says */
    FILE *f = fdopen(mkstemps(tape, 6), "w");
    fprintf(f,
            "{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n{\"t\":1,\"ev\":\"measurement\",\"status\":\"ok\","
            "\"matrix\":\"%s\",\"kernel\":\"gpu.absent\",\"processor\":\"NVIDIA H200\",\"date\":\"2026-11-21\"}\n"
            "{\"t\":2,\"ev\":\"measurement\",\"status\":\"ok\",\"matrix\":\"%s\",\"kernel\":\"gpu.missing\"}\n",
            a->model->matrix.name, a->model->matrix.name);
    fclose(f);
    f = fdopen(mkstemps(tour, 5), "w");
    const char *name = strrchr(tape, '/') + 1;
    fprintf(f, "title Steps\nrecording %s\n\n:open gen:demo\n:run gpu.absent\nFirst.\n\n:run gpu.missing\nSecond.\n",
            name);
    fclose(f);
    begin_tour(a, tour);
    rest(a);
    assert_true(shows(a, "recorded on NVIDIA H200, 2026-11-21: not all of it can run here"));
    assert_true(shows(a, " 1/2   First."));
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    unlink(tour);
    unlink(tape);
    assert_string_equal(newest_kernel(a), "gpu.missing");
    app_key(a, KEY_PAGE_UP);
    rest(a);
    assert_string_equal(newest_kernel(a), "gpu.absent");
    app_command(a, "zoom run");
    assert_true(shows(a, "gpu.absent") && !shows(a, "gpu.missing") && !shows(a, "cpu.csr.omp "));
    app_runs(a, 0); /* tried in between */
    feed(a->model, "{'ev':'run','kernel':'cpu.tried'}");
    assert_string_equal(newest_kernel(a), "cpu.tried");
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_string_equal(newest_kernel(a), "gpu.missing");
}

static const char *order_of(const struct app *a)
{
    return settings_get(&a->settings, "reorder", "none");
}

/* The rows stay in their order until a step needs another one: none is found that the next command replaces. */
APP_TEST(orders_wait_for_what_needs_them, AT_REST)
{
    start_tour_of(a, ":zoom run\n:reorder rcm\nFirst.\n\n:reorder none\n:why cpu.csr.omp\nSecond.\n\n"
                     ":reorder rcm\n:zoom run\nThird.\n");
    rest(a);
    assert_string_equal(order_of(a), "rcm");
    app_key(a, KEY_PAGE_DOWN);
    assert_string_equal(order_of(a), "rcm");
    rest(a);
    assert_string_equal(order_of(a), "none");
    app_command(a, "tour 3");
    while (guide_waits(&a->guide)) {
        a->engine.stale = false;
        assert_true(strcmp(order_of(a), "none") == 0 || a->panels.zoomed);
        app_tour_tick(a);
    }
    assert_string_equal(order_of(a), "rcm");
}

/* A recording of one run of the demo; the name ends in XXXXXX.jsonl. */
static void record_one(char *tape)
{
    FILE *f = fdopen(mkstemps(tape, 6), "w");
    fputs("{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n{\"t\":1,\"ev\":\"measurement\",\"status\":\"ok\","
          "\"matrix\":\"demo\",\"kernel\":\"cpu.csr.omp\",\"processor\":\"Some\",\"date\":\"2026-11-21\"}\n",
          f);
    fclose(f);
}

/* Asked for, they replace even what could be measured here. */
APP_TEST(recorded_runs_are_asked_for, AT_REST)
{
    char tour[] = "/tmp/nzscope-steps-XXXXXX.tour", tape[] = "/tmp/nzscope-steps-XXXXXX.jsonl";
    struct options asked = { .value = { [OPT_RECORDED] = "" } };
    snprintf(a->model->matrix.name, sizeof a->model->matrix.name, "demo");
    record_one(tape);
    FILE *f = fdopen(mkstemps(tour, 5), "w");
    fprintf(f, "title One step\nrecording %s\n\n:open gen:demo\n:run cpu.csr.omp\nFirst.\n", strrchr(tape, '/') + 1);
    fclose(f);
    for (int recorded = 0; recorded < 2; recorded++) {
        a->session = recorded ? &asked : NULL;
        begin_tour(a, tour);
        rest(a);
        assert_true(shows(a, "recorded on Some, 2026-11-21") == recorded);
        resize(a, 60, 200);
        assert_true(shows(a, "r runs mul ") == !recorded); /* with threads of this machine */
        resize(a, 24, 80);
    }
    unlink(tour);
    unlink(tape);
}

/* A step left before it had measured shows its recording; without one, nothing is called measured. */
APP_TEST(what_was_left_is_shown_as_recorded, AT_REST)
{
    char tour[] = "/tmp/nzscope-steps-XXXXXX.tour", tape[] = "/tmp/nzscope-steps-XXXXXX.jsonl";
    snprintf(a->model->matrix.name, sizeof a->model->matrix.name, "demo");
    record_one(tape);
    close(mkstemps(tour, 5));
    for (int recorded = 0; recorded < 2; recorded++) {
        FILE *f = fopen(tour, "w");
        fprintf(f, "title Two steps\n%s%s\n\n:open gen:demo\n:run cpu.csr.omp\nFirst.\n\n:zoom run\nSecond.\n",
                recorded ? "recording " : "", recorded ? strrchr(tape, '/') + 1 : "");
        fclose(f);
        begin_tour(a, tour);
        a->guide.stopped = true; /* by the next key */
        rest(a);
        app_key(a, KEY_PAGE_DOWN);
        rest(a);
        assert_true(shows(a, "recorded on Some, 2026-11-21: not measured here; :tour 2 tries again") == recorded);
        assert_true(recorded || !shows(a, "measured here"));
    }
    unlink(tour);
    unlink(tape);
}

/* A tour of this text beside recordings one.jsonl and two.jsonl, of a machine each, in a folder "…XXXXXX". */
static void begin_recorded(struct app *a, char *folder, const char *text)
{
    static const char *const tape[] = {
        "{'t':1,'ev':'measurement','status':'ok','matrix':'demo','kernel':'gpu.absent','device':'gpu0','op':'mul',"
        "'type':'f64','k':1,'gflops':90,'gbs':600,'roof_frac':0.1,'roof_gbs':6000,'cache':'warm',"
        "'processor':'NVIDIA H200','date':'2026-11-21','index':1}\n"
        "{'t':2,'ev':'measurement','status':'ok','matrix':'demo','kernel':'cpu.gone','device':'cpu','op':'mul',"
        "'type':'f64','k':1,'gflops':9,'gbs':60,'roof_frac':0.1,'roof_gbs':600,'cache':'warm','threads':16,"
        "'processor':'Intel(R) Xeon(R) Processor','date':'2026-11-21','index':2}\n",
        "{'t':1,'ev':'measurement','status':'ok','matrix':'demo','kernel':'gpu.other','device':'gpu0','op':'mul',"
        "'type':'f64','k':1,'gflops':70,'gbs':500,'roof_frac':0.1,'roof_gbs':5000,'cache':'warm',"
        "'processor':'AMD MI300','date':'2026-11-22','index':1}\n",
    };
    char path[80];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, i < 2 ? i ? "two.jsonl" : "one.jsonl" : "steps.tour");
        FILE *f = fopen(path, "w");
        for (const char *c = i < 2 ? tape[i] : ""; *c; c++)
            fputc(*c == '\'' ? '"' : *c, f);
        if (i == 2)
            fprintf(f, "title Steps\nrecording one.jsonl\nrecording two.jsonl\n\n:open gen:demo\n%s", text);
        fclose(f);
    }
    snprintf(a->model->matrix.name, sizeof a->model->matrix.name, "demo");
    begin_tour(a, path);
    rest(a);
}

static void drop(const char *folder)
{
    char line[60];
    snprintf(line, sizeof line, "rm -r %s", folder);
    assert_int_equal(system(line), 0);
}

/* Runs of this machine, made in between. */
static void try_in_between(struct app *a)
{
    app_runs(a, 7);
    feed_run(a->model, "'index':1,'matrix':'demo','kernel':'cpu.tried','threads':8,'gflops':3,'gbs':20,"
                       "'roof_frac':0.4,'roof_gbs':50");
    answer(a, 7, 0, "");
}

/* A step that swept shows its curve again when it is shown again. */
APP_TEST(a_sweep_shows_its_curve_again, AT_REST)
{
    char folder[] = "/tmp/nzscope-steps-XXXXXX";
    begin_recorded(a, folder, ":mark cpu.csr.omp\n:zoom run\n:sweep k 1,2\nFirst.\n\n:zoom run\nSecond.\n");
    assert_int_equal(a->state[VIEW_run].run.picture, PICTURE_CURVE);
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_int_equal(a->state[VIEW_run].run.picture, PICTURE_BARS);
    app_key(a, KEY_PAGE_UP);
    rest(a);
    assert_int_equal(a->state[VIEW_run].run.picture, PICTURE_CURVE);
    assert_string_equal(a->state[VIEW_run].run.axis, "k");
    drop(folder);
}

/* Bars of two machines never look as if of one: own runs take the place of recorded ones, a recording that of another;
   where all are shown each has the mark of its recording. The line above the caption names the machines. */
APP_TEST(recorded_runs_are_told_apart, AT_REST)
{
    char folder[] = "/tmp/nzscope-steps-XXXXXX";
    begin_recorded(a, folder, ":zoom run\n:run gpu.absent,cpu.gone\nFirst.\n\n:zoom run\n:run gpu.other\nSecond.\n");
    assert_true(shows(a, "gpu.absent") && shows(a, "cpu.gone"));
    assert_true(shows(a, " recorded on NVIDIA H200 and Intel Xeon, 2026-11-21: not all of it can run here"));
    assert_true(shows(a, "mul · k=1 · f64 · 16 threads"));
    app_command(a, "focus kernels"); /* the bars stay in sight */
    app_key(a, 27);
    assert_true(shows(a, "gpu.absent") && shows(a, " recorded on NVIDIA H200 and Intel Xeon, 2026-11-21"));
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(shows(a, "gpu.other") && !shows(a, "gpu.absent") && !shows(a, "cpu.gone"));
    assert_true(shows(a, " recorded on AMD MI300, 2026-11-22: not all of it can run here"));
    assert_false(shows(a, "1 thread")); /* of a GPU */
    try_in_between(a);
    assert_true(shows(a, "cpu.tried") && !shows(a, "gpu.other"));
    assert_true(shows(a, "measured here; a adds rec.: recorded on NVIDIA H200 and Intel Xeon,"));
    assert_true(shows(a, " 2026-11-21; rec.2: recorded on AMD MI300, 2026-11-22")); /* on a line of its own */
    app_key(a, 'a');
    assert_true(shows(a, "gpu.absent rec.") && shows(a, "×16 rec.") && shows(a, "gpu.other  rec.2"));
    assert_true(shows(a, "cpu.tried  ×8  "));
    assert_true(shows(a, " rec.: recorded on NVIDIA H200 and Intel Xeon, 2026-11-21; rec.2: recorded on"));
    app_key(a, KEY_PAGE_UP);
    rest(a);
    assert_true(shows(a, "gpu.absent") && !shows(a, "cpu.tried") && !shows(a, "rec.:"));
    answers(a, "tour off", "the tour is over; its 3 recorded runs left with it, what ran here stays");
    app_key(a, 'a');
    assert_true(shows(a, "cpu.tried") && !shows(a, "gpu.absent") && !shows(a, "gpu.other"));
    drop(folder);
}

TESTS(NULL, NULL)
