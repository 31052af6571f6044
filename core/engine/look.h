/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look: reports on the matrix in the current order: facts, costs, support, rasters, histograms. */
#pragma once

#include "core/engine/session.h"

void look_report(struct session *); /* facts, format costs, and a raster */
/* Between two runs or trials: answers queries about the matrix that wait, unless the runs have another order. */
void look_meanwhile(struct session *);
