/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results: measurements read back from tables, of bench or of former days, and compared with current ones. */
#pragma once

#include "tui/model/model.h"
#include "tui/verdict/standing.h"

/* How bench --compare-engine names the engine that is ours. */
#define ENGINE_HERE "this engine"

/* The rows of a file, or of a kept day "2026-11-22", as a new array of objects with the names of the columns: counts
   and numbers as such, `flags` as comma-separated words, text scrubbed; without empty fields and rows of means.
   `choice` is apart from `params`, as in a measurement, and `reorder` is set wherever they name it. NULL: ERR_INPUT,
   with the file, the line (in JSON, the place in the array) and the reason. */
json_t *results_read(const char *path, struct err *);
/* Whether a row of bench --compare-engine is of the other engine. */
bool results_elsewhere(const json_t *row);

/* The members that distinguish one problem and kernel from others; ends in NULL. */
extern const char *const results_members[];
/* A key of a row's problem and kernel, without the member `but` (NULL: all members): matrix, m, n, nnz, op, type, k,
   kernel, threads, params, cache, reorder, engine without its commit. */
void results_key(const json_t *row, const char *but, char *out, size_t size);

/* Gives rows without a speedup the one over the last base of their problem, machine and engine among them. */
void results_add_speedups(json_t *rows);
