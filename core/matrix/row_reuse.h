/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_reuse: how many rows of X a block of consecutive rows of A needs. */
#pragma once

#include "core/matrix/csr.h"

/* Longer rows are left out: each needs most of X anyway. */
enum { ROW_REUSE_LONG = 4096 };

/* *fetches = Σ distinct columns / Σ entries over sampled blocks of `rows` rows of PA, P from `order` (NULL: A itself):
   1 where no two rows of a block share a column, 1/rows where all have the same columns. The same for any number of
   threads. ERR_MEMORY. */
bool row_reuse(const struct csr *a, const int32_t *order, int64_t rows, double *fetches, struct err *e);

/* The same for A itself from a few blocks of 32 rows, in microseconds on one thread; 1 if out of memory. */
double row_reuse_glance(const struct csr *a);

/* Distinct columns and entries of blocks of rows. */
struct row_needs {
    int64_t columns, entries;
};

/* Adds those of the block of rows row[0] .. row[rows-1]. False: out of memory. */
bool row_needs_add(const struct csr *a, const int32_t *row, int64_t rows, struct row_needs *sum);
