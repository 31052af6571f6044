/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lines: the real program, without a screen: what it prints, what it writes, and how it ends. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#define HEADER                                                                                                         \
    "matrix\tm\tn\tnnz\top\ttype\tk\tlayout\tkernel\tformat\tdevice\tthreads\tparams\tcache\tprepare_ms\tupload_"      \
    "ms\tsamples\t"                                                                                                    \
    "time_ms\ttime_mean_ms\ttime_min_ms\tci_lo_ms\tci_hi_ms\tgflops\tgnnzs\tgbs\troof_frac\tspeedup\terr_"             \
    "ratio\tstatus"
enum { COLUMNS = 29 };

static char program[512], folder[] = "/tmp/nzscope-lines-XXXXXX";
static char *out, *said; /* what the last run wrote to its two outputs */

static char *slurp(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        return NULL;
    }
    char *text = calloc(1, 1 << 22);
    size_t n = fread(text, 1, (1 << 22) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

static const char *at(const char *name)
{
    static char path[4][128];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

/* That other programs were busy while the test ran is nothing that it asks for. */
static void drop_busy(char *text)
{
    for (char *at; (at = strstr(text, "nzscope: other programs keep the processors busy"));) {
        char *next = at + strcspn(at, "\n");
        next += *next == '\n';
        memmove(at, next, strlen(next) + 1);
    }
}

/* Runs the shell command, in which NZ is the program, within the test's folder; returns its exit status. */
static int run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int run(const char *format, ...)
{
    char words[2000], command[3200];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    snprintf(command, sizeof command, "cd %s && NZ='%s' && { %s\n} >out 2>said </dev/null", folder, program, words);
    int status = system(command);
    free(out);
    free(said);
    out = slurp(at("out"));
    said = slurp(at("said"));
    drop_busy(said);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void fails(int status, const char *text, const char *words)
{
    int got = run("%s", words);
    if (got != status || !strstr(said, text) || strncmp(said, "nzscope: ", 9) != 0) {
        fail_msg("'%s' ended with %d and said '%s', not %d and '%s'", words, got, said, status, text);
    }
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(at(name), "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* The i-th field of a row of tabs, in a buffer of its own. */
static const char *field(const char *row, int i)
{
    static char text[256];
    for (; i > 0 && row; i--) {
        row = strchr(row, '\t');
        row += row != NULL;
    }
    snprintf(text, sizeof text, "%.*s", row ? (int)strcspn(row, "\t\n") : 0, row ? row : "");
    return text;
}

static const char *line(const char *text, int i)
{
    for (; i > 0 && text; i--) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return text ? text : "";
}

static int tabs(const char *row)
{
    int n = 0;
    for (; *row && *row != '\n'; row++) {
        n += *row == '\t';
    }
    return n;
}

static void test_info(void **state)
{
    (void)state;
    assert_int_equal(run("LC_ALL=C.UTF-8 $NZ info gen:demo gen:denserow:100"), 0);
    assert_string_equal(said, "");
    assert_null(strchr(out, '\033'));
    int columns = 0, widest = 0;
    for (const char *c = out; *c; c++) {
        columns = *c == '\n' ? 0 : columns + ((*c & 0xC0) != 0x80);
        widest = columns > widest ? columns : widest;
    }
    assert_in_range(widest, 40, 80);
    assert_non_null(strstr(out, "denserow:100"));
    assert_int_equal(run("LC_ALL=C $NZ info gen:stencil5:10"), 0);
    for (const char *c = out; *c; c++) {
        assert_true(*c == '\n' || (*c >= ' ' && *c < 127));
    }
    assert_int_equal(run("$NZ info gen:stencil5:10 gen:diag:7 --json"), 0);
    json_t *list = json_loads(out, 0, NULL), *a = json_array_get(list, 0);
    assert_int_equal(json_array_size(list), 2);
    assert_int_equal(json_integer_value(json_object_get(a, "rows")), 100);
    assert_int_equal(json_integer_value(json_object_get(a, "nnz")), 460);
    assert_int_equal(json_integer_value(json_object_get(a, "row_max")), 5);
    assert_true(json_array_size(json_object_get(a, "formats")) >= 6);
    assert_null(json_object_get(a, "ev"));
    json_decref(list);
    /* results of others on the matrix itself are told with its twin; not with what is none of the catalogue */
    assert_int_equal(run("$NZ info gen:twin:cage4 gen:diag:7 --json"), 0);
    list = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(json_array_get(list, 0), "published")), 10);
    assert_null(json_object_get(json_array_get(list, 1), "published"));
    json_decref(list);
    assert_int_equal(run("$NZ info gen:twin:cage4"), 0);
    assert_non_null(strstr(out, "published on cage4"));
    assert_non_null(strstr(out, "0.363  2x Xeon Silver 4210\n"));
    assert_int_equal(run("$NZ info missing.mtx gen:diag:7 --json"), 3); /* the others are shown */
    list = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(list), 1);
    json_decref(list);
    assert_int_equal(run("$NZ info gen:stencil5:10"), 0); /* a title of more than a line */
    assert_non_null(strstr(line(out, 1), "...\n"));
}

static void test_bench(void **state)
{
    (void)state;
    assert_int_equal(run("$NZ bench gen:stencil5:10 gen:diag:9 --kernel cpu.csr.serial,cpu.csr.omp -k 1,2 --threads 1 "
                         "--summary hmean"),
                     0);
    assert_string_equal(said, "");
    assert_int_equal(strncmp(out, HEADER "\n", strlen(HEADER) + 1), 0);
    double sum = 0;
    int rows = 0, means = 0;
    for (const char *row = line(out, 1); *row; row = line(row, 1)) {
        assert_int_equal(tabs(row), COLUMNS - 1);
        if (strcmp(field(row, 28), "summary") == 0) {
            assert_string_equal(field(row, 0), "hmean");
            assert_string_equal(field(row, 16), "2");
            means++;
            if (strcmp(field(row, 6), "1") == 0 && strcmp(field(row, 8), "cpu.csr.serial") == 0) {
                double mean = atof(field(row, 22));
                assert_true(fabs(2 / mean - sum) < 1e-4 * sum);
            }
            continue;
        }
        rows++;
        assert_string_equal(field(row, 28), "ok");
        double nnz = atof(field(row, 3)), k = atof(field(row, 6)), ms = atof(field(row, 17)),
               gflops = atof(field(row, 22));
        assert_true(fabs(gflops - 2e-6 * nnz * k / ms) < 1e-3 * gflops);
        if (k == 1 && strcmp(field(row, 8), "cpu.csr.serial") == 0) {
            sum += 1 / gflops;
        }
    }
    assert_int_equal(rows, 8);
    assert_int_equal(means, 4);
}

static void test_bench_files(void **state)
{
    (void)state;
    const char *words = "$NZ bench gen:diag:5 --kernel cpu.csr.serial";
    assert_int_equal(run("%s --append rows.tsv && %s --append rows.tsv && cat rows.tsv", words, words), 0);
    assert_int_equal(strncmp(out, HEADER, strlen(HEADER)), 0);
    assert_int_equal(strncmp(line(out, 1), "diag:5\t5\t5\t5\tmul\tf64\t1", 20), 0);
    assert_int_equal(strncmp(line(out, 2), "diag:5\t", 7), 0);
    assert_string_equal(line(out, 3), "");
    assert_int_equal(run("%s --json -o rows.json && cat rows.json", words), 0);
    json_t *list = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(list), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "kernel")), "cpu.csr.serial");
    json_decref(list);
    assert_int_equal(run("%s --csv", words), 0);
    assert_int_equal(strncmp(out, "matrix,m,n,nnz,op", 17), 0);
    assert_int_equal(run("%s --md", words), 0);
    assert_int_equal(strncmp(line(out, 1), "| --- | --- |", 13), 0);
    assert_int_equal(run("{ $NZ bench gen:diag:5; echo $? >status; } | head -n 1; cat status"),
                     0); /* quiet when nobody listens */
    assert_string_equal(line(out, 1), "0\n");
    assert_string_equal(said, "");
    fails(2, "--append", "$NZ bench gen:diag:5 --json --append rows.tsv");
}

enum { M = 5, N = 7, K = 3 };

/* Reads a Matrix Market array as written: comments, sizes, values by columns. */
static void read_array(const char *name, int rows, int cols, double *x)
{
    FILE *f = fopen(at(name), "r");
    char text[200];
    int m, n;
    assert_non_null(f);
    do {
        assert_non_null(fgets(text, sizeof text, f));
    } while (text[0] == '%');
    assert_int_equal(sscanf(text, "%d %d", &m, &n), 2);
    assert_int_equal(m, rows);
    assert_int_equal(n, cols);
    for (int i = 0; i < rows * cols; i++) {
        assert_int_equal(fscanf(f, "%lf", &x[i]), 1);
    }
    fclose(f);
}

static void test_mul(void **state)
{
    (void)state;
    double a[M][N] = { { 0 } }, x[N * K], y[M * K];
    FILE *f = fopen(at("a.mtx"), "w");
    fprintf(f, "%%%%MatrixMarket matrix coordinate real general\n%d %d 12\n", M, N);
    for (int e = 0; e < 12; e++) {
        int i = e * 7 % M, j = e * 5 % N;
        double value = 1.0 / (e + 3);
        a[i][j] += value;
        fprintf(f, "%d %d %.17g\n", i + 1, j + 1, value);
    }
    fclose(f);
    static const char *const kernels[] = { "", "--kernel cpu.csr.serial", "--kernel cpu.ell.omp" };
    for (int t = 0; t < 3; t++) {
        assert_int_equal(run("$NZ mul a.mtx -k 3 --seed 5 %s --save-x x.mtx -o y.mtx", kernels[t]), 0);
        assert_string_equal(out, "");
        assert_string_equal(said, "");
        read_array("x.mtx", N, K, x);
        read_array("y.mtx", M, K, y);
        for (int i = 0; i < M; i++) {
            for (int c = 0; c < K; c++) {
                double sum = 0;
                for (int j = 0; j < N; j++) {
                    sum += a[i][j] * x[c * N + j];
                }
                assert_true(fabs(sum - y[c * M + i]) < 1e-14);
            }
        }
    }
    assert_int_equal(run("$NZ mul a.mtx x.mtx -o - | cmp - y.mtx"), 0);
    assert_int_equal(run("$NZ transpose a.mtx -o at.mtx && $NZ transpose at.mtx -o - && $NZ show a.mtx"), 0);
    assert_non_null(strstr(out, "\n5 7 12\n"));
    assert_int_equal(run("$NZ gen stencil5:4 -o s.mtx && $NZ info s.mtx --json"), 0);
    assert_non_null(strstr(out, "\"nnz\": 64"));
    assert_int_equal(run("test -z \"$(ls -A | grep -v '^[a-z]*\\.[a-z]*$' | grep -v -e out -e said -e status)\""),
                     0); /* no leftovers */
}

/* Whatever the order that is computed in, Y is in the order of the file. */
static void test_reorder(void **state)
{
    (void)state;
    double y[2][200 * K];
    static const char *const orders[] = { "none", "rcm" };
    for (int t = 0; t < 2; t++) {
        assert_int_equal(run("$NZ mul gen:uniform:200:200:900 -k %d --reorder %s -o y.mtx", K, orders[t]), 0);
        read_array("y.mtx", 200, K, y[t]);
    }
    for (int i = 0; i < 200 * K; i++) {
        assert_true(fabs(y[0][i] - y[1][i]) < 1e-13);
    }
    assert_int_equal(run("$NZ info gen:road:3000 --reorder rcm"), 0);
    assert_non_null(strstr(out, "\n  before      lower "));
    assert_non_null(strstr(out, "\n  order       rcm, found and applied in "));
    assert_int_equal(run("$NZ info gen:road:3000 --reorder rcm --json"), 0);
    assert_non_null(strstr(out, "\"reorder\": \"rcm\""));
    assert_int_equal(run("$NZ bench gen:demo --kernel cpu.csr.serial --samples 3 --reorder rcm,none --md"), 0);
    assert_non_null(strstr(out, "| reorder=rcm |"));
    assert_non_null(strstr(out, "\n- demo cpu.csr.serial f64 k=1: reorder=rcm: order took "));
    assert_int_equal(run("printf 'open gen:road:3000\\nreorder rcm\\nset samples 3\\nbench --kernel cpu.csr.serial\\n"
                         "reorder none\\ninfo\\n' | $NZ prompt -"),
                     0);
    assert_non_null(strstr(out, "\treorder=rcm\t"));
    assert_null(strstr(out, "\n  order "));
    assert_int_equal(run("$NZ list reorderings"), 0);
    assert_non_null(strstr(out, "\nmetis-nd\t"));
}

static void test_statuses(void **state)
{
    (void)state;
    write_file("bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 x 3\n");
    fails(2, "bench wants a MATRIX", "$NZ bench");
    fails(2, "did you mean --kernel", "$NZ bench gen:demo --kernal x");
    fails(2, "there are: none, rowlen, rcm", "$NZ bench gen:demo --reorder best");
    fails(7, "needs a square matrix, and this one is 5 × 7", "$NZ bench gen:uniform:5:7:9 --reorder none,rcm");
    assert_non_null(strstr(out, "\tok\n")); /* in the order of the file it is measured */
    fails(7, "needs a square matrix", "$NZ info gen:uniform:5:7:9 --reorder rcm");
    fails(7, "only mul is reordered", "$NZ bench gen:demo --op transpose --reorder rowlen");
    fails(2, "wants -o FILE", "$NZ mul gen:demo");
    fails(2, "list wants", "$NZ list nothing");
    fails(2, "-k wants a value", "$NZ bench gen:diag:5 -k ''");
    fails(2, "--samples wants a whole number", "$NZ bench gen:diag:5 --samples 0");
    fails(2, "is empty", "$NZ info ''");
    fails(2, "kernel is too long", "$NZ bench gen:diag:5 --kernel $(printf 'cpu.csr.serial,%.0s' $(seq 2000))");
    fails(2, "x is too long", "$NZ mul gen:diag:5 $(printf 'long/%.0s' $(seq 4000)) -o y.mtx");
    fails(3, "cannot write the standard output", "$NZ info gen:diag:5 >&-");
    fails(3, "cannot write the standard output", "$NZ info gen:diag:5 >/dev/full");
    assert_int_equal(run("$NZ gen diag:5 -o d.mtx >&- 2>&- <&- && test -s d.mtx"), 0); /* it has nothing to say */
    fails(3, "bad.mtx:3:", "$NZ info bad.mtx");
    fails(3, "missing.mtx", "$NZ info missing.mtx");
    fails(3, "missing.mtx", "$NZ bench missing.mtx gen:diag:5 --kernel cpu.csr.serial");
    assert_non_null(strstr(out, "\ndiag:5\t")); /* the others are measured */
    fails(3, "nowhere", "$NZ mul gen:diag:5 -o nowhere/y.mtx");
    fails(4, "limit", "$NZ info gen:stencil27:100 --mem-limit 1M");
    fails(5, "gpu77", "$NZ bench gen:diag:5 --device gpu77");
    fails(7, "cpu.transpose.serial does not support", "$NZ bench gen:diag:5 --kernel cpu.transpose.serial");
    assert_int_equal(tabs(line(out, 1)), COLUMNS - 1);
    assert_non_null(strstr(out, "\tunsupported\n"));
    fails(7, "cpu.transpose.serial does not support", "$NZ mul gen:diag:5 --kernel cpu.transpose.serial -o y.mtx");
    fails(6, "ended with status 4", "$NZ info gen:demo --engine 'sh -c \"exit 4\"'");
    fails(6, "no-such-engine", "$NZ info gen:demo --engine no-such-engine");
    fails(6, "does not greet", "$NZ list kernels --engine 'echo {\\\"ev\\\":\\\"ready\\\"}'");
    assert_int_equal(run("$NZ --version && $NZ help && $NZ help bench && $NZ bench --help"), 0);
    assert_string_equal(said, "");
}

/* The process id that the engine tells in the recording, once it is there. */
static int engine_pid(const char *recording)
{
    for (int tries = 0; tries < 200; tries++) {
        char *text = slurp(recording);
        const char *pid = text ? strstr(text, "\"pid\":") : NULL;
        bool runs = text && strstr(text, "\"ev\":\"sample\"");
        int found = pid && runs ? atoi(pid + 6) : 0;
        free(text);
        if (found) {
            return found;
        }
        usleep(50000);
    }
    return 0;
}

/* Kills the engine (6) or interrupts us (130) while a kernel is measured. */
static void test_killed(void **state)
{
    (void)state;
    static const struct {
        int signal, status;
        bool engine;
    } cases[] = {
        {SIGSEGV,  6,   true },
        { SIGKILL, 6,   true },
        { SIGINT,  130, false},
        { SIGTERM, 143, false},
        { SIGQUIT, 131, false},
    };
    for (int i = 0; i < 5; i++) {
        unlink(at("rec"));
        pid_t child = fork();
        if (child == 0) {
            if (chdir(folder) == 0 && freopen("out", "w", stdout) && freopen("said", "w", stderr)) {
                execl(program, "nzscope", "bench", "gen:stencil5:300", "-k", "1..64", "--record", "rec", (char *)NULL);
            }
            _exit(99);
        }
        int engine = engine_pid(at("rec")), status;
        assert_true(engine > 0);
        kill(cases[i].engine ? engine : child, cases[i].signal);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), cases[i].status);
        free(said);
        said = slurp(at("said"));
        if (cases[i].engine) {
            assert_non_null(strstr(said, "nzscope-engine was killed by signal"));
            free(out);
            out = slurp(at("out"));
            const char *row = strstr(out, "\terror\n"); /* the last row tells what ran when the engine died */
            for (; row && row > out && row[-1] != '\n'; row--) {
            }
            assert_int_equal(strncmp(row ? row : "", "stencil5:300\t90000\t90000\t448800\tmul\t", 36), 0);
        }
        assert_int_equal(kill(engine, 0), -1); /* none left behind */
    }
}

static void test_prompt(void **state)
{
    (void)state;
    write_file("good", "# a comment\nopen gen:diag:6\n\nset k 2\nbench --kernel cpu.csr.serial\nquit\ninfo nothing\n");
    assert_int_equal(run("$NZ prompt good"), 0);
    assert_int_equal(strncmp(out, HEADER, strlen(HEADER)), 0);
    assert_string_equal(field(line(out, 1), 6), "2");
    write_file("bad", "open gen:diag:6\ninfo\nopen missing.mtx\ninfo\n");
    fails(3, "bad:3: missing.mtx", "$NZ prompt bad");
    assert_null(strstr(strstr(out, "diag:6") + 6, "diag:6")); /* the second info is not reached */
    fails(2, "-:2: unknown command 'frob'", "printf 'list formats\\nfrob' | $NZ prompt");
    assert_non_null(strstr(out, "csr\tyes"));
    /* what a script recorded gives the same rows again */
    assert_int_equal(run("printf 'open gen:diag:6\\nbench --kernel cpu.csr.serial\\n' | $NZ prompt --record rec2"), 0);
    assert_int_equal(run("$NZ replay rec2"), 0);
    assert_int_equal(strncmp(line(out, 1), "diag:6\t", 7), 0);
    assert_string_equal(line(out, 2), "");
}

static void test_list(void **state)
{
    (void)state;
    static const char *const kinds[] = { "kernels", "formats", "devices", "commands", "matrices", "published" };
    for (int i = 0; i < 6; i++) {
        assert_int_equal(run("$NZ list %s --json", kinds[i]), 0);
        json_t *list = json_loads(out, 0, NULL), *item;
        assert_true(json_array_size(list) >= 1);
        size_t at_item;
        json_array_foreach(list, at_item, item)
        {
            assert_true(json_is_string(json_object_get(item, "name")));
        }
        size_t objects = json_array_size(list);
        json_decref(list);
        assert_int_equal(run("$NZ list %s", kinds[i]), 0);
        size_t lines = 0;
        for (const char *c = out; *c; c++) {
            lines += *c == '\n';
        }
        assert_int_equal(lines, objects + 1);
    }
}

/* The programs find the catalogue where they were installed, wherever that is. */
static void test_installed(void **state)
{
    (void)state;
    assert_int_equal(run("mkdir -p p/bin p/share/nzscope/matrices && cp $NZ $NZ-engine p/bin && cd p && "
                         "printf 'n\\tg\\t1\\t1\\t1\\t1\\t0\\tset\\t\\n' >share/nzscope/matrices/catalog.tsv && "
                         "bin/nzscope gen diag:3 -o share/nzscope/matrices/three.mtx && "
                         "bin/nzscope list matrices --json && bin/nzscope info three && rm -r ../p"),
                     0);
    assert_non_null(strstr(out, "\"name\": \"n\""));
    assert_non_null(strstr(out, "3 x 3"));
}

static int prepare(void **state)
{
    (void)state;
    const char *build = getenv("NZSCOPE_BUILD");
    char *path = realpath(build ? build : "build", NULL);
    if (!path || !mkdtemp(folder)) {
        return -1;
    }
    snprintf(program, sizeof program, "%s/nzscope", path);
    free(path);
    return access(program, X_OK);
}

static int clean(void **state)
{
    char command[100];
    (void)state;
    free(out);
    free(said);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_info),      cmocka_unit_test(test_bench),   cmocka_unit_test(test_bench_files),
        cmocka_unit_test(test_mul),       cmocka_unit_test(test_reorder), cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_killed),    cmocka_unit_test(test_prompt),  cmocka_unit_test(test_list),
        cmocka_unit_test(test_installed),
    };
    return cmocka_run_group_tests_name("lines", tests, prepare, clean);
}
