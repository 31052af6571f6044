/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/diff.h"

#include "core/measure/measurement.h"
#include "core/protocol/event.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/results/diff_runs.h"
#include "tui/results/results.h"

enum { KEY = 2048 };

/* What must be the same for two results to be compared; `of` a device or kernel that begins so. */
static const struct {
    const char *member, *what, *of, *on;
} parts[] = { { "host", "machine", "", "" },
              { "processor", "machine", "", "" },
              { "device", "device", "", "" },
              { "driver", "driver", "device", "gpu" },
              { "libraries", "library", "kernel", "peer." },
              { "version", "version", "", "" } };

void diff_apart(const json_t *old, const json_t *new, char *why, size_t size)
{
    why[0] = 0;
    for (size_t i = 0; i < COUNT(parts); i++) {
        const char *a = take_string(old, parts[i].member), *b = take_string(new, parts[i].member);
        if (*a && *b && strcmp(a, b) != 0) {
            snprintf(why, size, "other %s: %.100s, was %.100s", parts[i].what, b, a);
            return;
        }
    }
}

unsigned diff_unknown(const json_t *old, const json_t *new)
{
    unsigned unknown = 0;
    for (size_t i = 0; i < COUNT(parts); i++) {
        const char *a = take_string(old, parts[i].member), *b = take_string(new, parts[i].member);
        const bool has = strncmp(take_string(new, parts[i].of), parts[i].on, strlen(parts[i].on)) == 0;
        unknown |= (*a || *b || has) && !(*a && *b) ? 1u << i : 0;
    }
    return unknown;
}

char *diff_unknown_text(unsigned unknown, char out[DIFF_WHY])
{
    out[0] = 0;
    for (size_t i = 0; i < COUNT(parts); i++)
        if (unknown >> i & 1)
            text_join(out, DIFF_WHY, ", ", "%s", parts[i].member);
    return out;
}

bool diff_same_run(const json_t *old, const json_t *new)
{
    const char *date = take_string(old, "date");
    const double before = take_double(old, "time_ms"), now = take_double(new, "time_ms");
    return *date && strcmp(date, take_string(new, "date")) == 0 && fabs(before - now) <= 1e-5 * now;
}

/* Another process may find the machine in the state of this one's fastest sample; a disturbed run may have taken twice
   its time even then. The interval extends down to it, unless other runs have shown what they find. */
static struct contender contender_at(const json_t *row, bool shown)
{
    const double ms = take_double(row, "time_ms"), lo = take_double(row, "ci_lo_ms"),
                 least =
                     shown ? lo : take_double(row, "time_min_ms") * (flags_row_has(row, "busy") ? MEASURE_SHARED : 1);
    return contender_of(ms > 0 ? 1 / ms : 0, ms, least > 0 ? fmin(lo, least) : lo, take_double(row, "ci_hi_ms"));
}

/* The machine's speed when the new one ran over that of the old one: the roof of this problem, to 5% if in doubt. */
struct moved {
    double times, least, most;
};

static struct moved roof_moved(const json_t *old, const json_t *new)
{
    const double was = take_double(old, "gbs") / take_double(old, "roof_frac"),
                 is = take_double(new, "gbs") / take_double(new, "roof_frac"),
                 known = flags_row_has(old, "roof") || flags_row_has(new, "roof") ? 1.05 : 1;
    if (diff_runs_in_turns(old, new) || strcmp(take_string(old, "roof"), take_string(new, "roof")) != 0 ||
        !(was > 0 && is > 0 && isfinite(is / was)))
        return (struct moved){ 1, 1, 1 };
    return (struct moved){ is / was, fmin(is / was, 1) / known, fmax(is / was, 1) * known };
}

/* By the intervals alone. */
static struct versus versus_at(const json_t *old, const json_t *new, double within)
{
    const bool shown = diff_runs_suffice(old, new);
    const struct contender a = contender_at(old, shown), b = contender_at(new, shown);
    return versus_of(&a, &b, within);
}

/* The ratio of their times, if it may be wrong by a share either way. */
static struct versus versus_wide(struct versus v, const json_t *old, const json_t *new, double within)
{
    const double ratio = take_double(old, "time_ms") / take_double(new, "time_ms"),
                 times = 1 + diff_runs_spread(old, new);
    if (!(v.most > 0 && times > 1))
        return v;
    v.least = fmin(v.least, ratio / times);
    v.most = fmax(v.most, ratio * times);
    return versus_moved(&v, 1, 1, within);
}

struct versus diff_versus(const json_t *old, const json_t *new, double within)
{
    const struct versus v = versus_at(old, new, within);
    const struct moved m = roof_moved(old, new);
    return versus_wide(versus_moved(&v, m.least, m.most, within), old, new, within);
}

/* Clearly slower by more than this share of the time, wherever in its interval; or that does not exclude it. */
static enum diff_gate gate_of(const struct versus *v, double by)
{
    if (v->is == SLOWER && v->most * (1 + by) < 1)
        return DIFF_SLOW;
    return v->least * (1 + by) < 1 ? DIFF_OPEN : DIFF_PASSES;
}

enum diff_gate diff_gate(const json_t *old, const json_t *new, double by)
{
    const struct versus v = diff_versus(old, new, 0);
    char why[DIFF_WHY];
    diff_apart(old, new, why, sizeof why);
    return *why ? DIFF_PASSES : gate_of(&v, by);
}

/* "the machine was busy": what a reader must know about a row, whatever the verdict; "": nothing. */
static void caveat_of(const json_t *row, char *words, size_t size)
{
    char flags[FLAGS_SIZE], doubts[FLAGS_SIZE] = "";
    flags_add_shaky(flags_of(row, flags), doubts, sizeof doubts);
    flags_words(doubts, words, size);
    if (!*words && !(take_double(row, "ci_hi_ms") > 0))
        snprintf(words, size, "no interval");
}

/* "the roof (L3), in doubt, was 1.12× as high": why results with disjoint intervals are not distinguished. */
static void put_moved(const json_t *old, const json_t *new, char why[DIFF_WHY])
{
    const struct moved m = roof_moved(old, new);
    const struct versus v = versus_at(old, new, 0);
    char times[TEXT_SIZE];
    if (v.is != versus_moved(&v, m.least, m.most, 0).is)
        text_join(why, DIFF_WHY, "; ", "the roof (%s)%s was %s as high", take_string(new, "roof"),
                  flags_row_has(old, "roof") || flags_row_has(new, "roof") ? ", in doubt," : "",
                  figure_factor(times, m.times));
}

void diff_caveats(const json_t *old, const json_t *new, char why[DIFF_WHY])
{
    char was[120], is[120];
    caveat_of(old, was, sizeof was);
    caveat_of(new, is, sizeof is);
    const bool both = *was && strcmp(was, is) == 0;
    const char *before = take_string(old, "choice"), *now = take_string(new, "choice");
    why[0] = 0;
    if (*before && *now && strcmp(before, now) != 0)
        text_join(why, DIFF_WHY, "; ", "other choice: %.60s, was %.60s", now, before);
    if (*was)
        text_join(why, DIFF_WHY, "; ", "%s: %s", both ? "both" : "the old one", was);
    if (*is && !both)
        text_join(why, DIFF_WHY, "; ", "the new one: %s", is);
    put_moved(old, new, why);
    if (diff_runs_of(old) > 1 || diff_runs_of(new) > 1)
        text_join(why, DIFF_WHY, "; ", "%d run%s before, %d now%s", diff_runs_of(old), text_plural(diff_runs_of(old)),
                  diff_runs_of(new), json_object_get(new, "by_fastest") ? ", by the fastest sample of each" : "");
}

bool diff_spoiled(const json_t *newer, const json_t *older)
{
    char apart[DIFF_WHY];
    diff_apart(older, newer, apart, sizeof apart);
    const bool same_code = strcmp(take_string(older, "commit"), take_string(newer, "commit")) == 0;
    return same_code && !*apart && take_ok(older) && standing_spoiled(newer, older);
}

/* The line of two rows, without verdict; new NULL: there is no new row. */
static json_t *line_of(const json_t *old, const json_t *new)
{
    const json_t *const known = new ? new : old;
    json_t *line = json_object();
    double before = take_double(old, "time_ms"), now = take_double(new, "time_ms");
    for (const char *const *name = results_members; *name; name++)
        if (json_object_get(known, *name))
            json_object_set(line, *name, json_object_get(known, *name));
    if (json_object_get(known, "choice"))
        json_object_set(line, "choice", json_object_get(known, "choice"));
    return EVENT_ADD(line, FIELD_IF(before > 0, "old_ms", before), FIELD_IF(now > 0, "new_ms", now));
}

/* It says that a kernel does not support a problem: not a result. */
static bool is_unsupported(const json_t *row)
{
    return strcmp(take_string(row, "status"), "unsupported") == 0;
}

json_t *diff_put_ratio(json_t *row, double ratio, const struct versus *v)
{
    return EVENT_ADD(row, FIELD("ratio", ratio), FIELD_IF(v->most > 0, "ratio_lo", v->least),
                     FIELD_IF(v->most > 0 && isfinite(v->most), "ratio_hi", v->most));
}

/* Compares two rows; false: nothing to say, since the old one was not ok. */
static bool judge(json_t *line, const json_t *old, const json_t *new, const struct diff_options *o,
                  struct diff_counts *n)
{
    char why[DIFF_WHY];
    const char *verdict = "not comparable";
    diff_apart(old, new, why, sizeof why);
    if (!take_ok(old)) {
        n->wrong += !is_unsupported(old);
        return false;
    }
    if (*why && !o->any_machine) {
        n->apart++;
    } else if (!take_ok(new)) {
        verdict = "failed";
        snprintf(why, sizeof why, "%s", take_string(new, "status"));
        n->failed++;
    } else if (!*why && diff_runs_shared(old, new)) {
        verdict = "same run";
        n->same++;
    } else {
        const double before = take_double(old, "time_ms"), now = take_double(new, "time_ms");
        const struct versus v = diff_versus(old, new, o->threshold);
        const enum diff_gate gate = gate_of(&v, o->threshold);
        verdict = versus_word(&v);
        diff_caveats(old, new, why);
        n->faster += v.is == FASTER;
        n->slower += v.is == SLOWER;
        n->alike += v.same;
        n->unclear += v.is == UNCLEAR && !v.same;
        n->slow += gate == DIFF_SLOW;
        n->open += gate == DIFF_OPEN;
        n->few += diff_runs_spread(old, new) > 0;
        n->unknown |= diff_unknown(old, new);
        diff_put_ratio(line, before / now, &v);
    }
    EVENT_ADD(line, FIELD("verdict", verdict), FIELD("why", why));
    return true;
}

/* A row that only the new table has, while the old one has it with another type or other parameters: a kernel's
   defaults may change from build to build. */
static void judge_other(json_t *line, const json_t *old, const json_t *new, const char *member, struct diff_counts *n)
{
    char why[DIFF_WHY];
    snprintf(why, sizeof why, "other %s: %.120s, was %.120s", member, take_string(new, member),
             take_string(old, member));
    EVENT_ADD(line, FIELD("verdict", "not comparable"), FIELD("why", why));
    n->apart++;
}

/* A member in which two rows may differ and still be recognized as the same, though they are then not compared; and the
   rows of both tables keyed without it. */
struct other {
    const char *member;
    json_t *old, *new;
};

/* The row that differs only in that member and has no partner; NULL: none. */
static const json_t *of_other(const json_t *row, const char *member, const json_t *any, const json_t *but)
{
    char key[KEY];
    results_key(row, member, key, sizeof key);
    const json_t *other = json_object_get(any, key);
    results_key(other, NULL, key, sizeof key);
    return other && !json_object_get(but, key) ? other : NULL;
}

/* Adds the rows that only the old table has: a right result that is no longer tried is missing. */
static void add_missing(json_t *lines, const json_t *was, const json_t *is, const struct other other[2],
                        const struct diff_options *o, struct diff_counts *n)
{
    const char *key;
    json_t *row;
    json_object_foreach((json_t *)was, key, row) {
        if (json_object_get(is, key))
            continue;
        bool alone = true;
        for (int i = 0; i < 2; i++)
            alone &= !of_other(row, other[i].member, other[i].new, was);
        const bool missing = alone && !o->partial && take_ok(row) && !results_elsewhere(row);
        if (alone && !missing && !is_unsupported(row))
            json_array_append(n->only[0], row);
        n->missing += missing;
        if (missing)
            json_array_append_new(lines, EVENT_ADD(line_of(row, NULL), FIELD("verdict", "missing"),
                                                   FIELD("why", "not in the new table")));
    }
}

/* The line of two rows of the same problem; NULL: nothing to say. */
static json_t *compare(const json_t *before, const json_t *row, const struct diff_options *o, struct diff_counts *n)
{
    json_t *old = diff_runs_fastest(before, row), *new = diff_runs_fastest(row, before), *line = line_of(old, new);
    if (!judge(line, old, new, o, n)) {
        json_decref(line);
        line = NULL;
    }
    json_decref(old);
    json_decref(new);
    return line;
}

/* The line of a row of the new table; NULL: nothing to say. */
static json_t *line_for(const json_t *row, const json_t *was, const json_t *is, const struct other other[2],
                        const struct diff_options *o, struct diff_counts *n)
{
    char key[KEY];
    results_key(row, NULL, key, sizeof key);
    const json_t *before = json_object_get(was, key);
    json_t *line = before ? compare(before, row, o, n) : NULL;
    for (int i = 0; i < 2 && !before; i++)
        if ((before = of_other(row, other[i].member, other[i].old, is)))
            judge_other(line = line_of(before, row), before, row, other[i].member, n);
    if (!before && !is_unsupported(row))
        json_array_append(n->only[1], (json_t *)row);
    return line;
}

/* How many rows another one stands for, and not together with them. */
static int replaced(const json_t *rows, const json_t *by_key)
{
    const char *key;
    json_t *row;
    int n = (int)json_array_size(rows);
    json_object_foreach((json_t *)by_key, key, row)
        n -= diff_runs_of(row);
    return n;
}

json_t *diff_rows(const json_t *old, const json_t *new, const struct diff_options *o, struct diff_counts *n)
{
    struct other other[2] = { { "type", diff_runs_by_key(old, "type"), diff_runs_by_key(new, "type") },
                              { "params", diff_runs_by_key(old, "params"), diff_runs_by_key(new, "params") } };
    json_t *was = diff_runs_by_key(old, NULL), *is = diff_runs_by_key(new, NULL), *lines = json_array();
    const char *key;
    json_t *row;
    *n = (struct diff_counts){ .only = { json_array(), json_array() },
                               .again_old = replaced(old, was),
                               .again_new = replaced(new, is) };
    json_object_foreach(is, key, row) {
        json_t *line = line_for(row, was, is, other, o, n);
        if (line)
            json_array_append_new(lines, line);
    }
    add_missing(lines, was, is, other, o, n);
    json_decref(was);
    json_decref(is);
    for (int i = 0; i < 2; i++) {
        json_decref(other[i].old);
        json_decref(other[i].new);
    }
    return lines;
}
