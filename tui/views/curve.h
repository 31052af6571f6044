/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve: runs as lines over a setting that has several values: k, threads, the size of the matrix, a parameter. */
#pragma once

#include "tui/canvas/chart.h"
#include "tui/model/settings.h"
#include "tui/verdict/problem.h"

enum curve_quantity { CURVE_RATE, CURVE_TIME, CURVE_SPEEDUP, CURVE_BANDWIDTH, CURVE_QUANTITIES };
extern const char *const curve_quantity_name[CURVE_QUANTITIES];

enum { CURVE_AXIS = 32 };

struct curve_ask {
    /* "k", "threads", "size", "rows", "reorder", a parameter, or "intensity": a roofline. "": the first with several
       values in the newest batch. */
    const char *axis;
    enum curve_quantity quantity;
    bool log, linear;         /* the y axis; neither: logarithmic where lines lie far apart */
    bool alone;               /* over matrices: only those of the newest run's generator */
    bool all;                 /* all runs of the newest run's operation, not only those like the newest batch */
    bool every;               /* of many kernels also those of one point beside lines */
    const struct marks *only; /* kernels that are shown, where any of them was run; NULL: all */
};

/* The runs of the newest run's operation that differ from the open matrix's newest batch only in the axis, one line per
   kernel, with the roofs of their devices and, over threads, ideal scaling. */
void curve_make(const struct model *, const struct curve_ask *, struct chart *);

#define CURVE_INTENSITY "intensity" /* flops a byte */

void curve_axis(const struct model *, const struct curve_ask *, char out[CURVE_AXIS]);
/* Appends "demo · mul · k=16 · f64 · 2 threads · rcm": what the runs have in common of these bits, but the axis;
   and "2 matrices" if these differ. */
void curve_title(const struct model *, const struct curve_ask *, unsigned bits, char *text, size_t size);
/* The next axis after `now` with several values among all runs of the matrix; "": none. */
void curve_next_axis(const struct model *, const struct curve_ask *, char out[CURVE_AXIS]);

/* Whether it can be an axis: "auto", a setting, or a parameter of a run, as recordings have no settings. ERR_USAGE. */
bool curve_is_axis(const struct model *, const struct settings *, const char *name, struct err *);
/* Whether the axis is a property of the matrix: its nonzeros ("size") or its rows. */
bool curve_over_matrices(const char *axis);

/* ---- for the files that make a curve ---- */

/* The index after the newest run of the open matrix, or of all where that has none. */
int curve_end(const struct model *);
/* The bits in which runs may differ along this axis (problem.h). */
unsigned curve_frees(const char *axis);
/* Whether the runs from..to-1 have several values on this axis. */
bool curve_varies(const struct model *, const char *axis, int from, int to);

/* A chart under construction: the measured lines come first; line[i] is the run that represents chart->series[i]. */
struct curve {
    const struct model *model;
    const struct curve_ask *ask;
    char axis[CURVE_AXIS];
    struct chart *chart;
    const struct model_run *line[CHART_SERIES];
    int lines;
    int end;        /* after the newest run (curve_end) */
    int from, to;   /* the runs whose problems it shows */
    unsigned fixed; /* bits in which all runs of a problem agree: those that the axis does not free */
    const struct marks *only;
};

bool curve_axis_is(const struct curve *, const char *name);
/* Titles and scales of both axes, and what they mean. */
void curve_title_axes(struct curve *);
/* Makes the axis one of words, in the order of the runs, unless all values are numbers. */
void curve_words(struct curve *);
/* The run's place on the axis; NaN: none. */
double curve_x(const struct curve *, const struct model_run *);
/* Whether the run is of the curve's problem. */
bool curve_belongs(const struct curve *, const struct model_run *);
/* The least and the largest x of the measured lines; INFINITY and 0: none. */
void curve_extent(const struct curve *, double *lo, double *hi);

/* The line of this name that is not measured; NULL: none. */
struct chart_series *curve_guide(const struct curve *, const char *name);
/* One dotted line per device: the roof of the kernels that read all of A; if types or caches differ, the highest. */
void curve_add_roofs(struct curve *);
/* Marks those with ≈ that are in doubt, once their names are not needed any more. */
void curve_doubt_roofs(struct curve *);
/* Notes which lines exceed the roof because their kernels read less than it counts. */
void curve_note_beyond(struct curve *);
/* Ideal scaling: the best run with the fewest threads, times the threads. */
void curve_add_ideal(struct curve *);
/* Notes where a line rises most above its own ideal scaling, and whether noise explains that. */
void curve_note_superlinear(struct curve *);
/* The slope of each memory and cache that serves as a roof, as best measured, and the peaks of their devices. */
void curve_add_slopes(struct curve *);
