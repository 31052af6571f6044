/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart: lines and dots over two axes, as data; drawn with braille on a canvas, or as vector lines in SVG. */
#pragma once

#include "tui/canvas/axis.h"
#include "tui/canvas/canvas.h"

enum { CHART_SERIES = 48, CHART_POINTS = 256, CHART_NAME = 96, CHART_RINGS = 160, CHART_NOTCHES = 32 };

struct chart_point {
    double x, y;
    double lo, hi; /* the interval of y; NaN: none */
    bool fall;     /* y is clearly lower than at the previous point */
    bool gap;      /* between it and the previous point a value could not be measured: no line joins them */
    bool dim;      /* no interval, while others have one */
    bool doubtful; /* may mislead, for the reasons in the chart's `doubts` */
};

/* CHART_LINE: a measured line, its points marked; CHART_ROOF: dotted; CHART_IDEAL: thin; CHART_DOTS: points alone. */
enum chart_style { CHART_LINE, CHART_ROOF, CHART_IDEAL, CHART_DOTS };

struct chart_series {
    char name[CHART_NAME];
    int place;   /* its index among the measured series, in order of arrival; -1: a limit */
    char mark;   /* its letter, 0: none */
    bool chosen; /* keeps its name where others lose theirs */
    enum role role;
    enum chart_style style;
    int n;
    struct chart_point at[CHART_POINTS]; /* by x, ascending */
};

/* A point measured elsewhere: a ring in the colour of one of our series. SVG only. */
struct chart_ring {
    int series;
    double x, y;
};

/* What a place on x stands for, if not its own number: "8" where k is 8. */
struct chart_notch {
    double x;
    char text[12];
};

/* Zeroed: an empty chart. */
struct chart {
    char title[200], caption[400], note[200]; /* for pictures; the note: what is remarkable */
    char key[160];                            /* what the axes mean, if their titles are too short for that */
    char doubts[120];                         /* why points are doubtful: "the machine was busy" */
    struct axis x, y;
    double least, most; /* of y; its axis has round ends */
    struct chart_series series[CHART_SERIES];
    int n, measured, left_out; /* left_out: series without room */
    bool low;                  /* lower is better: times */
    char ring_name[CHART_NAME];
    struct chart_ring ring[CHART_RINGS];
    int rings;
    struct chart_notch notch[CHART_NOTCHES]; /* by x, ascending */
    int notches;
};

/* A series of this name, with points in any order; NULL: no more room. The letter and colour of a measured one follow
   from the number of those before. */
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
/* Fits both axes to all points except roofs far above a linear y axis; linear y begins at 0. */
void chart_fit(struct chart *);

/* "? 3 of 21 points doubtful: the machine was busy"; "": none. Returns whether some but not all are: these are marked.
 */
bool chart_doubts(const struct chart *, char *out, size_t size);

/* Adds a notch at x > 0, unless there is one with this text, one within a thousandth, or no room. */
void chart_add_notch(struct chart *, double x, const char *text);

/* Adds a ring to a fitted chart, widening its axes if necessary. */
void chart_add_ring(struct chart *, int series, double x, double y);

/* The order in which series are named: by the height of their ends. Returns chart->n. */
int chart_order(const struct chart *, int out[CHART_SERIES]);
/* Takes names from the worst series until `room` are left: of points, then of lines; chosen ones last. `few`: before
   these from limits but one, the highest first; else limits keep theirs. Returns how many are left. */
int chart_keep_names(const struct chart *, int *order, int n, int room, bool few);
/* With more than CHART_FEW measured series, some of several points, as many keep names as a field of so many rows can
   tell apart; of single dots, and of all dots in fewer than CHART_LOW rows, as many as there is room for. */
enum { CHART_FEW = 5, CHART_LOW = 8 };
int chart_best(const struct chart *, int *order, int n, int rows);

void chart_draw(const struct chart *, struct canvas *, struct rect);
/* Allocated; NULL: out of memory. Readable in black and white: lines differ in dashes and marks. */
char *chart_to_svg(const struct chart *);
