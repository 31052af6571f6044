/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/verdict/rule_runs.h"

#include "tui/verdict/problem.h"

static struct rule_rows rows_of(const json_t *matrix)
{
    return (struct rule_rows){ .count = take_whole(matrix, "rows"),
                               .longest = take_whole(matrix, "row_max"),
                               .mean = take_double(matrix, "row_mean"),
                               .deviation = take_double(matrix, "row_std") };
}

const struct rule *rule_runs_of(const json_t *matrix)
{
    const struct rule_rows rows = rows_of(matrix);
    return rule_of(&rows);
}

void rule_runs_rows(const json_t *matrix, char *out, size_t size)
{
    const struct rule_rows rows = rows_of(matrix);
    rule_rows_text(&rows, out, size);
}

/* The fastest run of each kernel on that problem. */
static int speeds(const json_t *measured, const json_t *first, struct rule_speed *to, int most)
{
    const json_t *m;
    int n = 0;
    JSON_EACH(m, measured) {
        int at = 0;
        if (problem_rows_differ(m, first, DIFFER_MATRIX | DIFFER_WORK | DIFFER_ORDER))
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

enum rule_outcome rule_runs_check(const struct rule *rule, const json_t *measured, const json_t *first, char *text,
                                  size_t size)
{
    enum { MOST = 128 };
    struct rule_speed speed[MOST];
    if (!(take_double(first, "k") == 1 && take_double(first, "gflops") > 0))
        return RULE_UNTRIED;
    return rule_check(rule, speed, speeds(measured, first, speed, MOST), text, size);
}
