/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_runs: the results of a table by problem, several runs of one build together; by how much two runs of the same
   code may differ. */
#pragma once

#include "tui/verdict/standing.h"

/* The row that stands for all of a key: the last that is not spoiled; with others of its commit, one row of the median
   of their times, the interval over all of theirs, and `together`: how many. A new reference. */
json_t *diff_runs_together(const json_t *rows);
/* The row for each key without a member (results_key); NULL: with all members, and together. */
json_t *diff_runs_by_key(const json_t *rows, const char *but);
/* How many runs a row stands for. */
int diff_runs_of(const json_t *row);

/* Whether all runs of the one that has fewer are runs of the other: then none is left to compare them. */
bool diff_runs_shared(const json_t *old, const json_t *new);

/* Whether the runs of both suffice: if no run of the one reaches into those of the other, chance is excluded at 95%. */
bool diff_runs_suffice(const json_t *old, const json_t *new);
/* The row, or on a CPU, where the runs of both suffice, with the median and the range of the fastest sample of each run
   as its time and interval: other programs only slow runs down, so that medians of the same code lie far apart. A new
   reference. */
json_t *diff_runs_fastest(const json_t *row, const json_t *beside);
/* Whether two such rows have runs at the same time, so that a change of the machine would show in both. */
bool diff_runs_in_turns(const json_t *old, const json_t *new);
/* By what share of the time two results of the same code may differ where they do not: on a CPU; elsewhere 0. */
double diff_runs_spread(const json_t *old, const json_t *new);
#define DIFF_RUNS_SPREAD (1 / 3.0)
enum { DIFF_RUNS_EACH = 4 }; /* of each table suffice */
