/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_builds: this engine and another build of it, in turns on the same problems: which is faster, how much. */
#include "core/measure/pair.h"
#include "core/protocol/event.h"
#include "tui/lines/bench.h"
#include "tui/lines/table.h"
#include "tui/model/flags.h"
#include "tui/results/diff.h"
#include "tui/results/results.h"

/* As for two kernels (core/measure/pair.c); a round is a short bench by each. */
enum { ROUNDS = 2 * MEASURE_BLOCKS_LEAST, KEY = 2048 };

struct build {
    struct lines *lines;
    char name[200];   /* "this engine (4e313b4c)" */
    json_t *measured; /* for each problem and kernel (results_key): one measurement per round */
};

struct builds {
    struct build one[2];
    struct build *turn;
    struct row_table *rows;
    int round, compared, slower, open; /* open: may be slower by more than the threshold */
    double threshold;
    struct err first; /* the first failure */
};

static void on_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct builds *b = arg;
    const char *name = take_string(event, "ev"), *commit = take_string(event, "commit");
    char key[KEY];
    if (strcmp(name, "run") == 0)
        lines_progress(b->turn->lines, "round %d of %d, %.60s: %.60s", b->round + 1, ROUNDS, b->turn->name,
                       take_string(event, "kernel"));
    if (strcmp(name, "measurement") != 0)
        return;
    if (!take_ok(event) && b->first.code == ERR_NONE && strcmp(take_string(event, "status"), "cancelled") != 0)
        err_set(&b->first, measure_named_code(take_string(event, "status")), "%s: %s: %s", b->turn->name,
                take_string(event, "kernel"), take_string(event, "text"));
    const double ms = take_double(event, "time_ms");
    if (!take_ok(event) || !(ms > 0 && ms < INFINITY))
        return;
    if (*commit && !strstr(b->turn->name, commit))
        text_add(b->turn->name, sizeof b->turn->name, " (%.60s)", commit);
    results_key(event, NULL, key, sizeof key);
    if (!json_object_get(b->turn->measured, key))
        json_object_set_new(b->turn->measured, key, json_array());
    json_array_append(json_object_get(b->turn->measured, key), (json_t *)event);
}

static const json_t *newest_of(const json_t *measured)
{
    return json_array_get(measured, json_array_size(measured) - 1);
}

/* One kernel's rounds: the medians, the fastest samples, the samples of all, in how many of them the machine was busy,
   and the greatest lower end of their intervals. */
struct rounds {
    double ms[ROUNDS], least_ms[ROUNDS], samples, lo_ms;
    int n, busy;
};

static void rounds_of(const json_t *measured, struct rounds *r)
{
    const json_t *m;
    *r = (struct rounds){ 0 };
    JSON_EACH(m, measured) {
        if (r->n == ROUNDS)
            return;
        r->busy += flags_row_has(m, "busy");
        r->samples += take_double(m, "samples");
        r->lo_ms = fmax(r->lo_ms, take_double(m, "ci_lo_ms"));
        r->least_ms[r->n] = take_double(m, "time_min_ms");
        r->ms[r->n++] = take_double(m, "time_ms");
    }
}

/* Ranks 3 and 10 of twelve tolerate two disturbed rounds, not more. */
static void compare_rounds(const struct rounds r[2], int n, struct pair *p)
{
    pair_compare(r[0].ms, r[1].ms, n, 0, 1, p);
    if (6 * (r[0].busy > r[1].busy ? r[0].busy : r[1].busy) > n)
        pair_disturbed(r[0].least_ms, r[1].least_ms, n, (double[]){ r[0].lo_ms, r[1].lo_ms }, p);
}

/* Drops flags about the newest round's interval, which do not apply to the one over all rounds. */
static json_t *flags_left(const json_t *newest)
{
    json_t *flags = json_array();
    const json_t *flag;
    JSON_EACH(flag, json_object_get(newest, "flags"))
        if (!text_has("wide blocks", json_string_value(flag), (int)json_string_length(flag)))
            json_array_append(flags, (json_t *)flag);
    return flags;
}

/* The newest measurement with the figures of all rounds, and how it compares with the other one. */
static json_t *row_of(const struct builds *b, int i, const json_t *newest, const struct rounds *r, int n,
                      const struct pair *p)
{
    static const char *const rates[] = { "gflops", "gnnzs", "gbs", "roof_frac", "nnz_per_s" };
    static const char *const of_one_round[] = { "ci_lo_ms", "ci_hi_ms", "time_mean_ms",    "speedup",
                                                "scaling",  "library",  "plain_ms",        "pays_after",
                                                "unclear",  "peer",     "prepare_products" };
    const struct interval ratio = pair_interval(p, i == 0);
    json_t *row = json_copy((json_t *)newest);
    const double median = measure_median(r->ms, n), faster = take_double(row, "time_ms") / median;
    double lo = 0, hi = 0, least = INFINITY;
    for (size_t j = 0; j < COUNT(rates); j++)
        if (json_object_get(row, rates[j]))
            json_object_set_new(row, rates[j], json_real(faster * take_double(row, rates[j])));
    for (size_t j = 0; j < COUNT(of_one_round); j++)
        json_object_del(row, of_one_round[j]);
    for (int j = 0; j < n; j++)
        least = fmin(least, r->least_ms[j]);
    json_object_set_new(row, "flags", flags_left(row));
    if (measure_interval(r->ms, n, &lo, &hi))
        EVENT_ADD(row, FIELD("ci_lo_ms", lo), FIELD("ci_hi_ms", hi));
    return EVENT_ADD(
        row, FIELD("time_ms", median), FIELD_IF(least > 0, "time_min_ms", least), FIELD("blocks", n),
        FIELD("samples", (int64_t)r->samples), FIELD("engine", b->one[i].name), FIELD("versus", b->one[!i].name),
        FIELD("ratio", ratio.mid), FIELD_IF(ratio.hi > 0, "ratio_lo", ratio.lo),
        FIELD_IF(ratio.hi > 0 && isfinite(ratio.hi), "ratio_hi", ratio.hi), FIELD("verdict", pair_word(p, i == 0)));
}

/* "cora cpu.csr.omp f64 k=1: …" */
static void say(const struct builds *b, const json_t *newest, const char *text)
{
    char name[200];
    table_words(newest, "matrix kernel type k", " ", name, sizeof name);
    lines_note(b->one[0].lines, b->rows, "%s: %s", name, text);
}

/* Reports what only one build measured: a kernel or parameters unknown to the other; another matrix. */
static void say_alone(const struct builds *b, const struct build *one, const struct build *other)
{
    const char *key;
    json_t *measured;
    char text[600];
    json_object_foreach(one->measured, key, measured) {
        const char *params = take_string(newest_of(measured), "params");
        snprintf(text, sizeof text, "%.300s%snot compared, only %s has measured it", params, *params ? ": " : "",
                 one->name);
        if (!json_object_get(other->measured, key))
            say(b, newest_of(measured), text);
    }
}

/* The outcome of the rounds on a matrix: two rows and a sentence for each problem and kernel. */
static bool conclude(struct builds *b)
{
    const char *key;
    json_t *here, *row, *rows = json_array();
    json_object_foreach(b->one[0].measured, key, here) {
        const json_t *const there = json_object_get(b->one[1].measured, key), *const measured[2] = { here, there };
        struct rounds r[2];
        struct pair p = { 0 };
        char text[600];
        for (int i = 0; i < 2; i++)
            rounds_of(measured[i], &r[i]);
        const int n = r[0].n < r[1].n ? r[0].n : r[1].n;
        if (n == 0)
            continue;
        b->compared++;
        compare_rounds(r, n, &p);
        const bool slower = p.first == SLOWER && p.hi < 1 / (1 + b->threshold);
        b->slower += slower;
        b->open += !slower && !(p.lo >= 1 / (1 + b->threshold));
        for (int i = 0; i < 2; i++)
            json_array_append_new(rows, row_of(b, i, newest_of(measured[i]), &r[i], n, &p));
        pair_text(&p, b->one[0].name, b->one[1].name, text, sizeof text);
        say(b, newest_of(here), text);
    }
    results_add_speedups(rows); /* from the times of all rounds */
    JSON_EACH(row, rows)
        rows_put(b->rows, row);
    json_decref(rows);
    for (int i = 0; i < 2; i++)
        say_alone(b, &b->one[i], &b->one[!i]);
    for (int i = 0; i < 2; i++)
        json_object_clear(b->one[i].measured);
    return rows_writes(b->rows);
}

/* All rounds on one matrix, which both engines open. */
static bool take_turns(struct builds *b, const struct options *o, const char *spec, const char *line, struct err *e)
{
    for (int i = 0; i < 2; i++)
        if (!lines_matrix(b->one[i].lines, o, spec, e))
            return false;
    for (b->round = 0; b->round < ROUNDS; b->round++)
        for (int i = 0; i < 2; i++) {
            b->turn = &b->one[(b->round + i) % 2];
            if (!lines_ask(b->turn->lines, line, on_event, b, e) && e->code != ERR_UNSUPPORTED)
                return false;
        }
    return true;
}

static bool compare(struct builds *b, const struct options *o, struct err *e)
{
    char line[LINES_LINE];
    struct matrix_words w;
    struct options brief = *o;
    if (!brief.value[OPT_SAMPLES])
        brief.value[OPT_SAMPLES] = "3";
    if (!bench_line(&brief, line, sizeof line, e) || !lines_words(b->one[0].lines, o, &w, e))
        return false;
    bool ok = true;
    for (int i = 0; (i < w.count || i == 0) && ok; i++) {
        ok = take_turns(b, o, w.count ? w.spec[i] : NULL, line, e);
        ok = conclude(b) && ok;
    }
    matrix_words_free(&w);
    return ok;
}

bool bench_builds(struct lines *l, const struct options *o, double threshold, struct err *e)
{
    struct lines other = {
        .context = l->context, .signals = l->signals, .talks = l->talks, .logs = l->logs, .logged = l->logged
    };
    struct builds b = { .one = { { .lines = l, .name = ENGINE_HERE }, { .lines = &other } }, .threshold = threshold };
    struct options theirs = *o;
    char some[TEXT_SIZE];
    enum rows_style style;
    theirs.value[OPT_ENGINE] = o->value[OPT_COMPARE_ENGINE];
    theirs.value[OPT_RECORD] = NULL; /* a recording holds one engine's session */
    snprintf(b.one[1].name, sizeof b.one[1].name, "%.100s", theirs.value[OPT_ENGINE]);
    for (int i = 0; i < LINES_TOLD; i++)
        other.told[i] = json_array();
    for (int i = 0; i < 2; i++)
        b.one[i].measured = json_object();
    bool ok = lines_start(&other, &theirs, e) && lines_ready(&other, e) &&
              (b.rows = rows_begin(o, NULL, NULL, &style, e)) && compare(&b, o, e);
    lines_close_rows(l, b.rows, o, ok || e->code == ERR_NONE ? e : NULL);
    if (ok && b.first.code != ERR_NONE)
        *e = b.first;
    else if (ok && b.compared == 0)
        err_set(e, ERR_INPUT, "nothing was compared: the two engines have measured no problem in common");
    else if (ok && b.slower > 0)
        err_set(e, ERR_SLOWER, "this engine is slower by more than %g%% %d time%s", 100 * threshold, b.slower,
                text_plural(b.slower));
    else if (ok && threshold >= 0 && diff_undecided(b.open, b.compared))
        err_set(e, ERR_UNCLEAR, "no verdict: %s may be slower by more than %g%%, as far as the rounds tell",
                text_some(some, b.open, b.compared), 100 * threshold);
    l->killed = l->killed ? l->killed : other.killed;
    lines_stop(&other, NULL);
    for (int i = 0; i < 2; i++)
        json_decref(b.one[i].measured);
    return e->code == ERR_NONE;
}
