/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot_parts: the tables and lines of a pivot, for those that write and draw them. */
#ifndef NZ_PIVOT_PARTS_H
#define NZ_PIVOT_PARTS_H

#include "tui/lines/pivot.h"
#include "tui/model/standing.h"

enum { PIVOT_LABEL = 240, PIVOT_COLUMNS = 64 };

struct pivot {
    const char *row, *column;
    const char *value; /* a member of measurements; "": the rate */
    json_t *measured;  /* [measurement, matrix]… */
};

/* The measurements that agree in all that is neither row nor column. */
struct pivot_table {
    const struct pivot *pivot;
    char heading[2 * PIVOT_LABEL]; /* "mul · f64 · k=64 · warm" */
    char column[PIVOT_COLUMNS][PIVOT_LABEL];
    int columns;
    bool facts; /* a row is a matrix */
};

struct pivot_line {
    char name[PIVOT_LABEL];
    const json_t *cell[PIVOT_COLUMNS]; /* NULL: not measured */
    enum standing standing[PIVOT_COLUMNS];
    const json_t *any, *matrix; /* one of the measurements, and the event of its matrix */
};

/* The i-th table. False: there is none. */
bool pivot_table_at(const struct pivot *, int i, struct pivot_table *);
/* The next line of a table; *at is 0 at first. False: no more. */
bool pivot_line_next(const struct pivot_table *, size_t *at, struct pivot_line *);
/* What a cell shows; NaN: it has no value. */
double pivot_value(const struct pivot *, const json_t *measurement);
/* "GFLOPS", "ms", … */
const char *pivot_unit(const struct pivot *);

#endif
