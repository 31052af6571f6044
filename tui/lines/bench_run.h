/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_run: a bench in progress: its options, and the outcome so far. */
#pragma once

#include "tui/lines/lines_parts.h"
#include "tui/results/baseline.h"
#include "tui/results/kept.h"
#include "tui/results/late.h"

struct pivot;
struct row_table;
struct summary;

/* Results beside former ones. */
struct bench_former {
    struct baseline baseline;
    double threshold; /* a share: slower by more than this counts; NAN: no gate */
    json_t *seen;     /* the newest measurement of each key (results_key) */
    int compared;     /* results that have a former one */
    json_t *unclear;  /* of these, the measurements that may be faster or slower */
    int verdict[4];   /* of these, by verdict: faster, slower, same, unclear */
    int slow, open;   /* of these, clearly slower by more than the threshold; not excluded by their intervals */
    unsigned unknown; /* what is not known of them (diff_unknown) */
};

/* Results beside the target spread. */
struct bench_until {
    double spread;      /* the target; 0: none */
    int measured, wide; /* results, and those that missed it… */
    char widest[200];   /* …the last of them: "cora cpu.csr.omp ×2 f64 k=1 (±4.2%)" */
};

/* Results beside --samples: a measurement ends at its time limit all the same. */
struct bench_samples {
    int64_t asked, least; /* 0: not asked; the fewest of a result that has fewer */
    int measured, few;    /* results; those with fewer */
};

/* The load of the results that say the machine was busy: measuring longer does not help. The most of all. */
struct bench_load {
    bool busy;     /* there are some */
    double others; /* on so many processors… */
    int threads;   /* …beside so many threads; 0: not beside a team */
};

struct bench_run {
    /* where the measurements go */
    struct lines *lines;
    struct row_table *rows;
    struct pivot *pivot;     /* replaces the rows, or is drawn as bars; NULL: none */
    struct summary *summary; /* NULL: none wanted */
    json_t *judged;          /* measurements on a matrix, for the verdict; NULL: no verdict */
    struct model *told;      /* all runs, for a picture, or for the answer below their bars; NULL: neither */
    bool answers;            /* bars are shown, and end in the answer */
    bool keeps;              /* results go to `kept`, unless that failed */
    int64_t repeat;          /* measures everything so often */
    struct kept kept;
    /* what is asked of the engine, and where it is */
    const char *kernels;   /* from the options; NULL: all */
    char line[LINES_LINE]; /* the engine's command for a matrix */
    char problem[160];     /* of the newest measurement: "cora f64 k=1" */
    char running[100];     /* the current run, for the progress line… */
    int at;                /* …and its place among the runs of its matrix, from 1 */
    struct late late;      /* measurements that are not complete yet */
    bool died;             /* an engine died, and another continues */
    /* the outcome so far */
    struct err first; /* the first outcome that is not ok */
    json_t *ran;      /* a set of the measured kernels */
    json_t *said;     /* a set of the messages printed about outcomes, as keys */
    bool doubts;      /* the fastest of a problem are in doubt */
    struct bench_former former;
    struct bench_until until;
    struct bench_samples samples;
    struct bench_load load;
};

/* Handles an event of the engine; `arg`: the bench_run. */
void bench_run_event(void *arg, const json_t *event, const char *data, size_t bytes);
/* No more events come of this matrix. */
void bench_run_end(struct bench_run *);
/* Says which results missed --until, or have fewer samples than asked for. */
void bench_run_say_until(struct bench_run *);
void bench_run_say_samples(struct bench_run *);
/* Reports results missing from the baseline, and baseline results not measured. */
void bench_run_say_baseline(struct bench_run *);
