/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stats: the figures of a matrix, including all that the cost of its formats depends on. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

enum { STATS_BINS = 64 };

/* Bin 0 counts rows of length 0, bin b ≥ 1 lengths 2^(b-1) .. 2^b - 1. */
struct stats {
    double row_mean, row_std; /* population standard deviation */
    double row_median;        /* of an even number of rows the mean of the two in the middle */
    int64_t row_max, row_min, empty_rows, empty_cols, col_max;
    int64_t bandwidth_lower, bandwidth_upper; /* max of i-j and of j-i over the entries, at least 0 */
    int64_t profile;                          /* sum over the rows of i - (first column), where that is positive */
    int64_t diagonal;                         /* entries on the main diagonal */
    double pattern_symmetry;     /* share of off-diagonal entries whose mirror exists; 1 if none; -1 not square */
    double value_symmetry;       /* share whose mirror has the same value; 1 if none */
    double value_skew;           /* share whose mirror has the opposite value; 0 if none */
    int64_t diagonals;           /* number of distinct nonempty diagonals (DIA) */
    int bsr_side;                /* BSR: of 2 to 8 rows and columns, the block that takes the fewest bytes */
    int64_t bsr_blocks;          /* its nonempty blocks, aligned */
    int64_t sell_slots;          /* slots of SELL-C-σ with C = 32, σ = 1024 (f64 and f32 alike) */
    int64_t hyb_width, hyb_tail; /* ELL width that covers 2/3 of the rows, and what overflows it */
    int64_t bin_rows[STATS_BINS], bin_nnz[STATS_BINS]; /* the row-length histogram, log2 */
    int bins;                                          /* how many bins are in use */
};

/* O(m + nnz) time and memory, however many columns are empty. ERR_MEMORY. */
bool stats_compute(const struct csr *a, struct stats *s, struct err *e);

/* Where SELL-32-1024 places row i: longer rows first, equal ones in order; *slots: the width of its chunk. */
int64_t stats_sell_place(const struct csr *a, int64_t i, int64_t *slots);

/* Linear histogram: `bins` bins of equal width over 0 .. row_max, counted in rows[] and nnz[]. */
void stats_linear(const struct csr *a, int64_t row_max, int bins, int64_t *rows, int64_t *nnz);

C_NAMES_END
