/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_sizes: a sweep over sizes: generates a matrix of each, and runs the kernels on it. */
#pragma once

#include "tui/screen/app.h"

/* Begins; @ stands for the size in stencil5:@ or band:@:4, else it comes last. False: nothing can run; that is said. */
bool app_sizes_start(struct app *, const struct typed_sweep *);
/* Opens or runs what is next, if the engine rests. */
void app_sizes_tick(struct app *);
