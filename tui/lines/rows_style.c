/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows_style: the table that the options ask for. */
#include "tui/lines/rows_style.h"

#include <stdlib.h>

#include "tui/lines/table.h"

static bool style_of(const struct options *o, enum rows_style *style, int *given, struct err *e)
{
    static const struct {
        enum option option;
        enum rows_style style;
    } styles[] = {
        { OPT_TSV, ROWS_TSV },
        { OPT_CSV, ROWS_CSV },
        { OPT_JSON, ROWS_JSON },
        { OPT_MD, ROWS_MD },
    };
    *given = 0;
    *style = ROWS_TSV;
    for (int i = 0; i < 4; i++) {
        if (o->value[styles[i].option]) {
            *style = styles[i].style;
            (*given)++;
        }
    }
    if (*given > 1)
        return err_set(e, ERR_USAGE, "give only one of --tsv, --csv, --json and --md");
    if (o->value[OPT_OUT] && o->value[OPT_APPEND])
        return err_set(e, ERR_USAGE, "either -o or --append, not both");
    return true;
}

struct row_table *rows_begin(const struct options *o, enum rows_style *style, struct err *e)
{
    const char *path = o->value[OPT_APPEND] ? o->value[OPT_APPEND] : o->value[OPT_OUT];
    int given;
    if (!style_of(o, style, &given, e))
        return NULL;
    struct row_table *r = rows_open(path, o->value[OPT_APPEND] != NULL, *style, e);
    struct table_runs *t = r && !given && !path && table_width() ? malloc(sizeof *t) : NULL;
    if (t) {
        *t = (struct table_runs){ .width = table_width(), .ascii = table_ascii() };
        rows_printer(r, table_run, t);
    }
    return r;
}
