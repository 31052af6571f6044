/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows_style: which kind of table the options ask for. */
#include "tui/lines/rows_style.h"

bool rows_style(const struct options *o, enum rows_style *style, struct err *e)
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
    int given = 0;
    *style = ROWS_TSV;
    for (int i = 0; i < 4; i++) {
        if (o->value[styles[i].option]) {
            *style = styles[i].style;
            given++;
        }
    }
    if (given > 1)
        return err_set(e, ERR_USAGE, "give only one of --tsv, --csv, --json and --md");
    if (o->value[OPT_OUT] && o->value[OPT_APPEND])
        return err_set(e, ERR_USAGE, "either -o or --append, not both");
    return true;
}
