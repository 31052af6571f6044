/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long_rows: the product with rows too long for one warp: cut into pieces, one block each. */
#pragma once

#include "gpu/layout/long_row_pieces.h"
#include "gpu/lib/mul.cuh"

/* The long rows of A on the device; all NULL when there are none. */
struct long_rows {
    int64_t rows, pieces, ld; /* ld: of the sums of pieces, a row of k each */
    int width, vector;        /* threads of a block across the columns of X, and columns of each */
    unsigned tiles;           /* of width·vector columns */
    struct row_piece *piece;
    int32_t *ind;
    void *val, *sum;
    unsigned *ticket;
};

/* Device bytes for `rows` long rows with `nnz` entries in all, at most. */
uint64_t long_rows_bytes(const struct problem *p, uint64_t rows, uint64_t nnz);

/* Rows row[0] .. row[count-1] of A, which is `held` on the device; if that is NULL, the rows are copied there. */
bool long_rows_prepare(const struct problem *p, const int64_t *row, int64_t count, const struct gpu_csr *held,
                       struct long_rows *out, struct plan *plan, struct err *e);

/* Writes those rows of Y, bit-identical in every run. One launch; none without long rows. */
bool long_rows_run(const struct long_rows *l, const struct mul_plan *plan, enum vtype type, struct err *e);
