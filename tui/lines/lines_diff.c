/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_diff: what two tables of results say beside each other. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tui/canvas/canvas.h"
#include "tui/input/options.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/lines_parts.h"
#include "tui/link/take.h"
#include "tui/model/results.h"
#include "tui/views/figure.h"

/* "3%" or "3": a share. */
static bool threshold_take(const char *text, double *share, struct err *e)
{
    int end = 0;
    double percent = 3;
    if (text && (sscanf(text, "%lf%n", &percent, &end) != 1 || strcmp(text + end + (text[end] == '%'), "") != 0 ||
                 !(percent >= 0 && percent <= 1000)))
        return err_set(e, ERR_USAGE, "--threshold wants a percentage from 0 to 1000 such as 3%%, not '%.60s'", text);
    *share = percent / 100;
    return true;
}

static const char *const columns[] = { "verdict", "ratio",  "old_ms",  "new_ms", "matrix", "op",      "type",
                                       "k",       "kernel", "threads", "params", "cache",  "reorder", "why" };
enum { COLUMNS = sizeof columns / sizeof *columns };

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
    size_t i;
    for (int c = 0; c < COLUMNS; c++)
        printf("%s%c", columns[c], c + 1 < COLUMNS ? '\t' : '\n');
    json_array_foreach(lines, i, line)
        for (int c = 0; c < COLUMNS; c++)
            printf("%s%c", field(line, columns[c], room), c + 1 < COLUMNS ? '\t' : '\n');
}

/* "slower          0.81×   1.23 ms → 1.52 ms  cpu.csr.omp  demo mul f64 k=1 ×2", on a terminal. */
static void print_text(const json_t *lines)
{
    char ratio[TEXT_SIZE], old[TEXT_SIZE], new[TEXT_SIZE], room[TEXT_SIZE];
    const json_t *line;
    size_t i;
    json_array_foreach(lines, i, line) {
        double times = take_double(line, "ratio"), now = take_double(line, "new_ms");
        figure_ms(old, take_double(line, "old_ms"));
        if (times > 0)
            figure_times(ratio, times);
        else
            ratio[0] = 0;
        printf("%-14s  %*s  %*s", take_string(line, "verdict"), 5 + (int)strlen(ratio) - canvas_width(ratio), ratio,
               9 + (int)strlen(old) - canvas_width(old), old);
        printf(" → %s  %s  %s %s %s", now > 0 ? figure_ms(new, now) : "–", take_string(line, "kernel"),
               take_string(line, "matrix"), take_string(line, "op"), take_string(line, "type"));
        if (*field(line, "k", room))
            printf(" k=%s", room);
        if (*field(line, "threads", room))
            printf(" ×%s", room);
        printf("%s%s%s%s\n", *take_string(line, "params") ? " " : "", take_string(line, "params"),
               *take_string(line, "why") ? "; " : "", take_string(line, "why"));
    }
}

/* Says what was compared, and what it comes to. */
static int conclude(struct lines *l, const struct options *o, const struct diff_counts *n, double share, struct err *e)
{
    int compared = n->faster + n->slower + n->unclear + n->failed;
    lines_say(l,
              "%d compared: %d faster, %d slower (%d by more than %g%%), %d unclear, %d failed; %d not comparable; "
              "%d only in %.100s, %d only in %.100s",
              compared, n->faster, n->slower, n->slow, 100 * share, n->unclear, n->failed, n->apart, n->only_old,
              o->word[0], n->only_new, o->word[1]);
    if (compared == 0)
        err_set(e, ERR_INPUT, "nothing was compared: %s",
                n->apart ? "all results in common are of another machine, type, library or version (--any-machine "
                           "compares all but types)"
                         : "the tables have no result in common");
    else if (n->failed > 0)
        err_set(e, ERR_CHECK, "%d result%s failed", n->failed, n->failed == 1 ? "" : "s");
    else if (n->slow > 0)
        err_set(e, ERR_SLOWER, "%d result%s slower by more than %g%%", n->slow, n->slow == 1 ? " is" : "s are",
                100 * share);
    return (int)e->code;
}

int lines_diff(struct lines *l, const struct options *o, struct err *e)
{
    struct diff_options d = { .any_machine = o->value[OPT_ANY_MACHINE] != NULL };
    struct diff_counts n;
    if (!threshold_take(o->value[OPT_THRESHOLD], &d.threshold, e))
        return (int)e->code;
    json_t *old = results_read(o->word[0], e), *new = old ? results_read(o->word[1], e) : NULL;
    if (new) {
        json_t *lines = diff_rows(old, new, &d, &n);
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
