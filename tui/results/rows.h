/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows: measurements as a table in a file: TSV, CSV, JSON or Markdown, one row as soon as it is known; whole rows at
   the end of a table that several programs may write at once. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

struct row_table;

enum { APPEND_LINE = 4096 };

struct append {
    int fd;                  /* -1: not open */
    char first[APPEND_LINE]; /* the first line of the table, without its end */
    bool whole;              /* its last line has an end */
};

/* Opens or makes the file. One that is empty gets `header`, once however many programs begin together; nothing else is
   changed. ERR_INPUT. */
bool append_open(struct append *, const char *path, const char *header, struct err *);

/* Adds whole rows; those of others come before or after, never between. ERR_INPUT. */
bool append_put(struct append *, const char *rows, size_t length, struct err *);

void append_close(struct append *);

/* What the fields of a column hold. */
enum row_kind { ROW_TEXT, ROW_COUNT, ROW_NUMBER };

/* What the column of this name holds; text if there is none. */
enum row_kind rows_kind(const char *name);

enum rows_style { ROWS_TSV, ROWS_CSV, ROWS_JSON, ROWS_MD };

/* The style that the name of a file asks for: .tsv, .csv, .json, .md; false: none. */
bool rows_style_of(const char *path, enum rows_style *);

/* Where the rows go: `path` (NULL or "-": the standard output), whole or not at all; or, with `append`, at the end of
   that file, which gets a header when it is new or empty, and else is to have ours or its beginning: then the rows have
   these columns alone. ERR_INPUT, ERR_USAGE. */
struct row_table *rows_open(const char *path, bool append, enum rows_style, struct err *);

/* Measurements are printed by this from now on, and not in the style; after the last one it is called with NULL, and
   `state` is freed. */
typedef void row_printer(FILE *, void *state, const json_t *measurement);
void rows_printer(struct row_table *, row_printer *, void *state);

/* Whether something else prints the measurements. */
bool rows_printed(const struct row_table *);

/* Adds a measurement; fields that it does not have stay empty. False: it cannot be written, and so it is from then on;
   rows_close says why. */
bool rows_put(struct row_table *, const json_t *measurement);

/* Whether there is still somebody to write rows for, and something to write them to. */
bool rows_writes(const struct row_table *);

/* How many there are: Markdown leaves out what a kernel does not support. */
int rows_count(const struct row_table *);

/* Puts text of its own into the table's file. NULL: there was no memory to make it. */
bool rows_text(struct row_table *, const char *text);

/* Keeps a line for the foot of the table; false: a table of this style, or one that grows, has none. */
bool rows_note(struct row_table *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Frees, and leaves what was there in the place of the file; *e says what could not be written. NULL is fine. */
void rows_drop(struct row_table *, struct err *);

/* Ends the table and puts the file in place, after a failure with the rows that are whole; frees. False: *e says what
   could not be written, nothing where nobody reads the standard output any more. NULL is fine. */
bool rows_close(struct row_table *, struct err *);
