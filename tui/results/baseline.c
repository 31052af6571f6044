/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/baseline.h"

#include "core/base/file_text.h"
#include "core/base/scrub.h"
#include "tui/model/flags.h"
#include "tui/results/diff.h"
#include "tui/results/diff_runs.h"
#include "tui/results/results.h"
#include "tui/verdict/problem.h"

enum { KEY = 2048 };

static json_t *rows_at(json_t *index, const char *key)
{
    if (!json_object_get(index, key))
        json_object_set_new(index, key, json_array());
    return json_object_get(index, key);
}

bool baseline_load(struct baseline *b, const char *name, struct err *e)
{
    char key[KEY];
    const char *slash = strrchr(name, '/');
    json_t *rows = file_text_is_file(name, "a baseline", e) ? results_read(name, e) : NULL, *row;
    if (!rows)
        return false;
    baseline_drop(b);
    b->rows = json_object();
    b->upto = json_object();
    JSON_EACH(row, rows) {
        results_key(row, NULL, key, sizeof key);
        if (!take_ok(row) || results_elsewhere(row)) /* that engine's rows stay partners of this one's */
            continue;
        json_t *of_key = rows_at(b->rows, key);
        json_array_append(of_key, row);
        json_array_append_new(rows_at(b->upto, key), diff_runs_together(of_key));
    }
    json_decref(rows);
    scrub_path(slash && slash[1] ? slash + 1 : name, b->source, sizeof b->source);
    return true;
}

void baseline_drop(struct baseline *b)
{
    json_decref(b->rows);
    json_decref(b->upto);
    *b = (struct baseline){ 0 };
}

/* A comparison of a kernel with itself has two results of one key, which took turns: neither is before the other. */
static bool took_turns(const json_t *row, const json_t *measurement)
{
    return strcmp(take_string(row, "versus"), take_string(measurement, "kernel")) == 0 &&
           strcmp(take_string(measurement, "versus"), take_string(row, "kernel")) == 0 &&
           fabs(take_double(row, "ratio") * take_double(measurement, "ratio") - 1) <= 1e-4; /* tables have six digits */
}

/* Another machine's clock may be ahead, but a run there is not a run here. */
static bool is_before(const json_t *row, const json_t *measurement)
{
    const char *there = take_string(row, "host"), *here = take_string(measurement, "host");
    if (*there && *here && strcmp(there, here) != 0)
        return true;
    const char *was = take_string(row, "date"), *is = take_string(measurement, "date");
    return !*was || !*is || (strcmp(was, is) <= 0 && !diff_same_run(row, measurement) && !took_turns(row, measurement));
}

const json_t *baseline_before(const struct baseline *b, const char *key, const json_t *measurement)
{
    const json_t *rows = json_object_get(b->rows, key);
    size_t i = json_array_size(rows);
    while (i > 0 && measurement && !is_before(json_array_get(rows, i - 1), measurement))
        i--;
    return i > 0 ? json_array_get(json_object_get(b->upto, key), i - 1) : NULL;
}

const json_t *baseline_same(const json_t *rows, const json_t *measurement)
{
    const json_t *row;
    JSON_EACH(row, rows)
        if (diff_same_run(row, measurement))
            return row;
    return NULL;
}

const json_t *baseline_find(const struct baseline *b, const json_t *measurement)
{
    char key[KEY];
    results_key(measurement, NULL, key, sizeof key);
    return baseline_before(b, key, measurement);
}

/* "few blocks": why one of them has no interval. */
static const char *without_interval(const json_t *a, const json_t *b)
{
    char flags[FLAGS_SIZE];
    const char *brief = flags_brief(flags_of(take_double(a, "ci_hi_ms") > 0 ? b : a, flags));
    return brief ? brief : "no interval";
}

char *baseline_text(const json_t *former, const json_t *measurement, bool brief, char *out, size_t size)
{
    char range[TEXT_SIZE], caveats[DIFF_WHY];
    const double before = take_double(former, "time_ms"), now = take_double(measurement, "time_ms");
    const struct versus v = diff_versus(former, measurement, INTERVAL_SAME);
    diff_apart(former, measurement, out, size);
    if (*out && brief)
        out[strcspn(out, ":")] = 0;
    if (*out)
        return out;
    if (v.is != UNCLEAR && !(interval_spread(before / now, v.least, v.most) <= INTERVAL_WIDE))
        snprintf(out, size, "%s%s", interval_text(v.least, v.most, range), brief ? "×" : " times as fast");
    else if (v.is != UNCLEAR)
        snprintf(out, size, "%.*f times as fast", before / now < 9.95 ? 2 : 0, before / now);
    else if (v.same)
        snprintf(out, size, "the same within %g%%", 100 * INTERVAL_SAME);
    else if (versus_loose(&v))
        snprintf(out, size, "too disturbed%s", brief ? "" : " to compare");
    else if (v.most > 0)
        snprintf(out, size, "unclear %s×", interval_text(v.least, v.most, range));
    else
        snprintf(out, size, "unclear%s%s", brief ? ": " : "", brief ? without_interval(former, measurement) : "");
    diff_caveats(former, measurement, caveats);
    if (!brief && *caveats)
        text_add(out, size, "; %s", caveats);
    return out;
}

/* ---- verdicts on several ---- */

enum { NAMED = 3, NAMES = 300 };

/* Of one verdict: how many, and the first of them: "cpu.csr.omp k=4 1.32 to 1.50×". */
struct verdict_group {
    int n;
    char names[NAMES];
};

static void add_clear(struct verdict_group *g, const struct model_run *r, unsigned differ, const json_t *former)
{
    static const char words[] = " times as fast";
    char change[TEXT_SIZE + sizeof words], tag[96] = "";
    if (g->n++ >= NAMED)
        return;
    problem_tag(r, differ, tag, sizeof tag);
    baseline_text(former, r->event, true, change, sizeof change);
    char *end = strstr(change, words);
    if (end)
        snprintf(end, sizeof words, "×");
    text_join(g->names, NAMES, ", ", "%s%s%s %s", r->kernel, *tag ? " " : "", tag, change);
}

static void put_clear(const struct verdict_group *g, const char *what, char *out, size_t size)
{
    if (g->n > 0)
        text_join(out, size, ", ", "%d %s (%s%s)", g->n, what, g->names, g->n > NAMED ? ", …" : "");
}

bool baseline_verdicts(const struct baseline *b, const struct model *m, int from, char *out, size_t size)
{
    struct verdict_group faster = { 0 }, slower = { 0 };
    int same = 0, unclear = 0;
    unsigned differ = 0;
    char apart[DIFF_WHY];
    *out = 0;
    for (int i = from; i < m->runs; i++)
        differ |= problem_differ(&m->run[from], &m->run[i], DIFFER_WORK | DIFFER_THREADS | DIFFER_ORDER);
    for (int i = from; i < m->runs; i++) {
        const struct model_run *r = &m->run[i];
        const json_t *former = r->event && model_run_ok(r) ? baseline_find(b, r->event) : NULL;
        diff_apart(former, r->event, apart, sizeof apart);
        if (!former || *apart)
            continue;
        const struct versus v = diff_versus(former, r->event, INTERVAL_SAME);
        same += v.is == UNCLEAR && v.same;
        unclear += v.is == UNCLEAR && !v.same;
        if (v.is != UNCLEAR)
            add_clear(v.is == FASTER ? &faster : &slower, r, differ, former);
    }
    put_clear(&faster, "faster", out, size);
    put_clear(&slower, "slower", out, size);
    if (same > 0)
        text_join(out, size, ", ", "%d the same within %g%%", same, 100 * INTERVAL_SAME);
    if (unclear > 0)
        text_join(out, size, ", ", "%d unclear", unclear);
    return *out;
}

/* ---- description ---- */

/* "was.tsv: 12 results of 2026-11-22 on box (Xeon 8480), 3 of them measured on a busy machine"; from the last
   row, in case they differ. */
static void put_source(const struct baseline *b, char *out, size_t size)
{
    size_t n = 0, busy = 0;
    const json_t *rows, *row, *last = NULL;
    const char *key;
    json_object_foreach(b->rows, key, rows) {
        last = baseline_before(b, key, NULL);
        n += json_array_size(rows);
        JSON_EACH(row, rows)
            busy += flags_row_has(row, "busy");
    }
    const char *date = take_string(last, "date"), *host = take_string(last, "host"),
               *processor = take_string(last, "processor");
    const bool both = *host && *processor;
    snprintf(out, size, "baseline %s: %zu result%s", b->source, n, text_plural((int64_t)n));
    if (*date && strncmp(date, b->source, 10) != 0)
        text_add(out, size, " of %.10s", date);
    if (*host || *processor)
        text_add(out, size, " on %.60s%s%.60s%s", host, both ? " (" : "", processor, both ? ")" : "");
    if (busy > 0)
        text_add(out, size, n > 1 ? ", %zu of them measured on a busy machine" : ", measured on a busy machine", busy);
}

/* ": they are later, of 2026-11-24, than what is here, of 2026-11-20"; of one day, with the time. */
static void put_later(const json_t *row, const json_t *measurement, char *out, size_t size)
{
    const char *was = take_string(row, "date"), *is = take_string(measurement, "date");
    const int digits = strncmp(was, is, 10) == 0 ? 19 : 10;
    if (strcmp(was, is) > 0)
        text_add(out, size, ": its results are later, of %.*s, than what is here, of %.*s", digits, was, digits, is);
    else
        text_add(out, size, ": it holds only these runs or later ones");
}

/* "; cpu.csr.omp differs in threads: 2, was 4" */
static void put_differs(const json_t *row, const json_t *measurement, const char *member, char *out, size_t size)
{
    char *was = json_dumps(json_object_get(row, member), JSON_ENCODE_ANY),
         *is = json_dumps(json_object_get(measurement, member), JSON_ENCODE_ANY);
    text_add(out, size, "; %s differs in %s: %.60s, was %.60s", take_string(measurement, "kernel"), member,
             is ? is : "none", was ? was : "none");
    free(was);
    free(is);
}

/* A row that agrees in all but *member (NULL: in all); NULL: there is none. */
static const json_t *nearest(const struct baseline *b, const json_t *measurement, const char **member)
{
    static const char *const members[] = { NULL, "threads", "k", "type", "cache", "params", "reorder", "op", "matrix" };
    char ours[KEY], theirs[KEY];
    const json_t *rows;
    const char *key;
    for (size_t i = 0; i < COUNT(members); i++) {
        *member = members[i];
        results_key(measurement, *member, ours, sizeof ours);
        json_object_foreach(b->rows, key, rows) {
            results_key(json_array_get(rows, 0), *member, theirs, sizeof theirs);
            if (strcmp(ours, theirs) == 0)
                return json_array_get(rows, 0);
        }
    }
    return NULL;
}

/* Of the last run that is near a row. */
static void put_why_none(const struct baseline *b, const struct model *m, char *out, size_t size)
{
    const json_t *row = NULL, *is = NULL;
    const char *member = NULL;
    for (int i = m->runs - 1; i >= 0 && !row; i--)
        if (m->run[i].event && model_run_ok(&m->run[i]))
            row = nearest(b, is = m->run[i].event, &member);
    if (!row)
        text_add(out, size, ": other kernels or matrices");
    else if (member)
        put_differs(row, is, member, out, size);
    else
        put_later(row, is, out, size);
}

/* How many runs have a result; of these, how many are in the baseline, have a former result there, and cannot be
   compared with it, for which last reason; the last run, and its former result. */
struct beside {
    int runs, same, matched, apart;
    char why[DIFF_WHY];
    const json_t *is, *was;
};

static void count_run(struct beside *t, const struct baseline *b, const json_t *is)
{
    char key[KEY], why[DIFF_WHY];
    results_key(is, NULL, key, sizeof key);
    t->is = is;
    t->was = baseline_before(b, key, is);
    t->runs++;
    t->same += baseline_same(json_object_get(b->rows, key), is) != NULL;
    t->matched += t->was != NULL;
    diff_apart(t->was, is, why, sizeof why);
    t->apart += *why != 0;
    if (*why)
        memcpy(t->why, why, sizeof why);
}

static void put_several(const struct beside *t, const struct baseline *b, const struct model *m, char *out, size_t size)
{
    char verdicts[400];
    if (t->matched == 0)
        text_add(out, size, "; none of the %d runs here has a former result there", t->runs);
    else
        text_add(out, size, "; %d of the %d runs here %s there", t->matched, t->runs,
                 t->matched == 1 ? "has a former result" : "have former results");
    if (t->same > 0)
        text_add(out, size, ", %d %s in it", t->same, t->same == 1 ? "is itself" : "are themselves");
    if (t->apart > 0)
        text_add(out, size, ", %d not comparable: %s", t->apart, t->why);
    if (baseline_verdicts(b, m, 0, verdicts, sizeof verdicts))
        text_add(out, size, ": %s", verdicts);
}

int baseline_about(const struct baseline *b, const struct model *m, char *out, size_t size)
{
    struct beside t = { 0 };
    char text[400];
    put_source(b, out, size);
    for (int i = 0; i < m->runs; i++)
        if (m->run[i].event && model_run_ok(&m->run[i]))
            count_run(&t, b, m->run[i].event);
    if (t.runs == 0)
        text_add(out, size, "; they will stand below the runs");
    else if (t.same == t.runs)
        text_add(out, size, t.runs == 1 ? "; the run here is one of them" : "; all %d runs here are among them",
                 t.runs);
    else if (t.runs > 1)
        put_several(&t, b, m, out, size);
    else if (t.matched)
        text_add(out, size, "; the run here has a former result there%s: %s", t.apart ? ", not comparable" : "",
                 baseline_text(t.was, t.is, false, text, sizeof text));
    else
        text_add(out, size, "; the run here has no former result there");
    if (t.same == t.runs && t.matched == t.runs && t.runs > 0)
        text_add(out, size, ", %s beside an earlier one", t.runs == 1 ? "and stands" : "each");
    else if (t.same == t.runs && t.matched > 0)
        text_add(out, size, ", %d of them beside an earlier one", t.matched);
    if (t.runs > 0 && t.same + t.matched == 0)
        put_why_none(b, m, out, size);
    return t.runs > 0 ? t.matched : -1;
}
