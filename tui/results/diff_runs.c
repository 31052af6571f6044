/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/diff_runs.h"

#include <ctype.h>

#include "core/measure/measurement.h"
#include "core/protocol/event.h"
#include "tui/model/flags.h"
#include "tui/results/diff.h"
#include "tui/results/results.h"
#include "tui/results/rows.h"

enum { KEY = 2048, MOST = 64 };

int diff_runs_of(const json_t *row)
{
    const int runs = (int)json_integer_value(json_object_get(row, "together"));
    return runs > 0 ? runs : 1;
}

/* If nothing changed, all orders of a + b runs are equally likely: all of the one before all of the other, either way
   round, in 2 of (a + b choose a). */
bool diff_runs_suffice(const json_t *old, const json_t *new)
{
    const int a = diff_runs_of(old), b = diff_runs_of(new);
    double orders = 1;
    for (int i = 1; i <= a; i++)
        orders *= (double)(b + i) / i;
    return 2 / orders <= 0.05;
}

/* By its device; in a table without that column, by the kernel's name. */
static bool is_on_cpu(const json_t *row)
{
    const char *device = take_string(row, "device");
    return *device ? device_is_cpu(device) : strncmp(take_string(row, "kernel"), "cpu.", 4) == 0;
}

double diff_runs_spread(const json_t *old, const json_t *new)
{
    return is_on_cpu(old) && is_on_cpu(new) && !diff_runs_suffice(old, new) ? DIFF_RUNS_SPREAD : 0;
}

/* ---- several runs as one row ---- */

/* Whether it took turns with another kernel or engine: --baseline names a table or a day there. */
static bool has_partner(const json_t *row)
{
    const char *with = take_string(row, "versus");
    enum rows_style style;
    return *with && (*take_string(row, "engine") ||
                     (!rows_style_of(with, &style) && !strchr(with, '/') && !isdigit((unsigned char)*with)));
}

/* A run of the same build: of a release that names no commit, its version. Two kernels in turns share their process and
   its disturbances. */
static bool belongs(const json_t *row, const json_t *last)
{
    char apart[DIFF_WHY];
    const char *commit = take_string(row, "commit"), *version = take_string(row, "version");
    diff_apart(row, last, apart, sizeof apart);
    return take_ok(row) && !*apart && (*commit || *version) && strcmp(commit, take_string(last, "commit")) == 0 &&
           !has_partner(row);
}

/* Those of the newest that belong to the row, once each. */
static int collect(const json_t *all, const json_t *last, const json_t *run[MOST])
{
    int n = 0;
    for (size_t i = json_array_size(all); i-- > 0 && n < MOST;) {
        const json_t *row = json_array_get(all, i);
        bool again = row != last && !belongs(row, last);
        for (int j = 0; j < n; j++)
            again |= diff_same_run(row, run[j]);
        if (!again)
            run[n++] = row;
    }
    return n;
}

/* What any of them is flagged for that their intervals together do not answer: "busy,roof". */
static void join_flags(const json_t *const *run, int n, char out[FLAGS_SIZE])
{
    static const char *const kept[] = { "busy", "throttled", "roof", "crowded" };
    out[0] = 0;
    for (size_t i = 0; i < COUNT(kept); i++) {
        bool any = false;
        for (int j = 0; j < n; j++)
            any |= flags_row_has(run[j], kept[i]);
        if (any)
            text_join(out, FLAGS_SIZE, ",", "%s", kept[i]);
    }
}

/* A run without an interval has at least its time. */
static json_t *join(const json_t *last, const json_t *const *run, int n)
{
    const char *from = take_string(last, "date"), *to = from;
    double ms[MOST], fastest[MOST], lo = INFINITY, hi = 0;
    char flags[FLAGS_SIZE];
    for (int i = 0; i < n; i++) {
        const double end = take_double(run[i], "ci_hi_ms"), least = take_double(run[i], "time_min_ms");
        ms[i] = take_double(run[i], "time_ms");
        fastest[i] = least > 0 ? least : ms[i];
        lo = fmin(lo, end > 0 ? take_double(run[i], "ci_lo_ms") : ms[i]);
        hi = fmax(hi, end > 0 ? end : ms[i]);
        const char *date = take_string(run[i], "date");
        from = strcmp(date, from) < 0 ? date : from;
        to = strcmp(date, to) > 0 ? date : to;
    }
    json_t *row = json_copy((json_t *)last);
    join_flags(run, n, flags);
    json_object_set_new(row, "flags", json_string(flags));
    json_t *runs = json_array();
    for (int i = 0; i < n; i++)
        json_array_append(runs, (json_t *)run[i]);
    json_object_set_new(row, "runs", runs);
    return EVENT_ADD(row, FIELD("time_ms", measure_median(ms, n)), FIELD("time_min_ms", measure_ranked(fastest, n, 1)),
                     FIELD("fastest_ms", measure_median(fastest, n)),
                     FIELD("fastest_hi_ms", measure_ranked(fastest, n, n)), FIELD("ci_lo_ms", lo),
                     FIELD("ci_hi_ms", hi), FIELD("together", n), FIELD("from", from), FIELD("to", to));
}

json_t *diff_runs_fastest(const json_t *row, const json_t *beside)
{
    if (!is_on_cpu(row) || !is_on_cpu(beside) || !diff_runs_suffice(row, beside))
        return json_incref((json_t *)row);
    json_t *fastest = diff_runs_of(row) > 1 ? json_copy((json_t *)row) : join(row, &row, 1);
    json_object_set(fastest, "time_ms", json_object_get(fastest, "fastest_ms"));
    json_object_set(fastest, "ci_lo_ms", json_object_get(fastest, "time_min_ms"));
    json_object_set(fastest, "ci_hi_ms", json_object_get(fastest, "fastest_hi_ms"));
    json_object_set_new(fastest, "by_fastest", json_true());
    return fastest;
}

bool diff_runs_in_turns(const json_t *old, const json_t *new)
{
    return json_object_get(old, "by_fastest") && strcmp(take_string(old, "from"), take_string(new, "to")) < 0 &&
           strcmp(take_string(new, "from"), take_string(old, "to")) < 0;
}

static bool holds(const json_t *row, const json_t *run)
{
    const json_t *runs = json_object_get(row, "runs"), *one;
    bool has = !runs && diff_same_run(row, run);
    JSON_EACH(one, runs)
        has |= diff_same_run(one, run);
    return has;
}

bool diff_runs_shared(const json_t *old, const json_t *new)
{
    const bool more = diff_runs_of(old) > diff_runs_of(new);
    const json_t *few = more ? new : old, *many = more ? old : new, *runs = json_object_get(few, "runs"), *run;
    bool all = runs || holds(many, few);
    JSON_EACH(run, runs)
        all &= holds(many, run);
    return all;
}

static const json_t *unspoiled(const json_t *all)
{
    const json_t *row, *last = NULL;
    JSON_EACH(row, all)
        if (!last || !diff_spoiled(row, last))
            last = row;
    return last;
}

json_t *diff_runs_together(const json_t *all)
{
    const json_t *run[MOST], *last = unspoiled(all);
    const int n = take_ok(last) ? collect(all, last, run) : 1;
    return n > 1 ? join(last, run, n) : json_incref((json_t *)last);
}

json_t *diff_runs_by_key(const json_t *rows, const char *but)
{
    json_t *index = json_object(), *all;
    const json_t *row;
    const char *name;
    char key[KEY];
    JSON_EACH(row, rows) {
        results_key(row, but, key, sizeof key);
        if (!json_object_get(index, key))
            json_object_set_new(index, key, json_array());
        json_array_append(json_object_get(index, key), (json_t *)row);
    }
    void *next;
    json_object_foreach_safe(index, next, name, all)
        json_object_set_new(index, name, but ? json_incref((json_t *)unspoiled(all)) : diff_runs_together(all));
    return index;
}
