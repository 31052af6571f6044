/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison: matrices, or current and former runs, in columns: what differs, and how fast each kernel is. */
#pragma once

#include "core/measure/interval.h"
#include "tui/verdict/problem.h"
#include "tui/verdict/standing.h"
#include "tui/views/scene.h"

enum { COMPARISON_COLUMNS = 6, COMPARISON_LINES = 96, COMPARISON_FACTS = 24 };

struct comparison_column {
    const struct model_look *look; /* NULL: nothing is known of the matrix but its results */
    const struct baseline *before; /* where its results are from; NULL: this session */
    char title[160];
    int faster, slower, unclear; /* lines beside the first column */
};

/* The newest result of a kernel in a column. */
struct comparison_cell {
    const json_t *row;      /* NULL: there is none */
    struct contender speed; /* in GFLOPS or Gnnz/s */
    enum standing standing; /* among all kernels of the column */
    /* beside the first column; */
    bool beside;       /* both have a speed, and */
    const char *apart; /* NULL, or why the two must not be compared: "other machine" */
    double ratio;      /* how many times as fast */
    struct versus versus;
};

struct comparison_line {
    char kernel[64], tag[160]; /* tag: threads and parameters, where the kernel has several lines */
    int threads;
    char params[128];
    struct comparison_cell cell[COMPARISON_COLUMNS];
};

struct comparison {
    struct comparison_column column[COMPARISON_COLUMNS];
    int columns;
    struct comparison_line line[COMPARISON_LINES];
    int lines;
    bool flops;
    char problem[64]; /* "mul · k=1 · f64": that of comparison_newest; "" there are no results */
};

/* The open matrix comes first, then what was picked; else all other matrices of the session, and the baseline. */
void comparison_make(const struct scene *, struct comparison *);
/* Without the results: the columns and the problem. Returns the newest run; NULL: there are no results. */
const struct model_run *comparison_begin(const struct scene *, struct comparison *);

/* The newest run, of the first column that has one, whose problem most of the columns have, of several that which is
   set; NULL: none has. */
const struct model_run *comparison_newest(const struct scene *, const struct comparison *);
/* Fills lines and cells with the results of problems like that of this run. */
void comparison_collect(const struct model *, struct comparison *, const struct model_run *like);

/* What the columns differ in. */
struct comparison_fact {
    const char *label;
    char text[COMPARISON_COLUMNS][40];
};
/* Only those that differ; returns how many. */
int comparison_facts(const struct comparison *, struct comparison_fact out[COMPARISON_FACTS]);

/* All of it; `at` is the first line of kernels, `skip` how many columns after the first are left out at the left. */
void comparison_draw(const struct scene *, struct canvas *, struct rect);
/* "mul · k=1 · f64 · B and C of 5". */
void comparison_aside(const struct scene *, char *text, size_t size);
/* "up", "left"…; false: another word, or there is no more. */
bool comparison_move(const struct scene *, struct view_state *, const char *word);

/* The lines and columns of the parts. Lines of a part that is not shown are 0. */
struct comparison_page {
    const struct scene *scene;
    const struct comparison *x;
    struct canvas *c;
    struct rect r;
    struct comparison_fact fact[COMPARISON_FACTS];
    int label, width;              /* cells of the labels, and of each column */
    int shown[COMPARISON_COLUMNS]; /* columns, from left to right */
    int columns, facts;
    int spy, hist, fact_lines, lines; /* lines for each part; the last: of kernels */
    int pitch;                        /* lines from one kernel to the next: from 2 on, bars are two high */
    int at;                           /* the first kernel */
};

/* The first cell of the i-th column that is shown. */
static inline int comparison_left(const struct comparison_page *p, int i)
{
    return p->label + 1 + i * (p->width + 1);
}

/* The axis, the kernels with their bars, and how many are faster and slower, from this row on. */
void comparison_kernels(const struct comparison_page *, int row);
