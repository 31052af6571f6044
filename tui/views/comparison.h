/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison: matrices, or current and former runs, in columns: their differences, and the speed of each kernel. */
#pragma once

#include "tui/verdict/problem.h"
#include "tui/verdict/standing.h"
#include "tui/views/scene.h"

enum { COMPARISON_COLUMNS = 6, COMPARISON_LINES = 96, COMPARISON_FACTS = 24 };

struct comparison_column {
    const struct model_look *look; /* NULL: only the matrix's results are known */
    const struct baseline *before; /* the source of its results; NULL: this session */
    char title[160];
    int faster, slower, unclear; /* lines compared with the first column */
};

/* The newest result of a kernel in a column. */
struct comparison_cell {
    const json_t *row;      /* NULL: none */
    struct contender speed; /* in GFLOPS or Gnnz/s */
    enum standing standing; /* among all kernels of the column */
    /* beside the first column; */
    bool beside;       /* both have a speed, and */
    const char *apart; /* NULL, or why the two must not be compared: "other machine" */
    double ratio;      /* speed ratio */
    struct versus versus;
};

struct comparison_line {
    char kernel[64], tag[160]; /* tag: threads and parameters, if the kernel has several lines */
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
    char problem[64]; /* "mul · k=1 · f64": the problem of the newest run; "": no results */
};

/* The open matrix comes first, then the picked partners, or else all other matrices of the session and the baseline. */
void comparison_make(const struct scene *, struct comparison *);
/* Without the results: only columns and problem. Returns the newest run; NULL: no results. */
const struct model_run *comparison_begin(const struct scene *, struct comparison *);

/* A fact in which the columns differ. */
struct comparison_fact {
    const char *label;
    char text[COMPARISON_COLUMNS][40];
};
/* Only differing facts; returns how many. */
int comparison_facts(const struct comparison *, struct comparison_fact out[COMPARISON_FACTS]);

/* The whole comparison; `at` is the first line of kernels, `skip` the number of hidden columns after the first. */
void comparison_draw(const struct scene *, struct canvas *, struct rect);
/* "mul · k=1 · f64 · B and C of 5". */
void comparison_aside(const struct scene *, char *text, size_t size);
/* "up", "left"…; false: another word, or the end. */
bool comparison_move(const struct scene *, struct view_state *, const char *word);

/* The lines and columns of the parts; 0 lines: hidden. */
struct comparison_page {
    const struct scene *scene;
    const struct comparison *x;
    struct canvas *c;
    struct rect r;
    struct comparison_fact fact[COMPARISON_FACTS];
    int label, width;              /* cells of the labels, and of each column */
    int shown[COMPARISON_COLUMNS]; /* columns, from left to right */
    int columns, facts;
    int spy, hist, fact_lines, lines; /* lines of each part; the last: of kernels */
    int pitch;                        /* lines from one kernel to the next: from 2 on, bars are two high */
    int at;                           /* the first kernel */
};

/* The first cell of the i-th visible column. */
static inline int comparison_left(const struct comparison_page *p, int i)
{
    return p->label + 1 + i * (p->width + 1);
}

/* The axis, the kernels with their bars, and the counts of faster and slower ones, from this row on. */
void comparison_kernels(const struct comparison_page *, int row);
