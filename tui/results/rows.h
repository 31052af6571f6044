/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows: measurements as a table in a file: TSV, CSV, JSON or Markdown, row by row; appends whole rows to a table that
   several programs may write at once. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

struct row_table;

enum { APPEND_LINE = 4096 };

struct append {
    int fd;                  /* -1: not open */
    char first[APPEND_LINE]; /* the first line of the table, without its end */
    bool whole;              /* its last line is complete */
};

/* Opens or creates the file. An empty one gets `header`, once, however many programs start together. ERR_INPUT. */
bool append_open(struct append *, const char *path, const char *header, struct err *);

/* Appends whole rows; rows of other programs come before or after, never between. ERR_INPUT. */
bool append_put(struct append *, const char *rows, size_t length, struct err *);

void append_close(struct append *);

enum row_kind { ROW_TEXT, ROW_COUNT, ROW_NUMBER };

struct rows_column {
    const char *name, *what;
    enum row_kind kind;
};
/* The columns that a row can have, in order; NULL after the last. */
const struct rows_column *rows_column(int i);

/* The contents of the column of this name; text if unknown. */
enum row_kind rows_kind(const char *name);

enum rows_style { ROWS_TSV, ROWS_CSV, ROWS_JSON, ROWS_MD };

/* The style for a file name: .tsv, .csv, .json, .md; false: none. */
bool rows_style_of(const char *path, enum rows_style *);

/* Where the rows go: `path` (NULL or "-": the standard output), completely or not at all; or, with `append`, the end of
   that file. A new or empty file gets a header; any other must have our header or its beginning, and rows then have
   only those columns. ERR_INPUT, ERR_USAGE. */
struct row_table *rows_open(const char *path, bool append, enum rows_style, struct err *);

/* Before the first measurement: only these columns, "kernel,k,gflops", in this order; `aligned` for a terminal.
   ERR_USAGE: one is unknown. */
bool rows_choose(struct row_table *, const char *names, bool aligned, struct err *);

/* Measurements are printed by this function, not in the style; after the last with NULL, and `state` is freed. */
typedef void row_printer(FILE *, void *state, const json_t *measurement);
void rows_printer(struct row_table *, row_printer *, void *state);

/* The same beside the rows, on the standard output: of a table that goes to a file. */
void rows_echo(struct row_table *, row_printer *, void *state);

/* Whether one of these prints the measurements. */
bool rows_printed(const struct row_table *);

/* Adds a measurement; missing fields stay empty. False: writing failed, now and from then on; rows_close says why. */
bool rows_put(struct row_table *, const json_t *measurement);

/* Whether rows can still be written, and are still read. */
bool rows_writes(const struct row_table *);

/* The number of rows; Markdown leaves out what a kernel does not support. */
int rows_count(const struct row_table *);

/* Puts other text into the table's file. NULL: out of memory. */
bool rows_text(struct row_table *, const char *text);

/* Adds a line below the table; false: a table of this style, or one that grows, has none. */
bool rows_note(struct row_table *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Frees it and leaves the former file in place; *e says what could not be written. NULL is fine. */
void rows_drop(struct row_table *, struct err *);

/* Ends the table and puts the file in place; after a failure, with the complete rows. Frees. False: *e says what could
   not be written, nothing if the reader of the standard output is gone. NULL is fine. */
bool rows_close(struct row_table *, struct err *);
