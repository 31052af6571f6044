/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_style: a measurement as a row of TSV, CSV, JSON or Markdown. */
#pragma once

#include "tui/results/rows.h"

enum { ROW_CHOICE = 80 }; /* at least as many as there are columns */

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

/* Columns that a user has named, in that order; count 0: none were. */
struct row_choice {
    bool aligned; /* padded, for a terminal */
    int count;
    int column[ROW_CHOICE];
};
/* From names separated by commas. ERR_USAGE: one is unknown, or there twice. */
bool row_choose(struct row_choice *, const char *names, struct err *);
/* A line of these fields, as row_print. */
void row_print_chosen(FILE *, enum rows_style, const struct row_choice *, const json_t *row, bool rule);

/* An element of a JSON array: of the columns the fields present; of all, also why the row is not "ok". */
void row_print_object(FILE *, const struct row_choice *, const json_t *row, bool first);
