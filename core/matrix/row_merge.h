/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_merge: the union of the columns of neighbouring rows, in ascending order, in blocks of b columns. */
#pragma once

#include "core/matrix/csr.h"

enum { ROW_MERGE_MOST = 8 };

/* The next entry and the end of each row. */
struct row_merge {
    int64_t at[ROW_MERGE_MOST], end[ROW_MERGE_MOST];
    int rows;
};

/* Rows row .. row + rows - 1, or up to the last one. */
static inline struct row_merge row_merge_open(const struct csr *a, int64_t row, int64_t rows)
{
    struct row_merge merge = { .rows = (int)(a->m - row < rows ? a->m - row : rows) };

    for (int r = 0; r < merge.rows; r++) {
        merge.at[r] = a->ptr[row + r];
        merge.end[r] = a->ptr[row + r + 1];
    }
    return merge;
}

/* The block of b columns with the leftmost remaining entry; -1: none is left. */
static inline int64_t row_merge_next(const struct csr *a, int64_t b, const struct row_merge *merge)
{
    int64_t next = INT64_MAX;

    for (int r = 0; r < merge->rows; r++)
        if (merge->at[r] < merge->end[r] && a->ind[merge->at[r]] < next)
            next = a->ind[merge->at[r]];
    return next == INT64_MAX ? -1 : next / b;
}

/* Passes the entries of block `column`. */
static inline void row_merge_pass(const struct csr *a, int64_t b, struct row_merge *merge, int64_t column)
{
    const int64_t end = (column + 1) * b;

    for (int r = 0; r < merge->rows; r++)
        while (merge->at[r] < merge->end[r] && a->ind[merge->at[r]] < end)
            merge->at[r]++;
}

static inline int64_t row_merge_count(const struct csr *a, int64_t b, struct row_merge merge)
{
    int64_t column, blocks = 0;

    for (; (column = row_merge_next(a, b, &merge)) >= 0; blocks++)
        row_merge_pass(a, b, &merge, column);
    return blocks;
}
