/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart: lines and dots over two axes, as data; drawn with braille on a canvas, or as vector lines in SVG. */
#pragma once

#include "tui/canvas/axis.h"
#include "tui/canvas/canvas.h"

enum { CHART_SERIES = 48, CHART_POINTS = 256, CHART_NAME = 96, CHART_RINGS = 160, CHART_NOTCHES = 32 };

struct chart_point {
    double x, y;
    double lo, hi;  /* the interval of y; NaN: none */
    bool fall;      /* y is clearly lower than at the previous point */
    bool gap;       /* a value since the previous point could not be measured: no line joins them */
    bool dim;       /* has no interval, while others have one */
    bool doubtful;  /* may mislead, for the reasons in the chart's `doubts` */
    char label[12]; /* "k=8": what sets it apart from the other dots of its series, "": nothing. SVG only */
};

/* Measured: CHART_LINE, with marked points, and CHART_DOTS, points alone. Limits: CHART_ROOF, dotted, and CHART_IDEAL,
   a thin line. */
enum chart_style { CHART_LINE, CHART_ROOF, CHART_IDEAL, CHART_DOTS };

struct chart_series {
    char name[CHART_NAME];
    int place; /* its index among the measured series, which gives it a letter and a colour; -1: a limit */
    char mark; /* its letter, 0: none */
    enum role role;
    enum chart_style style;
    bool joined; /* dots: a thin line leads from one to the next */
    int n;
    struct chart_point at[CHART_POINTS]; /* by x, ascending */
};

/* A point measured elsewhere: a ring in the colour of one of our series. SVG only. */
struct chart_ring {
    int series;
    double x, y;
};

/* A label of the x axis where x is another quantity: "8" at the x where k is 8. */
struct chart_notch {
    double x;
    char text[12];
};

/* Zeroed: an empty chart. */
struct chart {
    char title[200], caption[400];
    char note[200];   /* what is remarkable */
    char key[160];    /* what the axes mean, if their titles are too short for that */
    char doubts[120]; /* why points are doubtful: "the machine was busy" */
    struct axis x, y;
    double least, most; /* values of y; its axis may reach further, to round numbers */
    struct chart_series series[CHART_SERIES];
    int n, measured;
    int left_out; /* series that there was no room for */
    int unshown;  /* kernels that were run, too, and are not drawn */
    bool low;     /* lower is better: times */
    char ring_name[CHART_NAME];
    struct chart_ring ring[CHART_RINGS];
    int rings;
    struct chart_notch notch[CHART_NOTCHES]; /* by x, ascending */
    int notches;
};

/* Adds a series without points; a measured one takes the next place. NULL: no more room. */
struct chart_series *chart_add(struct chart *, const char *name, enum chart_style);
/* Gives it the letter and colour of another place. */
enum { CHART_PLACES = 51 };
void chart_place(struct chart_series *, int place);
bool chart_measured(const struct chart_series *);                       /* a line or dots, not a limit */
bool chart_is_level(const struct chart *, const struct chart_series *); /* a limit over the only place on x */
void chart_drop(struct chart *, int series);                            /* the others keep their letters */
/* Adds a point, or replaces the one at x if `newer`; skips points that are not numbers. */
void chart_put(struct chart_series *, const struct chart_point *, bool newer);
void chart_put_xy(struct chart_series *, double x, double y); /* without an interval */
/* Fits both axes to all points. A linear y begins at 0, and leaves out roofs far above everything measured. */
void chart_fit(struct chart *);

/* "? 3 of 21 points doubtful: the machine was busy"; "": none. True if some are but not all: then they are marked. */
bool chart_doubts(const struct chart *, char *out, size_t size);

/* Adds a notch at x > 0, unless there is one with this text, one closer than 0.1%, or no room. */
void chart_add_notch(struct chart *, double x, const char *text);
/* Where the labels of notches begin between lo and hi, each about its place in `at`; NaN: no room. `unit`: a
   character's width. Values of k come first, of which the last one may move a little; others move by up to half of
   their widths. */
void chart_place_notches(const struct chart *, const double *at, double unit, double lo, double hi, double *from);
/* "k=1", and of the next ones "2", "4". */
const char *chart_notch_text(const struct chart *, const double *from, int notch);

/* Adds a ring to a fitted chart, widening its axes if necessary. */
void chart_add_ring(struct chart *, int series, double x, double y);

/* Puts the series in the order of their names, the one that ends highest first. Returns chart->n. */
int chart_order(const struct chart *, int out[CHART_SERIES]);
/* Removes series from the order until `room` are left, and returns how many are: first single points, then lines, the
   worst first. `few` rows: limits go before them, the loosest first, except one; else they stay. */
int chart_keep_names(const struct chart *, int *order, int n, int room, bool few);
/* Of more than CHART_FEW lines, not all of a single point, keeps the best: one for every three of `rows`, at least two.
   Dots of several points count as lines from CHART_LOW rows on. Returns how many series are left. */
enum { CHART_FEW = 5, CHART_LOW = 8 };
int chart_best(const struct chart *, int *order, int n, int rows);

void chart_draw(const struct chart *, struct canvas *, struct rect);
/* Allocated; NULL: out of memory. Readable in black and white: lines differ in dashes and marks. */
char *chart_to_svg(const struct chart *);
