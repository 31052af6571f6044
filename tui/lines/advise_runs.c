/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/advise_runs.h"

#include "core/base/minmax.h"
#include "core/measure/interval.h"
#include "tui/canvas/canvas.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer_parts.h"

enum { ROWS = 12, INDENT = 2, TIME = 11, INTERVAL = 20, PREPARE = 11, NAME = 200 };

static double spread(const struct model_run *r)
{
    const double s = interval_spread(r->time_ms, r->ci_lo_ms, r->ci_hi_ms);
    return isnan(s) ? INFINITY : s;
}

/* "cpu.csr.block ORDER=similar" */
static void name_of(const struct model_run *r, char out[NAME])
{
    char changed[sizeof r->params] = "";
    if (!r->choice[0])
        answer_changed(r, changed, sizeof changed);
    snprintf(out, NAME, "%s%s%s", r->choice[0] ? r->choice : r->kernel, *changed ? " " : "", changed);
    for (char *c = out; (c = strchr(c, ','));)
        *c = ' ';
}

/* Whether the answer names this run. */
static bool is_named(const struct answer *a, const struct model_run *r)
{
    return r == a->best || r == a->fastest || r == a->plain || answer_among(&a->level, r);
}

/* Each kernel once, by the run that the answer names or that has the narrower interval; the faster first. Returns how
   many. */
static int kernels(const struct answer *a, const struct model_run *run[ROWS])
{
    const struct model *m = a->model;
    const struct model_run *first = a->best ? a->best : a->fastest;
    char name[NAME], other[NAME];
    int n = 0;
    for (int i = 0; first && i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        int at = 0;
        if (!model_run_ok(r) || problem_differ(r, first, ANSWER_PROBLEM))
            continue;
        name_of(r, name);
        while (at < n && (name_of(run[at], other), strcmp(name, other) != 0))
            at++;
        if (at < n && (is_named(a, run[at]) || (!is_named(a, r) && spread(run[at]) <= spread(r))))
            continue;
        for (n -= at < n; at < n; at++)
            run[at] = run[at + 1];
        for (at = n; at > 0 && run[at - 1]->time_ms > r->time_ms; at--)
            if (at < ROWS)
                run[at] = run[at - 1];
        if (at < ROWS)
            run[at] = r;
        n = int_min(n + 1, ROWS);
    }
    return n;
}

static void cell(int width, const char *doubt, const char *text)
{
    printf("%*s%s%s", int_max(width - canvas_width(doubt) - canvas_width(text), 1), "", doubt, text);
}

void advise_runs_print(const struct answer *a)
{
    const struct model_run *run[ROWS];
    const int n = kernels(a, run);
    char name[NAME], text[TEXT_SIZE];
    int wide = 0;
    for (int i = 0; i < n; i++) {
        name_of(run[i], name);
        wide = int_max(wide, canvas_width(name));
    }
    if (n == 0)
        return;
    printf("%*s%-*s", INDENT, "", wide, "kernel");
    cell(TIME, "", "time");
    cell(INTERVAL, "", "interval");
    cell(PREPARE, "", "prepare");
    putchar('\n');
    for (int i = 0; i < n; i++) {
        const struct model_run *r = run[i];
        const char *doubt = table_ascii() ? "~" : "≈";
        name_of(r, name);
        printf("%*s%-*s", INDENT, "", wide, name);
        cell(TIME, flags_has(r->flags, "busy") ? doubt : "", table_plain(figure_ms(text, r->time_ms)));
        cell(INTERVAL, "", table_plain(figure_interval(text, r->ci_lo_ms, r->ci_hi_ms)));
        cell(PREPARE, *flags_preparing(r->flags) ? doubt : "", table_plain(figure_ms(text, model_run_prepare(r))));
        putchar('\n');
    }
}

void advise_runs_tell(const struct answer *a, json_t *advice)
{
    const struct model_run *use = answer_use(a);
    char name[NAME];
    if (!use)
        return;
    json_t *equal = json_array();
    for (int i = 0; i < a->level.n; i++)
        if (a->level.run[i] != use) {
            name_of(a->level.run[i], name);
            json_array_append_new(equal, json_string(name));
        }
    if (a->best && use != a->best) {
        name_of(a->best, name);
        json_array_insert_new(equal, 0, json_string(name));
    }
    name_of(use, name);
    const struct model_run *run[ROWS];
    json_object_update_new(advice,
                           json_pack("{s:s,s:b,s:i,s:o,s:f,s:f,s:s}", "use", name, "decided", answer_is_decided(a),
                                     "compared", int_max(kernels(a, run) - 1, 0), "may_equal", equal, "time_ms",
                                     use->time_ms, "prepare_ms", model_run_prepare(use), "flags", use->flags));
    if (use->ci_hi_ms > 0) {
        json_object_set_new(advice, "lo_ms", json_real(use->ci_lo_ms));
        json_object_set_new(advice, "hi_ms", json_real(use->ci_hi_ms));
    }
}
