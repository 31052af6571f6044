/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line: neighbouring rows of A, taken together column by column, or by b columns. Compiled once per value type T. */
#ifndef NZ_CPU_LINE_H
#define NZ_CPU_LINE_H

#include "core/matrix/csr.h"

enum { LINE_ROWS = 8 };

/* Each row with the next entry to be taken. */
struct line {
    int64_t at[LINE_ROWS], end[LINE_ROWS];
    int rows;
};

/* Rows row .. row + rows - 1, as far as there are any. */
static inline struct line line_open(const struct csr *a, int64_t row, int64_t rows)
{
    struct line l = { .rows = (int)(a->m - row < rows ? a->m - row : rows) };

    for (int r = 0; r < l.rows; r++) {
        l.at[r] = a->ptr[row + r];
        l.end[r] = a->ptr[row + r + 1];
    }
    return l;
}

/* The block of b columns that the leftmost entry that is left lies in; -1: none. */
static inline int64_t line_next(const struct csr *a, int64_t b, const struct line *l)
{
    int64_t next = INT64_MAX;

    for (int r = 0; r < l->rows; r++)
        if (l->at[r] < l->end[r] && a->ind[l->at[r]] < next)
            next = a->ind[l->at[r]];
    return next == INT64_MAX ? -1 : next / b;
}

/* Takes the entries of block `column`; into val if it is there, which is zero, begins at column `first` and goes on
   column by column, `rows` numbers each. */
static inline void line_take(const struct csr *a, int64_t b, struct line *l, int64_t column, int64_t first,
                             int64_t rows, T *val)
{
    const T *from = a->val;

    for (int r = 0; r < l->rows; r++) {
        for (; l->at[r] < l->end[r] && a->ind[l->at[r]] / b == column; l->at[r]++)
            if (val)
                val[(a->ind[l->at[r]] - first) * rows + r] = from[l->at[r]];
    }
}

/* How many blocks there are. */
static inline int64_t line_count(const struct csr *a, int64_t b, struct line l)
{
    int64_t column, blocks = 0;

    for (; (column = line_next(a, b, &l)) >= 0; blocks++)
        line_take(a, b, &l, column, 0, 0, NULL);
    return blocks;
}

#endif
