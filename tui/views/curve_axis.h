/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_axis: where a run stands on the axis of a curve. */
#ifndef NZ_CURVE_AXIS_H
#define NZ_CURVE_AXIS_H

#include "tui/views/curve.h"

/* Whether the axis is a property of the matrix: its nonzeros ("size") or its rows. */
bool curve_over_matrices(const char *axis);
/* The run's value on this axis; NaN: it has none. */
double curve_x(const struct model *, const struct model_run *, const char *axis);
/* The first run of the newest batch, which reaches to the last run. */
int curve_newest(const struct model *);

#endif
