/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot_rows: a table of two settings in place of the rows, as --pivot says. */
#include "tui/lines/pivot.h"
#include "tui/lines/table.h"

/* The rows are only collected. */
static void print_nothing(FILE *f, void *state, const json_t *measurement)
{
}

struct row_table *pivot_begin(const struct options *o, const int *spoken, const json_t *all, enum rows_style *style,
                              struct pivot **p, struct err *e)
{
    const char *axes = o->value[OPT_PIVOT] ? o->value[OPT_PIVOT] : "matrix,kernel";
    if ((o->value[OPT_PIVOT] || o->value[OPT_GROUP]) && !(*p = pivot_new(axes, e)))
        return NULL;
    struct row_table *r = rows_begin(o, spoken, all, style, e);
    if (!r || !o->value[OPT_PIVOT])
        return r;
    rows_printer(r, print_nothing, NULL);
    if (table_width() && !o->value[OPT_TSV] && !o->value[OPT_CSV] && !o->value[OPT_OUT])
        *style = ROWS_MD; /* for reading, not for cutting */
    return r;
}

void pivot_end(struct pivot *p, struct row_table *r, const struct options *o, enum rows_style style)
{
    const char *path = o->value[OPT_OUT];
    char *text = pivot_text(p, style), *shown = NULL;
    rows_text(r, text);
    if (path && strcmp(path, "-") != 0 && table_width() && (shown = pivot_text(p, ROWS_MD)))
        fputs(shown, stdout);
    fflush(stdout);
    free(shown);
    free(text);
}
