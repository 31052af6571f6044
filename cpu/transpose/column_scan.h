/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_scan: the plan and scan of ScanTrans. Each worker has an equal run of the entries and a histogram of their
   columns, which the scan converts to places in T. */
#pragma once

#include "cpu/lib/plan.h"
#include "cpu/lib/split.h"

/* The row of entry e: the last one that begins at or before it. */
static inline int64_t entry_row(const struct plan_csr *a, int64_t e)
{
    int64_t low = 0, high = a->m;

    while (low < high) {
        int64_t i = low + (high - low) / 2;
        if (plan_begin(a, i + 1) <= e)
            low = i + 1;
        else
            high = i;
    }
    return low;
}

struct column_scan {
    struct plan_csr a;
    int32_t *inter; /* threads × n: the histograms; NULL: one worker without ranks, and T is not wide */
    int32_t *intra; /* nnz: ranks of the entries, or NULL */
    int64_t *part;  /* threads + 1 */
};
bool column_scan_prepare(const struct problem *, bool ranks, struct plan *, struct err *);
uint64_t column_scan_bytes(const struct problem *, bool ranks);

/* Call it on all threads of a team once inter[w*n + j] is worker w's number of entries in column j. Writes T's
   pointers, and to `inter` the place of each worker's first entry in a column. Ends in a barrier. */
void column_scan_run(const struct column_scan *);

/* The place in T of a worker's next entry in column j. In a wide T, cursors count from the start of the column: 32 bits
   would not hold places. */
static inline int64_t column_scan_place(const bool wide, const struct compressed *t, int64_t cursor, int64_t j)
{
    return wide ? ((const int64_t *)t->ptr)[j] + cursor : cursor;
}
