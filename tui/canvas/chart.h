/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart: lines and dots over two axes, as data; drawn with braille on a canvas, or as vector lines in SVG. */
#pragma once

#include "tui/canvas/canvas.h"

enum { CHART_SERIES = 48, CHART_POINTS = 256, CHART_NAME = 96, CHART_TICKS = 40, CHART_RINGS = 160 };

struct chart_point {
    double x, y;
    double lo, hi; /* the interval of y; NaN: it has none */
    bool fall;     /* y is clearly lower than at the point before */
    bool dim;      /* it cannot be relied on */
};

/* CHART_LINE: a measured line, its points marked; CHART_ROOF: dotted; CHART_IDEAL: thin; CHART_DOTS: points alone. */
enum chart_style { CHART_LINE, CHART_ROOF, CHART_IDEAL, CHART_DOTS };

struct chart_series {
    char name[CHART_NAME];
    char mark; /* the letter that stands for it, 0: none */
    enum role role;
    enum chart_style style;
    int n;
    struct chart_point at[CHART_POINTS]; /* by x, ascending */
};

/* A point measured elsewhere: in the colour of a series of ours, with a ring around it. In SVG alone. */
struct chart_ring {
    int series;
    double x, y;
};

struct chart_axis {
    char title[64];
    bool log, twos; /* twos: whole numbers; on a logarithmic axis ticks at powers of two */
    double lo, hi;
};

/* All zero: an empty one. */
struct chart {
    char title[200], caption[400], note[200]; /* for pictures; the note: what stands out */
    struct chart_axis x, y;
    struct chart_series series[CHART_SERIES];
    int n, left_out; /* left_out: series for which there was no room */
    bool low;        /* the lower, the better: times */
    char ring_name[CHART_NAME];
    struct chart_ring ring[CHART_RINGS];
    int rings;
};

/* A series of this name, with points in any order; NULL: there are as many as there can be. */
struct chart_series *chart_add(struct chart *, const char *name, enum role, enum chart_style);
bool chart_measured(const struct chart_series *); /* a line or dots, not a limit */
/* Adds a point, or replaces the one at x if `newer`; points that are not numbers are left out. */
void chart_put(struct chart_series *, const struct chart_point *, bool newer);
void chart_put_xy(struct chart_series *, double x, double y); /* without an interval */
/* Sets the ends of both axes around all points but roofs far above a linear y, whose lower end is 0. Letters the
   measured series, the one that ends highest first. */
void chart_fit(struct chart *);

/* Whether a roof is so far above all that was measured that a linear axis would show only slivers below it: it is left
   out, and its height is said. */
bool chart_far_roof(double roof, double measured);

/* Adds a ring to a chart that has been fitted, and widens its axes where the ring is beyond them. */
void chart_add_ring(struct chart *, int series, double x, double y);

/* The next of 1, 2, 5, 10, 20 … that is at least x. */
double chart_nice_above(double x);
/* An end of a linear axis, a little above x and in few steps, so that it does not move while samples come in. */
double chart_steady_above(double x);
/* The place of x on an axis: 0 at its lower end, 1 at its upper one. */
double chart_place(const struct chart_axis *, double x);
/* The ticks from lo to hi; returns their number. */
int chart_ticks(const struct chart_axis *, double out[CHART_TICKS]);
/* A tick in six columns at most: "0.25", "2000", "250k", "1.5M", "5e-04". */
void chart_tick_text(double tick, char out[16]);
/* The order in which series are named: by the height at which they end. Returns chart->n. */
int chart_order(const struct chart *, int out[CHART_SERIES]);

void chart_draw(const struct chart *, struct canvas *, struct rect);
/* Allocated; NULL when out of memory. Readable in black and white: lines differ in dashes and marks. */
char *chart_to_svg(const struct chart *);
