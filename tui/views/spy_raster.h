/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spy_raster: the raster that the spy plot wants from the engine. */
#ifndef NZ_SPY_RASTER_H
#define NZ_SPY_RASTER_H

#include <stdbool.h>
#include <stdint.h>

struct app;

/* rows × cols cells over the rows from[0]..to[0] and columns from[1]..to[1] of the matrix, half open. */
struct spy_raster {
    int rows, cols;
    int64_t from[2], to[2];
};

/* The raster for the spy panel as it stands now; false: it is not on the screen, or nothing is open. */
bool spy_raster(const struct app *, struct spy_raster *);

#endif
