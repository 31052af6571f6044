/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_guides: the lines of a curve that are not measured: roofs, ideal scaling, the slopes of a roofline. */
#ifndef NZ_CURVE_GUIDES_H
#define NZ_CURVE_GUIDES_H

#include "tui/views/curve.h"

/* A chart in the making: the measured lines come first; line[i] is the run that stands for chart->series[i]. */
struct curve {
    const struct model *model;
    const struct curve_ask *ask;
    char axis[CURVE_AXIS];
    struct chart *chart;
    const struct model_run *line[CHART_SERIES];
    int lines;
    int newest; /* the first run of the newest batch */
};

bool curve_is_axis(const struct curve *, const char *name);
/* Whether the run is of the curve's problem. */
bool curve_belongs(const struct curve *, const struct model_run *);
/* The least and the largest x of the measured lines; INFINITY and 0: there is none. */
void curve_extent(const struct curve *, double *lo, double *hi);

/* One dotted line a device: the same for all kernels that read the same bytes, else the highest. */
void curve_add_roofs(struct curve *);
/* Ideal scaling: the best run with the fewest threads, times the threads. */
void curve_add_ideal(struct curve *);
/* The slope of each memory and cache that a run was set against, as measured last, and the peaks of their devices. */
void curve_add_slopes(struct curve *);

#endif
