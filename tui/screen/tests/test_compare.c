/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_compare: matrices of a session, and runs of now and before, in columns: what stays known, what differs, what is
   faster, and where that is unclear. */
#include <sys/stat.h>

#include "core/tests/shell.h"
#include "tui/input/prompt.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"
#include "tui/views/comparison.h"

static const struct described {
    const char *name, *spec, *hist, *spy;
    int rows, cols, nnz, longest;
} matrices[] = {
    { "stencil27:64", "gen:stencil27:64", "[[0,0],[0,0],[0,0],[0,0],[6000,60000],[256144,6799000]]",
      "'93......','393.....','.393....','..393...','...393..','....393.','.....393','......39'", 262144, 262144,
      6859000, 27 },
    { "rmat:16:8", "gen:rmat:16:8",
      "[[20000,0],[9000,9000],[9000,20000],[8000,40000],[6000,60000],[3000,90000],"
      "[900,80000],[300,40000],[90,20000],[20,10000]]",
      "'98765432','8765432.','765432..','65432...','5432....','432.....','32......','2.......'", 65536, 65536, 473034,
      902 },
    { "road:9000", "gen:road:9000", "[[100,0],[900,900],[8000,18000]]",
      "'1.......','.1......','..1.....','...1....','....1...','.....1..','......1.','.......1'", 9000, 9000, 18900, 4 },
    { "band:5000:8", "gen:band:5000:8", "[[0,0],[0,0],[0,0],[0,0],[10,100],[4990,84830]]",
      "'3.......','.3......','..3.....','...3....','....3...','.....3..','......3.','.......3'", 5000, 5000, 84928,
      17 },
    { "diag:7000", "gen:diag:7000", "[[0,0],[7000,7000]]",
      "'0.......','.0......','..0.....','...0....','....0...','.....0..','......0.','.......0'", 7000, 7000, 7000, 1 },
    { "denserow:4000", "gen:denserow:4000",
      "[[0,0],[3999,3999],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],"
      "[0,0],[1,4000]]",
      "'99999999','.1......','..1.....','...1....','....1...','.....1..','......1.','.......1'", 4000, 4000, 7999,
      4000 },
};
enum { MATRICES = COUNT(matrices) };

static void open_matrix(struct app *a, const struct described *d, const char *order)
{
    char text[1500];
    snprintf(a->matrices.opening, sizeof a->matrices.opening, "%s", d->spec);
    a->engine.pending[PENDING_OPEN] = 1;
    snprintf(text, sizeof text,
             "{'ev':'matrix','cmd':1,'name':'%s','source':'%s','field':'real','symmetry':'general','rows':%d,"
             "'cols':%d,'nnz':%d,'reorder':'%s','row_mean':%g,'row_std':1,'row_max':%d,'row_median':2,"
             "'bandwidth_lower':9,'bandwidth_upper':9,'pattern_symmetry':1,'value_symmetry':1,'hist':%s}",
             d->name, d->spec, d->rows, d->cols, d->nnz, order, (double)d->nnz / d->rows, d->longest, d->hist);
    event(a, text);
    snprintf(text, sizeof text, "{'ev':'spy','cmd':1,'rows':8,'cols':8,'from':[0,0],'to':[%d,%d],'max':9,'cells':[%s]}",
             d->rows, d->cols, d->spy);
    event(a, text);
    answer(a, 1, 0, "");
}

/* What a result is given: the time is `gflops` at k = 1, the interval ±`spread` of it; 0: it has none. */
struct result_given {
    const char *kernel, *device, *host, *status;
    double gflops, spread;
};

static void measured(struct app *a, const struct described *d, const struct result_given *r, const char *order)
{
    char interval[80] = "";
    double ms = 2e-6 * d->nnz / r->gflops;
    if (r->spread > 0)
        snprintf(interval, sizeof interval, ",'ci_lo_ms':%g,'ci_hi_ms':%g", ms * (1 - r->spread), ms * (1 + r->spread));
    feed_run(a->model,
             "'index':1,'matrix':'%s','m':%d,'n':%d,'nnz':%d,'kernel':'%s','device':'%s','threads':2,'reorder':'%s',"
             "'host':'%s','status':'%s','gflops':%g,'time_ms':%g,'time_min_ms':%g%s",
             d->name, d->rows, d->rows, d->nnz, r->kernel, r->device, order, r->host, r->status, r->gflops, ms,
             0.8 * ms, interval);
}

/* So many matrices, the first one open at the end; runs on all but the last. */
static struct app *session(int n, bool ascii)
{
    struct app *a = make(LOADING, ascii);
    for (int i = n - 1; i >= 0; i--) {
        const struct described *d = &matrices[i];
        const struct result_given runs[] = {
            { "cpu.csr.serial", "cpu", "box", "ok", 2.0 / (1 + 0.01 * i), 0.02 },
            { "cpu.csr.omp", "cpu", "box", "ok", 6.5 / (1 + 0.8 * i), 0.03 },
            { "cpu.ell.omp", "cpu", "box", i == 1 ? "FAIL" : "ok", 7.3 / (1 + 2.0 * i), 0.02 },
            { "gpu.csr.vector", "gpu0", "box", i == 2 ? "unsupported" : "ok", 9 + 3 * i, i == 3 ? 0 : 0.04 },
        };
        open_matrix(a, d, "");
        for (int j = 0; j < 4 && i < 5; j++)
            measured(a, d, &runs[j], "");
    }
    app_command(a, "picture compare");
    return a;
}

static struct comparison *made(const struct app *a)
{
    static struct comparison x;
    const struct scene s = app_scene(a, VIEW_run);
    comparison_make(&s, &x);
    return &x;
}

static const struct comparison_line *line(const struct comparison *x, const char *kernel)
{
    for (int i = 0; i < x->lines; i++)
        if (strcmp(x->line[i].kernel, kernel) == 0)
            return &x->line[i];
    fail_msg("%s has no line", kernel);
    return NULL;
}

/* A rerun that other programs disturbed does not take the cell of a faster run without them. */
APP_TEST_OF(a_disturbed_rerun, session(2, false))
{
    const double gflops[] = { 3, 5 };
    for (int i = 0; i < 2; i++) {
        measured(a, &matrices[0], &(struct result_given){ "cpu.csr.omp", "cpu", "box", "ok", gflops[i], 0.02 }, "");
        json_t *row = a->model->run[a->model->runs - 1].event;
        if (i == 0)
            json_object_set_new(row, "flags", json_pack("[s,s]", "roof", "busy"));
        const struct comparison *x = made(a);
        bool shown = false;
        for (int j = 0; j < x->columns; j++)
            shown |= line(x, "cpu.csr.omp")->cell[j].row == row;
        assert_int_equal(shown, i);
    }
}

/* A matrix on which nothing ran comes last, whenever it was opened. */
APP_TEST_OF(measured_ones_first, session(6, false))
{
    const struct comparison *x = made(a);
    assert_string_equal(a->model->look[0].matrix.name, "denserow:4000");
    assert_int_equal(x->columns, 6);
    assert_string_equal(x->column[1].look->matrix.name, "diag:7000");
    assert_string_equal(x->column[5].look->matrix.name, "denserow:4000");
}

/* A look for each matrix and each order; opening one again adds none; part of a spy plot is not the whole. */
APP_TEST_OF(looks_stay, session(2, false))
{
    const struct model *m = a->model;
    char name[200];
    assert_int_equal(m->looks, 2);
    assert_string_equal(m->look[0].matrix.name, "rmat:16:8");
    assert_ptr_equal(model_look_open(m), &m->look[1]);
    event(a, "{'ev':'spy','rows':2,'cols':2,'from':[0,0],'to':[131072,131072],'cells':['1.','.1']}");
    assert_int_equal(m->spy.rows, 2);
    assert_int_equal(m->look[1].spy.rows, 8);
    open_matrix(a, &matrices[1], "");
    assert_int_equal(m->looks, 2);
    open_matrix(a, &matrices[1], "rcm");
    assert_int_equal(m->looks, 3);
    assert_string_equal(model_look_name(m, &m->look[2], name, sizeof name), "rmat:16:8 · rcm");
    struct described other = matrices[1];
    other.spec = "elsewhere/rmat";
    open_matrix(a, &other, "");
    assert_string_equal(model_look_name(m, &m->look[3], name, sizeof name), "elsewhere/rmat");
    assert_string_equal(model_look_name(m, &m->look[0], name, sizeof name), "gen:rmat:16:8");
    for (int i = 0; i < 40; i++) {
        char spec[40];
        snprintf(spec, sizeof spec, "file %d", i);
        other.spec = other.name = spec;
        open_matrix(a, &other, "");
    }
    assert_int_equal(m->looks, MODEL_LOOKS);
    assert_string_equal(m->look[MODEL_LOOKS - 1].matrix.name, "file 39");
}

/* Ratios of speeds, with their intervals; unclear where intervals overlap or one is missing. */
APP_TEST_OF(ratios, session(4, false))
{
    const struct comparison *x = made(a);
    assert_int_equal(x->columns, 4);
    assert_string_equal(x->column[0].title, "stencil27:64");
    assert_string_equal(x->problem, "mul · k=1 · f64");
    const struct comparison_cell *omp = line(x, "cpu.csr.omp")->cell, *serial = line(x, "cpu.csr.serial")->cell,
                                 *gpu = line(x, "gpu.csr.vector")->cell, *ell = line(x, "cpu.ell.omp")->cell;
    assert_false(omp[0].beside);
    for (int i = 1; i < 4; i++) { /* columns are in the order of opening: road, rmat … before the open one */
        const double slower = strcmp(x->column[i].title, "rmat:16:8") == 0   ? 1.8
                              : strcmp(x->column[i].title, "road:9000") == 0 ? 2.6
                                                                             : 3.4;
        assert_true(omp[i].beside && omp[i].versus.is == SLOWER);
        assert_true(fabs(omp[i].ratio - 1 / slower) < 1e-4);
        assert_true(fabs(omp[i].versus.least / omp[i].ratio - 0.97 / 1.03) < 1e-4);
        assert_true(fabs(omp[i].versus.most / omp[i].ratio - 1.03 / 0.97) < 1e-4);
        assert_true(serial[i].versus.is == UNCLEAR && serial[i].versus.most > 0); /* they overlap */
    }
    assert_true(gpu[1].beside && gpu[1].versus.is == UNCLEAR && gpu[1].versus.most == 0); /* band: no interval */
    assert_false(gpu[2].beside);                                                          /* road: unsupported */
    assert_true(gpu[3].versus.is == FASTER);
    assert_true(ell[3].row && ell[3].speed.rate == 0 && !ell[3].beside); /* rmat: FAIL */
    assert_int_equal(x->column[3].faster, 1);
    assert_int_equal(x->column[3].slower, 1);
    assert_int_equal(x->column[3].unclear, 1);
}

/* A wide ratio is shown by its ends; one without an interval is clear only if even the fastest sample is far off. */
APP_TEST_OF(wide_ratios, session(2, false))
{
    measured(a, &matrices[1], &(struct result_given){ "cpu.csr.naive", "cpu", "box", "ok", 1, 0.3 }, "");
    measured(a, &matrices[0], &(struct result_given){ "cpu.csr.naive", "cpu", "box", "ok", 4, 0.3 }, "");
    resize(a, 60, 200);
    app_command(a, "zoom run");
    assert_true(shows(a, "at most 0.47×"));
    measured(a, &matrices[1], &(struct result_given){ "cpu.csr.naive", "cpu", "box", "ok", 0.5, 0 }, "");
    assert_true(shows(a, "≈0.12×") && shows(a, "2 slower, 1 unclear"));
}

/* Results of another machine are never set against these; other problems have no line; what was stopped does not hide
   an older result. */
APP_TEST_OF(not_comparable, session(2, false))
{
    const struct result_given there = { "cpu.csr.omp", "cpu", "other", "ok", 60, 0.01 },
                              stopped = { "cpu.csr.serial", "cpu", "box", "cancelled", 1, 0.01 };
    measured(a, &matrices[1], &there, "");
    measured(a, &matrices[0], &there, "rcm"); /* another order: no column of these */
    measured(a, &matrices[0], &stopped, "");
    const struct comparison *x = made(a);
    const struct comparison_cell *omp = line(x, "cpu.csr.omp")->cell;
    assert_true(omp[0].speed.rate == 6.5 && omp[1].speed.rate == 60);
    assert_string_equal(omp[1].apart, "other machine");
    assert_int_equal(x->column[1].faster, 1); /* the GPU's */
    assert_true(line(x, "cpu.csr.serial")->cell[0].speed.rate == 2);
    app_command(a, "zoom run");
    assert_true(shows(a, "other machine"));
    feed_run(a->model, "'matrix':'stencil27:64','nnz':6859000,'type':'f32','gflops':1,'time_ms':1");
    assert_string_equal(made(a)->problem, "mul · k=1 · f64"); /* the newest problem that both have */
    feed_run(a->model, "'matrix':'%s','nnz':%d,'type':'f32','gflops':1,'time_ms':1", matrices[1].name, matrices[1].nnz);
    assert_string_equal(made(a)->problem, "mul · k=1 · f64"); /* as is set */
    app_command(a, "set type=f32");
    assert_string_equal(made(a)->problem, "mul · k=1 · f32");
    assert_int_equal(made(a)->lines, 1);
}

/* A sweep has left runs with many k of another matrix: those with the k that is set stand beside the open one. */
APP_TEST_OF(the_k_that_is_set, session(1, false))
{
    feed_run(a->model, "'matrix':'stencil27:64','nnz':6859000,'k':64,'gflops':1,'time_ms':1");
    open_matrix(a, &matrices[1], "");
    assert_string_equal(made(a)->problem, "mul · k=1 · f64");
    app_command(a, "set k=64");
    assert_string_equal(made(a)->problem, "mul · k=64 · f64");
}

/* On a small screen half of the lines are for kernels, in a panel all but the titles; no ratio is cut. */
APP_TEST_OF(kernels_have_room, session(2, false))
{
    char name[20];
    for (int i = 0; i < 12; i++) {
        snprintf(name, sizeof name, "cpu.k%02d", i);
        for (int j = 0; j < 2; j++)
            measured(a, &matrices[j], &(struct result_given){ name, "cpu", "box", "ok", (99 - i) * (1 + 3 * j), 0.5 },
                     "");
    }
    resize(a, 24, 80);
    app_command(a, "zoom run");
    assert_true(shows(a, "cpu.k07") && shows(a, " at least 1.33×\n"));
    app_command(a, "focus run");
    app_key(a, KEY_ESC);
    assert_true(!a->panels.zoomed && shows(a, "cpu.k04"));
}

/* What would be a stripe fills its column, which is said. */
APP_TEST_OF(thin_matrices, session(2, false))
{
    static const char first[] = "'9.......','9.......','9.......','9.......',"
                                "'9.......','9.......','9.......','9.......'";
    static const struct described tall = { .name = "ratings",
                                           .spec = "ratings.mtx",
                                           .hist = "[[0,0],[30000,30000]]",
                                           .spy = first,
                                           .rows = 30000,
                                           .cols = 300,
                                           .nnz = 30000,
                                           .longest = 1 };
    commands(a, "zoom run;picture compare");
    assert_false(shows(a, " stretched"));
    open_matrix(a, &tall, "none");
    assert_true(shows(a, "ratings") && shows(a, " stretched"));
}

/* Only facts that differ. */
APP_TEST_OF(facts, session(2, false))
{
    struct comparison_fact fact[COMPARISON_FACTS];
    int n = comparison_facts(made(a), fact);
    for (int i = 0; i < n; i++) {
        assert_string_not_equal(fact[i].label, "band");
        assert_string_not_equal(fact[i].label, "machine");
        assert_string_not_equal(fact[i].text[0], fact[i].text[1]);
    }
    assert_string_equal(fact[0].label, "size");
    assert_string_equal(fact[1].text[1], "473,034");
}

static char folder[] = "/tmp/nzscope-compare-XXXXXX";

static int in_folder(void **state)
{
    char path[100];
    if (!mkdtemp(folder) || setenv("XDG_STATE_HOME", folder, 1))
        return -1;
    snprintf(path, sizeof path, "%s/nzscope", folder);
    if (mkdir(path, 0700))
        return -1;
    strcat(path, "/runs");
    return mkdir(path, 0700);
}

static int without_folder(void **state)
{
    return shell_status("rm -r %s", folder);
}

/* The results of a day: cpu.csr.omp half as fast, cpu.csr.serial as fast as now, one of another matrix. */
static void write_day(const char *day)
{
    char path[120];
    snprintf(path, sizeof path, "%s/nzscope/runs/%s.tsv", folder, day);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("matrix\tm\tn\tnnz\tkernel\top\ttype\tk\tthreads\tcache\ttime_ms\tci_lo_ms\tci_hi_ms\tgflops\tstatus\tdate\n",
          f);
    static const struct {
        const char *matrix, *kernel;
        int nnz;
        double gflops;
    } row[] = { { "stencil27:64", "cpu.csr.omp", 6859000, 3.25 },
                { "stencil27:64", "cpu.csr.serial", 6859000, 2.01 },
                { "stencil27:32", "cpu.csr.omp", 900, 99 } };
    for (int i = 0; i < 3; i++) {
        double ms = 2e-6 * row[i].nnz / row[i].gflops;
        fprintf(f, "%s\t262144\t262144\t%d\t%s\tmul\tf64\t1\t2\twarm\t%g\t%g\t%g\t%g\tok\t%sT10:00:00\n", row[i].matrix,
                row[i].nnz, row[i].kernel, ms, 0.98 * ms, 1.02 * ms, row[i].gflops, day);
    }
    fclose(f);
}

static struct app *before(void)
{
    write_day("2026-11-20");
    write_day("2026-11-21");
    struct app *a = session(1, false);
    app_command(a, "partners 2026-11-20 2026-11-21");
    assert_false(a->dialog.bad);
    return a;
}

/* Days that were kept and the baseline are columns of their own. */
APP_TEST_OF(former_days, before())
{
    const struct comparison *x = made(a);
    assert_int_equal(x->columns, 3);
    const struct comparison_cell *omp = line(x, "cpu.csr.omp")->cell, *serial = line(x, "cpu.csr.serial")->cell;
    assert_true(omp[2].versus.is == SLOWER && fabs(omp[2].ratio - 0.5) < 1e-6);
    assert_int_equal(serial[2].versus.is, UNCLEAR);
    assert_null(line(x, "gpu.csr.vector")->cell[1].row);
    assert_int_equal(x->lines, 4);
    commands(a, "baseline 2026-11-20;partners none");
    x = made(a);
    assert_int_equal(x->columns, 2); /* none picked: the baseline */
    assert_string_equal(x->column[1].title, "2026-11-20");
    refuses(a, "partners 1999-01-01", "V lists");
}

/* The list: what was picked stays so; a matrix that was not opened is not picked; Space on it opens it. */
APP_TEST_OF(picking, session(3, false))
{
    write_day("2026-11-20");
    app_know(a, "gen:rmat:16:8");
    app_know(a, "never/opened.mtx");
    app_key(a, 'V');
    assert_int_equal(a->panels.overlay, VIEW_partners);
    assert_true(shows(a, "rmat:16:8") && shows(a, "473,034") && shows(a, "never/opened.mtx") && shows(a, "2026-11-20"));
    for (int i = 0; i < a->results.partners.n; i++) /* the open one is shown anyway */
        assert_string_not_equal(a->results.partners.entry[i].name, "stencil27:64");
    a->ascii = true;
    assert_true(shows(a, "> . matrix") && !shows(a, "| matrix"));
    a->ascii = false;
    app_key(a, ' ');
    assert_int_equal(partners_picked(&a->results.partners), 1);
    assert_int_equal(made(a)->columns, 2);
    app_key(a, 'r'); /* keys of the panels below do nothing here */
    assert_int_equal(a->panels.overlay, VIEW_partners);
    app_key(a, 'V');
    app_key(a, 'V');
    assert_int_equal(partners_picked(&a->results.partners), 1);
    app_key(a, KEY_RETURN); /* drops nothing again */
    assert_true(a->panels.overlay < 0 && a->panels.focus == VIEW_run && partners_picked(&a->results.partners) == 1);
    app_key(a, 'V');
    app_key(a, 'u');
    assert_int_equal(made(a)->columns, 3);
    app_command(a, "partners never/opened.mtx");
    assert_int_equal(partners_picked(&a->results.partners), 0);
    assert_string_equal(a->matrices.opening, "never/opened.mtx");
}

static char offered[400];

static void offer(const char *word)
{
    strcat(strcat(offered, word), " ");
}

/* The names that `partners` takes are completed, and the settings that `sweep` takes. */
APP_TEST_OF(completed, session(3, false))
{
    write_day("2026-11-20");
    offered[0] = 0;
    app_complete(a, "partners ", 9, offer);
    assert_non_null(strstr(offered, "road:9000 rmat:16:8 "));
    assert_non_null(strstr(offered, "2026-11-20 "));
    assert_non_null(strstr(offered, "none "));
    assert_null(strstr(offered, "stencil"));
    offered[0] = 0;
    app_complete(a, "sweep ", 6, offer);
    assert_non_null(strstr(offered, "threads "));
    offered[0] = 0;
    app_complete(a, "baseline ", 9, offer); /* days, and files */
    assert_non_null(strstr(offered, "2026-11-20 "));
    assert_non_null(strstr(offered, "off "));
    assert_non_null(strstr(offered, PROMPT_PATHS " "));
}

/* What a recording beside the runs of this machine has is not compared with them. */
APP_TEST_OF(machines_stay_apart, session(2, false))
{
    const struct result_given recorded = { "gpu.csr.vector", "rec. gpu0", "far", "ok", 99, 0.02 },
                              own = { "cpu.csr.omp", "cpu", "box", "ok", 6, 0.02 };
    measured(a, &matrices[0], &recorded, "");
    assert_int_equal(made(a)->lines, 1);
    assert_true(line(made(a), "gpu.csr.vector")->cell[0].speed.rate == 99);
    measured(a, &matrices[0], &own, "");
    assert_true(line(made(a), "gpu.csr.vector")->cell[0].speed.rate == 9);
    assert_true(line(made(a), "cpu.csr.omp")->cell[0].speed.rate == 6);
}

/* Where there is not room for all, Left and Right go through them; the first column stays. */
APP_TEST_OF(moving, session(6, false))
{
    app_command(a, "zoom run");
    assert_true(shows(a, "A stencil27:64") && shows(a, "B diag:7000") && !shows(a, "C band:5000:8"));
    app_command(a, "right");
    assert_true(shows(a, "A stencil27:64") && shows(a, "C band:5000:8") && !shows(a, "B diag:7000"));
    for (int i = 0; i < 9 && a->panels.focus == VIEW_run; i++)
        app_command(a, "right");
    assert_int_equal(a->state[VIEW_run].run.column, 4);
    commands(a, "focus run;left");
    assert_true(shows(a, "E rmat:16:8") && a->panels.focus == VIEW_run);
    commands(a, "down;scale log");
    assert_true(shows(a, "log"));
}

TEST(screens)
{
    static const struct {
        const char *name, *command;
        int rows, cols, matrices;
        bool ascii;
    } all[] = {
        { "compare-80x24", "zoom run", 24, 80, 3, false },
        { "compare-80x24-ascii", "zoom run", 24, 80, 3, true },
        { "compare-panel-80x24", "focus run", 24, 80, 3, false },
        { "compare-120x36", "focus run", 36, 120, 3, false },
        { "compare-zoom-120x36", "zoom run", 36, 120, 3, false },
        { "compare-200x60", "zoom run", 60, 200, 6, false },
        { "compare-alone-80x24", "zoom run", 24, 80, 1, false },
        { "compare-before-80x24", "zoom run", 24, 80, 0, false },
        { "partners-80x24", "partners", 24, 80, 3, false },
        { "partners-120x36", "partners", 36, 120, 6, false },
        { "partners-200x60", "partners", 60, 200, 6, false },
    };
    for (size_t i = 0; i < COUNT(all); i++) {
        struct app *a = all[i].matrices ? session(all[i].matrices, all[i].ascii) : before();
        app_know(a, "matrices/cant.mtx.gz");
        golden(a, all[i].name, all[i].rows, all[i].cols, all[i].command);
    }
}

/* Nothing is drawn outside, at any size. */
APP_TEST_OF(any_size, session(6, false))
{
    for (int rows = 1; rows < 40; rows += 2)
        for (int cols = 1; cols < 210; cols += 7) {
            struct canvas c;
            assert_true(canvas_init(&c, rows + 2, cols + 2, false, NULL));
            draw_view(a, VIEW_run, &c, (struct rect){ 1, 1, rows, cols });
            for (int j = 0; j < c.cols; j++)
                assert_true(c.cell[j].glyph == ' ' && c.cell[(rows + 1) * c.cols + j].glyph == ' ');
            for (int i = 0; i < c.rows; i++)
                assert_true(c.cell[i * c.cols].glyph == ' ' && c.cell[i * c.cols + cols + 1].glyph == ' ');
            canvas_free(&c);
        }
}

TESTS(in_folder, without_folder)
