/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_parts: a curve in the making: a run's value on its axis, and the lines that are not measured. */
#pragma once

#include "tui/views/curve.h"

/* The run's value on this axis; NaN: it has none. */
double curve_x(const struct model *, const struct model_run *, const char *axis);
/* The first run of the batch that ends before run `to`. */
int curve_batch(const struct model *, int to);
/* Whether the runs from..to-1 have two values on this axis. */
bool curve_varies(const struct model *, const char *axis, int from, int to);

/* A chart in the making: the measured lines come first; line[i] is the run that stands for chart->series[i]. */
struct curve {
    const struct model *model;
    const struct curve_ask *ask;
    char axis[CURVE_AXIS];
    struct chart *chart;
    const struct model_run *line[CHART_SERIES];
    int lines;
    int from, to; /* the runs whose problems it shows */
    bool teams;   /* some of these have several threads */
};

/* Chooses the axis and the runs from..to-1, as asked. */
void curve_begin(struct curve *);
/* Whether the run is of the curve's problem. */
bool curve_belongs(const struct curve *, const struct model_run *);
/* The least and the largest x of the measured lines; INFINITY and 0: there is none. */
void curve_extent(const struct curve *, double *lo, double *hi);

/* One dotted line a device: that of the kernels that read A whole; if types, caches or others differ, the highest. */
void curve_add_roofs(struct curve *);
/* Ideal scaling: the best run with the fewest threads, times the threads. */
void curve_add_ideal(struct curve *);
/* The slope of each memory and cache that a run was set against, as measured last, and the peaks of their devices. */
void curve_add_slopes(struct curve *);
