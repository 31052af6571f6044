/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_bundles: consecutive rows of A with the same columns, which kernels read the columns of once; long rows apart. */
#ifndef NZ_ROW_BUNDLES_H
#define NZ_ROW_BUNDLES_H

#include "core/matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BUNDLE_SHIFT = 30, BUNDLE_ROWS_MOST = 1 << BUNDLE_SHIFT, BUNDLE_MOST = 3 };

/* A bundle is up to `height` consecutive rows with the same columns: word `row | (rows - 1) << BUNDLE_SHIFT`. */
struct row_bundles {
    int height;
    int64_t count, longs;
    uint32_t *list;    /* NULL: bundle b is row b */
    int64_t *long_row; /* rows of more than `cut` entries, in no bundle */
};

/* The best height up to `most`, and the bundles in the order of the rows. ERR_MEMORY. Release *b also after a
   failure. */
bool row_bundles_find(const struct csr *a, int most, int64_t cut, struct row_bundles *b, struct err *e);
void row_bundles_release(struct row_bundles *b);

/* The mean load balance of a warp that takes `per_warp` bundles at once, as long as the longest of them: 0 to 1. */
double row_bundles_balance(const struct csr *a, const struct row_bundles *b, int per_warp);

/* How often a column occurs, on average, among the entries of `rows` consecutive rows, from a sample. ERR_MEMORY. */
bool row_bundles_reuse(const struct csr *a, int64_t rows, double *reuse, struct err *e);

#ifdef __cplusplus
}
#endif
#endif
