/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table: what bench and list print on a terminal fits its width; a pipe gets TSV. */
#include <locale.h>

#include <pty.h>
#include <sys/wait.h>

#include "core/base/clock.h"
#include "core/tests/cmocka.h"
#include "tui/canvas/canvas.h"
#include "tui/lines/bench.h"
#include "tui/lines/table.h"
#include "tui/model/tests/events.h"
#include "tui/results/readable.h"

#define ROW(kernel, threads, gflops, more)                                                                             \
    "{'matrix':'demo','op':'mul','k':8,'type':'f64','kernel':'" kernel "','threads':" threads                          \
    ",'params':'CHUNK=7','cache':'warm','gflops':" gflops ",'gnnzs':0.1,'time_ms':1.5" more "}"
#define OK ",'status':'ok'"

/* No line is wider than the terminal. */
static void assert_fits(const char *text, int width)
{
    while (*text) {
        char line[4096];
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        if (canvas_width(line) > width)
            fail_msg("wider than %d: %s", width, line);
        text += n + (text[n] == '\n');
    }
}

static char *printed(int width, bool ascii, const char *const *rows, int n)
{
    struct table_runs t = { .width = width, .ascii = ascii };
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    for (int i = 0; i < n; i++) {
        json_t *m = json_of(rows[i]);
        table_run(f, &t, m);
        json_decref(m);
    }
    table_run(f, &t, NULL);
    fclose(f);
    return text;
}

/* A table that is complete has one axis from the first line on. */
TEST(known_axis)
{
    json_t *all = json_pack("[o,o]", json_of(ROW("cpu.csr.serial", "1", "5", ",'roof_frac':0.9" OK)),
                            json_of(ROW("cpu.csr.omp", "2", "20", ",'roof_frac':0.5" OK)));
    struct table_runs t = { .width = 80, .all = all };
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    table_run(f, &t, json_array_get(all, 0));
    table_run(f, &t, json_array_get(all, 1));
    table_run(f, &t, NULL);
    fclose(f);
    assert_non_null(strstr(text, "0          40.0"));
    assert_null(strstr(text, "axis"));
    free(text);
    json_decref(all);
}

/* Where the base of speedups was not run, the column says so, and a line below the first run what it needs. */
TEST(no_base)
{
    static const char *const rows[] = { ROW("cpu.csr.omp", "2", "5", ",'reorder':'rcm'" OK),
                                        ROW("cpu.csr.block", "2", "4", ",'reorder':'rcm'" OK) };
    char *text = printed(80, false, rows, 2);
    const char *said = strstr(text, "    · no base: speedup needs a run of cpu.csr.serial in order rcm\n");
    assert_true(said && strstr(said, "\n  cpu.csr.block") && strstr(said + 1, " no base   1.50 ms ✓\n"));
    assert_null(strstr(said + 1, "    · no base"));
    free(text);
    static const char *const nothing[] = { ROW("cpu.csr.omp", "2", "0", OK) }; /* a matrix without entries */
    text = printed(80, false, nothing, 1);
    assert_null(strstr(text, "no base"));
    free(text);
}

/* A terminal shows one axis for all runs of a problem: the longer one, unless what stands there cannot be reached;
   there the faster run has the longer bar all the same. */
TEST(one_axis)
{
    static const char *const rows[] = { ROW("cpu.csr.serial", "1", "5", ",'roof_frac':0.5,'speedup':1" OK),
                                        ROW("cpu.csr.omp", "2", "20", ",'roof_frac':0.5,'flags':['busy']" OK) };
    static const char again[] =
        "\033[2A\033[Jdemo · mul · k=8 · f64  0          40.0  GFLOPS spread  roof speedup      "
        "time\n  cpu.csr.serial        █▊  ┊             ≈5.00";
    for (int i = 0; i < 3; i++) {
        int spoken = 3;
        struct table_runs t = { .width = 80, .rows = i == 1 ? 2 : 24, .spoken = &spoken };
        char *text = NULL;
        size_t size;
        FILE *f = open_memstream(&text, &size);
        for (int j = 0; j < 2; j++) {
            json_t *m = json_of(rows[j]);
            table_run(f, &t, m);
            json_decref(m);
            spoken += i == 2;
        }
        table_run(f, &t, NULL);
        fclose(f);
        if ((strstr(text, again) != NULL) != (i == 0))
            fail_msg("%d: %s", i, text);
        assert_null(strstr(text, "a longer axis"));
        assert_int_equal(strstr(text, "\n  cpu.csr.omp ×2        ██████████████›   ≈20.0") != NULL, i > 0);
        free(text);
    }
}

TEST(runs)
{
    static const char *const rows[] = {
        ROW("cpu.csr.serial", "1", "2.5", ",'roof_frac':0.25,'ci_lo_ms':1.4,'ci_hi_ms':1.6" OK),
        ROW("cpu.csr.omp", "2", "5", ",'roof_frac':0.5,'speedup':2" OK),
        ROW("cpu.csr.omp", "2", "5", ",'roof_frac':0.5,'speedup':2,'unclear':['speedup'],'flags':['busy','blocks']" OK),
        ROW("cpu.auto", "2", "5", ",'choice':'cpu.sell.simd'" OK),
        ROW("cpu.ell.omp", "2", "99", ",'status':'FAIL'"),
        ROW("cpu.ell.serial", "1", "99", ",'status':'unsupported'"),
        ROW("gpu.csr.vector", "2", "400", ",'device':'gpu0','roof_frac':0.4" OK),
        "{'matrix':'a very long name of a matrix, longer than the place before the bars',"
        "'op':'transpose','type':'f64','kernel':'cpu.transpose.scan','gnnzs':0.5,'time_ms':2,"
        "'status':'ok'}",
    };
    for (int width = 40; width < 240; width += 7)
        for (int ascii = 0; ascii < 2; ascii++) {
            char *text = printed(width, ascii, rows, 8);
            assert_fits(text, width);
            free(text);
        }
    char *text = printed(80, false, rows, 8);
    assert_true(strncmp(text, "demo · mul · k=8 · f64  0 ", 28) == 0 && strstr(text, "10.0  GFLOPS spread"));
    assert_non_null(strstr(text, "\n  cpu.csr.serial        ███▌          ┊    2.50  ±7.1%   25%"));
    assert_non_null(
        strstr(text, "\n  cpu.csr.omp ×2        ███████       ┊   ≈5.00      –  ≈50%    2.0×   1.50 ms ✓\n"));
    assert_non_null(strstr(text, "\n  cpu.csr.omp ×2 CHUNK… ███████       ┊   ≈5.00    few  ≈50%   ≈2.0×   1.50 ms !\n "
                                 "   · the machine was busy\n    ! too few blocks of samples for an interval\n"));
    assert_non_null(strstr(text, "\n  auto → sell.simd ×2 "));
    assert_non_null(strstr(text, "\n  cpu.ell.omp ×2        FAIL\n"));
    assert_null(strstr(text, "cpu.ell.serial"));
    assert_non_null(
        strstr(text, "\n  a longer axis         0          1000\n  gpu.csr.vector ×2     █████▋        ┊    ≈400"));
    assert_non_null(strstr(text, "before the bars · transpos"));
    assert_non_null(strstr(text, "Gnnz/s"));
    free(text);
    text = printed(40, false, rows, 3);
    assert_non_null(strstr(text, "\n  cpu.csr.omp ×2        ██▌  ┊   ≈5.00 ✓\n"));
    free(text);
    text = printed(60, false, rows, 3);
    assert_non_null(strstr(text, "\n  cpu.csr.omp ×2        ██  ┊   ≈5.00      –  ≈50%    2.0× ✓\n"));
    free(text);
    text = printed(120, false, rows, 3); /* there is room for why */
    assert_non_null(strstr(text, " ! blocks\n"));
    free(text);
}

/* What is true of the machine is said once, and marks no row: what a row has of its own does. */
TEST(busy_machine)
{
    static const char *const rows[] = {
        ROW("cpu.csr.serial", "1", "5", ",'ci_lo_ms':1.4,'ci_hi_ms':1.6,'flags':['busy','roof']" OK),
        ROW("cpu.csr.omp", "2", "5", ",'ci_lo_ms':1.4,'ci_hi_ms':1.6,'flags':['busy','roof']" OK),
        ROW("cpu.ell.omp", "2", "5", ",'ci_lo_ms':1,'ci_hi_ms':3,'flags':['busy','roof','wide']" OK),
    };
    for (int width = 80; width <= 120; width += 40) {
        char *text = printed(width, false, rows, 3);
        const char *said = strstr(text, "\n    · the machine was busy, the roof is in doubt\n");
        assert_true(said && !strstr(said + 20, "the machine"));
        assert_true(strstr(text, " ✓\n    ·") && strstr(said, " ✓\n  cpu.ell.omp"));
        assert_non_null(strstr(said, width > 100 ? " ! wide\n" : " !\n    ! interval above 25%\n"));
        assert_null(strstr(text, "busy,roof"));
        free(text);
    }
}

/* The roof of a bar that lies beyond the axis. */
TEST(far_roofs)
{
    static const char *const rows[] = { ROW("cpu.csr.serial", "1", "5", ",'roof_frac':0.5" OK),
                                        ROW("cpu.csr.omp", "1", "5", ",'roof_frac':0.05" OK) };
    char *text = printed(80, false, rows, 2);
    assert_non_null(strstr(text, "\n  cpu.csr.serial        ███████       ┊   ≈5.00"));
    const char *beyond = strstr(text, "\n  cpu.csr.omp           ███████       ›   ≈5.00");
    assert_true(beyond && strstr(beyond, "\n    › its roof is beyond this axis, at 100 GFLOPS\n"));
    free(text);
}

/* A share is about right where the time has no interval, or a wide one; of a cache whose roof is not known there is
 * none. Tables say the same. */
TEST(shares)
{
    static const struct {
        const char *row, *line, *field;
    } of[] = { { ROW("cpu.csr.omp", "2", "5", ",'roof':'peak','roof_frac':0.28" OK), " ≈28% ", "≈28% of peak" },
               { ROW("cpu.csr.omp", "2", "5",
                     ",'roof':'L2','roof_frac':0.28,'in_cache':true,'ci_lo_ms':1.4,'ci_hi_ms':1.6" OK),
                 " 28% ", "28% of L2" },
               { ROW("cpu.csr.omp", "2", "5", ",'roof':'cache'" OK), " cache ", "cache" },
               { ROW("cpu.csr.omp", "2", "5", "" OK), " – ", "" } };
    enum { ROOF = 9 };
    char room[100];
    for (size_t i = 0; i < COUNT(of); i++) {
        char *text = printed(80, false, &of[i].row, 1);
        assert_non_null(strstr(text, of[i].line));
        free(text);
        json_t *m = json_of(of[i].row);
        assert_string_equal(readable_field(m, ROOF, room, sizeof room), of[i].field);
        json_decref(m);
    }
}

/* A log hears of a run that takes long, not of every sample. */
TEST(signs_of_life_are_rare)
{
    static const struct {
        double ago;
        const char *text;
    } cases[] = { { 0, "" }, { 15, "" }, { 21, "nzscope: still running: 7 of 7: cpu.bsr.block: sample 28\n" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct lines l = { .logs = true, .logged = clock_s() - cases[i].ago };
        FILE *const error = stderr;
        char *text = NULL;
        size_t size;
        stderr = open_memstream(&text, &size);
        lines_progress(&l, "%s: sample %d", "7 of 7: cpu.bsr.block", 28);
        lines_progress(&l, "%s: sample %d", "7 of 7: cpu.bsr.block", 29);
        fclose(stderr);
        stderr = error;
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

/* Below the runs of several kernels: which to use; one run alone is no choice. */
TEST(answers)
{
    setlocale(LC_CTYPE, "C.UTF-8");
#define SOLID(kernel, k, ms, rate)                                                                                     \
    "{'ev':'measurement','id':" k "0" ms ",'matrix':'demo','op':'mul','k':" k ",'type':'f64','kernel':'" kernel        \
    "','device':'cpu','cache':'warm','status':'ok',"                                                                   \
    "'gflops':" rate ",'time_ms':" ms ",'ci_lo_ms':" ms ",'ci_hi_ms':" ms "}"
    static const struct {
        const char *event, *text;
    } steps[] = {
        { SOLID("cpu.csr.omp", "1", "3", "6"), "" },
        { SOLID("peer.mkl", "1", "6", "3"),
          "Use cpu.csr.omp: 2.00 to 2.00× peer.mkl.\n  · It needs nothing but CSR.\n" },
        { SOLID("cpu.csr.omp", "8", "9", "2"),
          "demo mul k=1 f64: Use cpu.csr.omp: 2.00 to 2.00× peer.mkl.\n  · It needs nothing but CSR.\n" },
        { SOLID("cpu.csr.packed", "1", "2", "9"), /* which has its name from CSR, and more than that in memory */
          "demo mul k=1 f64: Use cpu.csr.packed: 3.00 to 3.00× peer.mkl.\n"
          "  · If your solver has only CSR: cpu.csr.omp, 2.00 to 2.00× peer.mkl.\n" },
    };
    struct lines l = { .kernels =
                           json_of("[{'ev':'kernel','name':'cpu.csr.omp','op':'mul','format':'csr'},{'ev':'kernel',"
                                   "'name':'cpu.csr.packed','op':'mul','format':'csr.packed'}]") };
    struct model *m = model_new();
    assert_non_null(m);
    for (size_t i = 0; i < COUNT(steps); i++) {
        char *text = NULL;
        size_t size;
        json_t *event = json_of(steps[i].event);
        FILE *f = open_memstream(&text, &size);
        model_apply(m, event);
        lines_tell(&l, m);
        bench_answer(&l, &(struct options){ .command = CMD_bench }, m, 80, f);
        fclose(f);
        assert_string_equal(text, steps[i].text);
        free(text);
        json_decref(event);
    }
    json_decref(l.kernels);
    model_free(m);
}

TEST(lists)
{
    json_t *array =
        json_of("[{'name':'a.long.name.of.a.kernel','n':7,'none':'','types':['f64','f32'],"
                "'what':'words that go on and on, over the end of the first line and of the second'},{'name':'b',"
                "'n':12345,'types':[{'name':'f64'}],'ready':true,'what':''}]");
    assert_non_null(array);
    for (int width = 40; width < 200; width += 9) {
        char *text = NULL;
        size_t size;
        FILE *f = open_memstream(&text, &size);
        table_list(f, width, "name n none types what", array);
        fclose(f);
        assert_fits(text, width < 64 ? 72 : width); /* names are never cut */
        assert_null(strstr(text, "none"));
        assert_non_null(strstr(text, "a.long.name.of.a.kernel"));
        assert_non_null(strstr(text, "second\n"));
        if (width > 70)
            assert_non_null(strstr(text, "\nb                        12345  f64"));
        free(text);
    }
    json_decref(array);
}

/* What the real program says on a terminal of 80 columns. */
static const char *said_there(char *const *arguments)
{
    static char text[1 << 18], program[600];
    struct winsize size = { .ws_row = 24, .ws_col = 80 };
    const char *build = getenv("NZSCOPE_BUILD");
    int fd, status;
    size_t used = 0;
    snprintf(program, sizeof program, "%s/nzscope", build ? build : "build");
    pid_t pid = forkpty(&fd, NULL, NULL, &size);
    if (pid == 0) {
        execv(program, arguments);
        _exit(127);
    }
    for (ssize_t n; (n = read(fd, text + used, sizeof text - 1 - used)) > 0; used += (size_t)n) {
    }
    close(fd);
    assert_true(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (char *p = text; *p; p++) /* what the terminal makes of a line's end */
        *p = *p == '\r' ? ' ' : *p;
    text[used] = 0;
    return text;
}

TEST(on_a_terminal)
{
    char *list[] = { "nzscope", "list", "kernels", NULL }, *devices[] = { "nzscope", "list", "devices", NULL };
    char *compare[] = { "nzscope", "bench", "gen:diag:9", "--samples", "3", "--compare", "cpu.csr.serial,cpu.csr.naive",
                        NULL };
    char *chosen[] = { "nzscope", "bench", "gen:diag:9", "--samples",       "1", "--kernel", "cpu.csr.serial",
                       "-k",      "1,2",   "--columns",  "kernel,k,status", NULL };
    const char *text = said_there(chosen);
    assert_non_null(strstr(text, "kernel                       k  status \n"));
    assert_non_null(strstr(text, "cpu.csr.serial               2  ok \n"));
    text = said_there(list);
    assert_null(strchr(text, '\t'));
    assert_non_null(strstr(text, "cpu.csr.serial"));
    assert_fits(text, 81);
    assert_non_null(strstr(said_there(devices), " GB")); /* no count of bytes */
    text = said_there(compare);                          /* runs in turn decide what their intervals leave open */
    assert_non_null(strstr(text, "GFLOPS spread"));
    assert_true(!strstr(text, "\nUse ") && !strstr(text, "\nNot decided") && !strstr(text, "nclear"));
}

/* A table that goes to a file is shown as well, and again by list. */
TEST(a_saved_table_is_shown)
{
    char path[] = "/tmp/nzscope-table-XXXXXX.tsv";
    char *bench[] = {
        "nzscope", "bench", "gen:diag:9", "--kernel", "cpu.csr.serial", "--samples", "3", "-o", path, NULL
    };
    char *list[] = { "nzscope", "list", path, NULL };
    char *pivot[] = { "nzscope", "bench",         "gen:diag:9", "--kernel", "cpu.csr.serial", "--samples", "3",
                      "--pivot", "matrix,kernel", "-o",         path,       "--force",        NULL };
    close(mkstemps(path, 4));
    unlink(path);
    const char *text = said_there(bench);
    assert_non_null(strstr(text, "\n  cpu.csr.serial "));
    assert_non_null(strstr(text, ".tsv: 1 row \n"));
    assert_non_null(strstr(text, "\n  nzscope list /tmp/nzscope-table-"));
    text = said_there(list);
    assert_non_null(strstr(text, "GFLOPS spread"));
    assert_non_null(strstr(text, "\n  cpu.csr.serial "));
    assert_non_null(strstr(said_there(pivot), "| matrix | "));
    unlink(path);
}

/* A former result stands below as a dim bar, with the difference. */
TEST(former)
{
    static const char *const rows[] = {
        ROW("cpu.csr.omp", "2", "5", ",'roof_frac':0.5,'change':'1.25 times as fast','former':{'gflops':4}" OK),
        ROW("cpu.csr.merge", "2", "5",
            ",'host':'x','change':'other machine: x, was a machine with a name of much length',"
            "'former':{'gflops':400,'host':'y'}" OK),
    };
    for (int ascii = 0; ascii < 2; ascii++) {
        char *text = printed(80, ascii, rows, 2);
        assert_fits(text, 80);
        assert_non_null(strstr(text, "\n    before "));
        assert_non_null(strstr(text, " 4.00  1.25 times as fast\n"));
        assert_non_null(strstr(text, ascii ? ".........." : "░░░░░░░░░░"));
        assert_non_null(strstr(text, "  other machine\n")); /* whole words */
        free(text);
    }
}

/* What the locale lacks is replaced, what has no substitute stays. */
TEST(plain_where_the_locale_is)
{
    static const struct {
        const char *locale, *text, *plain;
    } cases[] = {
        { "C", "175 µs", "175 us" }, { "C", "±3% é", "+-3% é" }, { "C", "", "" }, { "C.UTF-8", "≈175 µs", "≈175 µs" }
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        setlocale(LC_CTYPE, cases[i].locale);
        strcpy(text, cases[i].text);
        assert_string_equal(table_plain(text), cases[i].plain);
    }
}

/* Phases stand below as parts of one bar, their shares behind it, or below in a narrow terminal. */
TEST(phases)
{
    static const char *const rows[] = { ROW("gpu.transpose.scan", "1", "5",
                                            ",'phases':{'rows':0.125,'count':0.25,'scan':0.125,'scatter':0.5}" OK) };
    static const int widths[] = { 80, 120 };
    for (int ascii = 0; ascii < 2; ascii++)
        for (int i = 0; i < 2; i++) {
            char *text = printed(widths[i], ascii, rows, 1);
            assert_fits(text, widths[i]);
            assert_non_null(strstr(text, "\n    phases "));
            assert_non_null(strstr(text, ascii ? "# rows 12%  % count 25%  : scan 12%  . scatter 50%\n"
                                               : "█ rows 12%  ▓ count 25%  ▒ scan 12%  ░ scatter 50%\n"));
            assert_true(i || strstr(text, ascii ? " ##%%%::......\n" : " ██▓▓▓▒▒░░░░░░░\n"));
            free(text);
        }
}

TESTS(NULL, NULL)
