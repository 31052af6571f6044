/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_sort: sorts the entries of a row by column, stably and in linear time. */
#pragma once

#include "core/base/std.h"

/* A thread's scratch memory for long rows; starts zeroed. */
struct row_scratch {
    int64_t room;
    int32_t *ind;
    double *val;
};

/* Sorts n entries by column, 0 .. most, stably. val NULL: columns only. O(n). False: out of memory. */
bool row_sort(int32_t *ind, double *val, int64_t n, int32_t most, struct row_scratch *s);

/* The same for `rows` rows of n entries each, which begin at begin[0], begin[1], … */
bool row_sort_alike(int32_t *ind, double *val, const int64_t *begin, int64_t rows, int64_t n, int32_t most,
                    struct row_scratch *s);
void row_scratch_free(struct row_scratch *s);
