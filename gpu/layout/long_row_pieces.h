/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long_row_pieces: cuts rows that are too long for one warp into pieces, one for each thread block. The entries stay in
   A, or are copied one row after the other. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

/* Entries begin .. begin+count-1 of A, or of the copied rows. */
struct row_piece {
    int64_t begin, row;
    int64_t first; /* the first piece of this row, which has `pieces` of them */
    int32_t count, pieces;
    int32_t number; /* of the row, among the long rows */
};

struct long_row_pieces {
    int64_t rows, pieces, nnz;
    struct row_piece *piece;
    int32_t *ind; /* the copied rows, or NULL */
    void *val;
};

/* Lists the rows of all bundles of `height` rows that have more than `cut` entries or columns: bundle b has
   ptr[b+1] − ptr[b]. False: out of memory. */
bool long_rows_list(const int64_t *ptr, int64_t m, int height, int64_t cut, int64_t **row, int64_t *rows);

/* The entries of rows row[0] .. row[rows-1]. */
int64_t long_row_entries(const struct csr *a, const int64_t *row, int64_t rows);

/* Pieces of at most `length` entries; an empty row has one. ERR_MEMORY. Release *out even after a failure. */
bool long_row_pieces_build(const struct csr *a, const int64_t *row, int64_t rows, int64_t length, bool copied,
                           struct long_row_pieces *out, struct err *e);
void long_row_pieces_release(struct long_row_pieces *l);

C_NAMES_END
