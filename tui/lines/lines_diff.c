/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_diff: what two tables of results say beside each other. */
#include "tui/canvas/canvas.h"
#include "tui/input/option_value.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"
#include "tui/model/results.h"
#include "tui/views/figure.h"

static const char *const columns[] = { "verdict", "ratio",    "old_ms",   "new_ms",  "matrix", "op",
                                       "type",    "k",        "kernel",   "threads", "params", "cache",
                                       "reorder", "ratio_lo", "ratio_hi", "why" };
enum { COLUMNS = COUNT(columns) };

/* A field as text; "" where there is none. */
static const char *field(const json_t *line, const char *name, char room[TEXT_SIZE])
{
    const json_t *value = json_object_get(line, name);
    room[0] = 0;
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_integer(value))
        snprintf(room, TEXT_SIZE, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (value)
        snprintf(room, TEXT_SIZE, "%.4g", json_real_value(value));
    return room;
}

static void print_tsv(const json_t *lines)
{
    char room[TEXT_SIZE];
    const json_t *line;
    for (int c = 0; c < COLUMNS; c++)
        printf("%s%c", columns[c], c + 1 < COLUMNS ? '\t' : '\n');
    JSON_EACH(line, lines)
        for (int c = 0; c < COLUMNS; c++)
            printf("%s%c", field(line, columns[c], room), c + 1 < COLUMNS ? '\t' : '\n');
}

/* ---- on a terminal ---- */

/* What was printed last: a heading, its last kernel, a reason. */
struct diff_print {
    struct canvas line;
    struct rect rect;
    char heading[400], kernel[64], why[DIFF_WHY];
};

static void print_line(struct diff_print *p)
{
    char *text = canvas_to_text(&p->line);
    fputs(text ? text : "\n", stdout);
    free(text);
    canvas_clear(&p->line);
}

static void print_heading(struct diff_print *p, const json_t *line)
{
    char heading[sizeof p->heading];
    table_heading(line, heading, sizeof heading);
    if (strcmp(heading, p->heading) == 0)
        return;
    if (p->heading[0])
        putchar('\n');
    strcpy(p->heading, heading);
    p->kernel[0] = p->why[0] = 0;
    canvas_clip(&p->line, p->rect, 0, 0, p->rect.cols, ROLE_TITLE, 0, heading);
    print_line(p);
}

/* "0.88 to 1.05×"; the ratio of the medians where room is short or intervals are missing, these with the mark of doubt.
 */
static void print_ratio(struct diff_print *p, int end, bool brief, const json_t *line)
{
    const json_t *most = json_object_get(line, "ratio_hi");
    const struct versus v = { .least = take_double(line, "ratio_lo"),
                              .most = most                                ? json_number_value(most)
                                      : json_object_get(line, "ratio_lo") ? INFINITY
                                                                          : 0 };
    const double ratio = take_double(line, "ratio");
    char text[TEXT_SIZE], range[TEXT_SIZE];
    if (!(ratio > 0))
        return;
    snprintf(text, sizeof text, "%.28s×", versus_range(&v, range));
    if (!*range)
        canvas_put(&p->line, p->rect, 0, end + 1, '!', ROLE_WARN, 0);
    canvas_right(&p->line, p->rect, 0, end, ROLE_TEXT, 0, *range && !brief ? text : figure_times(text, ratio));
}

/* "cpu.csr.omp ×2"; with parameters where they are all that differs. */
static void print_name(struct diff_print *p, int at, const json_t *line)
{
    const char *kernel = take_string(line, "kernel"), *params = take_string(line, "params");
    int threads = 0;
    take_int(line, "threads", &threads);
    at += canvas_text(&p->line, p->rect, 0, at, ROLE_TEXT, 0, kernel);
    if (threads > 1)
        at += canvas_print(&p->line, p->rect, 0, at, ROLE_TEXT, 0, " ×%d", threads);
    if (strcmp(p->kernel, kernel) == 0)
        canvas_clip(&p->line, p->rect, 0, at + 1, p->rect.cols, ROLE_TEXT, 0, params);
    take_text(line, "kernel", p->kernel, sizeof p->kernel);
}

/* "  slower    0.78 to 0.84×   1.23 ms → 1.52 ms   cpu.csr.omp ×2", and below it a reason that has just come up. */
static void print_row(struct diff_print *p, const json_t *line)
{
    enum { BRIEF = 16, RATIO = 25, OLD = 36, NEW = 47, NAME = 49, NARROW = 52, WIDE = 80 };
    const bool wide = p->rect.cols >= WIDE; /* else names stand in the place of the times */
    const int ratio = p->rect.cols < NARROW ? BRIEF : RATIO;
    char time[TEXT_SIZE];
    const char *why = take_string(line, "why");
    double now = take_double(line, "new_ms");
    print_heading(p, line);
    canvas_text(&p->line, p->rect, 0, 2, ROLE_TEXT, 0, take_string(line, "verdict"));
    print_ratio(p, ratio, ratio == BRIEF, line);
    if (wide) {
        canvas_right(&p->line, p->rect, 0, OLD, ROLE_TEXT, 0, figure_ms(time, take_double(line, "old_ms")));
        canvas_text(&p->line, p->rect, 0, OLD + 1, ROLE_TEXT, 0, "→");
        canvas_right(&p->line, p->rect, 0, NEW, ROLE_TEXT, 0, now > 0 ? figure_ms(time, now) : "–");
    }
    print_name(p, wide ? NAME : ratio + 3, line);
    print_line(p);
    if (!*why || strcmp(why, p->why) == 0)
        return;
    snprintf(p->why, sizeof p->why, "%s", why);
    printf("    ! ");
    table_wrap(stdout, p->rect.cols, 6, 6, why);
}

/* What matters comes last, above the conclusion. */
static int rank_of(const json_t *line)
{
    const char *verdict = take_string(line, "verdict");
    return text_has("slower failed missing", verdict, (int)strlen(verdict)) ? 2 : strcmp(verdict, "faster") == 0;
}

static void print_text(const json_t *lines)
{
    struct diff_print p = { .rect = { 0, 0, 1, table_width() } };
    const json_t *line;
    if (!canvas_init(&p.line, 1, p.rect.cols, table_ascii(), NULL))
        return;
    for (int rank = 0; rank < 3; rank++)
        JSON_EACH(line, lines)
            if (rank_of(line) == rank)
                print_row(&p, line);
    canvas_free(&p.line);
}

/* ---- what it comes to ---- */

static void add_count(char *out, size_t size, int n, const char *what)
{
    if (n > 0)
        text_join(out, size, ", ", "%d %s", n, what);
}

/* "4 compared: 1 faster, 2 slower (1 by more than 3%), 1 unclear; 1 only in new.tsv": what there is. */
static void say_counts(struct lines *l, const struct options *o, const struct diff_counts *n, int compared,
                       double percent)
{
    char text[300] = "", rest[400] = "", slower[60], same[60], only[2][120];
    snprintf(slower, sizeof slower, "slower (%d by more than %g%%)", n->slow, percent);
    snprintf(same, sizeof same, "the same within %g%%", percent);
    for (int i = 0; i < 2; i++)
        snprintf(only[i], sizeof only[i], "only in %.100s", o->word[i]);
    add_count(text, sizeof text, n->faster, "faster");
    add_count(text, sizeof text, n->slower, slower);
    add_count(text, sizeof text, n->alike, same);
    add_count(text, sizeof text, n->unclear, "unclear");
    add_count(text, sizeof text, n->failed, "failed");
    add_count(rest, sizeof rest, n->missing, "missing");
    add_count(rest, sizeof rest, n->apart, "not comparable");
    add_count(rest, sizeof rest, n->same, "the same run");
    add_count(rest, sizeof rest, n->only_old, only[0]);
    add_count(rest, sizeof rest, n->only_new, only[1]);
    lines_say(l, "%d compared%s%s%s%s", compared, *text ? ": " : "", text, *rest ? "; " : "", rest);
}

/* ---- where they are from ---- */

/* " · on box, cat": a member's values; nothing where there are none. */
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
static void say_source(struct lines *l, const char *word, const json_t *rows)
{
    char text[600];
    const char *first = "", *last = "";
    const json_t *row;
    JSON_EACH(row, rows) {
        const char *date = take_string(row, "date");
        first = *date && (!*first || strcmp(date, first) < 0) ? date : first;
        last = strcmp(date, last) > 0 ? date : last;
    }
    const int known = snprintf(text, sizeof text, "%.200s: %zu result%s", word, json_array_size(rows),
                               text_plural((int64_t)json_array_size(rows)));
    if (*first)
        text_add(text, sizeof text, ", %.16s", first);
    if (strncmp(first, last, 16) != 0)
        text_add(text, sizeof text, " to %.16s", last);
    add_values(text, sizeof text, " · on ", rows, "host");
    add_values(text, sizeof text, " · commit ", rows, "commit");
    if ((int)strlen(text) > known)
        lines_say(l, "%s", text);
}

/* Says what was compared, and what it comes to. */
static int conclude(struct lines *l, const struct options *o, const struct diff_counts *n, double share, struct err *e)
{
    const int compared = n->faster + n->slower + n->alike + n->unclear + n->failed;
    const double percent = 100 * share;
    if (n->same > 0 && compared + n->apart + n->missing + n->only_old + n->only_new == 0) {
        lines_say(l,
                  n->same == 1 ? "the same table: its result is the same run"
                               : "the same table: all %d results are the same runs",
                  n->same);
        return 0;
    }
    say_counts(l, o, n, compared, percent);
    if (compared == 0 && n->same > 0)
        lines_say(l, "nothing was compared: all that the tables have in common are the same runs");
    else if (compared == 0)
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
    else if (2 * n->open > compared)
        err_set(e, ERR_UNCLEAR,
                "no verdict: %d of %d may be slower by more than %g%%, as far as the intervals tell; measure again "
                "on a quiet machine",
                n->open, compared, percent);
    else if (n->open > 0)
        lines_say(l, "nothing is clearly slower by more than %g%%; %d of %d may be, as far as the intervals tell",
                  percent, n->open, compared);
    else
        lines_say(l, "nothing is slower by more than %g%%", percent);
    return (int)e->code;
}

/* The rows of a word: a file, a day, or -: the standard input, where that is nobody else's. NULL: *e. */
static json_t *rows_of(const struct lines *l, const struct options *o, int i, struct err *e)
{
    const bool input = strcmp(o->word[i], "-") == 0;
    if (input && (l->place != SHELL || strcmp(o->word[!i], "-") == 0)) {
        err_set(e, ERR_USAGE, "diff: - is the standard input, %s",
                l->place != SHELL ? "from which the prompt reads" : "which is one table, not both");
        return NULL;
    }
    return results_read(input ? "/dev/stdin" : o->word[i], e);
}

int lines_diff(struct lines *l, const struct options *o, struct err *e)
{
    char day[4096];
    struct diff_options d = { .any_machine = o->value[OPT_ANY_MACHINE] != NULL,
                              .partial = o->value[OPT_PARTIAL] || kept_find(o->word[0], day, sizeof day) ||
                                         kept_find(o->word[1], day, sizeof day) };
    struct diff_counts n;
    if (!option_threshold(o, &d.threshold, e))
        return (int)e->code;
    json_t *old = rows_of(l, o, 0, e), *new = old ? rows_of(l, o, 1, e) : NULL;
    if (new) {
        json_t *lines = diff_rows(old, new, &d, &n);
        say_source(l, o->word[0], old);
        say_source(l, o->word[1], new);
        if (o->value[OPT_JSON])
            lines_json(lines);
        else if (isatty(STDOUT_FILENO))
            print_text(lines);
        else
            print_tsv(lines);
        json_decref(lines);
        lines_flush(e);
        if (!e->code)
            conclude(l, o, &n, d.threshold, e);
    }
    json_decref(old);
    json_decref(new);
    return (int)e->code;
}
