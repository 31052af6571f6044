/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_sort: sorts the columns within a row, stably and in linear time. */
#pragma once

#include "core/base/std.h"

/* Scratch memory of one thread for long rows; starts zeroed. */
struct row_scratch {
    int64_t room;
    int32_t *ind;
    double *val;
};

/* Sorts n entries with columns 0 .. most by column; equals keep their order. val NULL: columns only. O(n). False: no
   memory. */
bool row_sort(int32_t *ind, double *val, int64_t n, int32_t most, struct row_scratch *s);
void row_scratch_free(struct row_scratch *s);
