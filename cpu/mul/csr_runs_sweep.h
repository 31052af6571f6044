/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_runs_sweep: an order of a grid's rows that fetches each row of X about once. A row refers to three or more groups
   of rows of X, the planes of the grid. If L2 does not hold these until the next plane, a band of rows passes through
   all planes before the next band: loop tiling by row order. */
#pragma once

#include "core/measure/problem.h"

/* distance: rows from plane to plane; 0: rows stay in order. band: rows in a band. */
struct sweep {
    int64_t distance, band;
};

/* AUTO: if X exceeds the last-level cache; else broken streams cost more than they save (0.7–0.9×). */
enum sweep_when { SWEEP_NEVER, SWEEP_AUTO, SWEEP_ALWAYS };
static const char *const sweep_names[] = { "never", "auto", "always", NULL };
#define SWEEP_HELP "bands of rows sweep a grid's planes; auto: if X exceeds the caches"

/* O(1): examines rows in three places, which must agree. */
struct sweep sweep_find(const struct problem *p, enum sweep_when when);

/* Rows are ordered by (sweep_band(s, row), row). */
static inline int64_t sweep_band(struct sweep s, int64_t row)
{
    return s.distance ? row % s.distance / s.band : 0;
}
