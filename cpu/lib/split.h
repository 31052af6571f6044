/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split: splits a matrix into parts of equal work, one per thread. */
#pragma once

#include <stdint.h>

/* Merge path (Merrill, Garland, SC 2016): merging the row ends ptr[1..m] with the entries 0..nnz-1 takes m + nnz steps.
   Returns row: after `step` steps, `row` rows have ended and step - row entries are consumed. */
int64_t split_path(const int64_t *ptr, int64_t m, int64_t step);

int64_t split_step(int64_t steps, int part, int parts);

/* 0 = cut[0] ≤ … ≤ cut[parts] = m: part t has rows cut[t] .. cut[t+1]-1. Rows + entries are equal to within a row. */
void split_rows(const int64_t *ptr, int64_t m, int parts, int64_t *cut);
