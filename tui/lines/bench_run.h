/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_run: a bench under way: what is wanted of it, and what its measurements have said so far. */
#pragma once

#include "tui/lines/lines_parts.h"
#include "tui/results/late.h"
#include "tui/results/results.h"

struct pivot;
struct row_table;
struct summary;

struct bench_run {
    struct lines *lines;
    struct row_table *rows;
    struct summary *summary;  /* NULL: none wanted */
    json_t *judged;           /* what was measured on a matrix, for the verdict; NULL: nowhere to say it */
    struct model *told;       /* all runs, for a picture, or for the answer below their bars; NULL: neither is wanted */
    bool answers;             /* these bars are there, and end in that answer */
    struct kept kept;         /* with --keep */
    struct baseline baseline; /* with --baseline: former results */
    int compared;             /* results that were compared with one of them */
    json_t *seen;             /* with a baseline: the newest measurement of each key (results_key) */
    double threshold;         /* a share: slower by more than this counts; NAN: nothing does */
    int slower, open;         /* of these clearly slower by more than that; not excluded by their intervals */
    unsigned unknown;         /* what is not known of them (diff_unknown) */
    const char *kernels;      /* as asked for; NULL: all */
    struct pivot *pivot;      /* NULL: none wanted, in the place of the rows or drawn as bars */
    struct late late;         /* measurements that are not complete yet */
    char problem[160];        /* of the newest measurement: "cora f64 k=1" */
    char running[100];        /* what is being measured, for the progress line… */
    int at;                   /* …and its place among the runs of its matrix, counted from 1 */
    bool died;                /* an engine has, and another one goes on */
    struct err first;         /* the first outcome that is not ok */
    json_t *ran;              /* a set of the kernels that were measured */
    json_t *said;             /* a set of the messages about outcomes that have been printed: its keys */
    double until;             /* the spread that is wanted; 0: none */
    int measured, wide;       /* with that: results, and those that did not reach it… */
    char widest[200];         /* …the last of them: "cora cpu.csr.omp ×2 f64 k=1 (±4.2%)" */
    bool doubts;              /* of a problem, the fastest are in doubt */
    bool busy;                /* other programs ran, so measuring longer does not help */
    bool keeps;               /* results still go to `kept` */
    char line[LINES_LINE];    /* the engine's command for a matrix */
};

/* Takes an event of the engine; `arg`: the bench_run. */
void bench_run_event(void *arg, const json_t *event, const char *data, size_t bytes);
/* No more events come of this matrix. */
void bench_run_end(struct bench_run *);
/* Which results did not reach --until; nothing where all did. */
void bench_run_say_until(struct bench_run *);
/* Which results the baseline lacks, and which of its own were not measured. */
void bench_run_say_baseline(struct bench_run *);
