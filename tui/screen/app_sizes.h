/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_sizes: a sweep over sizes: a generator makes its matrix anew for each of them, and the kernels run on it. */
#ifndef NZ_APP_SIZES_H
#define NZ_APP_SIZES_H

#include "tui/screen/app.h"

/* Begins: `values` as 32..512x2, `spec` as stencil5:@ or band:@:4, where @ stands for the size; without @ it comes
   last. False: one of them is wrong, or nothing can run now; that is said. */
bool app_sizes_start(struct app *, const char *values, const char *spec);
/* Opens or runs what is next, if the engine rests. */
void app_sizes_tick(struct app *);

#endif
