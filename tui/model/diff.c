/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: results of the same problems and kernels from two tables, side by side. */
#include "tui/model/results.h"

#include "core/measure/interval.h"
#include "core/protocol/event.h"
#include "tui/model/standing.h"

enum { KEY = 2048 };

void diff_apart(const json_t *old, const json_t *new, char *why, size_t size)
{
    static const struct {
        const char *member, *what;
    } parts[] = { { "host", "machine" },  { "processor", "machine" }, { "device", "device" },
                  { "driver", "driver" }, { "libraries", "library" }, { "version", "version" } };
    why[0] = 0;
    for (size_t i = 0; i < COUNT(parts); i++) {
        const char *a = take_string(old, parts[i].member), *b = take_string(new, parts[i].member);
        if (*a && *b && strcmp(a, b) != 0) {
            snprintf(why, size, "other %s: %.100s, was %.100s", parts[i].what, b, a);
            return;
        }
    }
}

bool diff_same_run(const json_t *old, const json_t *new)
{
    const char *date = take_string(old, "date");
    const double before = take_double(old, "time_ms"), now = take_double(new, "time_ms");
    return *date && strcmp(date, take_string(new, "date")) == 0 && fabs(before - now) <= 1e-5 * now;
}

static struct contender contender_at(const json_t *row)
{
    double ms = take_double(row, "time_ms");
    return contender_row(ms > 0 ? 1 / ms : 0, row);
}

static void add_flags(const json_t *row, struct diff_range *d)
{
    char flags[64] = "";
    take_words(row, "flags", flags, sizeof flags);
    standing_shaky(flags, d->flags, sizeof d->flags);
}

const char *diff_verdict(const json_t *a, const json_t *b, struct diff_range *d)
{
    const struct contender x = contender_at(a), y = contender_at(b);
    *d = (struct diff_range){ 0 };
    add_flags(a, d);
    add_flags(b, d);
    if (!x.solid || !y.solid)
        return "unclear";
    d->least = x.lo / y.hi;
    d->most = x.hi / y.lo;
    switch (interval_compare(y.lo, y.hi, x.lo, x.hi)) {
    case FASTER:
        return "faster";
    case SLOWER:
        return "slower";
    default:
        return "unclear";
    }
}

/* Why the comparison is unclear. */
static void say_unclear(const json_t *a, const json_t *b, const struct diff_range *d, char why[DIFF_WHY])
{
    const struct contender x = contender_at(a), y = contender_at(b);
    char words[200];
    standing_words(d->flags, words, sizeof words);
    if (d->least > 0)
        snprintf(why, DIFF_WHY, "%.2f to %.2f times as fast", d->least, d->most);
    else
        snprintf(why, DIFF_WHY, "%s%s%s",
                 x.solid   ? *words ? "the new one is doubtful" : "the new one has no interval"
                 : y.solid ? *words ? "the old one is doubtful" : "the old one has no interval"
                 : *words  ? "both are doubtful"
                           : "neither has an interval",
                 *words ? ": " : "", words);
}

/* The rows by their keys; of several the last one. */
static json_t *by_key(const json_t *rows, const char *but)
{
    json_t *index = json_object();
    const json_t *row;
    char key[KEY];
    JSON_EACH(row, rows) {
        results_key(row, but, key, sizeof key);
        json_object_set(index, key, (json_t *)row);
    }
    return index;
}

/* The line of two rows, without verdict. */
static json_t *line_of(const json_t *old, const json_t *new)
{
    static const char *const members[] = { "matrix", "m",      "n",       "nnz",    "op",    "type",
                                           "k",      "kernel", "threads", "params", "cache", "reorder" };
    json_t *line = json_object();
    double before = take_double(old, "time_ms"), now = take_double(new, "time_ms");
    for (size_t i = 0; i < COUNT(members); i++)
        if (json_object_get(new, members[i]))
            json_object_set(line, members[i], json_object_get(new, members[i]));
    return EVENT_ADD(line, FIELD_IF(before > 0, "old_ms", before), FIELD_IF(now > 0, "new_ms", now));
}

/* Compares two rows; false: there is nothing to say, since the old one was not ok. */
static bool judge(json_t *line, const json_t *old, const json_t *new, const struct diff_options *o,
                  struct diff_counts *n)
{
    char why[DIFF_WHY];
    const char *verdict = "not comparable";
    diff_apart(old, new, why, sizeof why);
    if (!take_ok(old))
        return false;
    if (*why && !o->any_machine) {
        n->apart++;
    } else if (!take_ok(new)) {
        verdict = "failed";
        snprintf(why, sizeof why, "%s", take_string(new, "status"));
        n->failed++;
    } else if (!*why && diff_same_run(old, new)) {
        verdict = "same run";
        n->same++;
    } else {
        double before = take_double(old, "time_ms"), now = take_double(new, "time_ms");
        struct diff_range d;
        verdict = diff_verdict(old, new, &d);
        bool slow = verdict[0] == 's' && now > (1 + o->threshold) * before;
        if (verdict[0] == 'u')
            say_unclear(old, new, &d, why);
        n->faster += verdict[0] == 'f';
        n->slower += verdict[0] == 's';
        n->unclear += verdict[0] == 'u';
        n->slow += slow;
        n->open += !slow && d.least < 1 / (1 + o->threshold);
        EVENT_ADD(line, FIELD("ratio", before / now), FIELD_IF(d.least > 0, "ratio_lo", d.least),
                  FIELD_IF(d.least > 0, "ratio_hi", d.most));
    }
    EVENT_ADD(line, FIELD("verdict", verdict), FIELD("why", why));
    return true;
}

/* A row that only the new table has, but the old one in the other type. */
static bool judge_type(json_t *line, const json_t *old, const json_t *new, struct diff_counts *n)
{
    char why[DIFF_WHY];
    snprintf(why, sizeof why, "other type: %.8s, was %.8s", take_string(new, "type"), take_string(old, "type"));
    EVENT_ADD(line, FIELD("verdict", "not comparable"), FIELD("why", why));
    n->apart++;
    return true;
}

/* Whether the old row has a partner of its own in the new table. */
static bool has_partner(const json_t *old, const json_t *in)
{
    char key[KEY];
    results_key(old, NULL, key, sizeof key);
    return json_object_get(in, key) != NULL;
}

json_t *diff_rows(const json_t *old, const json_t *new, const struct diff_options *o, struct diff_counts *n)
{
    json_t *was = by_key(old, NULL), *is = by_key(new, NULL), *any_type = by_key(old, "type"), *lines = json_array();
    const char *key;
    json_t *row;
    char alike[KEY];
    *n = (struct diff_counts){ 0 };
    json_object_foreach(is, key, row) {
        const json_t *before = json_object_get(was, key);
        bool same_type = before != NULL;
        if (!before) {
            results_key(row, "type", alike, sizeof alike);
            before = json_object_get(any_type, alike);
            before = before && !has_partner(before, is) ? before : NULL;
        }
        json_t *line = before ? line_of(before, row) : NULL;
        bool told = line && (same_type ? judge(line, before, row, o, n) : judge_type(line, before, row, n));
        if (told)
            json_array_append(lines, line);
        json_decref(line);
        n->only_new += !same_type;
    }
    json_object_foreach(was, key, row)
        n->only_old += !json_object_get(is, key);
    json_decref(was);
    json_decref(is);
    json_decref(any_type);
    return lines;
}
