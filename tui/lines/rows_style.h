/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows_style: which kind of table the options ask for. */
#ifndef NZ_ROWS_STYLE_H
#define NZ_ROWS_STYLE_H

#include "tui/input/options.h"
#include "tui/model/rows.h"

/* The table that -o, --append, --tsv, --csv, --json and --md ask for. Without any of them it is lines with bars where
   the standard output is a terminal, else TSV. NULL: ERR_USAGE, or as rows_open. */
struct row_table *rows_begin(const struct options *, enum rows_style *, struct err *);

#endif
