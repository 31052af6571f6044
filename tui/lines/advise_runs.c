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

/* Whether a run says more of its kernel than another: the answer names it, or its interval is narrower. */
static bool says_more(const struct answer *a, const struct model_run *r, const struct model_run *than)
{
    const struct model_run *const of[] = { r, than };
    bool named[2];
    for (int i = 0; i < 2; i++)
        named[i] = of[i] == a->best || of[i] == a->fastest || of[i] == a->plain || answer_among(&a->level, of[i]);
    return named[0] != named[1] ? named[0] : spread(r) < spread(than);
}

static int faster(const void *a, const void *b)
{
    const struct model_run *const *x = a, *const *y = b;
    return ((*x)->time_ms > (*y)->time_ms) - ((*x)->time_ms < (*y)->time_ms);
}

/* A run of each kernel, the faster first. Returns how many. */
static int kernels(const struct answer *a, const struct model_run *run[ANSWER_MOST])
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
        if (at < n ? says_more(a, r, run[at]) : n < ANSWER_MOST)
            run[at] = r;
        n = int_max(n, int_min(at + 1, ANSWER_MOST));
    }
    qsort(run, (size_t)n, sizeof *run, faster);
    return n;
}

static void cell(int width, const char *doubt, const char *text)
{
    printf("%*s%s%s", int_max(width - canvas_width(doubt) - canvas_width(text), 1), "", doubt, text);
}

void advise_runs_print(const struct answer *a)
{
    const struct model_run *run[ANSWER_MOST];
    const int n = int_min(kernels(a, run), ROWS);
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
    const struct model_run *use = answer_use(a), *run[ANSWER_MOST];
    char name[96], whole[NAME];
    if (!use)
        return;
    json_t *equal = json_array();
    for (int i = -1; i < a->level.n; i++) {
        const struct model_run *r = i < 0 ? a->best : a->level.run[i];
        if (!r || r == use)
            continue;
        name_of(r, whole);
        json_array_append_new(equal, json_string(whole));
    }
    answer_name(use, name);
    name_of(use, whole);
    const char *params = whole + strlen(name);
    json_object_update_new(advice, json_pack("{s:s,s:s,s:b,s:i,s:o,s:f,s:f,s:s}", "use", name, "params",
                                             params + (*params == ' '), "decided", answer_is_decided(a), "compared",
                                             int_max(kernels(a, run) - 1, 0), "may_equal", equal, "time_ms",
                                             use->time_ms, "prepare_ms", model_run_prepare(use), "flags", use->flags));
    if (use->ci_hi_ms > 0) {
        json_object_set_new(advice, "lo_ms", json_real(use->ci_lo_ms));
        json_object_set_new(advice, "hi_ms", json_real(use->ci_hi_ms));
    }
}
