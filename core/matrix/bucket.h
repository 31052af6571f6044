/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket: groups entries by ranges of rows as they arrive, so that each group is turned into rows within the cache. */
#pragma once

#include "core/matrix/coo.h"

/* BUCKET_ENTRIES entries with their rows, and the counters of 2^BUCKET_ROW_BITS rows, fit a second-level cache. */
enum { BUCKET_MAX = 2048, BUCKET_ENTRIES = 1 << 15, BUCKET_ROW_BITS = 20 };

/* Row i belongs to bucket i >> shift, as row i & local. If columns > 0, a column takes that many bits, and a row and a
   column of a bucket fit 31 bits together. */
struct bucket_plan {
    int64_t m, n;
    int shift, buckets, columns;
    int32_t local;
    enum mirror mirror, mirror_imag;
};

/* A part (struct coo) sorted by bucket holds bucket b at first[b] .. first[b+1]-1, in the order of the input. If its
   row is NULL, col holds both: the row within the bucket above `columns` bits of the column. The bit BUCKET_MIRRORED is
   set in rows of mirrored entries. */
#define BUCKET_MIRRORED INT32_MIN

/* The row of entry k within its bucket, and its column. */
static inline int32_t bucket_row(const struct bucket_plan *plan, const struct coo *part, uint32_t k)
{
    return part->row ? part->row[k] & plan->local : (part->col[k] & INT32_MAX) >> plan->columns;
}

static inline int32_t bucket_col(const struct bucket_plan *plan, const struct coo *part, uint32_t k)
{
    return part->row ? part->col[k] : part->col[k] & ((1 << plan->columns) - 1);
}

/* A plan for about `entries` entries, mirrored ones included; no part may hold 2^31 or more. */
struct bucket_plan bucket_plan(int64_t m, int64_t n, int64_t entries, enum mirror mirror);

/* Sets first[0 .. buckets] for the entries of an unsorted part and their mirror images; returns how many there are. */
int64_t bucket_count(const struct bucket_plan *, const struct coo *from, uint32_t *first);

/* Sorts `from` into the arrays of `to`, whose `first` is set. */
void bucket_put(const struct bucket_plan *, const struct coo *from, const struct coo *to);

/* Drops mirrored entries and all values. */
void bucket_unmirror(const struct bucket_plan *, struct coo *);

/* a = the sum of all entries, or of their imaginary parts if `imag`; duplicates are summed in the order of the input.
   O(entries + m). *duplicates counts those of the file: an entry and its image count once. */
bool bucket_assemble(const struct bucket_plan *, const struct coo *part, int64_t parts, bool imag,
                     const struct progress *p, struct csr *a, int64_t *duplicates, struct err *e);
