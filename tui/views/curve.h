/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve: runs as lines over a setting that has several values: k, threads, the size of the matrix, a parameter. */
#pragma once

#include "tui/canvas/chart.h"
#include "tui/model/model.h"

enum curve_quantity { CURVE_RATE, CURVE_TIME, CURVE_SPEEDUP, CURVE_BANDWIDTH, CURVE_QUANTITIES };
extern const char *const curve_quantity_name[CURVE_QUANTITIES];

enum { CURVE_AXIS = 32 };

struct curve_ask {
    /* "k", "threads", "size", "rows", a parameter, or "intensity": a roofline. "": the first that has several values in
       the newest batch. */
    const char *axis;
    enum curve_quantity quantity;
    bool log;   /* the y axis */
    bool size;  /* matrices may differ: "size" is an axis */
    bool alone; /* over matrices: those of the newest run's generator alone */
    bool all;   /* all runs of the newest one's operation, not only what is like the newest batch */
};

/* The runs of the newest one's operation that differ from the newest batch in the axis alone, a line for each kernel,
   with the roofs of their devices and, over threads, ideal scaling. */
void curve_make(const struct model *, const struct curve_ask *, struct chart *);

#define CURVE_INTENSITY "intensity" /* flops a byte */

/* The axis that is drawn. */
void curve_axis(const struct model *, const struct curve_ask *, char out[CURVE_AXIS]);
/* "demo · mul · k=16 · f64 · 2 threads": what all runs have in common, the axis aside. */
void curve_title(const struct model *, const struct curve_ask *, char *text, size_t size);
/* The next axis after `now` that has several values among all runs of the matrix; "" if there is none. */
void curve_next_axis(const struct model *, const struct curve_ask *, char out[CURVE_AXIS]);

/* Whether the axis is a property of the matrix: its nonzeros ("size") or its rows. */
bool curve_over_matrices(const char *axis);
