/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket: entries grouped by neighbouring rows as they come in, so that each group becomes rows within the cache. */
#pragma once

#include "core/matrix/coo.h"

/* A bucket of BUCKET_ENTRIES entries and its rows stay in a second-level cache; the counters of 2^BUCKET_ROW_BITS rows
   do, too. */
enum { BUCKET_MAX = 2048, BUCKET_ENTRIES = 1 << 15, BUCKET_ROW_BITS = 20 };

/* Row i belongs to bucket i >> shift. */
struct bucket_plan {
    int64_t m, n;
    int shift, buckets;
    enum mirror mirror, mirror_imag;
};

/* A part of the entries, in the order in which they came. Sorted by bucket: first[b] .. first[b+1]-1 are those of
   bucket b, still in order, and a row with the bit BUCKET_MIRRORED is that of a mirrored entry. */
#define BUCKET_MIRRORED INT32_MIN

/* For about `entries` entries, mirrored ones included; no part may hold 2^31 or more. */
struct bucket_plan bucket_plan(int64_t m, int64_t n, int64_t entries, enum mirror mirror);

/* Sets first[0 .. buckets] for the entries of an unsorted part and their mirror images; returns how many there are. */
int64_t bucket_count(const struct bucket_plan *, const struct coo *from, uint32_t *first);

/* Sorts `from` into the arrays of `to`, whose `first` is set. */
void bucket_put(const struct bucket_plan *, const struct coo *from, const struct coo *to);

/* Leaves only the entries that were not mirrored, without values. */
void bucket_unmirror(const struct bucket_plan *, struct coo *);

/* a = the sum of all entries, of their imaginary parts when `imag`, in order of the parts and within them, in which
   only entries in different places are reordered. O(entries + m). *duplicates counts those of the file: an entry and
   its image are one. */
bool bucket_assemble(const struct bucket_plan *, const struct coo *part, int64_t parts, bool imag,
                     const struct progress *p, struct csr *a, int64_t *duplicates, struct err *e);
