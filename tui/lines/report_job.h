/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_job: a report under way: what has been measured for it, and the folder that it is written to. */
#pragma once

#include "tui/canvas/groups.h"
#include "tui/lines/lines_parts.h"
#include "tui/report/select.h"

struct row_table;

enum { REPORT_PATH = 2300, REPORT_STAMP = 64 };

struct report_job {
    struct lines *lines;
    const struct options *options;
    const struct report *report;
    const char *name;   /* "S1", or the matrix */
    const char *folder; /* exists */
    bool quick;
    struct pool pool;
    struct published published; /* no rows where it cannot be read */
    struct row_table *rows;     /* of every measurement, as it comes */
    const json_t *matrix;       /* the event of the one whose measurements come */
    char stamp[REPORT_STAMP];   /* of its file, when it was opened */
    json_t *measured;           /* [matrix event]…: what was opened */
    json_t *kept;               /* what an unfinished run of the same report has left */
    json_t *left;               /* texts: what was left out, and why */
    json_t *advice;             /* `advice` events */
    json_t *spy;                /* a `spy` event; NULL: none */
    int steps, done;            /* matrices */
    double begin_ms;
    FILE *page;                     /* report.md… */
    const struct report_item *item; /* …the item being written… */
    char stem[100];                 /* …and how the names of its files begin: "figure-3" */
    FILE *data;                     /* what will be its STEM.tsv */
    char *tsv;                      /* that text */
    size_t tsv_bytes;
    char stopped[200]; /* why it ended early; "": it did not */
};

/* Opens each matrix once and runs on it all benches that name it, those with the fewest nonzeros first. False: *e,
   where nothing can be measured at all; being stopped is no failure. */
bool report_measure(struct report_job *, struct err *);

/* NAME.unfinished in the folder: made, or read into job->kept (which the caller frees); the record of a bench on a
   matrix, `spec`, whose file has not changed since it was opened then, or NULL; the stamp of the file just opened; the
   measurements from number `from` on as such a record; the end of the file. */
void report_kept_path(const char *folder, const char *name, char path[REPORT_PATH]);
void report_kept_read(struct report_job *);
const json_t *report_kept(const struct report_job *, const char *spec, const char *line);
void report_kept_stamp(struct report_job *);
void report_keep(const struct report_job *, const char *spec, const char *line, size_t from);
void report_kept_end(const struct report_job *);

/* Writes report.md and the figures and tables that it shows. */
bool report_page(struct report_job *, struct err *);

/* A line for each device whose roof was in doubt in a measurement. */
void report_put_roofs(FILE *, const struct pool *);

/* For the page: a line in job->left, once. */
void report_leave(struct report_job *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A part of job->item, as Markdown and as files. False: *e. */
typedef bool report_part_writer(struct report_job *, const struct report_part *, struct err *);
report_part_writer report_curve, report_bars, report_pivot, report_beside, report_phases;
report_part_writer report_facts, report_spy, report_histogram, report_formats, report_advice;

/* The published result beside pair i of the pool, where the part means that pair; NULL: there is none. */
const struct published_row *report_published(const struct report_job *, const struct report_part *, size_t i);

/* Says on the page that there is nothing to show; true. */
bool report_nothing(const struct report_job *);
/* Whether one of the words is this one. */
bool report_has_word(const char *words, const char *word);

/* Writes a text (NULL: there was no memory for it) into the folder. */
bool report_save(const struct report_job *, const char *name, const char *text, struct err *);
/* Opens job->data, for all of the page / closes it. */
bool report_data_begin(struct report_job *, struct err *);
void report_data_end(struct report_job *);
/* Writes the picture (allocated; freed here; NULL: there was no memory) into the folder, which the page then shows, and
   its data. */
bool report_picture(struct report_job *, const char *stem, const char *title, char *svg, struct err *);
/* Writes what job->data has (nothing: no file), and begins it anew; the page has a link. */
bool report_data(struct report_job *, const char *stem, struct err *);
/* "Figure 3: TITLE"; of a section its title alone. */
void report_title(const struct report_item *, char *out, size_t size);
/* "Xeon · box · 2026-01-31 · nzscope 0.1.0; 21 matrices, 16 of them twins", of the pairs meant; with a chart (else
   NULL) of those that have a group there. */
void report_caption(const struct report_job *, const char *rows, const struct group_chart *, char *out, size_t size);
/* The group of a matrix, which may be a twin there; NULL: there is none. */
struct bar_group *report_group(const struct group_chart *, const char *matrix);
/* Whether the words after `pivot`, `bars` and `curve` are known. False: *e says which item has others. */
bool report_words(const struct report *, struct err *e);
