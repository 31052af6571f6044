/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict: the best and the worst kernel on a matrix, and whether the rule of thumb for its rows held. */
#include "tui/lines/verdict.h"

#include <stdlib.h>
#include <string.h>

#include "core/measure/rule.h"
#include "tui/lines/rows.h"
#include "tui/link/take.h"
#include "tui/views/figure.h"

struct verdict_notes {
    json_t *measured;
};

struct verdict_notes *verdict_new(void)
{
    struct verdict_notes *v = calloc(1, sizeof *v);
    if (v)
        v->measured = json_array();
    return v;
}

void verdict_add(struct verdict_notes *v, const json_t *measurement)
{
    if (strcmp(take_string(measurement, "status"), "ok") == 0)
        json_array_append(v->measured, (json_t *)measurement);
}

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
    int n =
        snprintf(out, size, "%.80s %.16s %.8s", take_string(m, "matrix"), take_string(m, "op"), take_string(m, "type"));
    if (k > 0)
        n += snprintf(out + n, size - (size_t)n, " k=%lld", (long long)k);
    if (strcmp(take_string(m, "cache"), "cold") == 0)
        n += snprintf(out + n, size - (size_t)n, " cold");
    if (*take_string(m, "reorder"))
        snprintf(out + n, size - (size_t)n, " %.16s", take_string(m, "reorder"));
}

/* The kernel's name; with its parameters and threads when `other` ran the same kernel. */
static const char *name_of(const json_t *m, const json_t *other, char *out, size_t size)
{
    int threads = 0;
    const char *kernel = take_string(m, "kernel"), *params = take_string(m, "params");
    if (strcmp(kernel, take_string(other, "kernel")) != 0)
        return kernel;
    take_int(m, "threads", &threads);
    int n = snprintf(out, size, "%.60s%s%.100s", kernel, *params ? " " : "", params);
    if (threads > 0)
        snprintf(out + n, size - (size_t)n, ", %d thread%s,", threads, threads == 1 ? "" : "s");
    return out;
}

/* The best and the worst on the problem of measurement `first`, with the row lengths of the matrix. */
static void note_problem(const struct verdict_notes *v, const json_t *first, const json_t *matrix,
                         struct row_table *rows)
{
    size_t i;
    const json_t *m, *best = first, *worst = first;
    char problem[160], mean[TEXT_SIZE], deviation[TEXT_SIZE], fast[TEXT_SIZE], slow[TEXT_SIZE], name[2][200];
    json_array_foreach(v->measured, i, m)
    {
        if (!same_problem(m, first))
            continue;
        best = take_double(m, "gnnzs") > take_double(best, "gnnzs") ? m : best;
        worst = take_double(m, "gnnzs") < take_double(worst, "gnnzs") ? m : worst;
    }
    if (best == worst)
        return;
    const char *rate = take_double(best, "gflops") > 0 ? "gflops" : "gnnzs";
    problem_text(first, problem, sizeof problem);
    rows_note(rows, "%s: best %s %s %s, worst %s %s; a row has %s entries, deviation %s", problem,
              name_of(best, worst, name[0], sizeof name[0]), figure_number(fast, take_double(best, rate)),
              rate[1] == 'f' ? "GFLOPS" : "Gnnz/s", name_of(worst, best, name[1], sizeof name[1]),
              figure_number(slow, take_double(worst, rate)), figure_number(mean, take_double(matrix, "row_mean")),
              figure_number(deviation, take_double(matrix, "row_std")));
}

/* The fastest run of each kernel in the SpMV of measurement `first`. */
static int speeds(const struct verdict_notes *v, const json_t *first, struct rule_speed *to, int most)
{
    size_t i;
    const json_t *m;
    int n = 0;
    json_array_foreach(v->measured, i, m)
    {
        int at = 0;
        if (!same_problem(m, first))
            continue;
        while (at < n && strcmp(to[at].kernel, take_string(m, "kernel")) != 0)
            at++;
        if (at == n && n < most)
            to[n++] = (struct rule_speed){ take_string(m, "kernel"), 0 };
        if (at < n && take_double(m, "gflops") > to[at].gflops)
            to[at].gflops = take_double(m, "gflops");
    }
    return n;
}

static void note_rule(const struct verdict_notes *v, const json_t *first, const json_t *matrix, struct row_table *rows)
{
    enum { MOST = 128 };
    struct rule_speed speed[MOST];
    char problem[160], text[160];
    if (take_double(first, "k") != 1)
        return;
    int n = speeds(v, first, speed, MOST);
    const struct rule *rule = rule_of(take_double(matrix, "row_mean"), take_double(matrix, "row_std"));
    problem_text(first, problem, sizeof problem);
    for (int gpu = 0; gpu < 2; gpu++) {
        enum rule_outcome o = rule_check(rule, gpu, speed, n, text, sizeof text);
        if (o != RULE_UNTRIED)
            rows_note(rows, "%s: %s: %s; %s: %s", problem, rule->rows, rule->says,
                      o == RULE_HOLDS ? "it holds" : "it does not hold", text);
    }
}

/* Whether an earlier measurement was of the same problem. */
static bool is_told(const struct verdict_notes *v, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (same_problem(json_array_get(v->measured, i), json_array_get(v->measured, at)))
            return true;
    return false;
}

void verdict_write(struct verdict_notes *v, const json_t *matrix, struct row_table *rows)
{
    size_t i;
    const json_t *m;
    json_array_foreach(v->measured, i, m)
    {
        if (is_told(v, i))
            continue;
        note_problem(v, m, matrix, rows);
        note_rule(v, m, matrix, rows);
    }
    json_array_clear(v->measured);
}

void verdict_free(struct verdict_notes *v)
{
    if (!v)
        return;
    json_decref(v->measured);
    free(v);
}
