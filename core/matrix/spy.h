/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spy: counts the entries of a matrix on a raster. */
#pragma once

#include "core/matrix/csr.h"

enum { SPY_MAX = 512 };

/* Rows from_i .. to_i-1 and columns from_j .. to_j-1 of A on rows × cols cells. Row i is in raster row floor((i -
   from_i)·rows / (to_i - from_i)), columns likewise. A smaller range has a cell for each. */
struct spy {
    int rows, cols;
    int64_t from_i, to_i, from_j, to_j;
    int64_t max;    /* entries in the fullest cell */
    int64_t *count; /* rows × cols, row-major */
    char *level;    /* rows strings of cols characters, each with its NUL: '.' none, else '0' +
                       floor(9·log(1+count)/log(1+max)) */
};

/* Requests rows × cols cells, 1 to SPY_MAX each; ranges are clipped to the matrix and may be empty. O(rows in the range
   · log(row length) + entries in it). ERR_USAGE or ERR_MEMORY. */
bool spy_make(const struct csr *a, int rows, int cols, int64_t from_i, int64_t to_i, int64_t from_j, int64_t to_j,
              struct spy *s, struct err *e);
void spy_free(struct spy *s);

/* Raster row r as a string. */
const char *spy_line(const struct spy *s, int r);
