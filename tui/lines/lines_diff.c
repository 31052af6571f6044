/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_diff: the comparison of two tables of results. */
#include "core/base/ascending.h"
#include "tui/input/option_value.h"
#include "tui/lines/diff_again.h"
#include "tui/lines/diff_print.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"
#include "tui/results/diff.h"
#include "tui/results/kept.h"
#include "tui/results/results.h"

/* A line about the whole: below a Markdown table, else beside the rows. */
static void tell(struct lines *l, const struct options *o, const char *text)
{
    if (o->value[OPT_MD])
        printf("- %s\n", text);
    else
        lines_say(l, "%s", text);
}

/* ---- the conclusion ---- */

static void add_count(char *out, size_t size, int n, const char *what)
{
    if (n > 0)
        text_join(out, size, ", ", "%d %s", n, what);
}

/* "4 compared: 1 faster, 2 slower (1 by more than 3%), 1 unclear; 1 only in new.tsv": the counts above 0. */
static void say_counts(struct lines *l, const struct options *o, const struct diff_counts *n, int compared,
                       double percent)
{
    char text[300] = "", rest[900] = "", slower[60], same[60], only[2][120], again[2][160], wrong[120], all[1300];
    snprintf(slower, sizeof slower, "slower (%d by more than %g%%)", n->slow, percent);
    snprintf(same, sizeof same, "the same within %g%%", percent);
    snprintf(wrong, sizeof wrong, "not right in %.100s", o->word[0]);
    for (int i = 0; i < 2; i++) {
        snprintf(only[i], sizeof only[i], "only in %.100s", o->word[i]);
        snprintf(again[i], sizeof again[i], "measured again later in %.100s", o->word[i]);
    }
    add_count(text, sizeof text, n->faster, "faster");
    add_count(text, sizeof text, n->slower, slower);
    add_count(text, sizeof text, n->alike, same);
    add_count(text, sizeof text, n->unclear, "unclear");
    add_count(text, sizeof text, n->failed, "failed");
    add_count(rest, sizeof rest, n->missing, "missing");
    add_count(rest, sizeof rest, n->apart, "not comparable");
    add_count(rest, sizeof rest, n->same, "the same run");
    add_count(rest, sizeof rest, n->wrong, wrong);
    for (int i = 0; i < 2; i++)
        add_count(rest, sizeof rest, (int)json_array_size(n->only[i]), only[i]);
    add_count(rest, sizeof rest, n->again_old, again[0]);
    add_count(rest, sizeof rest, n->again_new, again[1]);
    snprintf(all, sizeof all, "%d compared%s%s%s%s", compared, *text ? ": " : "", text, *rest ? "; " : "", rest);
    tell(l, o, all);
    for (int i = 0; i < 2; i++) {
        char names[700];
        snprintf(all, sizeof all, "%s: %s", only[i], table_run_names(n->only[i], names, sizeof names));
        if (*names)
            tell(l, o, all);
    }
    if (n->unknown && !o->value[OPT_ANY_MACHINE]) {
        char unknown[DIFF_WHY];
        snprintf(all, sizeof all, "not known to be the same, since the tables do not both name it: %s",
                 diff_unknown_text(n->unknown, unknown));
        tell(l, o, all);
    }
}

/* The least change, as a share, that both intervals of a line would show: the bounds of its ratio lie that far apart.
 */
static double least_seen(const json_t *line)
{
    const double lo = take_or_nan(line, "ratio_lo"), hi = take_or_nan(line, "ratio_hi");
    return lo > 0 && hi > 0 ? sqrt(hi / lo) - 1 : INFINITY;
}

/* Says below which size changes stay hidden, so that "the same" and "unclear" are not taken for "unchanged". */
static void say_sight(struct lines *l, const struct options *o, const json_t *lines)
{
    double *seen = calloc(json_array_size(lines) + 1, sizeof *seen);
    const json_t *line;
    char text[120] = "";
    int n = 0;
    JSON_EACH(line, lines)
        if (seen && text_has("faster slower same unclear", take_string(line, "verdict"),
                             (int)strlen(take_string(line, "verdict"))))
            seen[n++] = least_seen(line);
    if (n > 0)
        qsort(seen, (size_t)n, sizeof *seen, ascending_double);
    const double percent = n > 0 ? 100 * seen[n / 2] : 0;
    const char *where = n > 1 ? "in half of them" : "here";
    enum { LOOSE = 100 * (INTERVAL_LOOSE - 1) };
    if (isinf(percent))
        snprintf(text, sizeof text, "no change can be seen %s: an interval is missing, or has no end", where);
    else if (percent > LOOSE && n == 1)
        snprintf(text, sizeof text, "it is too disturbed to compare");
    else if (percent > LOOSE) {
        int loose = 0;
        for (int i = 0; i < n; i++)
            loose += 100 * seen[i] > LOOSE;
        snprintf(text, sizeof text, "%d of %d are too disturbed to compare", loose, n);
    } else if (percent >= 100)
        snprintf(text, sizeof text, "changes below %.1f× cannot be seen %s", 1 + percent / 100, where);
    else if (n > 0)
        snprintf(text, sizeof text, "changes below %.*f%% cannot be seen %s", percent < 9.95, percent, where);
    if (*text)
        tell(l, o, text);
    free(seen);
}

/* Says why nothing is told apart that looks apart. */
static void say_few(struct lines *l, const struct options *o, const struct diff_counts *n)
{
    if (n->few > 0 && n->unclear + n->open > 0)
        tell(l, o,
             "on a CPU two runs of the same code may differ by a third, whatever their intervals: smaller differences "
             "count between four runs each of one commit, taken in turns (bench --repeat 2 --append)");
}

/* ---- origins ---- */

/* " · on box, cat": a member's values; nothing if there are none. */
static void add_values(char *text, size_t size, const char *before, const json_t *rows, const char *member)
{
    json_t *values = json_object();
    const json_t *row;
    const char *value;
    json_t *is;
    JSON_EACH(row, rows)
        if (*take_string(row, member))
            json_object_set_new(values, take_string(row, member), json_true());
    const char *between = before;
    json_object_foreach(values, value, is) {
        text_add(text, size, "%s%.60s", between, value);
        between = ", ";
    }
    json_decref(values);
}

/* "old.tsv: 12 results, 2026-11-22 to 2026-11-23 · on box · commit 4e313b4c" */
static void say_source(struct lines *l, const struct options *o, int i, const json_t *rows)
{
    char text[600];
    const char *first = "", *last = "";
    const json_t *row;
    JSON_EACH(row, rows) {
        const char *date = take_string(row, "date");
        first = *date && (!*first || strcmp(date, first) < 0) ? date : first;
        last = strcmp(date, last) > 0 ? date : last;
    }
    const int known = snprintf(text, sizeof text, "%.200s: %zu result%s", o->word[i], json_array_size(rows),
                               text_plural((int64_t)json_array_size(rows)));
    if (*first)
        text_add(text, sizeof text, ", %.16s", first);
    if (strncmp(first, last, 16) != 0)
        text_add(text, sizeof text, " to %.16s", last);
    add_values(text, sizeof text, " · on ", rows, "host");
    add_values(text, sizeof text, " · commit ", rows, "commit");
    if ((int)strlen(text) > known)
        tell(l, o, text);
}

static void conclude(struct lines *l, const struct options *o, const json_t *lines, const struct diff_counts *n,
                     double share, struct err *e)
{
    const int compared = n->faster + n->slower + n->alike + n->unclear + n->failed;
    const double percent = 100 * share;
    char some[TEXT_SIZE];
    const size_t only = json_array_size(n->only[0]) + json_array_size(n->only[1]);
    if (n->same > 0 && compared + n->apart + n->missing + (int)only == 0) {
        lines_say(l,
                  n->same == 1 ? "the same table: its result is the same run"
                               : "the same table: all %d results are the same runs",
                  n->same);
        return;
    }
    say_counts(l, o, n, compared, percent);
    say_sight(l, o, lines);
    say_few(l, o, n);
    if (compared + n->same == 0)
        err_set(e, ERR_INPUT, "nothing was compared: %s",
                n->apart ? "all results in common are of another machine, type, library or version (--any-machine "
                           "compares all but types)"
                         : "the tables have no result in common");
    else if (n->failed > 0)
        err_set(e, ERR_CHECK, "%d result%s failed", n->failed, text_plural(n->failed));
    else if (n->slow > 0)
        err_set(e, ERR_SLOWER, "%d result%s slower by more than %g%%%s", n->slow, n->slow == 1 ? " is" : "s are",
                percent, n->missing ? ", others are missing" : "");
    else if (n->missing > 0)
        err_set(e, ERR_SLOWER, "%d result%s of %.100s%s missing in %.100s; --partial allows that", n->missing,
                text_plural(n->missing), o->word[0], n->missing == 1 ? " is" : " are", o->word[1]);
    else if (compared == 0)
        lines_say(l, "nothing was compared: all that the tables have in common are the same runs");
    else if (diff_undecided(n->open, compared))
        err_set(e, ERR_UNCLEAR, "no verdict: %s may be slower by more than %g%%, as far as %s",
                text_some(some, n->open, compared), percent,
                n->few ? "so few runs tell" : "the intervals tell; measure again on a quiet machine");
    else if (n->open > 0)
        lines_say(l, "nothing is clearly slower by more than %g%%; %d of %d may be, as far as the intervals tell",
                  percent, n->open, compared);
    else
        lines_say(l, "nothing is slower by more than %g%%", percent);
}

/* The rows of a word: a file, a day, or -: the standard input, unless already used. NULL: *e. */
static json_t *rows_of(const struct lines *l, const struct options *o, int i, struct err *e)
{
    const bool input = strcmp(o->word[i], "-") == 0;
    if (input && (l->context != SHELL || strcmp(o->word[!i], "-") == 0)) {
        err_set(e, ERR_USAGE, "diff: - is the standard input, %s",
                l->context != SHELL ? "from which the prompt reads" : "which is one table, not both");
        return NULL;
    }
    return results_read(input ? "/dev/stdin" : o->word[i], e);
}

/* To read, many missing results are one line, not one each: the new table is a part of the old one. `names` begins with
   their first few, or is "". A new reference. */
static json_t *for_reading(json_t *lines, int missing, char *names, size_t size)
{
    enum { FEW = 3 };
    json_t *part[2] = { json_array(), json_array() }, *line;
    JSON_EACH(line, lines)
        json_array_append(part[strcmp(take_string(line, "verdict"), "missing") == 0], line);
    names[0] = 0;
    if (missing > FEW)
        table_run_names(part[1], names, size);
    json_decref(part[1]);
    if (missing > FEW)
        return part[0];
    json_decref(part[0]);
    return json_incref(lines);
}

static void print(struct lines *l, const struct options *o, json_t *lines, int missing, const json_t *old,
                  const json_t *new)
{
    char names[700], text[1000];
    json_t *read = for_reading(lines, missing, names, sizeof names);
    if (o->value[OPT_MD])
        diff_print_markdown(read);
    say_source(l, o, 0, old);
    say_source(l, o, 1, new);
    if (o->value[OPT_JSON])
        lines_json(lines);
    else if (!o->value[OPT_MD] && isatty(STDOUT_FILENO))
        diff_print_text(read);
    else if (!o->value[OPT_MD])
        diff_print_tsv(lines);
    snprintf(text, sizeof text, "%d missing in %.100s (--partial allows that): %s", missing, o->word[1], names);
    if (*names)
        tell(l, o, text);
    json_decref(read);
}

bool lines_diff(struct lines *l, const struct options *o, struct err *e)
{
    char day[4096];
    struct diff_options d = { .any_machine = o->value[OPT_ANY_MACHINE] != NULL,
                              .partial = o->value[OPT_PARTIAL] || kept_find(o->word[0], day, sizeof day) ||
                                         kept_find(o->word[1], day, sizeof day) };
    struct diff_counts n;
    if (o->value[OPT_JSON] && o->value[OPT_MD])
        err_set(e, ERR_USAGE, "give only one of --json and --md");
    if (e->code || !option_threshold(o, &d.threshold, e))
        return false;
    json_t *old = rows_of(l, o, 0, e), *new = old ? rows_of(l, o, 1, e) : NULL;
    if (new) {
        json_t *lines = diff_rows(old, new, &d, &n);
        print(l, o, lines, n.missing, old, new);
        lines_flush(e);
        if (!e->code)
            conclude(l, o, lines, &n, d.threshold, e);
        if (e->code == ERR_UNCLEAR) {
            lines_say(l, "%s", e->text);
            e->text[0] = 0;
            diff_again_say(l, lines, old, new, d.threshold, o->word[1]);
        }
        json_decref(lines);
        for (int i = 0; i < 2; i++)
            json_decref(n.only[i]);
    }
    json_decref(old);
    json_decref(new);
    return e->code == ERR_NONE;
}
