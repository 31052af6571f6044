/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look: the matrix as it is looked at: what it is, costs, support, rasters, histograms; and in which order. */
#pragma once

#include "core/engine/session.h"

void look_tell(struct session *); /* the matrix in the order in force, what it takes, and its raster */
