/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_style: a measurement as a row of TSV, CSV, JSON or Markdown. */
#pragma once

#include "tui/results/rows.h"

/* The number of columns of a new table, of Markdown of one without measurements in turns. */
int row_columns(enum rows_style);
/* The number of our columns in a table, by its first line; 0: not our table. */
int row_columns_of(const char *line, enum rows_style);

/* A cell of a line, quoted or escaped for the style; the end of the line. */
void row_cell(FILE *, enum rows_style, bool first, const char *text);
void row_end(FILE *, enum rows_style);

/* A line of `count` fields; row NULL: the column names; `rule`: the line below the header of Markdown. */
void row_print(FILE *, enum rows_style, int count, const json_t *row, bool rule);
void row_print_header(FILE *, enum rows_style, int count);
/* The header with the first `count` columns; freed by the caller. */
char *row_header(enum rows_style, int count);

/* An element of a JSON array: the fields present, in column order, and why the row is not "ok". */
void row_print_object(FILE *, const json_t *row, bool first);
