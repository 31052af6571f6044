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
void row_scratch_free(struct row_scratch *s);
