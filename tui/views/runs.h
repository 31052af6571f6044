/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs: the lines of the run panel: column titles and axis, one run with its bar, details of one run. */
#pragma once

#include "tui/views/bars.h"

enum { RUNS_RATE = 7 }; /* columns of the rate, the first of the numbers */

struct runs_panel {
    const struct scene *scene;
    struct canvas *canvas;
    struct rect rect;
    const struct bars *bars;
    struct axis axis;
    int name, tag, bar, bar_width, numbers; /* first columns, and the largest width of bars */
    unsigned columns;                       /* bits: the number columns shown */
    int pitch; /* lines from one bar to the next: 1, 2 or 3; from 2 on, bars are two lines high */
};

/* Divides the width of the panel among the columns, and puts the ticks of the axis at whole ones. */
void runs_place(struct runs_panel *);
/* Column titles, and the axis with its ticks over the bars. */
void runs_head(const struct runs_panel *);
/* The sort that the title in this column of the head selects. */
enum sort runs_sort_at(const struct runs_panel *, int col);
void runs_line(const struct runs_panel *, int row, int i, bool here);
/* What a run is doing, or why it has no speed, on this row. */
void runs_step(const struct scene *, const struct model_run *, char *out, size_t size);
void runs_reason(const struct runs_panel *, int row, const struct model_run *);
/* The details of line i from this row on, at most `lines` lines; returns how many it needs. */
int runs_detail(const struct runs_panel *, int row, int lines, int i);
/* The lines that bars for the ranks or devices of a run need; 0: it has none. */
int runs_parts_lines(const struct model_run *);
/* "k=64 ×20" of a published figure: the settings that the runs' tags also have. */
void runs_published_tag(const struct bars *, const struct published_row *, char *out, size_t size);
/* The former or published result on line i: name, hollow bar, rate, machine. */
void runs_published_line(const struct runs_panel *, int row, int i, bool here);
/* The details; lines and result as for runs_detail. */
int runs_published_detail(const struct runs_panel *, int row, int lines, int i);
