/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_take: the entries of a block of row_merge with their values. Compiled once per value type T. */
#pragma once

#include "core/matrix/row_merge.h"

/* Takes the entries of block `column`, b wide, into val, where all is 0: `rows` numbers a column, from `first` on. */
static inline void row_take(const struct csr *a, int64_t b, struct row_merge *merge, int64_t column, int64_t first,
                            int64_t rows, T *val)
{
    const T *from = a->val;
    const int64_t end = (column + 1) * b;

    for (int r = 0; r < merge->rows; r++)
        for (; merge->at[r] < merge->end[r] && a->ind[merge->at[r]] < end; merge->at[r]++)
            val[(a->ind[merge->at[r]] - first) * rows + r] = from[merge->at[r]];
}
