/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_verdict: what is best and worst, how the means compare, and where the intervals leave it open. */
#include "tui/lines/advise_runs.h"
#include "tui/lines/bench.h"
#include "tui/lines/summary.h"
#include "tui/lines/tests/program.h"
#include "tui/lines/verdict.h"
#include "tui/results/rows.h"
#include "tui/verdict/answer.h"

static const char *all_params = ""; /* of all measurements */

static bool all_clear; /* of the newest notes: no problem's fastest are in doubt */

/* A measurement of a matrix of long irregular rows, with median `ms`, an interval of ± `off`, and flags. */
static json_t *measured(const char *matrix, const char *kernel, double ms, double off, const char *flag)
{
    json_t *m =
        json_pack("{s:s,s:s,s:s,s:s,s:i,s:s,s:s,s:f,s:f,s:f}", "matrix", matrix, "kernel", kernel, "op", "mul", "type",
                  "f64", "k", 1, "cache", "warm", "status", "ok", "time_ms", ms, "gflops", 2 / ms, "gnnzs", 1 / ms);
    json_t *flags = json_array();
    json_object_set_new(m, "params", json_string(all_params));
    if (off > 0) {
        json_object_set_new(m, "ci_lo_ms", json_real(ms - off));
        json_object_set_new(m, "ci_hi_ms", json_real(ms + off));
    }
    if (*flag)
        json_array_append_new(flags, json_string(flag));
    json_object_set_new(m, "flags", flags);
    return m;
}

struct sample_row {
    const char *kernel;
    double ms, off;
    const char *flag;
};

/* The notes below a table of these measurements. */
static const char *noted(const json_t *all)
{
    json_t *matrix = json_pack("{s:i,s:f,s:f}", "rows", 1000, "row_mean", 20.0, "row_std", 9.0);
    struct row_table *rows = rows_open(at("notes.md"), false, ROWS_MD, NULL);
    all_clear = verdict_write(all, matrix, rows);
    assert_true(rows_close(rows, NULL));
    json_decref(matrix);
    free(out);
    out = slurp(at("notes.md"));
    return out;
}

static const char *notes(const struct sample_row *r, int n)
{
    json_t *all = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(all, measured("a", r[i].kernel, r[i].ms, r[i].off, r[i].flag));
    noted(all);
    json_decref(all);
    return out;
}

TEST(best_and_worst)
{
    struct sample_row r[] = { { "cpu.a", 1, 0.01, "" }, { "cpu.b", 2, 0.02, "" }, { "cpu.c", 4, 0.04, "" } };
    assert_non_null(strstr(notes(r, 3), "- a mul f64 k=1: best cpu.a 2.00 GFLOPS, worst cpu.c 0.500 GFLOPS; a row has "
                                        "20.0 entries, deviation 9.00\n"));
    assert_true(all_clear);
    r[1] = (struct sample_row){ "cpu.b", 1.02, 0.01, "" };
    assert_non_null(strstr(notes(r, 3), "k=1: no best: the intervals of cpu.a 2.00 GFLOPS and cpu.b 1.96 GFLOPS "
                                        "overlap, worst cpu.c 0.500 GFLOPS; "));
    r[1].off = 0.001; /* touches from within the other's interval no more */
    r[0].off = 0.001;
    assert_non_null(strstr(notes(r, 3), "best cpu.a 2.00 GFLOPS"));
    r[2].kernel = "cpu.a"; /* with other parameters, which are named */
    all_params = "P=1";
    assert_non_null(strstr(notes(r, 3), "best cpu.a P=1 2.00 GFLOPS"));
    r[2].kernel = "cpu.c";
    assert_non_null(strstr(notes(r, 3), "best cpu.a 2.00 GFLOPS"));
    all_params = "";
    r[0].flag = "busy"; /* the interval decides */
    assert_non_null(strstr(notes(r, 3), "best cpu.a 2.00 GFLOPS"));
    r[0] = (struct sample_row){ "cpu.a", 1, 0, "blocks" }; /* without one nothing is best: ±25% may be as fast… */
    assert_non_null(strstr(notes(r, 3),
                           "k=1: no best: not all of cpu.a 2.00 GFLOPS and cpu.b 1.96 GFLOPS have an interval, "
                           "worst cpu.c"));
    r[1].ms = 2;
    assert_non_null(strstr(notes(r, 3),
                           "k=1: fastest: cpu.a 2.00 GFLOPS, but not sure, without an interval or with one above "
                           "±25%, "
                           "worst cpu.c"));
    r[1].ms = 1.02;
    assert_false(all_clear);
    r[0] = (struct sample_row){ "cpu.a", 1.9, 0.5, "wide" }; /* …and keeps none from it where it is clearly slower */
    assert_non_null(strstr(notes(r, 3), "best cpu.b"));
    r[2] = (struct sample_row){ "cpu.c", 4, 0, "blocks" }; /* without an interval its median stands for it */
    assert_non_null(strstr(notes(r, 3), "best cpu.b"));
    r[2].ms = 1.0205;
    assert_non_null(
        strstr(notes(r, 3), "no best: not all of cpu.b 1.96 GFLOPS and cpu.c 1.96 GFLOPS have an interval"));
}

/* Makes it one of cpu.auto that chose `kernel`. */
static json_t *choosing(json_t *m, const char *kernel)
{
    json_object_set_new(m, "kernel", json_string("cpu.auto"));
    json_object_set_new(m, "choice", json_string(kernel));
    return m;
}

/* What cpu.auto chose is no rival of cpu.auto, though their intervals do not meet; both are as uncertain as together.
 */
TEST(choices)
{
    static const struct {
        double other, off;
        const char *says, *means;
    } cases[] = {
        { 4, 0.01, "k=1: best cpu.a 2.00 GFLOPS, worst cpu.b 0.500 GFLOPS; ", "best cpu.a, 2.00 GFLOPS" },
        { 4, 0, "k=1: best cpu.a 2.00 GFLOPS, worst cpu.b 0.500 GFLOPS; ", "best cpu.a, 2.00 GFLOPS" },
        { 1.2, 0.01, "k=1: no best: the intervals of cpu.a 2.00 GFLOPS and cpu.b 1.67 GFLOPS overlap; ",
          "no best: cpu.a, 2.00 GFLOPS, and 1 more whose intervals overlap its own" },
    };
    char text[300];
    for (int at = 0; at < 3; at++) {
        struct summary *s = summary_new("hmean");
        json_t *all = json_array();
        json_array_append_new(all, choosing(measured("a", "cpu.a", 1.3, 0.01, ""), "cpu.a"));
        json_array_append_new(all, measured("a", "cpu.a", 1, cases[at].off, ""));
        json_array_append_new(all, measured("a", "cpu.b", cases[at].other, 0.01, ""));
        for (size_t i = 0; i < 3; i++)
            summary_add(s, json_array_get(all, i));
        assert_non_null(strstr(noted(all), cases[at].says));
        bool doubts = false;
        assert_true(summary_best(s, 0, text, sizeof text, &doubts));
        assert_true(doubts == (strstr(text, "no best") != NULL));
        assert_string_equal(strstr(text, ": ") + 2, cases[at].means);
        summary_free(s);
        json_decref(all);
    }
}

/* The fastest has a name, also where nothing bounds its time. */
TEST(mean_without_an_interval)
{
    char text[300];
    struct summary *s = summary_new("hmean");
    json_t *m[] = { measured("a", "cpu.b", 4, 0.01, ""), measured("a", "cpu.a", 1, 0, "") };
    bool doubts = false;
    for (int i = 0; i < 2; i++) {
        summary_add(s, m[i]);
        json_decref(m[i]);
    }
    assert_true(summary_best(s, 0, text, sizeof text, &doubts) && doubts);
    assert_string_equal(strstr(text, ": ") + 2,
                        "no best: cpu.a, 2.00 GFLOPS, without an interval or with one above ±25%");
    summary_free(s);
}

/* The rule of thumb is about kernels of a GPU, and is unclear where they are. */
TEST(rule_of_thumb)
{
    struct sample_row r[] = { { "gpu.csr.vector", 1, 0.01, "" }, { "gpu.ell.thread", 1.01, 0.01, "" } };
    assert_non_null(strstr(notes(r, 2),
                           "CSR, a warp for each row, should be fastest, a thread for each row slowest; unclear: "
                           "gpu.csr.vector 2 GFLOPS, gpu.ell.thread 1.98\n"));
    r[1].ms = 2;
    assert_non_null(strstr(notes(r, 2), "a thread for each row slowest; it holds: "));
    r[0].kernel = "cpu.csr.omp";
    r[1].kernel = "cpu.ell.omp";
    assert_null(strstr(notes(r, 2), "should be fastest"));
}

/* The mean lies between the means of both ends. */
TEST(means)
{
    static const struct {
        double ms, half;
        const char *flags, *says;
    } cases[] = {
        { 1.1, 0.04, "", "best cpu.a, 2.00 GFLOPS" },
        { 1.1, 0.06, "", "no best: cpu.a, 2.00 GFLOPS, and 1 more whose intervals overlap its own" },
        { 1.05, 0, "busy", "no best: cpu.a, 2.00 GFLOPS, and others may be as fast" },
    };
    char text[300], should[300];
    for (int n = 0; n < 3; n++) {
        struct summary *s = summary_new("hmean");
        for (int i = 0; i < 4; i++) {
            json_t *m = measured(i % 2 ? "a" : "b", i < 2 ? "cpu.a" : "cpu.b", i < 2 ? 1 : cases[n].ms,
                                 i < 2 && !(cases[n].half > 0) ? 0.06 : cases[n].half, i < 2 ? "" : cases[n].flags);
            summary_add(s, m);
            json_decref(m);
        }
        bool doubts = false;
        assert_true(summary_best(s, 0, text, sizeof text, &doubts));
        assert_true(doubts == (strstr(text, "no best") != NULL));
        snprintf(should, sizeof should, "hmean of 2 matrices, mul f64 k=1: %s", cases[n].says);
        assert_string_equal(text, should);
        assert_true(summary_best(s, 1, text, sizeof text, &doubts));
        assert_string_equal(text, "");
        assert_false(summary_best(s, 2, text, sizeof text, &doubts));
        struct row_table *rows = rows_open(at("means.md"), false, ROWS_MD, NULL);
        summary_rows(s, rows);
        assert_true(rows_close(rows, NULL)); /* a mean is in doubt if a part of it is */
        assert_int_equal(run("grep -c 'the machine was busy' means.md"), *cases[n].flags ? 0 : 1);
        assert_int_equal(atoi(out), *cases[n].flags ? 1 : 0);
        summary_free(s);
    }
}

/* The answer after one more run, by a kernel on the processors. */
static void answer_with(struct model *m, const char *kernel, double ms, char text[1000])
{
    json_t *e = measured("a", kernel, ms, 0.01, "");
    json_object_update_new(e, json_pack("{s:s,s:i,s:s}", "ev", "measurement", "id", m->runs + 1, "device", "cpu"));
    model_apply(m, e);
    assert_true(answer_at(m, 0, NULL, text, 1000));
    json_decref(e);
}

/* Where the answer is unclear, a command that can be pasted tells more; not where a name sounds like it. */
TEST(advised_until)
{
    char text[1000];
    static const struct lines nothing = { .context = SHELL };
    const struct options o = {
        .command = CMD_bench, .word = (char *[]){ "my a.mtx" }, .words = 1, .value = { [OPT_TYPE] = "f64,f32" }
    };
    for (int i = 0; i < 3; i++) { /* clear; as fast; without an interval */
        struct model *m = model_new();
        char *words = NULL;
        size_t size;
        FILE *f = open_memstream(&words, &size);
        answer_with(m, "cpu.nuclear.doubtful", 1, text);
        answer_with(m, "cpu.csr.omp", i == 1 ? 1.001 : 2, text);
        if (i == 2)
            m->run[0].ci_lo_ms = m->run[0].ci_hi_ms = NAN;
        bench_answer(&nothing, &o, m, 400, f);
        fclose(f);
        if (i == 1)
            assert_non_null(strstr(words, " in turns:\n  nzscope bench 'my a.mtx' --type f64 --compare "
                                          "cpu.nuclear.doubtful,cpu.csr.omp\n"));
        assert_int_equal(strstr(words, "\n  nzscope bench 'my a.mtx' --type f64,f32 --until 1%\n") != NULL, i == 2);
        free(words);
        model_free(m);
    }
}

/* The row of this kernel in the advice from these runs. */
static const json_t *advised(const struct model *m, const char *kernel, json_t *advice)
{
    char text[1000];
    struct answer a;
    json_t *row;
    size_t i;
    assert_true(answer_at(m, 0, &a, text, sizeof text));
    json_object_clear(advice);
    advise_runs_tell(&a, advice);
    json_array_foreach(json_object_get(advice, "kernels"), i, row)
        if (strcmp(take_string(row, "kernel"), kernel) == 0)
            return row;
    return NULL;
}

/* For scripts advice has a row for each kernel; where the choice pays off against none of them, the row says why. */
TEST(advice_for_scripts)
{
    char text[1000];
    struct model *m = model_new();
    json_t *advice = json_object();
    answer_with(m, "cpu.ell.fast", 1, text);
    answer_with(m, "cpu.csr.omp", 3, text);
    m->run[0].prepare_ms = m->run[0].upload_ms = NAN;
    const json_t *row = advised(m, "cpu.csr.omp", advice);
    assert_true(json_is_null(json_object_get(row, "pays_after")));
    assert_string_equal(take_string(row, "pays_why_not"), "unknown");
    struct model_run *own = &m->run[1];
    own->library = true; /* named in the answer: pays_why_not of all of it has this kernel */
    advised(m, "cpu.csr.omp", advice);
    assert_string_equal(take_string(json_object_get(advice, "pays_why_not"), "cpu.csr.omp"), "unknown");
    own->library = false;
    m->run[0].prepare_ms = 5;
    m->run[1].prepare_ms = 1;
    row = advised(m, "cpu.csr.omp", advice);
    assert_string_equal(take_string(advice, "use"), "cpu.ell.fast");
    assert_int_equal(json_array_size(json_object_get(advice, "kernels")), 2);
    assert_true(take_double(row, "time_ms") == 3 && take_double(row, "ci_lo_ms") == 2.99);
    assert_true(take_double(row, "ratio") == 3 && take_double(row, "prepare_products") == 1);
    assert_int_equal(json_integer_value(json_object_get(row, "pays_after")), 2);
    assert_null(json_object_get(row, "pays_why_not"));
    assert_null(json_object_get(advised(m, "cpu.ell.fast", advice), "pays_after"));
    m->run[1].ci_lo_ms = 0.9;
    assert_string_equal(take_string(advised(m, "cpu.csr.omp", advice), "pays_why_not"), "unclear");
    /* of several runs of a kernel, the one that the answer names without an interval */
    m->run[0].ci_lo_ms = 0.3;
    answer_with(m, "cpu.csr.omp", 0.5, text);
    answer_with(m, "cpu.csr.merge", 0.4, text);
    for (int i = 2; i < 4; i++)
        m->run[i].ci_lo_ms = m->run[i].ci_hi_ms = NAN;
    assert_true(take_double(advised(m, "cpu.csr.omp", advice), "time_ms") == 0.5);
    json_decref(advice);
    model_free(m);
}

/* Of several problems, the first is enough to show how kernels take turns. */
TEST(turns_once)
{
    char text[1000];
    static const struct lines nothing = { .context = SHELL };
    const struct options o = { .command = CMD_bench, .word = (char *[]){ "a" }, .words = 1 };
    struct model *m = model_new();
    char *words = NULL;
    size_t size;
    FILE *f = open_memstream(&words, &size);
    for (int i = 0; i < 4; i++) {
        answer_with(m, i % 2 ? "cpu.csr.omp" : "cpu.ell.omp", 1, text);
        m->run[i].k = 1 + i / 2;
    }
    bench_answer(&nothing, &o, m, 400, f);
    fclose(f);
    const char *turns = strstr(words, " in turns:\n");
    assert_true(turns && !strstr(turns + 1, " in turns:\n"));
    assert_non_null(strstr(turns, "\nLikewise for 1 more problem.\n"));
    free(words);
    model_free(m);
}

/* Of all kernels that there are, those of format "csr", and no others, are said to need nothing but CSR, and are
   offered to a solver that has only CSR. They store it as it is. */
TEST(only_csr)
{
    const char *const alone = "It needs nothing but CSR.", *const beside = "If your solver has only CSR: ";
    char text[1000];
    int said_so = 0;
    runs("$NZ list kernels --json");
    json_t *list = json_loads(out, 0, NULL), *k;
    size_t i;
    json_array_foreach(list, i, k) {
        const char *name = json_string_value(json_object_get(k, "name"));
        const bool csr = strcmp(json_string_value(json_object_get(k, "format")), "csr") == 0;
        json_object_set_new(k, "ev", json_string("kernel"));
        assert_false(csr && json_is_true(json_object_get(k, "compressed")));
        if (strcmp(json_string_value(json_object_get(k, "op")), "mul") != 0 || strncmp(name, "peer.", 5) == 0)
            continue;
        struct model *m = model_new();
        model_apply(m, k);
        answer_with(m, "cpu.ell.slow", 9, text);
        answer_with(m, name, 2, text);
        assert_int_equal(csr, strstr(text, alone) != NULL);
        answer_with(m, "cpu.ell.fast", 1, text);
        assert_int_equal(csr, strstr(text, beside) != NULL);
        said_so += csr;
        model_free(m);
    }
    assert_in_range(said_so, 5, i - 5);
    json_decref(list);
}

TESTS(prepare, clean)
