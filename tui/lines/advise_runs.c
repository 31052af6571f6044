/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/advise_runs.h"

#include "core/base/minmax.h"
#include "core/measure/interval.h"
#include "tui/canvas/canvas.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer_parts.h"

enum { ROWS = 12, INDENT = 2, TIME = 11, INTERVAL = 20, PREPARE = 11 };

static double spread(const struct model_run *r)
{
    const double s = interval_spread(r->time_ms, r->ci_lo_ms, r->ci_hi_ms);
    return isnan(s) ? INFINITY : s;
}

/* Whether a run says more of its kernel than another: the answer names it, or its interval is narrower. */
static bool says_more(const struct answer *a, const struct model_run *r, const struct model_run *than)
{
    const struct model_run *const of[] = { r, than };
    bool named[2];
    for (int i = 0; i < 2; i++)
        named[i] = of[i] == a->best || of[i] == a->fastest || of[i] == a->plain || answer_among(&a->level, of[i]) ||
                   answer_among(&a->doubtful, of[i]);
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
    char name[ANSWER_NAME], other[ANSWER_NAME];
    int n = 0;
    for (int i = 0; first && i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        int at = 0;
        if (!model_run_ok(r) || problem_differ(r, first, ANSWER_PROBLEM))
            continue;
        answer_whole_name(r, name);
        while (at < n && (answer_whole_name(run[at], other), strcmp(name, other) != 0))
            at++;
        if (at < n ? says_more(a, r, run[at]) : n < ANSWER_MOST)
            run[at] = r;
        n = int_max(n, int_min(at + 1, ANSWER_MOST));
    }
    qsort(run, (size_t)n, sizeof *run, faster);
    return n;
}

int advise_runs_count(const struct answer *a)
{
    const struct model_run *run[ANSWER_MOST];
    return kernels(a, run);
}

static void cell(int width, const char *doubt, const char *text)
{
    printf("%*s%s%s", int_max(width - canvas_width(doubt) - canvas_width(text), 1), "", doubt, text);
}

void advise_runs_print(const struct answer *a)
{
    const struct model_run *run[ANSWER_MOST];
    const int n = int_min(kernels(a, run), ROWS);
    char name[ANSWER_NAME], text[TEXT_SIZE];
    int wide = 0;
    for (int i = 0; i < n; i++) {
        answer_whole_name(run[i], name);
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
        const struct model_run *r = run[i], *prepared = answer_prepared(a, r);
        const char *doubt = table_ascii() ? "~" : "≈";
        answer_whole_name(r, name);
        printf("%*s%-*s", INDENT, "", wide, name);
        cell(TIME, flags_has(r->flags, "busy") ? doubt : "", table_plain(figure_ms(text, r->time_ms)));
        cell(INTERVAL, "", table_plain(figure_interval(text, r->ci_lo_ms, r->ci_hi_ms)));
        cell(PREPARE, *flags_preparing(prepared->flags) ? doubt : "",
             table_plain(figure_ms(text, model_run_prepare(prepared))));
        putchar('\n');
    }
}

/* ---- for scripts ---- */

/* Its name as `key` and its parameters; what a script needs of it, in the words of bench. */
static json_t *run_of(const struct answer *a, const struct model_run *r, const char *key)
{
    static const char *const told[] = { "device",   "threads",   "time_ms", "ci_lo_ms",
                                        "ci_hi_ms", "roof_frac", "roof",    "flags" };
    char name[96], whole[ANSWER_NAME];
    json_t *o = json_object();
    answer_name(r, name);
    answer_whole_name(r, whole);
    const char *params = whole + strlen(name);
    json_object_set_new(o, key, json_string(name));
    json_object_set_new(o, "params", json_string(params + (*params == ' ')));
    for (size_t i = 0; i < COUNT(told); i++)
        json_object_set(o, told[i], json_object_get(r->event, told[i]));
    if (!isnan(answer_cost(a, r)))
        json_object_set_new(o, "prepare_ms", json_real(answer_cost(a, r)));
    return o;
}

/* What to use, and those of `level` that may equal it. */
static json_t *use_of(const struct answer *a, const struct model_run *r, const struct answer_few *level, bool csr)
{
    char whole[ANSWER_NAME];
    json_t *equal = json_array(), *o = run_of(a, r, "use");
    for (int i = -1; i < level->n; i++) {
        const struct model_run *other = i < 0 ? a->best : level->run[i];
        if (!other || other == r || (csr && !answer_run_takes_csr(a->model, other)))
            continue;
        answer_whole_name(other, whole);
        json_array_append_new(equal, json_string(whole));
    }
    json_object_set_new(o, "may_equal", equal);
    json_object_set(o, "host", json_object_get(r->event, "host"));
    json_object_set(o, "processor", json_object_get(r->event, "processor"));
    return o;
}

static json_t *products_or_null(double products)
{
    return isfinite(products) ? json_integer((json_int_t)products) : json_null();
}

static json_t *why_not(double products)
{
    return json_string(isnan(products) ? "unknown" : "unclear");
}

/* Adds {"cpu.csr.block": 54, "peer.mkl": null}, after how many products against each, and why there is none. */
static void put_pays(const struct answer *a, const struct model_run *use, json_t *advice)
{
    const struct model_run *const others[] = { a->base, a->peer };
    json_t *pays = json_object(), *why = json_object();
    char name[96];
    for (int i = 0; i < 2; i++) {
        if (!others[i] || others[i] == use)
            continue;
        answer_name(others[i], name);
        const double products = answer_pays_after(a, use, others[i]);
        json_object_set_new(pays, name, products_or_null(products));
        if (!isfinite(products))
            json_object_set_new(why, name, why_not(products));
    }
    json_object_set_new(advice, "pays_after", pays);
    json_object_set_new(advice, "pays_why_not", why);
}

/* A kernel, and what is to be used beside it. */
static json_t *row_of(const struct answer *a, const struct model_run *r, const struct model_run *use)
{
    json_t *o = run_of(a, r, "kernel");
    const double cost = answer_cost(a, r);
    json_object_set_new(o, "ratio", json_real(r->time_ms / use->time_ms));
    if (!isnan(cost))
        json_object_set_new(o, "prepare_products", json_real(cost / use->time_ms));
    if (r == use || answer_repeats(r, use))
        return o;
    const double products = answer_pays_after(a, use, r);
    json_object_set_new(o, "pays_after", products_or_null(products));
    if (!isfinite(products))
        json_object_set_new(o, "pays_why_not", why_not(products));
    return o;
}

void advise_runs_tell(const struct answer *a, json_t *advice)
{
    const struct model_run *use = answer_use(a), *run[ANSWER_MOST];
    if (!use)
        return;
    const bool plain = answer_run_takes_csr(a->model, use);
    const int n = kernels(a, run);
    json_t *rows = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(rows, row_of(a, run[i], use));
    json_object_update_new(advice, use_of(a, use, &a->level, false));
    json_object_set_new(advice, "decided", json_boolean(answer_is_decided(a)));
    json_object_set_new(advice, "compared", json_integer(int_max(n - 1, 0)));
    put_pays(a, use, advice);
    json_object_set_new(advice, "kernels", rows);
    if (plain || a->csr)
        json_object_set_new(advice, "csr", use_of(a, plain ? use : a->csr, plain ? &a->level : &a->csr_level, true));
}
