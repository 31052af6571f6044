/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_run: passes measurements to the rows, the means and the pictures, and reports at once what follows. */
#include "tui/lines/bench_run.h"

#include "core/measure/measure.h"
#include "core/measure/registry.h"
#include "tui/lines/pivot.h"
#include "tui/lines/summary.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/results/diff.h"
#include "tui/results/results.h"

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
        err_set(&e, code, "%s: %s is left out of %s %s: %s", take_string(event, "matrix"), kernel,
                take_string(event, "op"), take_string(event, "type"), why);
    else if (strncmp(why, kernel, strlen(kernel)) == 0)
        err_set(&e, code, "%s", why);
    else
        err_set(&e, code, "%s: %s: %s", kernel, status, why);
    b->said = b->said ? b->said : json_object();
    if (!json_object_get(b->said, e.text)) /* once, not for every k, nor for every matrix if a device is missing */
        lines_say(b->lines, "%s", e.text);
    json_object_set_new(b->said, e.text, json_true());
    /* a bench of all kernels does not fail because one of them does not fit or lacks its device */
    bool counts = code == ERR_CHECK || strcmp(status, "error") == 0 || registry_named(b->kernels, kernel);
    if (counts && (b->first.code == ERR_NONE || code == ERR_CHECK))
        b->first = e;
}

/* Reports whether a reordering has paid off. */
static void say_gain(struct bench_run *b, const json_t *event)
{
    char text[200], name[200];
    struct model_run r;
    if (!*take_string(event, "reorder") || !take_ok(event))
        return;
    model_run_of(event, &r);
    figure_order_text(text, sizeof text, &r);
    table_words(event, "matrix kernel threads type k cache", " ", name, sizeof name);
    lines_note(b->lines, b->rows, "%s: %s: %s", name, take_string(event, "changed"), text);
}

static void note_seen(struct bench_former *f, const json_t *event)
{
    char key[2048];
    if (!f->baseline.rows)
        return;
    results_key(event, NULL, key, sizeof key);
    f->seen = f->seen ? f->seen : json_object();
    json_object_set(f->seen, key, (json_t *)event);
}

/* "3 results are not in the baseline was.tsv: cora cpu.csr.omp f64 k=8, …": of `rows`, those that `but` lacks. */
static void say_lacking(struct bench_run *b, json_t *rows, const json_t *but, const char *one, const char *several)
{
    char names[700];
    const char *key;
    json_t *value, *lacking = json_array();
    json_object_foreach(rows, key, value) {
        const json_t *row = json_is_array(value) ? json_array_get(value, 0) : value;
        if (!json_object_get(but, key) && take_ok(row))
            json_array_append(lacking, (json_t *)row);
    }
    const size_t n = json_array_size(lacking);
    if (n > 0)
        lines_note(b->lines, b->rows, "%zu result%s %s: %s", n, n == 1 ? one : several, b->former.baseline.source,
                   table_run_names(lacking, names, sizeof names));
    json_decref(lacking);
}

static const char *const verdicts[] = { "faster", "slower", "same", "unclear" };

/* "3 compared with was.tsv: 1 faster, 2 unclear": several are easily overlooked in the rows. */
static void say_verdicts(const struct bench_run *b)
{
    const struct bench_former *f = &b->former;
    char counts[120] = "";
    int n = 0;
    for (size_t i = 0; i < COUNT(verdicts); i++) {
        n += f->verdict[i];
        if (f->verdict[i] > 0)
            text_join(counts, sizeof counts, ", ", "%d %s", f->verdict[i], verdicts[i]);
    }
    if (n > 1)
        lines_note(b->lines, b->rows, "%d compared with %s: %s", n, f->baseline.source, counts);
}

static void say_change(struct bench_run *b, const json_t *event)
{
    char name[200];
    table_run_name(event, true, name, sizeof name);
    lines_note(b->lines, b->rows, "%s: %s (%s)", name, take_string(event, "change"), b->former.baseline.source);
}

/* Those that are unclear, together: on a busy machine nearly all are. A single one says how unclear it is. */
static void say_unclear(struct bench_run *b)
{
    char names[700];
    const size_t n = json_array_size(b->former.unclear);
    if (n == 1 && !rows_printed(b->rows))
        say_change(b, json_array_get(b->former.unclear, 0));
    else if (n > 1)
        lines_note(b->lines, b->rows,
                   "unclear: %s; measure on a quieter machine, or let an older build take turns: --compare-engine "
                   "OLD/nzscope-engine instead of --baseline",
                   table_run_names(b->former.unclear, names, sizeof names));
}

void bench_run_say_baseline(struct bench_run *b)
{
    const struct bench_former *f = &b->former;
    char unknown[DIFF_WHY];
    if (!f->compared)
        return;
    say_verdicts(b);
    say_unclear(b);
    if (f->unknown)
        lines_note(b->lines, b->rows, "not known to be the same in %s, which does not name it: %s", f->baseline.source,
                   diff_unknown_text(f->unknown, unknown));
    say_lacking(b, f->seen, f->baseline.rows, " is not in the baseline", "s are not in the baseline");
    say_lacking(b, f->baseline.rows, f->seen, " was not measured, but is in the baseline",
                "s were not measured, but are in the baseline");
}

/* The columns of a comparison (--compare has filled them already), unless the two are not comparable. */
static void put_versus(struct bench_former *f, json_t *both, const json_t *former, const json_t *event)
{
    const struct versus v = diff_versus(former, event, INTERVAL_SAME);
    char apart[DIFF_WHY];
    diff_apart(former, event, apart, sizeof apart);
    if (!*apart)
        diff_put_ratio(both, take_double(former, "time_ms") / take_double(event, "time_ms"), &v);
    for (size_t i = 0; i < COUNT(verdicts); i++)
        f->verdict[i] += !*apart && strcmp(verdicts[i], versus_word(&v)) == 0;
    json_object_set_new(both, "verdict", json_string(*apart ? "not comparable" : versus_word(&v)));
}

/* The measurement with its former result and the difference, if any; a new reference. */
static json_t *with_former(struct bench_former *f, const json_t *event)
{
    const json_t *former = baseline_find(&f->baseline, event);
    const bool turns = *take_string(event, "versus");
    char text[400];
    if (!f->baseline.rows)
        return json_incref((json_t *)event);
    json_t *both = json_copy((json_t *)event);
    if (!turns)
        json_object_set_new(both, "versus", json_string(f->baseline.source));
    if (!former || !take_ok(event))
        return both;
    const enum diff_gate gate = diff_gate(former, event, f->threshold);
    f->compared++;
    f->unknown |= diff_unknown(former, event);
    f->slow += gate == DIFF_SLOW;
    f->open += gate == DIFF_OPEN;
    if (!turns)
        put_versus(f, both, former, event);
    json_object_set(both, "former", (json_t *)former);
    json_object_set_new(both, "change", json_string(baseline_text(former, event, false, text, sizeof text)));
    return both;
}

/* Reports a change, unless a bar shows it. What is unclear follows at the end. */
static void note_change(struct bench_run *b, const json_t *event)
{
    const bool unclear = strcmp(take_string(event, "verdict"), "unclear") == 0;
    if (!*take_string(event, "change"))
        return;
    if (unclear)
        json_array_append(b->former.unclear, (json_t *)event);
    else if (!rows_printed(b->rows))
        say_change(b, event);
}

/* Of a comparison, the ratio counts. */
static void note_until(struct bench_until *u, const json_t *event)
{
    char spread[TEXT_SIZE];
    const bool pair = *take_string(event, "versus");
    const double lo = take_or_nan(event, pair ? "ratio_lo" : "ci_lo_ms"),
                 mid = take_or_nan(event, pair ? "ratio" : "time_ms"),
                 hi = take_or_nan(event, pair ? "ratio_hi" : "ci_hi_ms");
    u->measured++;
    if (interval_spread(mid, lo, hi) <= u->spread)
        return;
    u->wide++;
    table_run_name(event, true, u->widest, sizeof u->widest);
    text_add(u->widest, sizeof u->widest, " (%s%s%s)", pair ? "the ratio " : "",
             isnan(hi) ? "no interval" : figure_spread(spread, lo, mid, hi, ""),
             flags_row_has(event, "busy") ? ": the machine was busy, and measuring on tells no more" : " within 60 s");
}

void bench_run_say_until(struct bench_run *b)
{
    const struct bench_until *u = &b->until;
    if (u->wide > 0)
        lines_note(b->lines, b->rows, "--until %g%%: %d of %d result%s spread%s more: %s%s", 100 * u->spread, u->wide,
                   u->measured, text_plural(u->measured), u->wide == 1 ? "s" : "", u->widest,
                   u->wide > 1 ? ", ..." : "");
}

static void note_samples(struct bench_samples *s, const json_t *event)
{
    int64_t samples = s->asked;
    take_int64(event, "samples", &samples);
    s->measured++;
    if (samples >= s->asked)
        return;
    s->least = s->few++ && s->least < samples ? s->least : samples;
}

void bench_run_say_samples(struct bench_run *b)
{
    const struct bench_samples *s = &b->samples;
    if (s->few > 0)
        lines_note(b->lines, b->rows, "--samples %lld: %d of %d result%s %s fewer, %lld at least: the time was up",
                   (long long)s->asked, s->few, s->measured, text_plural(s->measured), s->few == 1 ? "has" : "have",
                   (long long)s->least);
}

/* Reports a failure to keep results once. */
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

static void note_load(struct bench_load *l, const json_t *event)
{
    if (!flags_row_has(event, "busy"))
        return;
    const int threads = take_threads(event);
    l->busy = true;
    l->others = fmax(l->others, take_double(event, "load_others"));
    l->threads = threads > l->threads ? threads : l->threads;
}

static void take_measurement(struct bench_run *b, const json_t *event)
{
    lines_clear(b->lines);
    if (b->pivot)
        pivot_add(b->pivot, event, b->lines->matrix);
    if (rows_writes(b->rows) && !rows_put(b->rows, event))
        client_send(b->lines->client, "stop");
    if (b->summary && take_ok(event))
        summary_add(b->summary, event);
    if (b->judged && take_ok(event))
        json_array_append(b->judged, (json_t *)event);
    if (take_ok(event))
        json_object_set_new(b->ran, take_string(event, "kernel"), json_true());
    note_load(&b->load, event);
    if (b->until.spread > 0 && take_ok(event))
        note_until(&b->until, event);
    if (b->samples.asked > 0 && take_ok(event))
        note_samples(&b->samples, event);
    table_run_name(event, false, b->problem, sizeof b->problem);
    note_change(b, event);
    say_gain(b, event);
    say_outcome(b, event);
}

static void complete(void *arg, const json_t *event)
{
    struct bench_run *b = arg;
    json_t *both = with_former(&b->former, event);
    note_seen(&b->former, event);
    take_measurement(b, both);
    keep(b, event);
    json_decref(both);
}

void bench_run_end(struct bench_run *b)
{
    late_end(&b->late, complete, b);
}

void bench_run_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct bench_run *b = arg;
    const char *name = take_string(event, "ev");
    if (b->told)
        model_apply(b->told, event);
    if (strcmp(name, "run") == 0) {
        int nth = 0, runs = 0;
        take_int(event, "index", &b->at);
        model_run_count(event, &nth, &runs);
        snprintf(b->running, sizeof b->running, "%d of %d: %.60s", nth, runs, take_string(event, "kernel"));
        lines_progress(b->lines, "%s: %s", b->running, take_string(event, "step"));
    } else if (strcmp(name, "sample") == 0) {
        lines_progress(b->lines, "%s: sample %.0f", b->running, take_double(event, "n"));
    } else if (strcmp(name, "compared") == 0) {
        lines_note(b->lines, b->rows, "%s: %s", b->problem, take_string(event, "text"));
    } else {
        late_take(&b->late, event, complete, b);
    }
}
