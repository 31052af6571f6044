/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_field: the part of a chart on a canvas between its axes. */
#pragma once

#include "tui/canvas/chart.h"

/* The lines are drawn in r, with `down` × `across` dots a cell. */
struct chart_field {
    const struct chart *chart;
    struct axis x, y; /* with ticks in the middles of cells */
    struct canvas *canvas;
    struct rect r;
    int down, across;
    bool named[CHART_SERIES]; /* there is room for the series' name */
    bool dim[CHART_SERIES];   /* worse than others: drawn below them, without colour */
    bool crowded;             /* letters only at the ends of lines, and no intervals */
    bool bare;                /* dim lines are not drawn */
    bool apart;               /* notches have a row of their own, below the figures of x; else they are on the axis */
    bool doubts;              /* points that are doubtful have a ? */
    int hidden;               /* points whose letter does not fit beside others */
};

int chart_col(const struct chart_field *, double x);
int chart_row(const struct chart_field *, double y);

enum role chart_role(const struct chart_field *, const struct chart_series *);
/* Draws all lines, dim ones below the others, measured ones above limits. */
void chart_lines(const struct chart_field *);
/* Draws the letter of a line at its last point, and at earlier points that are far enough apart; beside another letter
   if one is there; ▾ above a fall. */
void chart_marks(struct chart_field *, const struct chart_series *);
/* Draws the letter of the series, with its ?, at each of its dots where there is none yet, or a plain dot for an
   unnamed series. */
void chart_dots(const struct chart_field *, const struct chart_series *);
/* Once all letters are where they belong: those whose places are taken, beside these. */
void chart_dots_behind(struct chart_field *, const struct chart_series *);
/* What precedes the name of a series: its letter, or a sample of its line; a straight roof has a sign of its slope. */
uint32_t chart_sample(const struct chart_series *, bool ascii);
