/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_plot: the runs of a bench as a curve, written as SVG or as text. */
#ifndef NZ_BENCH_PLOT_H
#define NZ_BENCH_PLOT_H

#include "tui/lines/lines_state.h"

struct bench_plot;

struct bench_plot *bench_plot_new(void); /* NULL: no memory */
void bench_plot_add(struct bench_plot *, const json_t *event);
/* Draws over `axes`, or (NULL) over the first of k, threads, the size and the parameters that has several values: as
   SVG to a path that ends in .svg, else as text; "-": text on the standard output. ERR_INPUT, ERR_USAGE where nothing
   was measured. */
bool bench_plot_write(struct bench_plot *, const struct lines *, const char *axes, const char *path, struct err *);
/* Whether `axes`, "X,Y" or "X" as --axes has it, can be drawn. NULL: whatever varies, the rate. ERR_USAGE. */
bool bench_plot_check(const char *axes, struct err *);
void bench_plot_free(struct bench_plot *); /* NULL is fine */

#endif
