/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict: the best and the worst kernel on a matrix, whether the rule of thumb for its rows held, and which kernel to
   use. */
#include "tui/lines/bench.h"

#include "core/base/text.h"
#include "core/measure/rule.h"
#include "tui/lines/table.h"
#include "tui/link/take.h"
#include "tui/model/answer.h"
#include "tui/model/rows.h"
#include "tui/model/standing.h"
#include "tui/views/figure.h"

enum { PROBLEM_RUNS = 1024 }; /* of one problem; more are not judged */

/* Whether two measurements are of the same problem. */
static bool same_problem(const json_t *a, const json_t *b)
{
    static const char *const members[] = { "op", "type", "k", "cache", "reorder", NULL };
    return take_alike(a, b, members);
}

/* "mcfe mul f64 k=1" */
static void problem_text(const json_t *m, char *out, size_t size)
{
    int64_t k = 0;
    take_int64(m, "k", &k);
    snprintf(out, size, "%.80s %.16s %.8s", take_string(m, "matrix"), take_string(m, "op"), take_string(m, "type"));
    if (k > 0)
        text_add(out, size, " k=%lld", (long long)k);
    if (strcmp(take_string(m, "cache"), "cold") == 0)
        text_add(out, size, " cold");
    if (*take_string(m, "reorder"))
        text_add(out, size, " %.16s", take_string(m, "reorder"));
}

/* The kernel's name; with its parameters and threads when `other` ran the same kernel. */
static const char *name_of(const json_t *m, const json_t *other, char *out, size_t size)
{
    int threads = 0;
    const char *kernel = take_string(m, "kernel"), *params = take_string(m, "params");
    if (strcmp(kernel, take_string(other, "kernel")) != 0)
        return kernel;
    take_int(m, "threads", &threads);
    snprintf(out, size, "%.60s%s%.100s", kernel, *params ? " " : "", params);
    if (threads > 0)
        text_add(out, size, ", %d thread%s,", threads, threads == 1 ? "" : "s");
    return out;
}

/* The measurements of the problem of `first`, at most `most`, and how each stands; what cpu.auto chose stands for both.
 */
static int contenders(const json_t *measured, const json_t *first, int most, const json_t *of[],
                      enum standing *standing)
{
    struct contender c[PROBLEM_RUNS];
    const json_t *m;
    int n = 0;
    JSON_EACH(m, measured) {
        if (n == most || !same_problem(m, first))
            continue;
        c[n] = contender_row(take_double(m, "gnnzs"), m);
        of[n++] = m;
    }
    standing_unite(of, c, n);
    standing_of(c, n, standing);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (c[i].code == 0 || c[i].code == i + 1) {
            of[kept] = of[i];
            standing[kept++] = standing[i];
        }
    return kept;
}

/* "cpu.csr.omp 3.1 GFLOPS" */
static void contender_text(const json_t *m, const json_t *other, char *out, size_t size)
{
    char name[200], rate[TEXT_SIZE];
    bool flops = take_double(m, "gflops") > 0;
    snprintf(out, size, "%s %s %s", name_of(m, other, name, sizeof name),
             figure_number(rate, take_double(m, flops ? "gflops" : "gnnzs")), flops ? "GFLOPS" : "Gnnz/s");
}

/* "best A 3.1 GFLOPS", or "A 3.1 GFLOPS and B 3.0 GFLOPS are not told apart by their intervals". */
static void best_text(const json_t *const *of, const enum standing *standing, int n, const json_t *worst, char *out,
                      size_t size)
{
    char first[240] = "", second[240] = "";
    const json_t *level = NULL;
    int levels = 0;
    out[0] = 0;
    for (int i = 0; i < n; i++) {
        if (standing[i] == STANDING_BEST) {
            contender_text(of[i], worst ? worst : of[i], first, sizeof first);
            snprintf(out, size, "best %s", first);
        }
        if (standing[i] != STANDING_LEVEL)
            continue;
        if (++levels == 1)
            level = of[i];
        else if (levels == 2)
            contender_text(of[i], level, second, sizeof second);
    }
    if (levels == 0)
        return;
    contender_text(level, level, first, sizeof first);
    if (levels == 1)
        snprintf(out, size, "no best: %s, and others may be as fast", first);
    else if (levels == 2)
        snprintf(out, size, "no best: the intervals of %s and %s overlap", first, second);
    else
        snprintf(out, size, "no best: the intervals of %s, %s and %d more overlap", first, second, levels - 2);
}

/* The best and the worst on the problem of measurement `first`, with the row lengths of the matrix. */
static void note_problem(const json_t *measured, const json_t *first, const json_t *matrix, struct row_table *rows)
{
    const json_t *of[PROBLEM_RUNS], *worst = NULL, *best = NULL;
    enum standing standing[PROBLEM_RUNS];
    char problem[160], mean[TEXT_SIZE], deviation[TEXT_SIZE], fast[600], slow[250] = "";
    int n = contenders(measured, first, PROBLEM_RUNS, of, standing);
    for (int i = 0; i < n; i++) {
        best = standing[i] == STANDING_BEST ? of[i] : best;
        worst = standing[i] == STANDING_WORST ? of[i] : worst;
    }
    best_text(of, standing, n, worst, fast, sizeof fast);
    if (worst)
        contender_text(worst, best ? best : worst, slow, sizeof slow);
    if (n < 2)
        return;
    if (!*fast)
        snprintf(
            fast, sizeof fast,
            "no best: too few samples, or too busy a machine: --until 1%% measures longer, fewer --threads leave a "
            "core to others");
    problem_text(first, problem, sizeof problem);
    rows_note(rows, "%s: %s%s%s%s; a row has %s entries, deviation %s", problem, fast, *fast && *slow ? ", " : "",
              *slow ? "worst " : "", slow, figure_number(mean, take_double(matrix, "row_mean")),
              figure_number(deviation, take_double(matrix, "row_std")));
}

/* The fastest run of each kernel in the SpMV of measurement `first`. */
static int speeds(const json_t *measured, const json_t *first, struct rule_speed *to, int most)
{
    const json_t *m;
    int n = 0;
    JSON_EACH(m, measured) {
        int at = 0;
        if (!same_problem(m, first))
            continue;
        while (at < n && strcmp(to[at].kernel, take_string(m, "kernel")) != 0)
            at++;
        if (at == n && n < most)
            to[n++] = (struct rule_speed){ .kernel = take_string(m, "kernel") };
        if (at < n && take_double(m, "gflops") > to[at].gflops) {
            to[at].gflops = take_double(m, "gflops");
            to[at].ci_lo_ms = take_double(m, "ci_lo_ms");
            to[at].ci_hi_ms = take_double(m, "ci_hi_ms");
        }
    }
    return n;
}

static void note_rule(const json_t *measured, const json_t *first, const json_t *matrix, struct row_table *rows)
{
    enum { MOST = 128 };
    static const char *const outcomes[] = {
        [RULE_HOLDS] = "it holds", [RULE_UNCLEAR] = "unclear", [RULE_FAILS] = "it does not hold"
    };
    struct rule_speed speed[MOST];
    char problem[160], text[160];
    if (take_double(first, "k") != 1)
        return;
    int n = speeds(measured, first, speed, MOST);
    const struct rule *rule = rule_of(take_double(matrix, "row_mean"), take_double(matrix, "row_std"));
    enum rule_outcome o = rule_check(rule, speed, n, text, sizeof text);
    problem_text(first, problem, sizeof problem);
    if (o != RULE_UNTRIED)
        rows_note(rows, "%s: %s: %s; %s: %s", problem, rule->rows, rule->says, outcomes[o], text);
}

/* Whether an earlier measurement was of the same problem. */
static bool is_told(const json_t *measured, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (same_problem(json_array_get(measured, i), json_array_get(measured, at)))
            return true;
    return false;
}

void verdict_write(const json_t *measured, const json_t *matrix, struct row_table *rows)
{
    size_t i;
    const json_t *m;
    json_array_foreach(measured, i, m) {
        if (is_told(measured, i))
            continue;
        note_problem(measured, m, matrix, rows);
        note_rule(measured, m, matrix, rows);
    }
}

/* ---- on a terminal ---- */

/* "demo mul k=8 f64: " where the model has several problems. */
static int name_problem(const struct model *m, const struct model_run *r, char *out, size_t size)
{
    char k[32] = "";
    bool several = false;
    for (int i = 0; i < m->runs; i++)
        several |= !answer_same(&m->run[i], r);
    if (r->columns)
        snprintf(k, sizeof k, "k=%lld ", (long long)r->k);
    return several ? snprintf(out, size, "%s %s %s%s: ", r->matrix, r->op, k, r->type) : 0;
}

void bench_answer(const struct model *m, int width, FILE *f)
{
    for (int i = 0; m && i < m->runs; i++) {
        char text[1400];
        int same = 0, n = name_problem(m, &m->run[i], text, sizeof text);
        for (int j = 0; j < m->runs; j++)
            same += answer_same(&m->run[j], &m->run[i]);
        if (same < 2 || !answer_at(m, i, text + n, sizeof text - (size_t)n))
            continue;
        if (strstr(text + n, "nclear") || strstr(text + n, "doubtful"))
            text_add(text, sizeof text,
                     " --until 1%% measures on until every spread is at most ±1%%, 60 s a kernel at most.");
        table_wrap(f, width, 0, 2, text);
    }
}
