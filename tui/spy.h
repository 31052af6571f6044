/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spy: the raster that the spy plot wants from the engine. */
#ifndef NZ_SPY_H
#define NZ_SPY_H

#include <stdbool.h>

struct app;

/* The raster for the spy panel as it stands now; false: it is not on the screen, or nothing is open. */
bool spy_raster(const struct app *, int *rows, int *cols);

#endif
