/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_job: a report in progress: its measurements, and its folder. */
#pragma once

#include "core/catalog/published.h"
#include "tui/canvas/groups.h"
#include "tui/lines/lines_parts.h"
#include "tui/report/report.h"
#include "tui/report/select.h"
#include "tui/results/late.h"

struct row_table;

enum { REPORT_PATH = 2300, REPORT_STAMP = 64 };

struct report_job {
    struct lines *lines;
    const struct options *options;
    const struct report *report;
    const char *name;   /* "S1", or the matrix */
    const char *folder; /* exists */
    bool quick, one;    /* one: the report on a matrix */
    struct pool pool;
    struct published published; /* no rows if unreadable */
    struct row_table *rows;     /* of every measurement, once it is complete */
    struct late late;           /* those that are not yet */
    const json_t *matrix;       /* the event of the current matrix */
    char stamp[REPORT_STAMP];   /* of its file, when it was opened */
    json_t *measured;           /* [matrix event]…: opened matrices */
    json_t *kept;               /* left by an unfinished run of the same report */
    json_t *left;               /* texts: what was left out, and why */
    json_t *advice;             /* `advice` events */
    json_t *spy;                /* a `spy` event; NULL: none */
    int steps, done;            /* matrices */
    int bench, benches;         /* the current bench, from 1 */
    double begin_ms;
    FILE *page;                     /* report.md… */
    const struct report_item *item; /* …the item being written… */
    char stem[100];                 /* …and the prefix of its file names: "figure-3" */
    FILE *data;                     /* becomes its STEM.tsv */
    char *tsv;                      /* that text */
    size_t tsv_bytes;
    char stopped[200]; /* why it ended early; "": it did not */
};

/* Opens each matrix once and runs on it all benches that name it, smallest number of nonzeros first. False, with *e:
   nothing can be measured at all; being stopped is not a failure. */
bool report_measure(struct report_job *, struct err *);

/* The path of NAME.unfinished in the folder. */
void report_kept_path(const char *folder, const char *name, char path[REPORT_PATH]);
/* Creates that file, or reads it into job->kept, which the caller frees. */
void report_kept_read(struct report_job *);
/* The record of a bench on a matrix, `spec`, whose file has not changed since; NULL: none. */
const json_t *report_kept(const struct report_job *, const char *spec, const char *line);
/* The size and the time of a matrix's file, which reveal a change; "" for no file. */
const char *report_stamp(const json_t *matrix, char out[REPORT_STAMP]);
/* Appends the measurements from number `from` on as such a record. */
void report_keep(const struct report_job *, const char *spec, const char *line, size_t from);
/* Deletes the file. */
void report_kept_end(const struct report_job *);

/* Writes report.md and its figures and tables. */
bool report_page(struct report_job *, struct err *);

/* A line for each device whose roof was in doubt in a measurement. */
void report_put_roofs(FILE *, const struct pool *);

/* Adds a line to job->left, for the page, once. */
void report_leave(struct report_job *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a part of job->item, as Markdown and as files. False: *e. */
typedef bool report_part_writer(struct report_job *, const struct report_part *, struct err *);
report_part_writer report_curve, report_bars, report_pivot, report_beside, report_phases;
report_part_writer report_facts, report_spy, report_histogram, report_formats, report_advice;

/* The published result beside pair i of the pool, if the part selects that pair; NULL: none. */
const struct published_row *report_published(const struct report_job *, const struct report_part *, size_t i);

/* Says on the page that there is nothing to show; returns true. */
bool report_nothing(const struct report_job *);
bool report_has_word(const char *words, const char *word);

/* Writes the picture (allocated; freed here; NULL: out of memory) into the folder and onto the page, and its data. */
bool report_picture(struct report_job *, const char *stem, const char *title, char *svg, struct err *);
/* Writes job->data (if empty: no file) and restarts it; the page gets a link. */
bool report_data(struct report_job *, const char *stem, struct err *);
/* "Figure 3: TITLE"; for a section only its title. */
void report_title(const struct report_item *, char *out, size_t size);
/* "Xeon · box · 2026-01-31 · nzscope 0.1.0; 21 matrices, 16 of them twins", of the selected pairs; with a chart (else
   NULL), of those with a group in it. */
void report_caption(const struct report_job *, const char *rows, const struct group_chart *, char *out, size_t size);
/* The group of a matrix, which may be a twin there; NULL: none. */
struct bar_group *report_group(const struct group_chart *, const char *matrix);
/* Whether the words after `pivot`, `bars` and `curve` are known. False: *e names the item with others. */
bool report_words(const struct report *, struct err *e);
