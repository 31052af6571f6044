/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table: output on a terminal: measurements as lines with bars, lists as columns that fit its width. */
#pragma once

#include "tui/input/options.h"
#include "tui/results/rows.h"

/* Columns of the terminal on the standard output, at least 40; 0: not a terminal. */
int table_width(void);

/* The same, 80 if it is not a terminal. */
int table_columns(void);
/* Whether the locale allows only ASCII there. */
bool table_ascii(void);
/* Replaces what the locale lacks, "µ" by "u"; returns the text, which does not grow. */
char *table_plain(char *text);

/* Prints measurements, each as a line of eight columns: kernel, bar, rate, spread, roof, speedup, time, status;
   unsupported ones are left out. A run's former result gets a dim bar below its own.

   Bars share one axis from heading to heading, up to the roof if that is near. A faster run needs a longer axis: all
   lines since the heading are printed again in its place. If the heading has left the screen, the bar ends with › where
   the axis does; on another device, such as the first GPU, a longer axis is printed above the run.

   A line names the parameters if there is room, or if nothing else differs from the previous line. */
struct table_runs {    /* zeros at first, except width, ascii, rows, spoken and all */
    int width, rows;   /* of the terminal; rows 0: never prints lines again */
    const int *spoken; /* counts the lines that others print there; NULL: no others */
    const json_t *all; /* every measurement to come, or NULL: not known */
    bool ascii;
    char heading[400], kernel[64];    /* of the last line */
    char flags[64], flags_before[64]; /* flags explained so far; before the heading */
    double top;                       /* end of the axis… */
    char device[64];                  /* …and whose it is */
    bool far, past;                   /* a message said that the roof, or a run, is beyond the axis… */
    bool baseless;                    /* …or that speedups have no base */
    json_t *since;                    /* measurements below the heading */
    int lines, heard;                 /* their number of lines; *spoken when they were printed */
};
void table_run(FILE *, void *table_runs, const json_t *measurement);

/* The height of the terminal on the standard output; 0: not a terminal, or its width is not `width`. */
int table_rows(int width);

/* "cora cpu.csr.omp ×2 f64 k=1 cold": these members of a measurement, as far as they apply, `between` between them. */
void table_words(const json_t *measurement, const char *members, const char *between, char *out, size_t size);

/* "demo · mul · k=16 · f64 · cold · rcm": the problem of a measurement. */
void table_heading(const json_t *measurement, char *out, size_t size);

/* Its kernel, with or without parameters: "cpu.csr.omp ×2 SCHEDULE=static", "cpu.auto ×2 → sell.simd". */
void table_name(const json_t *measurement, bool params, char *out, size_t size);

/* A run within a line of text: "cora cpu.csr.omp ×2 f64 k=1"; without the kernel "cora f64 k=1". */
void table_run_name(const json_t *measurement, bool kernel, char *out, size_t size);
/* The first three of an array, "…" for the others. Returns out. */
char *table_run_names(const json_t *measurements, char *out, size_t size);

/* An array of objects: the members in `columns` (names separated by blanks), each as wide as its widest value. The last
   one gets the rest of the width and continues below. Columns without values are omitted. */
void table_list(FILE *, int width, const char *columns, const json_t *array);

/* Text wrapped at blanks to the width, each line but the first after `indent` blanks; the first begins at `column`. */
void table_wrap(FILE *, int width, int column, int indent, const char *text);
/* The answer to which kernel to use: each sentence on a line of its own. Cuts the text in pieces. */
void table_answer(FILE *, int width, char *text);

/* "nzscope: …" on the error output, wrapped at blanks if that is a terminal. */
void table_say(const char *text);

/* The table for -o, --append, --tsv, --csv, --json and --md. Without any of them: lines with bars if the standard
   output is a terminal, else TSV. NULL: ERR_USAGE, or as rows_open. */
struct row_table *rows_begin(const struct options *, const int *spoken, const json_t *all, enum rows_style *,
                             struct err *);
