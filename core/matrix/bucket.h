/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket: groups entries by ranges of rows as they come in, so that each group becomes rows within the cache. */
#pragma once

#include "core/matrix/coo.h"

/* BUCKET_ENTRIES entries with their rows, and the counters of 2^BUCKET_ROW_BITS rows, fit a second-level cache. */
enum { BUCKET_MAX = 2048, BUCKET_ENTRIES = 1 << 15, BUCKET_ROW_BITS = 20 };

/* Row i belongs to bucket i >> shift. */
struct bucket_plan {
    int64_t m, n;
    int shift, buckets;
    enum mirror mirror, mirror_imag;
};

/* A part (struct coo) sorted by bucket holds bucket b at first[b] .. first[b+1]-1, in the order of the input; the rows
   of mirrored entries have the bit BUCKET_MIRRORED set. */
#define BUCKET_MIRRORED INT32_MIN

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
