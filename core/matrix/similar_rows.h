/* SPDX-License-Identifier: GPL-3.0-or-later */
/* similar_rows: an order of the rows of A in which neighbours share columns, where the file's order is much worse. A
   kernel that multiplies PA in it and writes row i of the product to row row[i] of Y fetches fewer rows of X. */
#ifndef NZ_SIMILAR_ROWS_H
#define NZ_SIMILAR_ROWS_H

#include "core/base/progress.h"
#include "core/matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SIMILAR_ROWS_SIZES = 2 };

/* What an order has to gain: in blocks of each of these numbers of rows the file's order needs at least `gain` times as
   many rows of X. */
struct similar_rows_wish {
    int64_t rows[SIMILAR_ROWS_SIZES];
    double gain;
};

/* Blocks of 32 and 256 rows, gain 1.4: meshes and bands in their usual order stay as they are. */
extern const struct similar_rows_wish similar_rows_usual;

struct similar_rows {
    int64_t m;
    int32_t *row; /* PA has row row[i] of A at place i; NULL: the file's order is to stay */
    double there[SIMILAR_ROWS_SIZES],
        found[SIMILAR_ROWS_SIZES]; /* rows of X an entry needs, as row_reuse counts them */
};

/* The same order for any number of threads, in linear time; sooner where there is none to be found. m < 2³¹.
   ERR_MEMORY, ERR_CANCELLED. */
bool similar_rows_find(const struct csr *a, const struct similar_rows_wish *, const struct progress *,
                       struct similar_rows *out, struct err *e);
void similar_rows_free(struct similar_rows *);

/* Bytes that similar_rows_find allocates at its peak, about, with the order. */
uint64_t similar_rows_bytes(const struct csr *a);

#ifdef __cplusplus
}
#endif
#endif
