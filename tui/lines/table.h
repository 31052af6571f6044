/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table: what is printed on a terminal: measurements as lines with bars, lists as columns that fit its width. */
#pragma once

#include "tui/input/options.h"
#include "tui/results/readable.h"
#include "tui/results/rows.h"

/* Columns of the terminal on the standard output, at least 40; 0: it is none. */
int table_width(void);

/* The same, 80 where there is none. */
int table_columns(void);
/* Whether only ASCII can be shown there, as the locale says. */
bool table_ascii(void);

/* A measurement as a line of eight columns: kernel, bar, rate, spread, roof, speedup, time, status; unsupported ones
   are left out. Bars are on one axis from heading to heading, up to the roof where that is near; a faster run, as the
   first one on a GPU, needs a longer one: then all since the heading is printed again in its place, if it is still on
   the screen, or the longer axis stands above that run. A measurement with a `former` result and the `change` since
   then (a text) gets a dim bar of it below. Parameters are named where there is room, or where they are all that
   differs. Zeros at first, but for width, ascii, rows and spoken. */
struct table_runs {
    int width, rows;   /* of the terminal; rows 0: what is printed stays */
    const int *spoken; /* counts what others print there; NULL: nobody does */
    bool ascii;
    char heading[400], kernel[64];    /* the last ones */
    char flags[64], flags_before[64]; /* those explained; before the heading */
    double top;                       /* where the axis ends… */
    bool far;                         /* …and it was said of a roof that it is beyond */
    json_t *since;                    /* the measurements below the heading… */
    int lines, heard;                 /* …in so many lines, and what others had printed by then */
};
void table_run(FILE *, void *table_runs, const json_t *measurement);

/* The height of the terminal on the standard output; 0: it is none, or its width is not `width`. */
int table_rows(int width);

/* "cora cpu.csr.omp ×2 f64 k=1 cold": these members of a measurement, names separated by blanks, as far as they apply,
   with `between` between them. */
void table_words(const json_t *measurement, const char *members, const char *between, char *out, size_t size);

/* "demo · mul · k=16 · f64 · cold · rcm": the problem of a measurement. */
void table_heading(const json_t *measurement, char *out, size_t size);

/* "cpu.csr.omp ×2 SCHEDULE=static", "cpu.auto ×2 → sell.simd": its kernel, with parameters or without. */
void table_name(const json_t *measurement, bool params, char *out, size_t size);

/* "cora cpu.csr.omp ×2 f64 k=1": a run within a line of text; without the kernel "cora f64 k=1". */
void table_run_name(const json_t *measurement, bool kernel, char *out, size_t size);
/* The first three of an array, "…" for the others. Returns out. */
char *table_run_names(const json_t *measurements, char *out, size_t size);

/* An array of objects: the members in `columns` (names separated by blanks), each as wide as its widest value. The last
   one takes what is left and goes on below where it is longer. Columns without any value are left out. */
void table_list(FILE *, int width, const char *columns, const json_t *array);

/* Text broken at blanks to the width, each line but the first after `indent` blanks; the first begins at `column`. */
void table_wrap(FILE *, int width, int column, int indent, const char *text);

/* "nzscope: …" on the error output, broken at blanks where that is a terminal. */
void table_say(const char *text);

/* The table that -o, --append, --tsv, --csv, --json and --md ask for. Without any of them it is lines with bars where
   the standard output is a terminal, else TSV. NULL: ERR_USAGE, or as rows_open. */
struct row_table *rows_begin(const struct options *, const int *spoken, enum rows_style *, struct err *);
