/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars: which runs the run panel shows, in which order, on which axis. */
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
    const struct published_row *published; /* NULL: it is none */
};

struct bars {
    const struct model *model;
    const struct model_run *run[BARS_MAX];
    int n;
    unsigned differ;                  /* in what not all runs are alike (problem.h) */
    char common[96];                  /* what all have in common: "mul · k=1 · f64 · 2 threads" */
    double best;                      /* the highest rate of a finished run; 0: there is none */
    enum standing standing[BARS_MAX]; /* of each run among the finished ones */
    const struct baseline *baseline;  /* of the former results; NULL: there are none */
    struct bars_line line[BARS_LINES];
    int lines;
    const char *published; /* the matrix whose published results stand between them; NULL: there are none */
    bool twin;             /* that is the original of a twin that is open */
};

/* The runs of the newest batch and the older ones of its problems that it did not repeat, newest of each, beside
   those of a GPU the ones with most threads; all problems of the open matrix if the panel shows all. Sorted. */
void bars_collect(const struct scene *, struct bars *);

/* Makes the lines: each run, below it its former result and the published results of its kernel and problem; at the end
   those of the same problems whose kernels have no run here. */
void bars_publish(const struct scene *, struct bars *);
/* The run on line i; NULL: it is another result. */
const struct model_run *bars_run(const struct bars *, int i);
/* Whether line i is another result, and which: a former one has in `machine` how it compares. */
bool bars_figure(const struct bars *, int i, struct published_row *out);
/* How run i differs from its neighbours, the kernel aside: "k=16 f32 ×4"; often "". Returns out. */
char *bars_tag(const struct bars *, int i, char out[96]);
/* Writes `differ` and `common`. */
void bars_label(struct bars *);
/* The run under the cursor of the run panel; of a former or published result, the one above it; NULL: there is none. */
const struct model_run *bars_cursor(const struct scene *);

/* What a bar shows: in the unit of its operation; NaN: nothing yet. */
double bars_rate(const struct model_run *);
double bars_published_rate(const struct published_row *);
/* The fastest library run of the same problem on the same device; NULL: none, or it is a library itself. */
const struct model_run *bars_library(const struct bars *, const struct model_run *);
/* What preparing took, with the upload: "3.85 ms", "≈3.85 ms" where other programs ran. */
char *bars_prepare(char out[TEXT_SIZE], const struct model_run *);
/* How many times as fast a run is as that library: "1.3×", "≈1.0×". */
char *bars_ratio(char out[TEXT_SIZE], const struct model_run *, const struct model_run *library);
/* The rate of the run at its roof; NaN: unknown. */
double bars_roof(const struct model_run *);

struct axis bars_axis(const struct bars *, enum scale);
/* An axis for rates from lo > 0 to `top`, and for roofs up to `roofs`. */
struct axis bars_axis_over(double lo, double top, double roofs, enum scale);
/* The length of a bar on an axis of `width` columns, 0..width. */
double bars_length(const struct axis *, double rate, int width);
