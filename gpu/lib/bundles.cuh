/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bundles: the rows of A as they are worked on: neighbours with the same columns together, long rows apart. */
#ifndef NZ_BUNDLES_CUH
#define NZ_BUNDLES_CUH

#include <cstdint>
#include <vector>

#include "core/matrix/csr.h"

enum { BUNDLE_ROWS_MOST = 1 << 30, BUNDLE_MOST = 3 };

/* A bundle is up to `height` consecutive rows that have the same columns: number `row | (rows - 1) << 30`. */
struct bundles {
    int height;
    int64_t count;
    std::vector<uint32_t> list;     /* empty: bundle b is row b */
    std::vector<int64_t> long_rows; /* rows of more than `cut` entries, in no bundle */
};

/* The best height up to `most`, and the bundles in the order of the rows. Throws std::bad_alloc. */
void bundles_find(const struct csr *a, int most, int64_t cut, struct bundles *b);

/* The share of its lanes that a warp uses, on average, when each of `per_warp` bundles takes as long as the longest. */
double bundles_evenness(const struct csr *a, const struct bundles *b, int per_warp);

/* How often a column occurs, on average, among the entries of `rows` consecutive rows; a sample is looked at. */
double bundles_reuse(const struct csr *a, int64_t rows);

#endif
