/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows_begin: chooses the table from the options. */
#include "tui/input/outputs.h"
#include "tui/lines/table.h"

enum { PROGRESS = 80 }; /* from this width on, a progress line fits one line */

/* By option, else by the file's name, else TSV. */
static bool style_of(const struct options *o, const char *path, enum rows_style *style, int *given, struct err *e)
{
    static const enum option option[] = {
        [ROWS_TSV] = OPT_TSV, [ROWS_CSV] = OPT_CSV, [ROWS_JSON] = OPT_JSON, [ROWS_MD] = OPT_MD
    };
    *given = 0;
    *style = ROWS_TSV;
    for (enum rows_style i = 0; i < COUNT(option); i++)
        if (o->value[option[i]]) {
            *style = i;
            ++*given;
        }
    if (*given > 1)
        return err_set(e, ERR_USAGE, "give only one of --tsv, --csv, --json and --md");
    if (!outputs_named_as_text(path, o, "a table", ".tsv", e))
        return false;
    if (*given == 0 && path)
        rows_style_of(path, style);
    if (o->value[OPT_PIVOT] && (*style == ROWS_JSON || o->value[OPT_APPEND]))
        return err_set(e, ERR_USAGE, "--pivot goes with --tsv, --csv, --md and -o, not with JSON or --append");
    if (o->value[OPT_COLUMNS] && (o->value[OPT_PIVOT] || o->value[OPT_APPEND]))
        return err_set(e, ERR_USAGE,
                       "--columns chooses among the columns of a new table: not with --pivot or --append");
    if (o->value[OPT_OUT] && o->value[OPT_APPEND])
        return err_set(e, ERR_USAGE, "either -o or --append, not both");
    return true;
}

struct row_table *rows_begin(const struct options *o, const int *spoken, const json_t *all, enum rows_style *style,
                             struct err *e)
{
    const char *path = o->value[OPT_APPEND] ? o->value[OPT_APPEND] : o->value[OPT_OUT];
    int given;
    if (!style_of(o, path, style, &given, e))
        return NULL;
    struct row_table *r = rows_open(path, o->value[OPT_APPEND] != NULL, *style, e);
    const bool file = path && strcmp(path, "-") != 0, shown = !given && !path && table_width();
    if (r && o->value[OPT_COLUMNS] && !rows_choose(r, o->value[OPT_COLUMNS], shown, e)) {
        rows_drop(r, NULL);
        return NULL;
    }
    const bool bars = file ? !o->value[OPT_PIVOT] && table_width() : shown && !o->value[OPT_COLUMNS];
    struct table_runs *t = r && bars ? malloc(sizeof *t) : NULL;
    if (t) {
        *t = (struct table_runs){ .width = table_width(), .ascii = table_ascii(), .spoken = spoken, .all = all };
        t->rows = spoken && t->width >= PROGRESS ? table_rows(t->width) : 0;
        (file ? rows_echo : rows_printer)(r, table_run, t);
    }
    return r;
}
