/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot: the speeds of a bench as a table of two settings, "matrix×kernel", with the best and the worst of each row, or
   of each column where a row is a kernel. */
#pragma once

#include "tui/canvas/groups.h"
#include "tui/input/options.h"
#include "tui/results/rows.h"
#include "tui/verdict/standing.h"

/* Rows and columns, "matrix×kernel" or "k,threads", and the quantity if it is not the rate: "matrix,kernel,speedup".
   NULL: ERR_USAGE, ERR_MEMORY. */
struct pivot *pivot_new(const char *axes, struct err *);
void pivot_free(struct pivot *); /* NULL is fine */

/* `matrix`: its event, for the facts beside a matrix. */
void pivot_add(struct pivot *, const json_t *measurement, const json_t *matrix);

/* One table for each combination of the settings that are neither row nor column. TSV and CSV have plain numbers, and
   separate columns for the best and the worst; Markdown marks them in place. Allocated; NULL: out of memory. */
char *pivot_text(struct pivot *, enum rows_style);

/* As rows_begin; with --pivot the rows are only collected. *p: what --pivot prints, or --group draws; NULL: neither. */
struct row_table *pivot_begin(const struct options *, const int *spoken, const json_t *all, enum rows_style *,
                              struct pivot **p, struct err *);
/* With --pivot, before rows_close: the tables; on a terminal they are shown, too, if they go to a file. */
void pivot_end(struct pivot *, struct row_table *, const struct options *, enum rows_style);

/* The i-th table as bars, one group per row; freed with groups_free. False: none. */
bool pivot_groups(struct pivot *, int i, struct group_chart *);

enum { PIVOT_LABEL = 240, PIVOT_COLUMNS = 64 };

struct pivot {
    const char *row, *column;
    const char *value; /* a member of measurements; "": the rate */
    json_t *measured;  /* [measurement, matrix]… */
    /* The place of each, once a table is requested. */
    struct pivot_place {
        char heading[2 * PIVOT_LABEL]; /* "mul · f64 · k=64 · warm" */
        char row[PIVOT_LABEL], column[PIVOT_LABEL];
        int rival;              /* its number among the rows of its column… */
        enum standing standing; /* …if the cells of a column are compared, and its table has been requested */
    } * place;
    size_t places;
};

/* The measurements that agree in everything that is neither row nor column. */
struct pivot_table {
    const struct pivot *pivot;
    const char *heading, *column[PIVOT_COLUMNS];
    int columns;
    bool facts; /* a row is a matrix */
};

struct pivot_line {
    const char *name;
    const json_t *cell[PIVOT_COLUMNS]; /* NULL: not measured */
    enum standing standing[PIVOT_COLUMNS];
    const json_t *any, *matrix; /* one of the measurements, and the event of its matrix */
};

/* The i-th table. False: none. */
bool pivot_table_at(struct pivot *, int i, struct pivot_table *);
/* The next line of a table; *at is 0 at first. False: no more. */
bool pivot_line_next(const struct pivot_table *, size_t *at, struct pivot_line *);
/* The value of a cell; NaN: none. */
double pivot_value(const struct pivot *, const json_t *measurement);
/* Whether the cells of a column are compared, and not those of a row. */
bool pivot_ranks_columns(const struct pivot *);
/* "GFLOPS", "ms", … */
const char *pivot_unit(const struct pivot *);
/* On which machine all was measured, with all processors and libraries (machine_text). */
void pivot_machine(const struct pivot *, char *out, size_t size);

/* As SVG, one file per table: A.svg, A-2.svg. ERR_INPUT, ERR_USAGE if nothing was measured. */
bool bench_group_write(struct pivot *, const char *path, struct err *);
