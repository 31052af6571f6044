/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghosts: what reports have measured on this matrix elsewhere, as bars beside ours that count for nothing. */
#ifndef NZ_GHOSTS_H
#define NZ_GHOSTS_H

#include "tui/views/runs.h"

/* Makes the lines: each run, below it the published results of its kernel and problem; at the end those of the same
   problems whose kernels have no run here. */
void ghosts_place(const struct app *, struct bars *);
/* The rate on the axis: GFLOPS, or nonzeros per nanosecond of a transposition. */
double ghosts_rate(const struct published_row *);
/* "k=64 ×20": of what the tags of the runs tell, what is known of it. */
void ghosts_tag(const struct bars *, const struct published_row *, char *out, size_t size);
/* One of them on this row: name, hollow bar, rate, machine. */
void ghosts_line(const struct runs_panel *, int row, const struct published_row *, bool here);
/* Everything that is known about it, as runs_detail does. */
int ghosts_detail(const struct runs_panel *, int row, int lines, const struct published_row *);

#endif
