/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_scan: column pointers of either width, and the plan and scan of ScanTrans: each worker has an equal run of the
   entries and a histogram of their columns, which the scan converts to places in T. */
#pragma once

#include "cpu/lib/plan.h"
#include "cpu/lib/split.h"

struct column_ptr {
    int32_t *p32; /* NULL if T is wide */
    int64_t *p64;
};

static inline struct column_ptr column_ptr_of(const struct compressed *t)
{
    return (struct column_ptr){ t->wide ? NULL : t->ptr, t->wide ? t->ptr : NULL };
}

static inline int64_t column_ptr_get(struct column_ptr p, int64_t j)
{
    return p.p32 ? p.p32[j] : p.p64[j];
}

static inline void column_ptr_put(struct column_ptr p, int64_t j, int64_t value)
{
    if (p.p32)
        p.p32[j] = (int32_t)value;
    else
        p.p64[j] = value;
}

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
    int32_t *inter; /* threads × n: histograms of the columns; NULL: one worker without ranks, and T is not wide */
    int32_t *intra; /* nnz: ranks of the entries, or NULL */
    int64_t *part;  /* threads + 1 */
};
bool column_scan_prepare(const struct problem *, bool ranks, struct plan *, struct err *);
uint64_t column_scan_bytes(const struct problem *, bool ranks);

/* The place in T of the next entry of a worker in column j. If T is wide, 32 bits cannot hold places, and cursors count
   from the start of the column. */
static inline int64_t column_scan_place(bool wide, struct column_ptr ptr, int64_t cursor, int64_t j)
{
    return wide ? ptr.p64[j] + cursor : cursor;
}

/* To be called by all threads of a team once inter[w*n + j] is worker w's number of entries in column j: a two-level
   prefix sum over the columns, and one over the workers in each column. Then `inter` holds the workers' first places
   (column_scan_place), and T has its pointers. Ends in a barrier. */
void column_scan_run(const struct column_scan *);
