/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows_style: which kind of table the options ask for. */
#ifndef NZ_ROWS_STYLE_H
#define NZ_ROWS_STYLE_H

#include "tui/input/options.h"
#include "tui/model/rows.h"

/* The style that --tsv, --csv, --json or --md asks for, TSV without. ERR_USAGE. */
bool rows_style(const struct options *, enum rows_style *, struct err *);

#endif
