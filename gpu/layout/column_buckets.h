/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_buckets: the columns cut into buckets of neighbours that fit a block's shared memory, and a map that leads
   from a column to its bucket. A column with more entries than a bucket holds has several buckets: its parts, cut by
   the entries' places in A. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/c_names.h"

C_NAMES_BEGIN

enum { BUCKETS_MOST = 2048, BUCKET_GROUPS = 4096, BUCKET_FEW = 4, BUCKET_SOME = 32 };

/* Columns first .. first + width - 1; of a part, the entries from place `from` of A on. `cells` of all columns: long
   ones have several, in the order of rows; all have one if none has BUCKET_SOME entries. */
struct column_bucket {
    uint32_t first, width, cells, from;
};

struct column_buckets {
    uint32_t count;
    int shift; /* columns of a group: 2^shift */
    struct column_bucket bucket[BUCKETS_MOST];
    uint16_t map[BUCKET_GROUPS]; /* a group's first bucket, and above BUCKET_MAP the steps of the search from there */
};

enum { BUCKET_MAP = 11 };

/* The logarithm of a column's number of cells: BUCKET_FEW entries in each, or fewer, if they are spread evenly. */
static inline int column_cells(uint32_t entries)
{
    int log = 0;
    while (entries > (uint32_t)BUCKET_FEW << log)
        log++;
    return log;
}

/* Cuts n columns with entries[j] each into buckets of `most` entries at most, with columns and cells together `words`
   at most. cell[j]: where column j's cells begin in its bucket, | column_cells × 2¹⁶. False: too many buckets. */
bool column_buckets_cut(const uint32_t *entries, int64_t n, int64_t nnz, uint32_t most, uint32_t words,
                        struct column_buckets *b, uint32_t *cell);

#ifdef __CUDACC__
#define BUCKETS_DEVICE __host__ __device__
#else
#define BUCKETS_DEVICE
#endif

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
