/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart: lines and dots over two axes, as data; drawn with braille on a canvas, or as vector lines in SVG. */
#pragma once

#include "tui/canvas/axis.h"
#include "tui/canvas/canvas.h"

enum { CHART_SERIES = 48, CHART_POINTS = 256, CHART_NAME = 96, CHART_RINGS = 160, CHART_NOTCHES = 32 };

struct chart_point {
    double x, y;
    double lo, hi; /* the interval of y; NaN: it has none */
    bool fall;     /* y is clearly lower than at the point before */
    bool dim;      /* it has no interval where others do */
    bool doubtful; /* it may mislead, for what the chart names as `doubts` */
};

/* CHART_LINE: a measured line, its points marked; CHART_ROOF: dotted; CHART_IDEAL: thin; CHART_DOTS: points alone. */
enum chart_style { CHART_LINE, CHART_ROOF, CHART_IDEAL, CHART_DOTS };

struct chart_series {
    char name[CHART_NAME];
    int place; /* which of the measured ones it is, in the order of their coming; -1: it is a limit */
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

/* What a place on x stands for, if not for its own figure: "8" where k is 8. In text alone. */
struct chart_notch {
    double x;
    char text[12];
};

/* All zero: an empty one. */
struct chart {
    char title[200], caption[400], note[200]; /* for pictures; the note: what stands out */
    char key[120];                            /* what the axes mean, where their titles are too short for it */
    char doubts[120];                         /* why points are doubtful: "other programs ran" */
    struct axis x, y;
    struct chart_series series[CHART_SERIES];
    int n, measured, left_out; /* left_out: series for which there was no room */
    bool low;                  /* the lower, the better: times */
    char ring_name[CHART_NAME];
    struct chart_ring ring[CHART_RINGS];
    int rings;
    struct chart_notch notch[CHART_NOTCHES]; /* by x, ascending */
    int notches;
};

/* A series of this name, with points in any order; NULL: there are as many as there can be. Letter and colour of a
   measured one follow from how many there were before. */
struct chart_series *chart_add(struct chart *, const char *name, enum role, enum chart_style);
/* Gives it the letter and the colour of another place. */
enum { CHART_PLACES = 52 };
void chart_place(struct chart_series *, int place, enum role);
bool chart_measured(const struct chart_series *); /* a line or dots, not a limit */
void chart_drop(struct chart *, int series);      /* the others keep their letters */
/* Adds a point, or replaces the one at x if `newer`; points that are not numbers are left out. */
void chart_put(struct chart_series *, const struct chart_point *, bool newer);
void chart_put_xy(struct chart_series *, double x, double y); /* without an interval */
/* Sets the ends of both axes around all points but roofs far above a linear y, whose lower end is 0. */
void chart_fit(struct chart *);

/* "? 3 of 21 points doubtful: other programs ran"; "" if there is none. Whether some are, and not all: these are marked
   then, in text with ?. */
bool chart_doubts(const struct chart *, char *out, size_t size);

/* Adds a notch at x > 0, unless there is one of this text, one within a thousandth, or no room. */
void chart_add_notch(struct chart *, double x, const char *text);

/* Adds a ring to a chart that has been fitted, and widens its axes where the ring is beyond them. */
void chart_add_ring(struct chart *, int series, double x, double y);

/* The order in which series are named: by the height at which they end. Returns chart->n. */
int chart_order(const struct chart *, int out[CHART_SERIES]);
/* What is named: a measured series of one point, or of several; a limit. */
enum chart_kind { CHART_POINT, CHART_CURVE, CHART_LIMIT };
/* Of the n named ones, the worst of a kind, of limits the highest, give up their names until no more than `room` series
   have one. Returns how many have. */
int chart_drop_names(const struct chart *, int *order, int n, enum chart_kind, int room);
/* Of more lines than CHART_FEW, among them curves, only as many keep their names as can be told apart in a field of so
   many rows. */
enum { CHART_FEW = 5 };
int chart_best(const struct chart *, int *order, int n, int rows);

void chart_draw(const struct chart *, struct canvas *, struct rect);
/* Allocated; NULL when out of memory. Readable in black and white: lines differ in dashes and marks. */
char *chart_to_svg(const struct chart *);
