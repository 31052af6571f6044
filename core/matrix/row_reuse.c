/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/row_reuse.h"

#include "core/base/hash.h"

/* Samples SAMPLE_ROWS rows or so, in BLOCKS_LEAST to BLOCKS_MOST blocks. */
enum { SAMPLE_ROWS = 1 << 15, BLOCKS_LEAST = 16, BLOCKS_MOST = 256 };
/* A glance takes GLANCE blocks of GLANCE_ROWS rows, or one block if they have more than GLANCE_ENTRIES entries. */
enum { GLANCE = 8, GLANCE_ROWS = 32, GLANCE_ENTRIES = 1 << 15 };

struct reuse_block {
    const struct csr *a;
    const int32_t *order;
    int64_t first, end;
};

static int64_t row_at(const struct reuse_block *b, int64_t place)
{
    return b->order ? b->order[place] : place;
}

static int64_t short_length(const struct csr *a, int64_t i)
{
    int64_t length = row_length(a, i);
    return length > ROW_REUSE_LONG ? 0 : length;
}

static int64_t block_entries(const struct reuse_block *b)
{
    int64_t entries = 0;
    for (int64_t place = b->first; place < b->end; place++)
        entries += short_length(b->a, row_at(b, place));
    return entries;
}

/* Counts the distinct columns of a block in an open-addressing table of twice its entries; -1: out of memory. */
static int64_t block_distinct(const struct reuse_block *b, int64_t entries)
{
    int bits = 4;
    int64_t count = 0;
    while ((int64_t)1 << bits < 2 * entries)
        bits++;
    int32_t *slot = malloc(sizeof *slot << bits);
    if (!slot)
        return -1;
    memset(slot, -1, sizeof *slot << bits);
    for (int64_t place = b->first; place < b->end; place++) {
        int64_t i = row_at(b, place), begin = b->a->ptr[i], length = short_length(b->a, i);
        for (int64_t p = begin; p < begin + length; p++) {
            uint64_t at = hash_mix((uint64_t)b->a->ind[p]) >> (64 - bits);
            while (slot[at] >= 0 && slot[at] != b->a->ind[p])
                at = (at + 1) & (((uint64_t)1 << bits) - 1);
            count += slot[at] < 0;
            slot[at] = b->a->ind[p];
        }
    }
    free(slot);
    return count;
}

static bool sample(const struct csr *a, const int32_t *order, int64_t rows, int64_t blocks, double *fetches)
{
    int64_t there = a->m / rows, distinct = 0, entries = 0;
    bool ok = true;
    blocks = blocks < there ? blocks : there < 1 ? 1 : there;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : distinct, entries) reduction(&& : ok) if (blocks > GLANCE)
    for (int64_t k = 0; k < blocks; k++) {
        struct reuse_block b = { a, order, there * k / blocks * rows, 0 };
        b.end = b.first + rows < a->m ? b.first + rows : a->m;
        int64_t here = block_entries(&b), columns = block_distinct(&b, here);
        ok = ok && columns >= 0;
        distinct += columns;
        entries += here;
    }
    *fetches = ok && entries > 0 ? (double)distinct / (double)entries : 1;
    return ok;
}

bool row_needs_add(const struct csr *a, const int32_t *row, int64_t rows, struct row_needs *sum)
{
    struct reuse_block b = { a, row, 0, rows };
    int64_t entries = block_entries(&b), columns = block_distinct(&b, entries);
    sum->entries += entries;
    sum->columns += columns;
    return columns >= 0;
}

bool row_reuse(const struct csr *a, const int32_t *order, int64_t rows, double *fetches, struct err *e)
{
    int64_t blocks = SAMPLE_ROWS / rows;
    blocks = blocks < BLOCKS_LEAST ? BLOCKS_LEAST : blocks > BLOCKS_MOST ? BLOCKS_MOST : blocks;
    return sample(a, order, rows, blocks, fetches) ||
           err_nomem(e, "counting the columns of blocks", (uint64_t)rows * ROW_REUSE_LONG);
}

double row_reuse_glance(const struct csr *a)
{
    double fetches, entries = GLANCE_ROWS * (double)a->nnz / (double)(a->m > 0 ? a->m : 1);
    sample(a, NULL, GLANCE_ROWS, entries * GLANCE > GLANCE_ENTRIES ? 1 : GLANCE, &fetches);
    return fetches;
}
