/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/column_buckets.h"

static bool bucket_add(struct column_buckets *b, uint32_t first, uint32_t width, uint32_t cells, uint32_t from)
{
    if (b->count == BUCKETS_MOST)
        return false;
    b->bucket[b->count++] = (struct column_bucket){ first, width, cells, from };
    return true;
}

/* The parts of a long column are filled to five eighths where its entries are spread evenly. */
static bool parts_add(struct column_buckets *b, const struct column_range *r, uint32_t most, int64_t nnz)
{
    const int64_t parts = r->alone > most ? r->alone / (most / 8 * 5) + 1 : 1;
    const uint32_t cells = 1u << column_cells(parts > 1 ? most : r->alone);
    bool ok = true;
    for (int64_t p = 0; p < parts && ok; p++)
        ok = bucket_add(b, r->stop, 1, cells, (uint32_t)(p * nnz / parts));
    return ok;
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

bool column_buckets_join(const struct column_range *range, struct column_cut cut, int64_t n, int64_t nnz,
                         struct column_buckets *b)
{
    bool ok = cut.range <= 2 * cut.entries;
    *b = (struct column_buckets){ 0 };
    for (const struct column_range *r = range; r < range + BUCKETS_MOST && ok; r++)
        if (r->first != UINT32_MAX) {
            if (r->first < r->stop)
                ok = bucket_add(b, r->first, r->stop - r->first, r->some ? 0 : r->end - r->begin, 0);
            if (r->alone)
                ok = ok && parts_add(b, r, cut.entries, nnz);
        }
    if (ok)
        map_fill(b, n);
    return ok;
}
