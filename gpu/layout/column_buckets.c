/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/column_buckets.h"

#include <stddef.h>

/* Another bucket, from column j and place `from` on. */
static struct column_bucket *bucket_next(struct column_buckets *b, int64_t j, int64_t from)
{
    if (b->count == BUCKETS_MOST)
        return NULL;
    struct column_bucket *k = &b->bucket[b->count++];
    *k = (struct column_bucket){ .first = (uint32_t)j, .from = (uint32_t)from };
    return k;
}

/* The steps of a search that finds one of `count` buckets. */
static int search_steps(uint32_t count)
{
    int steps = 0;
    while (1u << steps < count)
        steps++;
    return steps;
}

/* A group's search begins at the bucket of its first column. */
static void map_fill(struct column_buckets *b, int64_t n)
{
    uint32_t next = 0;
    while ((n - 1) >> b->shift >= BUCKET_GROUPS)
        b->shift++;
    for (int64_t g = 0; g << b->shift < n; g++) {
        uint32_t low = next < b->count && b->bucket[next].first == g << b->shift ? next : next - 1;
        while (next < b->count && b->bucket[next].first < (g + 1) << b->shift)
            next++;
        b->map[g] = (uint16_t)(low | (uint32_t)search_steps(next - low) << BUCKET_MAP);
    }
}

/* A bucket of short columns needs no cells. */
static void bucket_end(struct column_bucket *k, uint32_t longest)
{
    if (k && longest < BUCKET_SOME)
        k->cells = k->width;
}

/* The parts of a long column are filled to five eighths where its entries are spread evenly. */
bool column_buckets_cut(const uint32_t *entries, int64_t n, int64_t nnz, uint32_t most, uint32_t words,
                        struct column_buckets *b, uint32_t *cell)
{
    struct column_bucket *k = NULL;
    uint32_t filled = 0, longest = 0;
    *b = (struct column_buckets){ 0 };
    for (int64_t j = 0; j < n; j++) {
        int64_t parts = entries[j] > most ? entries[j] / (most / 8 * 5) + 1 : 1;
        int log = column_cells(parts > 1 ? most : entries[j]);
        if (!k || parts > 1 || filled + entries[j] > most || k->width + k->cells + 1 + (1u << log) > words) {
            bucket_end(k, longest);
            k = bucket_next(b, j, 0);
            filled = longest = 0;
        }
        for (int64_t p = 1; p < parts && k; p++) {
            k->width = 1;
            k->cells = 1u << log;
            k = bucket_next(b, j, p * nnz / parts);
        }
        if (!k || k->cells + (1u << log) > words)
            return false;
        cell[j] = (parts > 1 ? 0 : k->cells) | (uint32_t)log << 16;
        k->cells += 1u << log;
        k->width++;
        longest = entries[j] > longest ? entries[j] : longest;
        filled += parts > 1 ? most + 1 : entries[j];
    }
    bucket_end(k, longest);
    map_fill(b, n);
    return true;
}
