/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_buckets: the columns cut into buckets of neighbours that fit a block's shared memory, and a map that leads
   from a column to its bucket. A column with more entries than a bucket holds has several buckets: its parts, cut by
   the entries' places in A.

   A column takes two units for each entry, or one if it has none. Ranges are cut at multiples of their units, and a
   column is in the range of its first unit: so each column's range follows from the units before it alone, and all
   columns can be cut at once. A range becomes a bucket. Its columns but the last take less than a range, which is at
   most a bucket; a last one with which they would take more than a bucket stands alone, in a bucket of its own or in
   several. The words of a bucket, 1 for each column, its cells and 1, are at most its units and 1: an empty column has
   1 word and no cell, one with up to BUCKET_FEW entries 2 words, and a longer one has less than entries / 2 cells. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/c_names.h"

C_NAMES_BEGIN

enum { BUCKETS_MOST = 2048, BUCKET_GROUPS = 4096, BUCKET_FEW = 4, BUCKET_SOME = 32 };

/* Columns first .. first + width - 1; of a part, the entries from place `from` of A on. `cells` of all columns: those
   with entries have one or several, in the order of rows; 0: each column has one, as none has BUCKET_SOME entries. */
struct column_bucket {
    uint32_t first, width, cells, from;
};

struct column_buckets {
    struct column_bucket bucket[BUCKETS_MOST];
    uint16_t map[BUCKET_GROUPS]; /* a group's first bucket, and above BUCKET_MAP the steps of the search from there */
    uint32_t count;
    int shift; /* columns of a group: 2^shift */
};

enum { BUCKET_MAP = 11 };

/* The units of a range, and the entries of a bucket at most. */
struct column_cut {
    uint32_t range, entries;
};

/* Columns first .. stop - 1 of a range share a bucket, with cells begin .. end - 1 of all; column `stop` stands alone
   if it has entries. Before columns_enter: all bits are 1. */
struct column_range {
    uint32_t first, begin, stop, end, alone;
    uint32_t some; /* 0: a column that shares the bucket has BUCKET_SOME entries */
};

#ifdef __CUDACC__
#define BUCKETS_DEVICE __host__ __device__
#else
#define BUCKETS_DEVICE
#endif

/* The logarithm of the number of cells of a column that has entries: BUCKET_FEW entries in each, or fewer, if they are
   spread evenly. */
BUCKETS_DEVICE static inline uint32_t column_cells(uint32_t entries)
{
    uint32_t log = 0;
    while (entries > (uint32_t)BUCKET_FEW << log)
        log++;
    return log;
}

/* What a column takes: its units, and above 2³² its cells. */
BUCKETS_DEVICE static inline uint64_t column_cost(uint32_t entries)
{
    return entries > 0 ? 2 * entries | (uint64_t)1 << (32 + column_cells(entries)) : 1;
}

/* Ranges for `units` in all that fill a bucket nearly, such that each of `blocks` has equally many; one in 64 is left
   out for columns that stand alone. If `range` is more than 2 × entries, the columns cannot be cut. */
BUCKETS_DEVICE static inline struct column_cut column_cut_of(uint64_t units, uint32_t blocks, uint32_t entries)
{
    const uint64_t full = 2 * entries - entries / 16, rounds = units * 64 / (63 * full * blocks) + 1;
    uint64_t ranges = blocks * rounds - blocks * rounds / 64;
    if (ranges > BUCKETS_MOST)
        ranges = BUCKETS_MOST;
    const struct column_cut cut = { (uint32_t)(units / ranges + 1), entries };
    return cut;
}

/* Whether a column stands alone, by the cost of those before. */
BUCKETS_DEVICE static inline bool column_alone(struct column_cut cut, uint64_t before, uint32_t entries)
{
    return (uint32_t)before % cut.range + (uint32_t)column_cost(entries) > 2 * cut.entries;
}

/* Enters column j of n, in any order. */
BUCKETS_DEVICE static inline void column_enter(struct column_cut cut, uint32_t n, uint32_t j, uint64_t before,
                                               uint32_t entries, struct column_range *range)
{
    const uint64_t after = before + column_cost(entries);
    const bool alone = column_alone(cut, before, entries), last = j + 1 == n;
    struct column_range *own = &range[(uint32_t)before / cut.range], *next = &range[(uint32_t)after / cut.range];
    if (j == 0)
        own->first = own->begin = 0;
    if (entries >= BUCKET_SOME && !alone)
        own->some = 0;
    if (own != next || last) {
        own->stop = alone ? j : j + 1;
        own->end = (uint32_t)((alone ? before : after) >> 32);
        own->alone = alone ? entries : 0;
    }
    if (own != next && !last) {
        next->first = j + 1;
        next->begin = (uint32_t)(after >> 32);
    }
}

/* Where a column's cells begin in its bucket, | column_cells × 2¹⁶, when all have been entered. */
BUCKETS_DEVICE static inline uint32_t column_cell(struct column_cut cut, uint64_t before, uint32_t entries,
                                                  const struct column_range *range)
{
    const uint32_t log = column_cells(entries < cut.entries ? entries : cut.entries);
    const bool alone = column_alone(cut, before, entries);
    return log << 16 | (alone ? 0 : (uint32_t)(before >> 32) - range[(uint32_t)before / cut.range].begin);
}

/* The buckets of BUCKETS_MOST ranges of n columns and nnz entries. False: too many buckets. */
bool column_buckets_join(const struct column_range *range, struct column_cut cut, int64_t n, int64_t nnz,
                         struct column_buckets *b);

/* What first[b] of a bucket is for entries from place `at` of A on: of a column's parts, only those that have begun are
   found. */
BUCKETS_DEVICE static inline uint32_t column_bucket_first(const struct column_bucket *b, uint32_t at)
{
    return b->first + (at < b->from ? 1 : 0);
}

/* One step of the search for a column's bucket: from b, whose word in the map is `word`, by 2^(step - 1) for step =
   word >> BUCKET_MAP, ..., 1; or more at first. first[BUCKETS_MOST] and those of missing buckets are UINT32_MAX. */
BUCKETS_DEVICE static inline uint32_t column_bucket_step(const uint32_t *first, uint32_t b, uint32_t step, uint32_t col)
{
    uint32_t to = b + (1u << step >> 1), there = to < BUCKETS_MOST ? to : (uint32_t)BUCKETS_MOST;
    return first[there] <= col ? there : b;
}

C_NAMES_END
