/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars: the runs that the run panel shows, their order and their axis. */
#pragma once

#include "tui/canvas/axis.h"
#include "tui/verdict/problem.h"
#include "tui/verdict/standing.h"
#include "tui/views/scene.h"

enum { BARS_MAX = 256, BARS_LINES = 2 * BARS_MAX + 64 };

/* A line of the panel: a run, its former result, or a published figure. */
struct bars_line {
    int run;                               /* index; -1: a published figure */
    const json_t *before;                  /* the former result of the run; NULL: the run itself */
    const struct published_row *published; /* NULL: not published */
};

struct bars {
    const struct model *model;
    const struct model_run *run[BARS_MAX];
    int n;
    unsigned differ;                  /* bits in which runs differ (problem.h) */
    char common[96];                  /* common to all: "mul · k=1 · f64 · 2 threads" */
    double best;                      /* the highest rate of a finished run; 0: none */
    enum standing standing[BARS_MAX]; /* of each run among the finished ones */
    const struct baseline *baseline;  /* of the former results; NULL: none */
    struct bars_line line[BARS_LINES];
    int lines;
    const char *published; /* the matrix whose published results are shown; NULL: none */
    bool twin;             /* it is the original of the open twin */
};

/* The runs of the newest batch, and the newest of each older run of its problems that it did not repeat; beside GPU
   runs, those with the most threads; all problems of the open matrix if the panel shows all. Sorted. */
void bars_collect(const struct scene *, struct bars *);
/* The index after the newest run of the open matrix; model->first: it has none. */
int bars_end(const struct model *);

/* Makes the lines: each run, with its former result and the published results of its kernel and problem below it; at
   the end, published results of the same problems whose kernels have no run here. */
void bars_publish(const struct scene *, struct bars *);
/* The run on line i; NULL: another result. */
const struct model_run *bars_run(const struct bars *, int i);
/* Whether line i is another result, and which: `machine` of a former one has the comparison. */
bool bars_figure(const struct bars *, int i, struct published_row *out);
/* How run i differs from its neighbours, except for the kernel: "k=16 f32 ×4"; often "". Returns out. */
char *bars_tag(const struct bars *, int i, char out[96]);
/* Writes `differ` and `common`. */
void bars_label(struct bars *);
/* The run under the cursor of the run panel; for a former or published result, the run above it; NULL: none. */
const struct model_run *bars_cursor(const struct scene *);

/* The rate that a bar shows, in the unit of its operation; NaN: none yet. */
double bars_rate(const struct model_run *);
double bars_published_rate(const struct published_row *);
/* The fastest library run of the same problem on the same device; NULL: none, or it is a library itself. */
const struct model_run *bars_library(const struct bars *, const struct model_run *);
int bars_flagged(const struct bars *, const char *flag);
/* The time of preparation, with the upload: "3.85 ms", "≈3.85 ms" if the machine was busy. */
char *bars_prepare(char out[TEXT_SIZE], const struct model_run *);
/* That of choosing, which this leaves out; "": it does not choose. */
char *bars_choosing(char out[TEXT_SIZE], const struct model_run *);
/* Both: "prepare 3.85 ms + choose 81.2 ms". */
enum { BARS_PREPARE = 96 };
char *bars_prepare_parts(char out[BARS_PREPARE], const struct model_run *);
/* The speed ratio of a run to that library: "1.3×", "≈1.0×". */
char *bars_ratio(char out[TEXT_SIZE], const struct model_run *, const struct model_run *library);
/* The rate of the run at its roof; NaN: unknown. */
double bars_roof(const struct model_run *);

struct axis bars_axis(const struct bars *, enum scale);
/* An axis for rates from lo > 0 to `top`, and for roofs up to `roofs`. */
struct axis bars_axis_over(double lo, double top, double roofs, enum scale);
/* The length of a bar on an axis of `width` columns, 0..width. */
double bars_length(const struct axis *, double rate, int width);
