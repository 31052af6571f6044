/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket_work: the assembly of buckets into rows: the state shared by its threads, and its steps. */
#pragma once

#include <stdatomic.h>

#include "core/matrix/bucket.h"
#include "core/matrix/row_sort.h"

/* Each thread takes the next bucket until none is left or one fails. */
struct bucket_work {
    const struct bucket_plan *plan;
    const struct coo *part;
    int64_t parts;
    bool imag;
    enum mirror mirror;
    bool ones; /* no part has values */
    struct csr *a;
    int64_t *base; /* where each bucket's entries begin in a; buckets + 1 */
    int64_t *kept; /* how many of them are left after summing duplicates; -1: not built yet */
    atomic_int next;
    atomic_bool stop, memory_short;
    atomic_llong repeated;
};

/* Adds list b of the parts to the counters of its rows, count[row mod 2^shift]. */
void bucket_tally(const struct bucket_work *, const struct coo *part, int b, int64_t *count);

/* Writes each entry of list b to next[row mod 2^shift]++. Stable: entries of a row keep their order. */
void bucket_scatter(const struct bucket_work *, const struct coo *part, int b, int64_t *next);

/* Sorts entries begin .. end-1 of row i by column. Returns twice the number of the file's duplicates among them (a
   mirrored one off the diagonal shows up in two rows), -1: out of memory. */
int64_t bucket_sort_row(const struct bucket_work *, int64_t i, int64_t begin, int64_t end, struct row_scratch *);

/* Sets all values to 1 if no part has any, and sums duplicates if there are any: `twice` is the sum of the above. */
void bucket_finish(struct bucket_work *, int b, int64_t twice);

static inline int64_t bucket_begin(const struct bucket_plan *plan, int b)
{
    int64_t row = (int64_t)b << plan->shift;

    return row < plan->m ? row : plan->m;
}

/* Builds each bucket that is too large for one thread, using all threads. */
bool bucket_stripes(struct bucket_work *, const struct progress *, struct err *);
