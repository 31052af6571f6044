/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_guide_recorded: recorded runs that stand in for those of a step, and what is shown when a step comes again. */
#include "core/tests/shell.h"
#include "tui/screen/tests/guide_steps.h"

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
    char line[100];
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
        snprintf(line, sizeof line, "tour %s%s", tour, recorded ? " --recorded" : ""); /* there as in the shell */
        a->session = NULL;
        begin_tour(a, tour);
        app_command(a, line);
        snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:demo");
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
        fprintf(f,
                "title Steps\n%s%s\n\n:open gen:demo\n:run cpu.csr.omp\nFirst.\n\n:zoom run\nSecond.\n\n"
                ":zoom run\nThird.\n",
                recorded ? "recording " : "", recorded ? strrchr(tape, '/') + 1 : "");
        fclose(f);
        begin_tour(a, tour);
        a->guide.stopped = true; /* by the next key */
        rest(a);
        app_key(a, KEY_PAGE_DOWN);
        rest(a);
        assert_true(shows(a, "recorded on Some, 2026-11-21: not measured here; :tour 2 tries again") == recorded);
        assert_true(recorded || !shows(a, "measured here"));
        a->guide.recorded = true; /* asked for: no reason is needed */
        app_tour_note(a);
        assert_true(shows(a, "recorded on Some, 2026-11-21\n") == recorded && !shows(a, "tries again"));
        a->guide.recorded = false;
        app_key(a, KEY_PAGE_DOWN); /* told once */
        rest(a);
        assert_true(shows(a, "recorded on Some, 2026-11-21\n") == recorded && !shows(a, "tries again"));
        app_key(a, KEY_PAGE_UP);
        rest(a);
        assert_true(shows(a, ": not measured here; :tour 2 tries again") == recorded);
        for (int again = 0; again < 2; again++) { /* what is measured now is held against the caption alone */
            if (again)
                app_command(a, "tour 1");
            else
                app_key(a, KEY_PAGE_UP);
            rest(a);
            assert_true(!shows(a, "recorded on Some") && a->guide.done[0] == TOUR_MEASURED);
        }
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
        "'processor':'Intel(R) Xeon(R) Processor','date':'2026-11-21','index':2,'speedup':12}\n"
        "{'t':3,'ev':'measurement','status':'ok','matrix':'demo','kernel':'cpu.gone.serial','device':'cpu','op':'mul',"
        "'type':'f64','k':1,'gflops':0.75,'gbs':5,'roof_frac':0.1,'roof_gbs':50,'cache':'warm','threads':1,"
        "'processor':'Intel(R) Xeon(R) Processor','date':'2026-11-21','index':3,'speedup':1}\n",
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
    run_shell("rm -r %s", folder);
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

/* A speedup over a run that no step shows is no result: it is not shown, as it would not be measured here. */
APP_TEST(recorded_speedups_have_their_base, AT_REST)
{
    char folder[] = "/tmp/nzscope-steps-XXXXXX";
    begin_recorded(a, folder,
                   ":zoom run\n:run cpu.gone\nFirst.\n\n:zoom run\n:run cpu.gone,cpu.gone.serial\nSecond.\n");
    assert_true(shows(a, "cpu.gone") && !shows(a, " 12× "));
    app_key(a, KEY_PAGE_DOWN);
    rest(a);
    assert_true(shows(a, "cpu.gone.serial") && shows(a, " 12× "));
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
    app_command(a, "why gpu.absent");
    assert_true(shows(a, " recorded on NVIDIA H200 and Intel Xeon, 2026-11-21"));
    app_command(a, "why cpu.csr.omp"); /* none of these runs is of it */
    assert_true(shows(a, " cpu.csr.omp · demo") && !shows(a, "recorded on"));
    app_key(a, 27);
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
