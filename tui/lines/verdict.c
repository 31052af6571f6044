/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/verdict.h"

#include "tui/model/figure.h"
#include "tui/verdict/problem.h"
#include "tui/verdict/rule_runs.h"
#include "tui/verdict/standing.h"

enum { PROBLEM_RUNS = 1024 }; /* of one problem; further ones are not judged */

/* Differences between measurements that are not judged together. */
enum { JUDGED = DIFFER_WORK | DIFFER_ORDER };

/* "mcfe mul f64 k=1" */
static void problem_text(const json_t *m, char *out, size_t size)
{
    table_words(m, "matrix op type k cache reorder", " ", out, size);
}

struct judged {
    const json_t *of[PROBLEM_RUNS];
    enum standing standing[PROBLEM_RUNS];
    int n;
};

/* The kernel's name, and its choice; with parameters and threads if it also ran with others. */
static void name_of(const struct judged *v, const json_t *m, char *out, size_t size)
{
    const int threads = take_threads(m);
    int same = 0;
    const char *kernel = take_string(m, "kernel"), *params = take_string(m, "params"),
               *choice = take_string(m, "choice");
    for (int i = 0; i < v->n; i++)
        same += strcmp(kernel, take_string(v->of[i], "kernel")) == 0;
    snprintf(out, size, "%.60s%s%.60s", kernel, *choice ? " → " : "", choice);
    if (same < 2)
        return;
    text_add(out, size, "%s%.100s", *params ? " " : "", params);
    if (threads > 0)
        text_add(out, size, ", %d thread%s,", threads, text_plural(threads));
}

/* Keeps them in order, the fastest first. */
static void insert(struct contender *c, const json_t **of, int n, const json_t *m)
{
    const struct contender own = contender_row(m);
    for (; n > 0 && c[n - 1].rate < own.rate; n--) {
        c[n] = c[n - 1];
        of[n] = of[n - 1];
    }
    c[n] = own;
    of[n] = m;
}

/* The measurements of the problem of `first`, the fastest first, with standings; cpu.auto and its choice are one. */
static void contenders(const json_t *measured, const json_t *first, struct judged *v)
{
    struct contender *c = calloc(PROBLEM_RUNS, sizeof *c);
    const json_t *m;
    int n = 0;
    JSON_EACH(m, measured) {
        if (!c || n == PROBLEM_RUNS || problem_rows_differ(m, first, JUDGED) || !(take_rate(m) > 0))
            continue;
        insert(c, v->of, n++, m);
    }
    standing_unite(v->of, c, n);
    standing_of(c, n, v->standing);
    v->n = 0;
    for (int i = 0; i < n; i++)
        if (standing_speaks(c, i)) {
            v->of[v->n] = v->of[i];
            v->standing[v->n++] = v->standing[i];
        }
    free(c);
}

/* "cpu.csr.omp 3.1 GFLOPS" */
static void contender_text(const struct judged *v, const json_t *m, char *out, size_t size)
{
    char rate[TEXT_SIZE];
    name_of(v, m, out, size);
    text_add(out, size, " %s %s", figure_number(rate, take_rate(m)), take_rate_unit(m));
}

/* "best A 3.1 GFLOPS", or "no best" and why. False: none. */
static bool best_text(const struct judged *v, char *out, size_t size)
{
    char name[2][300] = { "", "" }, more[40] = "";
    int levels = 0;
    bool bare = false;
    for (int i = 0; i < v->n; i++) {
        const enum standing s = v->standing[i];
        if (s == STANDING_BEST) {
            contender_text(v, v->of[i], name[0], sizeof name[0]);
            snprintf(out, size, "best %s", name[0]);
            return true;
        }
        bare |= s == STANDING_DIM_LEVEL;
        if ((s == STANDING_LEVEL || s == STANDING_DIM_LEVEL) && levels++ < 2)
            contender_text(v, v->of[i], name[levels - 1], sizeof name[0]);
    }
    if (levels > 2)
        snprintf(more, sizeof more, " and %d more", levels - 2);
    const char *between = levels > 2 ? "," : " and";
    if (levels == 0) {
        contender_text(v, v->of[0], name[0], sizeof name[0]);
        snprintf(out, size, "fastest: %s, but not sure, without an interval or with one above ±25%%", name[0]);
    } else if (bare)
        snprintf(out, size, "no best: not all of %s%s %s%s have an interval", name[0], between, name[1], more);
    else
        snprintf(out, size, "no best: the intervals of %s%s %s%s overlap", name[0], between, name[1], more);
    return false;
}

/* The best and the worst on the problem of `first`, with the row lengths of the matrix. False: there is no best. */
static bool note_problem(const json_t *measured, const json_t *first, const json_t *matrix, struct row_table *rows)
{
    struct judged v;
    char problem[160], mean[TEXT_SIZE], deviation[TEXT_SIZE], fast[700], slow[300] = "";
    contenders(measured, first, &v);
    if (v.n < 2)
        return true;
    const bool best = best_text(&v, fast, sizeof fast);
    for (int i = 0; i < v.n; i++)
        if (v.standing[i] == STANDING_WORST)
            contender_text(&v, v.of[i], slow, sizeof slow);
    problem_text(first, problem, sizeof problem);
    rows_note(rows, "%s: %s%s%s%s; a row has %s entries, deviation %s", problem, fast, *slow ? ", " : "",
              *slow ? "worst " : "", slow, figure_number(mean, take_double(matrix, "row_mean")),
              figure_number(deviation, take_double(matrix, "row_std")));
    return best;
}

static void note_rule(const json_t *measured, const json_t *first, const json_t *matrix, struct row_table *rows)
{
    static const char *const outcomes[] = {
        [RULE_HOLDS] = "it holds", [RULE_UNCLEAR] = "unclear", [RULE_FAILS] = "it does not hold"
    };
    char problem[160], text[160];
    const struct rule *rule = rule_runs_of(matrix);
    enum rule_outcome o = rule_runs_check(rule, measured, first, text, sizeof text);
    problem_text(first, problem, sizeof problem);
    if (o != RULE_UNTRIED)
        rows_note(rows, "%s: %s: %s; %s: %s", problem, rule->rows, rule->says, outcomes[o], text);
}

/* Whether an earlier measurement was of the same problem. */
static bool is_told(const json_t *measured, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (!problem_rows_differ(json_array_get(measured, i), json_array_get(measured, at), JUDGED))
            return true;
    return false;
}

bool verdict_write(const json_t *measured, const json_t *matrix, struct row_table *rows)
{
    bool clear = true;
    size_t i;
    const json_t *m;
    json_array_foreach(measured, i, m) {
        if (is_told(measured, i))
            continue;
        clear &= note_problem(measured, m, matrix, rows);
        note_rule(measured, m, matrix, rows);
    }
    return clear;
}
