/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_builds: this engine and another build of it, in turns on the same problems: which is faster, and by how much.
 */
#include "core/measure/pair.h"
#include "core/protocol/event.h"
#include "tui/lines/bench.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"
#include "tui/model/results.h"

/* As for two kernels (core/measure/pair.c); a round is a short bench by each. */
enum { ROUNDS = 2 * MEASURE_BLOCKS_LEAST, KEY = 2048 };

struct build {
    struct lines *lines;
    char name[200];      /* "this engine (4e313b4c)" */
    json_t *ms, *newest; /* of each problem and kernel (results_key): its times, and the newest measurement */
};

struct builds {
    struct build one[2];
    struct build *turn;
    struct row_table *rows;
    int round, compared, slower;
    double threshold;
    struct err first; /* what has failed first */
};

static void on_event(void *arg, const json_t *event, const char *data UNUSED, size_t bytes UNUSED)
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
    if (!json_object_get(b->turn->ms, key))
        json_object_set_new(b->turn->ms, key, json_array());
    json_array_append(json_object_get(b->turn->ms, key), json_object_get(event, "time_ms"));
    json_object_set(b->turn->newest, key, (json_t *)event);
}

static int times_of(const struct build *b, const char *key, double ms[ROUNDS])
{
    const json_t *all = json_object_get(b->ms, key);
    int n = 0;
    for (size_t i = 0; i < json_array_size(all) && n < ROUNDS; i++)
        ms[n++] = json_number_value(json_array_get(all, i));
    return n;
}

/* What is said of the newest round's own interval does not hold of the one over all rounds. */
static json_t *flags_of(const json_t *newest)
{
    json_t *flags = json_array();
    const json_t *flag;
    JSON_EACH(flag, json_object_get(newest, "flags"))
        if (!text_has("wide blocks", json_string_value(flag), (int)json_string_length(flag)))
            json_array_append(flags, (json_t *)flag);
    return flags;
}

/* The newest measurement with the median of all rounds, and how it compares with the other one. */
static json_t *row_of(const struct builds *b, int i, const char *key, const double *ms, int n, const struct pair *p)
{
    static const char *const rates[] = { "gflops", "gnnzs", "gbs", "roof_frac", "nnz_per_s" };
    const bool first = i == 0, interval = p->hi > 0;
    json_t *row = json_copy(json_object_get(b->one[i].newest, key));
    const double median = measure_median(ms, n), faster = take_double(row, "time_ms") / median;
    double lo = 0, hi = 0;
    for (size_t r = 0; r < COUNT(rates); r++)
        if (json_object_get(row, rates[r]))
            json_object_set_new(row, rates[r], json_real(faster * take_double(row, rates[r])));
    json_object_set_new(row, "flags", flags_of(row));
    json_object_del(row, "ci_lo_ms");
    json_object_del(row, "ci_hi_ms");
    if (measure_interval(ms, n, &lo, &hi))
        EVENT_ADD(row, FIELD("ci_lo_ms", lo), FIELD("ci_hi_ms", hi));
    return EVENT_ADD(row, FIELD("time_ms", median), FIELD("blocks", n), FIELD("versus", b->one[!i].name),
                     FIELD("ratio", first ? p->ratio : 1 / p->ratio),
                     FIELD_IF(interval, "ratio_lo", first ? p->lo : 1 / p->hi),
                     FIELD_IF(interval, "ratio_hi", first ? p->hi : 1 / p->lo), FIELD("verdict", pair_word(p, first)));
}

/* "cora cpu.csr.omp f64 k=1: …", below a table that has room for notes. */
static void say(const struct builds *b, const json_t *newest, const char *text)
{
    char line[1000];
    snprintf(line, sizeof line, "%s %s %s k=%.0f: %s", take_string(newest, "matrix"), take_string(newest, "kernel"),
             take_string(newest, "type"), take_double(newest, "k"), text);
    if (!rows_note(b->rows, "%s", line))
        lines_say(b->one[0].lines, "%s", line);
}

/* What only one of them has measured: a kernel, or parameters, that the other does not know; another matrix. */
static void say_alone(const struct builds *b, const struct build *one, const struct build *other)
{
    const char *key;
    json_t *newest;
    char text[600];
    json_object_foreach(one->newest, key, newest) {
        const char *params = take_string(newest, "params");
        snprintf(text, sizeof text, "%.300s%snot compared, only %s has measured it", params, *params ? ": " : "",
                 one->name);
        if (!json_object_get(other->newest, key))
            say(b, newest, text);
    }
}

/* What the rounds on a matrix have shown: two rows and a sentence for each problem and kernel. */
static bool conclude(struct builds *b, struct err *e)
{
    const char *key;
    json_t *newest;
    bool ok = true;
    json_object_foreach(b->one[0].newest, key, newest) {
        double ms[2][ROUNDS];
        struct pair p = { 0 };
        char text[600];
        const int here = times_of(&b->one[0], key, ms[0]), there = times_of(&b->one[1], key, ms[1]),
                  n = here < there ? here : there;
        if (n == 0)
            continue;
        b->compared++;
        pair_compare(ms[0], ms[1], n, 0, 1, &p);
        b->slower += p.first == SLOWER && p.ratio < 1 / (1 + b->threshold);
        for (int i = 0; i < 2 && ok; i++) {
            json_t *row = row_of(b, i, key, ms[i], n, &p);
            ok = rows_put(b->rows, row, e);
            json_decref(row);
        }
        pair_text(&p, b->one[0].name, b->one[1].name, text, sizeof text);
        say(b, newest, text);
    }
    for (int i = 0; i < 2; i++)
        say_alone(b, &b->one[i], &b->one[!i]);
    for (int i = 0; i < 2; i++) {
        json_object_clear(b->one[i].ms);
        json_object_clear(b->one[i].newest);
    }
    return ok;
}

/* All rounds on one matrix, which both open. */
static bool take_turns(struct builds *b, const struct options *o, const char *spec, const char *line, struct err *e)
{
    for (int i = 0; i < 2; i++)
        if (!lines_matrix(b->one[i].lines, o, spec, e))
            return false;
    for (b->round = 0; b->round < ROUNDS; b->round++)
        for (int i = 0; i < 2; i++) {
            b->turn = &b->one[(b->round + i) % 2];
            if (lines_ask(b->turn->lines, line, on_event, b, e) != 0 && e->code != ERR_UNSUPPORTED)
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
        ok = conclude(b, ok ? e : NULL) && ok;
    }
    matrix_words_free(&w);
    return ok;
}

int bench_builds(struct lines *l, const struct options *o, double threshold, struct err *e)
{
    struct lines other = { .place = l->place, .signals = l->signals, .talks = l->talks };
    struct builds b = { .one = { { .lines = l, .name = "this engine" }, { .lines = &other } }, .threshold = threshold };
    struct options theirs = *o;
    enum rows_style style;
    theirs.value[OPT_ENGINE] = o->value[OPT_COMPARE_ENGINE];
    theirs.value[OPT_RECORD] = NULL; /* which holds one engine's session */
    snprintf(b.one[1].name, sizeof b.one[1].name, "%.100s", theirs.value[OPT_ENGINE]);
    for (int i = 0; i < LINES_TOLD; i++)
        other.told[i] = json_array();
    for (int i = 0; i < 2; i++) {
        b.one[i].ms = json_object();
        b.one[i].newest = json_object();
    }
    bool ok = lines_start(&other, &theirs, e) && lines_ready(&other, e) && (b.rows = rows_begin(o, &style, e)) &&
              compare(&b, o, e);
    rows_close(b.rows, ok ? e : NULL);
    if (ok && b.first.code != ERR_NONE)
        *e = b.first;
    else if (ok && b.compared == 0)
        err_set(e, ERR_INPUT, "nothing was compared: the two engines have measured no problem in common");
    else if (ok && b.slower > 0)
        err_set(e, ERR_SLOWER, "this engine is slower by more than %g%% %d time%s", 100 * threshold, b.slower,
                text_plural(b.slower));
    l->killed = l->killed ? l->killed : other.killed;
    lines_stop(&other, NULL);
    for (int i = 0; i < 2; i++) {
        json_decref(b.one[i].ms);
        json_decref(b.one[i].newest);
    }
    return (int)e->code;
}
