/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_bench: runs kernels and prints a row as soon as a measurement arrives. */
#include <fnmatch.h>

#include "core/measure/measure.h"
#include "core/measure/registry.h"
#include "tui/lines/bench.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/pivot.h"
#include "tui/lines/table.h"
#include "tui/model/results.h"
#include "tui/views/figure.h"

struct bench_run {
    struct lines *lines;
    struct row_table *rows;
    struct summary *summary;  /* NULL: none wanted */
    json_t *judged;           /* what was measured on a matrix, for the verdict; NULL: nowhere to say it */
    struct model *told;       /* all runs, for the answer below their bars; NULL: no bars */
    struct kept kept;         /* with --keep */
    struct baseline baseline; /* with --baseline: former results */
    bool compared;            /* one of them has been compared with a current result */
    const char *kernels;      /* as asked for; NULL: all */
    struct bench_plot *plot;  /* NULL: none wanted */
    struct pivot *pivot;      /* likewise; in the place of the rows */
    struct pivot *groups;     /* likewise; drawn as bars */
    char problem[160];        /* of the newest measurement: "cora f64 k=1" */
    char running[100];        /* what is being measured, for the progress line */
    struct err first;         /* the first outcome that is not ok */
    struct err broken;        /* the rows cannot be written any more */
    json_t *ran;              /* a set of the kernels that were measured */
    json_t *said;             /* a set of the messages about outcomes that have been printed: its keys */
    bool closed;              /* nobody reads the rows any more */
    bool doubts;              /* of a problem, the fastest are in doubt */
    bool keeps;               /* results still go to `kept` */
};

/* Whether there is still somebody to write rows for, and something to write them to. */
static bool writes(const struct bench_run *b)
{
    return !b->closed && b->broken.code == ERR_NONE;
}

/* Below a Markdown table, else on the error output. */
static void say_below(struct bench_run *b, const char *text)
{
    if (!rows_note(b->rows, "%s", text))
        lines_say(b->lines, "%s", text);
}

/* A wrong result outweighs every other failure. */
static void say_outcome(struct bench_run *b, const json_t *event)
{
    const char *status = take_string(event, "status"), *kernel = take_string(event, "kernel"),
               *why = take_string(event, "text");
    enum err_code code = measure_named_code(status);
    if (code == ERR_NONE || code == ERR_CANCELLED)
        return;
    struct err e;
    if (code == ERR_UNSUPPORTED && !strstr(why, "does not support"))
        err_set(&e, code, "%s: %s does not support %s %s: %s", take_string(event, "matrix"), kernel,
                take_string(event, "op"), take_string(event, "type"), why);
    else if (strncmp(why, kernel, strlen(kernel)) == 0)
        err_set(&e, code, "%s", why);
    else
        err_set(&e, code, "%s: %s: %s", kernel, status, why);
    b->said = b->said ? b->said : json_object();
    if (!json_object_get(b->said, e.text)) /* for every k, and a device that is missing for every matrix: once */
        lines_say(b->lines, "%s", e.text);
    json_object_set_new(b->said, e.text, json_true());
    /* A bench of all kernels does not fail because one of them does not fit or lacks its device. */
    bool counts = code == ERR_CHECK || strcmp(status, "error") == 0 || registry_named(b->kernels, kernel);
    if (counts && (b->first.code == ERR_NONE || code == ERR_CHECK))
        b->first = e;
}

/* "cora cpu.csr.omp ×2 f64 k=1"; without the kernel "cora f64 k=1". */
static void name_run(const json_t *event, bool kernel, char *out, size_t size)
{
    int threads = 0;
    int64_t k = 0;
    take_int(event, "threads", &threads);
    take_int64(event, "k", &k);
    snprintf(out, size, "%.80s", take_string(event, "matrix"));
    if (kernel)
        text_add(out, size, " %.60s", take_string(event, "kernel"));
    if (kernel && threads > 1)
        text_add(out, size, " ×%d", threads);
    text_add(out, size, " %s", take_string(event, "type"));
    if (k > 0) /* a transposition has none */
        text_add(out, size, " k=%lld", (long long)k);
}

/* Whether a reordering has paid. */
static void say_gain(struct bench_run *b, const json_t *event)
{
    char text[200], line[600], name[200];
    if (!*take_string(event, "reorder") || !take_ok(event))
        return;
    const struct figure_order f = { .reorder_ms = take_double(event, "reorder_ms"),
                                    .plain_ms = take_or_nan(event, "plain_ms"),
                                    .time_ms = take_double(event, "time_ms"),
                                    .pays_after = take_or_nan(event, "pays_after") };
    figure_order_text(text, sizeof text, &f);
    name_run(event, true, name, sizeof name);
    snprintf(line, sizeof line, "%s: %s: %s", name, take_string(event, "params"), text);
    say_below(b, line);
}

/* The measurement, with the former result and the difference where there are any; a new reference. */
static json_t *with_former(struct bench_run *b, const json_t *event)
{
    const json_t *former = baseline_find(&b->baseline, event);
    char text[400];
    if (!former || !take_ok(event))
        return json_incref((json_t *)event);
    b->compared = true;
    json_t *both = json_copy((json_t *)event);
    json_object_set(both, "former", (json_t *)former);
    json_object_set_new(both, "change", json_string(baseline_text(former, event, false, text, sizeof text)));
    return both;
}

/* How it compares with a former result, where no bar shows that. */
static void say_change(struct bench_run *b, const json_t *event)
{
    const char *change = take_string(event, "change");
    char text[600], name[200];
    if (!*change || rows_printed(b->rows))
        return;
    name_run(event, true, name, sizeof name);
    snprintf(text, sizeof text, "%s: %s (%s)", name, change, b->baseline.source);
    say_below(b, text);
}

/* The outcome of --compare, after the measurements of the two. */
static void say_compared(struct bench_run *b, const char *text)
{
    char line[600];
    snprintf(line, sizeof line, "%s: %s", b->problem, text);
    say_below(b, line);
}

/* What cannot be kept is said once. */
static void keep(struct bench_run *b, const json_t *event)
{
    struct err e;
    if (!b->keeps || kept_put(&b->kept, event, &e))
        return;
    b->keeps = false;
    lines_say(b->lines, "%s", e.text);
    if (b->first.code == ERR_NONE)
        b->first = e;
}

/* The best of each problem's means. */
static void say_best(struct bench_run *b)
{
    char text[300];
    for (int i = 0; summary_best(b->summary, i, text, sizeof text); i++) {
        b->doubts |= strstr(text, "in doubt") != NULL;
        if (*text)
            say_below(b, text);
    }
}

static void take_measurement(struct bench_run *b, const json_t *event)
{
    lines_clear(b->lines);
    if (b->plot)
        bench_plot_add(b->plot, event);
    if (b->pivot)
        pivot_add(b->pivot, event, b->lines->matrix);
    if (b->groups)
        pivot_add(b->groups, event, b->lines->matrix);
    if (writes(b) && !rows_put(b->rows, event, &b->broken)) {
        b->closed = b->broken.code == ERR_NONE;
        client_send(b->lines->client, "stop");
    }
    if (b->summary && take_ok(event))
        summary_add(b->summary, event);
    if (b->judged && take_ok(event))
        json_array_append(b->judged, (json_t *)event);
    if (take_ok(event))
        json_object_set_new(b->ran, take_string(event, "kernel"), json_true());
    keep(b, event);
    name_run(event, false, b->problem, sizeof b->problem);
    say_change(b, event);
    say_gain(b, event);
    say_outcome(b, event);
}

/* A glob of which no kernel has run: nobody is to take the others for a comparison with these. */
static void say_idle(struct bench_run *b)
{
    const char *globs = b->kernels, *kernel;
    char glob[128];
    json_t *is;
    while (json_object_size(b->ran) > 0 && globs && text_item(&globs, glob, sizeof glob)) {
        bool idle = strpbrk(glob, "*?[");
        json_object_foreach(b->ran, kernel, is)
            idle &= fnmatch(glob, kernel, 0) != 0;
        if (idle)
            lines_say(b->lines, "no kernel of %s ran; list kernels says which can, and why not", glob);
    }
}

static void on_event(void *arg, const json_t *event, const char *data UNUSED, size_t bytes UNUSED)
{
    struct bench_run *b = arg;
    const char *name = take_string(event, "ev");
    if (b->told)
        model_apply(b->told, event);
    if (strcmp(name, "run") == 0) {
        snprintf(b->running, sizeof b->running, "%.0f of %.0f: %.60s", take_double(event, "index"),
                 take_double(event, "of"), take_string(event, "kernel"));
        lines_progress(b->lines, "%s: %s", b->running, take_string(event, "step"));
    } else if (strcmp(name, "sample") == 0) {
        lines_progress(b->lines, "%s: sample %.0f", b->running, take_double(event, "n"));
    } else if (strcmp(name, "compared") == 0) {
        say_compared(b, take_string(event, "text"));
    } else if (strcmp(name, "measurement") == 0) {
        json_t *both = with_former(b, event);
        take_measurement(b, both);
        json_decref(both);
    }
}

/* Runs all matrices; a file that cannot be read does not keep the others from being measured. */
static void bench_all(struct bench_run *b, const struct options *o, struct err *e)
{
    char line[LINES_LINE];
    struct matrix_words w;
    if (!bench_line(o, line, sizeof line, e) || !lines_words(b->lines, o, &w, e))
        return;
    e->code = w.left_out ? ERR_INPUT : e->code; /* said already */
    for (int i = 0; (i < w.count || i == 0) && writes(b); i++) {
        struct err one = { 0 };
        bool open = lines_matrix(b->lines, o, w.count ? w.spec[i] : NULL, &one);
        int status = open ? lines_ask(b->lines, line, on_event, b, &one) : (int)one.code;
        if (!writes(b))
            break;
        if (b->judged) {
            b->doubts |= !verdict_write(b->judged, b->lines->matrix, b->rows);
            json_array_clear(b->judged);
        }
        bool over = status == ERR_ENGINE || status == ERR_CANCELLED || status == ERR_USAGE;
        if (status != 0 && (over || i + 1 >= w.count) && b->first.code != ERR_CHECK) {
            *e = one;
        } else if (status != 0) {
            lines_say(b->lines, "%s", one.text);
            e->code = e->code == ERR_NONE ? one.code : e->code;
        }
        if (over)
            break;
    }
    matrix_words_free(&w);
}

/* The rows are only collected. */
static void print_nothing(FILE *f UNUSED, void *state UNUSED, const json_t *measurement UNUSED)
{
}

static bool start_pivot(struct bench_run *b, const struct options *o, struct err *e)
{
    const char *axes = o->value[OPT_PIVOT] ? o->value[OPT_PIVOT] : "matrix,kernel";
    if (o->value[OPT_GROUP] && !(b->groups = pivot_new(axes, e)))
        return false;
    return !o->value[OPT_PIVOT] || (b->pivot = pivot_new(axes, e));
}

static void end_pivot(struct bench_run *b, enum rows_style style)
{
    char *text = b->pivot && writes(b) ? pivot_text(b->pivot, style) : NULL;
    if (text)
        rows_text(b->rows, text, &b->broken);
    else if (b->pivot && writes(b))
        err_nomem(&b->broken, "the table", 1 << 16);
    free(text);
    pivot_free(b->pivot);
}

/* The pictures of the runs; a failure matters only where nothing else has failed. */
static void draw(struct bench_run *b, const struct options *o, const struct err *e)
{
    struct err undrawn = { 0 };
    bool ok = (!b->plot || bench_plot_write(b->plot, b->lines, o->value[OPT_AXES], o->value[OPT_PLOT], &undrawn)) &&
              (!b->groups || bench_group_write(b->groups, o->value[OPT_GROUP], &undrawn));
    if (!ok && e->code == ERR_NONE && b->first.code == ERR_NONE && b->broken.code == ERR_NONE)
        b->broken = undrawn;
    bench_plot_free(b->plot);
    pivot_free(b->groups);
}

int lines_bench(struct lines *l, const struct options *given, struct err *e)
{
    enum rows_style style;
    const struct options all = bench_with_set(l, given), *o = &all;
    struct bench_run b = { .lines = l, .kernels = o->value[OPT_KERNEL], .keeps = o->value[OPT_KEEP] != NULL };
    if (!bench_check(l, o, e) || !bench_plot_check(o->value[OPT_AXES], e) ||
        (o->value[OPT_BASELINE] && !baseline_load(&b.baseline, o->value[OPT_BASELINE], e)) || !start_pivot(&b, o, e) ||
        !(b.rows = rows_begin(o, &style, e))) {
        pivot_free(b.pivot);
        pivot_free(b.groups);
        baseline_drop(&b.baseline);
        return (int)e->code;
    }
    if (b.pivot)
        rows_printer(b.rows, print_nothing, NULL);
    if (b.pivot && table_width() && !o->value[OPT_TSV] && !o->value[OPT_CSV] && !o->value[OPT_OUT])
        style = ROWS_MD; /* to be read, not to be cut */
    b.summary = o->value[OPT_SUMMARY] ? summary_new(o->value[OPT_SUMMARY]) : NULL;
    b.plot = o->value[OPT_PLOT] ? bench_plot_new() : NULL;
    const bool judges = !o->value[OPT_COMPARE]; /* that says more than their intervals can */
    b.judged = judges && style == ROWS_MD ? json_array() : NULL;
    b.told = judges && rows_printed(b.rows) && !b.pivot ? model_new() : NULL;
    b.ran = json_object();
    bench_all(&b, o, e);
    if (e->code != ERR_CANCELLED && e->code != ERR_ENGINE)
        say_idle(&b);
    if (b.baseline.rows && !b.compared)
        lines_say(l, "the baseline %s has none of these results", b.baseline.source);
    if (b.summary && writes(&b)) {
        summary_rows(b.summary, b.rows, &b.broken);
        say_best(&b);
    }
    if (b.doubts)
        say_below(&b, "in doubt: --until 1% measures longer, fewer --threads leave a core to others");
    end_pivot(&b, style);
    rows_close(b.rows, writes(&b) ? &b.broken : NULL);
    draw(&b, o, e);
    summary_free(b.summary);
    json_decref(b.judged);
    json_decref(b.ran);
    bench_answer(l, b.told, table_width(), stdout);
    model_free(b.told);
    kept_close(&b.kept);
    baseline_drop(&b.baseline);
    json_decref(b.said);
    if (b.broken.code != ERR_NONE)
        *e = b.broken;
    else if (e->code == ERR_NONE)
        e->code = b.first.code; /* its text has been said already */
    return (int)e->code;
}
