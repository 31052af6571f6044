/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket_work: one assembly of buckets into rows: the state its threads share, and its steps. */
#pragma once

#include <stdatomic.h>

#include "core/matrix/bucket.h"
#include "core/matrix/row_sort.h"

/* Each worker takes the next bucket until there is none, or somebody fails. */
struct bucket_work {
    const struct bucket_plan *plan;
    const struct coo *part;
    int64_t parts;
    bool imag;
    enum mirror mirror;
    bool ones; /* no part has values */
    struct csr *a;
    int64_t *base; /* where each bucket's entries begin in a; buckets + 1 */
    int64_t *kept; /* how many of them are left when duplicates are summed; -1: the bucket is still to be built */
    atomic_int next;
    atomic_bool stop, memory_short;
    atomic_llong repeated;
};

/* Adds list b of the parts, of rows from a multiple of 2^shift on, to the counters of the rows. */
void bucket_tally(const struct bucket_work *, const struct coo *part, int b, int64_t *count);

/* Puts the entries of list b where next[row] says, which moves on. Stable: entries of a row stay in the order in which
   they came. */
void bucket_scatter(const struct bucket_work *, const struct coo *part, int b, int64_t *next);

/* Sorts entries begin .. end-1 of row i. Returns how many entries of the file stand where another one stands (a
   mirrored one off the diagonal shows up twice, so in halves), -1: no memory. */
int64_t bucket_sort_row(const struct bucket_work *, int64_t i, int64_t begin, int64_t end, struct row_scratch *);

/* Sets values where no part has them, and sums entries in the same place, in their order, where there are any: `twice`
   is the sum of the above. */
void bucket_finish(struct bucket_work *, int b, int64_t twice);

/* The rows of a bucket. */
static inline int64_t bucket_begin(const struct bucket_plan *plan, int b)
{
    int64_t row = (int64_t)b << plan->shift;

    return row < plan->m ? row : plan->m;
}

/* Builds, on all threads, each bucket that is too large for one. */
bool bucket_stripes(struct bucket_work *, const struct progress *, struct err *);
