/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_results: the screen saves what it shows, keeps its results, and shows former ones below the current ones. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "core/tests/shell.h"
#include "tui/results/results.h"
#include "tui/screen/tests/stage.h"

static char folder[] = "/tmp/nzscope-results-XXXXXX";

static int in_folder(void **state)
{
    return mkdtemp(folder) ? chdir(folder) : -1;
}

static int without_folder(void **state)
{
    return chdir("/") || shell_status("rm -r %s", folder);
}

/* A screen with one result of this time. */
static struct app *screen(double ms)
{
    char text[800];
    struct app *a = make(LOADING, false);
    FEED(a->model, events_matrix);
    a->engine.pending[PENDING_OPEN] = 0;
    resize(a, 30, 120);
    snprintf(text, sizeof text,
             "{'ev':'measurement','cmd':2,'id':1,'index':1,'of':1,'matrix':'stencil27','m':3,'n':3,'nnz':9,"
             "'kernel':'cpu.csr.omp','op':'mul','type':'f64','k':1,'device':'cpu','threads':2,'params':'',"
             "'cache':'warm','status':'ok','gflops':%g,'time_ms':%g,'ci_lo_ms':%g,'ci_hi_ms':%g}",
             6 / ms, ms, 0.99 * ms, 1.01 * ms);
    event(a, text);
    panels_focus(&a->panels, VIEW_run);
    a->panels.zoomed = true;
    return a;
}

TEST(saved)
{
    static const char *const tables[] = { "t.tsv", "t.csv", "t.json" };
    struct app *a = screen(2);
    for (int i = 0; i < 3; i++) {
        char line[64];
        snprintf(line, sizeof line, "save %s", tables[i]);
        app_command(a, line);
        assert_false(a->dialog.bad);
        json_t *rows = results_read(tables[i], NULL);
        assert_int_equal(json_array_size(rows), 1);
        assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 0), "kernel")), "cpu.csr.omp");
        json_decref(rows);
        app_command(a, line); /* a second time asks nothing, and overwrites nothing */
        assert_true(a->dialog.bad && strstr(a->dialog.message, "is there already"));
        strcat(line, " !");
        app_command(a, line);
        assert_false(a->dialog.bad);
    }
    event(a, "{'ev':'measurement','cmd':2,'id':99,'index':1,'of':1,'matrix':'stencil27','m':3,'n':3,'nnz':9,'kernel':"
             "'cpu.dia.omp','op':'mul','type':'f64','k':1,'device':'cpu','threads':2,'params':'','cache':'warm',"
             "'status':'unsupported','text':'too many diagonals'}");
    app_command(a, "save u.tsv");
    assert_true(shows(a, "2 results are in u.tsv"));
    struct model_kernel *k = (struct model_kernel *)model_kernel(a->model, "cpu.csr.serial");
    k->ok = true; /* so the list had said before the run */
    const int noted = a->model->noted;
    for (int twice = 0; twice < 2; twice++)
        event(a,
              "{'ev':'measurement','cmd':2,'id':98,'index':1,'of':1,'matrix':'stencil27','kernel':'cpu.csr.serial',"
              "'op':'mul','type':'f64','k':1,'device':'cpu','status':'unsupported','text':'too dense','unasked':true}");
    answers(a, "save u.tsv !", "2 results are in u.tsv"); /* what was not asked for is no run */
    assert_int_equal(a->model->noted, noted + 1);         /* the log says so once */
    assert_string_equal(a->model->notice[a->model->notices - 1], "cpu.csr.serial was left out: too dense");
    assert_string_equal(k->why_not, "too dense");
    for (int other = 1; other >= 0; other--) { /* the list does not count on it again once the matrix is back */
        feed(a->model, other ? "{'ev':'matrix','name':'other','rows':9,'cols':9,'nnz':9}"
                             : "{'ev':'matrix','name':'stencil27','rows':9,'cols':9,'nnz':9}");
        feed(a->model, "{'ev':'supports','k':1,'type':'f64','items':[{'name':'cpu.csr.serial','ok':true}]}");
        assert_int_equal(k->ok, other);
    }
    assert_string_equal(k->why_not, "too dense");
    app_command(a, "save t.md"); /* which leaves out what a kernel does not support */
    assert_true(shows(a, "1 result is in t.md"));
    app_command(a, "save t.svg");
    assert_false(a->dialog.bad);
    feed(a->model, "{'ev':'notice','text':'new in the log'}");
    app_command(a, "save t.txt");
    assert_true(access("t.md", R_OK) == 0 && access("t.svg", R_OK) == 0 && access("t.txt", R_OK) == 0);
    assert_true(shows(a, "⚠ ") && shell_status("grep -q ⚠ t.txt") != 0); /* which a picture cannot open */
    run_shell("test $(wc -l <t.txt) -eq %d", a->panels.rows - 1);        /* the last one is that of the keys */
    app_command(a, "screenshot t.txt !");
    run_shell("test $(wc -l <t.txt) -eq %d", a->panels.rows);
    refuses(a, "screenshot t.svg", "is there already");
    refuses(a, "save big.mtx", "big.mtx: runs are saved as .tsv, .csv, .json or .md, the screen as .svg or .txt");
    refuses(a, "save", "FILE.tsv, .csv, .json or .md for the runs");
    app_command(a, "save nowhere/t.tsv");
    assert_true(a->dialog.bad);
    const struct rlimit small = { 20, RLIM_INFINITY }, any = { RLIM_INFINITY, RLIM_INFINITY };
    struct stat before, after;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(stat("t.tsv", &before), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    app_command(a, "save t.tsv !");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &any), 0);
    assert_true(a->dialog.bad && strstr(a->dialog.message, "File too large"));
    assert_true(stat("t.tsv", &after) == 0 && after.st_size == before.st_size && after.st_ino == before.st_ino);
    app_command(a, "save");
    assert_true(a->dialog.bad);
    app_free(a);
    a = make(LOADING, false);
    app_command(a, "save none.tsv");
    assert_true(a->dialog.bad && access("none.tsv", F_OK) != 0);
    app_free(a);
}

/* `save` writes what ran in the session, whatever matrix is open, and q asks for nothing that has been written. */
APP_TEST_OF(a_save_has_all_runs, screen(2))
{
    feed_run(a->model, "'matrix':'other','gflops':3,'time_ms':2");
    feed_run(a->model, "'matrix':'other','gflops':3,'time_ms':2,'flags':['recorded']"); /* a tour shows it */
    event(a, "{'ev':'measurement','cmd':2,'id':9,'matrix':'other','kernel':'cpu.csr.omp','status':'cancelled'}");
    assert_int_equal(app_unkept(a), 2);
    app_command(a, "save t.png");
    assert_int_equal(app_unkept(a), 2);
    app_command(a, "save all.tsv");
    says(a, "2 results of 2 matrices are in all.tsv");
    json_t *rows = results_read("all.tsv", NULL);
    assert_int_equal(json_array_size(rows), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 1), "matrix")), "other");
    json_decref(rows);
    assert_int_equal(app_unkept(a), 0);
    feed_run(a->model, "'matrix':'other','gflops':3,'time_ms':2");
    app_command(a, "quit");
    says(a, "1 result will be lost");
    app_command(a, "save all.tsv !");
    app_command(a, "quit");
    assert_true(a->ask.quit);
}

/* A screen with a run of so many ms, beside a saved one of 3 ms. */
static struct app *beside_former(double ms)
{
    struct app *a = screen(3);
    app_command(a, "save was.tsv !");
    app_free(a);
    a = screen(ms);
    app_command(a, "baseline was.tsv");
    return a;
}

TEST(former_results)
{
    struct app *a = beside_former(2);
    assert_false(a->dialog.bad);
    assert_true(shows(a, "░") && shows(a, "1.12 to 2.00×"));
    says(a, "; the run here has a former result there: 1.12 to 2.00 times as fast");
    struct bars b;
    collect(a, &b);
    assert_true(b.n == 1 && b.lines == 2 && b.line[1].before);
    app_command(a, "baseline missing.tsv"); /* what was there stays */
    assert_true(a->dialog.bad && shows(a, "1.12 to 2.00×"));
    app_command(a, "down");
    assert_true(shows(a, "baseline: 1.12 to 2.00 times as fast"));
    app_command(a, "baseline off");
    assert_false(shows(a, "times as fast"));
    app_free(a);
    a = beside_former(3.01);
    assert_true(shows(a, "unclear 0.74 to 1.33×")); /* two runs on a CPU */
    json_object_set_new(a->model->run[0].event, "flags", json_pack("[s]", "blocks"));
    json_object_del(a->model->run[0].event, "ci_hi_ms");
    assert_true(shows(a, "unclear: few blocks")); /* short where room is short, whole where the cursor is */
    assert_false(shows(a, "too few blocks"));
    app_command(a, "down");
    assert_true(shows(a, "baseline: unclear; the new one: too few blocks of samples for an interval"));
    app_free(a);
}

/* A batch is told in one line: what is clear by name, what is not as a number. */
TEST(a_batch_beside_former_results)
{
    struct app *a = beside_former(2);
    static const double ms[] = { 2.0, 3.01, 9.0 };
    for (int i = 0; i < 3; i++) {
        json_t *again = json_deep_copy(a->model->run[0].event);
        json_object_set_new(again, "id", json_integer(7 + i));
        json_object_set_new(again, "index", json_integer(1 + i));
        json_object_set_new(again, "of", json_integer(3));
        json_object_set_new(again, "time_ms", json_real(ms[i]));
        json_object_set_new(again, "ci_lo_ms", json_real(i < 2 ? 0.999 * ms[i] : 1));
        json_object_set_new(again, "ci_hi_ms", json_real(1.001 * ms[i]));
        app_event(a, again, NULL, 0);
        json_decref(again);
    }
    assert_string_equal(a->dialog.message, "beside was.tsv: 1 faster (cpu.csr.omp 1.12 to 2.00×), 2 unclear");
    assert_string_equal(a->model->notice[a->model->notices - 1], a->dialog.message);
    app_free(a);
}

/* Whoever has opened a pipe may never write, and the screen would wait for it: nothing would end that. */
APP_TEST_OF(a_pipe_is_no_baseline, screen(3))
{
    assert_int_equal(mkfifo("pipe", 0600), 0);
    const int writer = open("pipe", O_RDWR | O_CLOEXEC);
    alarm(20);
    refuses(a, "baseline pipe", "pipe is a pipe or a device");
    refuses(a, "baseline /dev/tty", "/dev/tty is a pipe or a device");
    alarm(0);
    close(writer);
}

/* `baseline` alone says what it is, and what of it belongs to the runs here. */
APP_TEST_OF(a_baseline_says_what_it_is, screen(3))
{
    setenv("XDG_STATE_HOME", folder, 1);
    app_command(a, "save about.tsv !");
    refuses(a, "baseline", "days kept: none");
    answers(a, "baseline about.tsv", "baseline about.tsv: 1 result");
    says(a, "; the run here has a former result there: ");
    json_t *event = a->model->run[0].event;
    json_object_set_new(event, "threads", json_integer(4));
    answers(a, "baseline", "; the run here has no former result there; cpu.csr.omp differs in threads: 4, was 2");
    app_command(a, "baseline off");
    json_object_set_new(event, "host", json_string("box"));
    json_object_set_new(event, "processor", json_string("Xeon"));
    json_object_set_new(event, "date", json_string("2026-11-20T10:00:00Z"));
    app_command(a, "save about.tsv !");
    answers(a, "baseline about.tsv", "1 result of 2026-11-20 on box (Xeon); the run here is one of them");
    assert_false(shows(a, "░"));
    json_object_set_new(event, "date", json_string("2026-11-20T10:00:09Z"));
    json_object_set_new(event, "host", json_string("other"));
    answers(a, "baseline about.tsv", "1 result of 2026-11-20 on box (Xeon); the run here has a former result there");
    says(a, "there, not comparable: other machine: other, was box");
    json_object_set_new(event, "flags", json_pack("[s]", "busy"));
    app_command(a, "save about.tsv !");
    answers(a, "baseline about.tsv", " on other (Xeon), measured on a busy machine; ");
}

/* A recording beside what was measured after it: none is a former result, and that is said once the runs are there. */
/* A kernel that took turns with itself was not there before itself; one that ran again was. */
APP_TEST_OF(turns_with_itself_are_no_baseline, screen(3))
{
    setenv("XDG_STATE_HOME", folder, 1);
    for (int i = 0; i < 4; i++) { /* the screen's, one of the same problem as the two that took turns, and these */
        if (i > 0)
            feed_run(a->model, "'gflops':%d,'time_ms':%d,'ci_lo_ms':1,'ci_hi_ms':3", 4 - i, i);
        json_t *event = a->model->run[i].event;
        json_object_set_new(event, "date", json_string(i < 2 ? "2026-11-20T09:00:00Z" : "2026-11-20T10:00:00Z"));
        if (i > 1)
            json_object_set(event, "versus", json_object_get(event, "kernel"));
        if (i > 1)
            json_object_set_new(event, "ratio", json_real(i == 2 ? 1.9 : 1 / 1.9));
    }
    json_t *first = a->model->run[1].event;
    json_object_set_new(first, "kernel", json_string("cpu.csr.merge"));
    app_command(a, "save turns.tsv !");
    answers(a, "baseline turns.tsv", "; all 4 runs here are among them");
    assert_false(shows(a, "░") || shows(a, "earlier"));
    json_object_set(first, "kernel", json_object_get(a->model->run[2].event, "kernel"));
    app_command(a, "save turns.tsv !");
    answers(a, "baseline turns.tsv", "; all 4 runs here are among them, 2 of them beside an earlier one");
}

TEST(a_later_baseline_says_so)
{
    struct app *a = screen(3);
    json_t *event = json_deep_copy(a->model->run[0].event);
    json_object_set_new(a->model->run[0].event, "date", json_string("2026-11-24T10:00:00Z"));
    json_object_set_new(a->model->run[0].event, "host", json_string("box"));
    app_command(a, "save later.tsv !");
    app_free(a);
    json_object_set_new(event, "date", json_string("2026-11-20T10:00:00Z"));
    json_object_set_new(event, "host", json_string("box"));
    a = make(LOADING, false);
    FEED(a->model, events_matrix);
    a->engine.pending[PENDING_OPEN] = 0;
    answers(a, "baseline later.tsv", "below the runs");
    app_event(a, event, NULL, 0);
    says(a, "the run here has no former result there: its results are later, of 2026-11-24, than what is here, of "
            "2026-11-20");
    json_object_set_new(event, "host", json_string("other")); /* whose clock may differ */
    app_event(a, event, NULL, 0);
    answers(a, "baseline", "the run here has a former result there, not comparable: other machine: other, was box");
    json_decref(event);
    app_free(a);
}

/* Only where it is wanted, and never in a folder that cannot be made. */
TEST(kept)
{
    char path[200];
    setenv("XDG_STATE_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/nzscope/runs", folder);
    struct app *a = screen(2);
    assert_int_not_equal(access(path, F_OK), 0); /* not kept unless the screen is a real one */
    assert_int_equal(app_unkept(a), 1);
    app_command(a, "keep on");
    json_t *event = json_incref(a->model->run[0].event);
    app_event(a, event, NULL, 0);
    assert_true(a->results.keeps && app_unkept(a) == 0 && access(a->results.kept.path, R_OK) == 0);
    app_command(a, "set keep off"); /* the row of the settings is the same switch */
    assert_false(a->results.keeps);
    commands(a, "setting keep;focus settings;more");
    assert_true(a->results.keeps);
    app_command(a, "keep off");
    assert_string_equal(settings_get(&a->settings, "keep", "on"), "off");
    app_free(a);
    assert_int_equal(access(path, F_OK), 0);
    setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
    a = screen(2);
    app_command(a, "keep on");
    app_event(a, event, NULL, 0);
    assert_false(a->results.keeps);
    assert_true(a->results.kept_failed);
    assert_true(strstr(a->model->notice[a->model->notices - 1], "results cannot be kept") != NULL);
    app_free(a);
    json_decref(event);
}

TESTS(in_folder, without_folder)
