/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/similar_rows.h"

#include "core/base/ascending.h"
#include "core/base/hash.h"
#include "core/matrix/row_cluster.h"
#include "core/matrix/row_reuse.h"

/* ---- a sample: rows whose min-hash of columns is among the smallest of all. Two rows have the same min-hash as often
   as they share columns (Broder 1997), so it holds whole groups of similar rows ---- */

/* ENTRIES / nnz of the hash range is sampled. Draws by more than HUB rows say nothing; ROWS others suffice. */
enum { ENTRIES = 1 << 13, ROOM = 16 * ENTRIES, HUB = 512, ROWS = 512, BLOCK = 8 };

/* The min-hash of row i times nnz / ENTRIES; UINT64_MAX: not in the sample. */
static uint64_t row_draw(const struct csr *a, int64_t i, uint64_t scale)
{
    uint64_t least = UINT64_MAX;
    for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
        uint64_t h = hash_mix((uint64_t)a->ind[p]);
        least = h < least ? h : least;
    }
    return least < UINT64_MAX / scale ? least * scale : UINT64_MAX;
}

/* Fills key with draws in the upper half and rows in the lower, up to ROOM of them; returns how many. */
static int64_t keys_draw(const struct csr *a, uint64_t *key)
{
    const uint64_t scale = (uint64_t)(a->nnz / ENTRIES);
    int64_t count = 0;
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < a->m; i++) {
        uint64_t draw = row_draw(a, i, scale);
        if (draw == UINT64_MAX)
            continue;
        int64_t at = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
        if (at < ROOM)
            key[at] = draw >> 32 << 32 | (uint64_t)i;
    }
    return count;
}

/* Cuts groups of equal draws into blocks: block b is the rows of key[begin[b]] .. key[begin[b + 1] - 1]. Groups that
   drew a hub are left out. Returns the number of blocks. */
static int64_t blocks_cut(uint64_t *key, int64_t count, int32_t *begin)
{
    int64_t blocks = 0, kept = 0;
    qsort(key, (size_t)count, sizeof *key, ascending_u64);
    for (int64_t k = 0, end; k < count; k = end) {
        for (end = k; end < count && key[end] >> 32 == key[k] >> 32;)
            end++;
        for (int64_t at = k; at < end && end - k <= HUB; at++) {
            if ((at - k) % BLOCK == 0)
                begin[blocks++] = (int32_t)kept;
            key[kept++] = key[at];
        }
    }
    begin[blocks] = (int32_t)kept;
    return blocks;
}

/* Rows of X per entry that the blocks need; 0 where nearly all rows drew hubs. */
static bool groups_reuse(const struct csr *a, uint64_t *key, int64_t count, double *fetches, struct err *e)
{
    int32_t *begin = malloc(((size_t)count + 1) * sizeof *begin);
    if (!begin)
        return err_nomem(e, "a sample of rows", ((uint64_t)count + 1) * sizeof *begin);
    const int64_t blocks = blocks_cut(key, count, begin);
    int64_t columns = 0, entries = 0;
    bool ok = true;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : columns, entries) reduction(&& : ok)
    for (int64_t b = 0; b < blocks; b++) {
        struct row_needs sum = { 0, 0 };
        int32_t row[BLOCK];
        for (int32_t at = begin[b]; at < begin[b + 1]; at++)
            row[at - begin[b]] = (int32_t)(uint32_t)key[at];
        ok = ok && row_needs_add(a, row, begin[b + 1] - begin[b], &sum);
        columns += sum.columns;
        entries += sum.entries;
    }
    *fetches = begin[blocks] >= ROWS ? (double)columns / (double)entries : 0;
    free(begin);
    return ok || err_nomem(e, "counting the columns of blocks", 8 * (uint64_t)entries);
}

bool similar_rows_probe(const struct csr *a, double *gain, struct err *e)
{
    double there = 1, here = 0;
    *gain = INFINITY;
    if (a->nnz < 2 * ENTRIES)
        return true;
    uint64_t *key = malloc(ROOM * sizeof *key);
    if (!key)
        return err_nomem(e, "a sample of rows", ROOM * sizeof *key);
    int64_t count = keys_draw(a, key);
    bool ok = count > ROOM || (groups_reuse(a, key, count, &here, e) && row_reuse(a, NULL, BLOCK, &there, e));
    if (ok && count <= ROOM && here > 0)
        *gain = there / here;
    free(key);
    return ok;
}

/* ---- the order ---- */

/* In blocks of BLOCKS rows, the file's order must need GAIN times as many rows of X as the order found. Grids of 5, 7,
   9 and 27 points in their usual order need 1.2 to 1.5 times as many in blocks of 32, shuffled meshes and blocks 3 to
   13 times. The first clusters must gain FIRST_GAIN. */
static const double GAIN = 1.4, FIRST_GAIN = 1.2;
/* The sampled gain at which a search begins. Over 25 families the sample gives 1.3 to 5.7 where a better order was
   found and at most 1.1 where none was, except grids of 5 and 7 points (1.25, 1.5), scattered diagonals (1.2). */
static const double PROBE_GAIN = 1.15;
static const int64_t BLOCKS[] = { 32, 256 };

/* Rows of X per entry in blocks of 32 rows: grids and bands need at most 0.6, shuffled ones nearly 1. */
static const double SCATTERED = 0.65;

bool similar_rows_find(const struct csr *a, int32_t *row, bool *found, const struct progress *p, struct err *e)
{
    double there, here, gain;
    *found = false;
    if (!similar_rows_probe(a, &gain, e))
        return false;
    if (gain < PROBE_GAIN)
        return true;
    if (!row_cluster(a, FIRST_GAIN, row, found, p, e))
        return false;
    for (int k = 0; *found && k < 2; k++) {
        if (!row_reuse(a, NULL, BLOCKS[k], &there, e) || !row_reuse(a, row, BLOCKS[k], &here, e))
            return false;
        *found = there >= GAIN * here;
    }
    return true;
}

bool similar_rows_promise(const struct csr *a)
{
    return a->nnz > a->m && row_reuse_glance(a) > SCATTERED;
}

uint64_t similar_rows_bytes(const struct csr *a)
{
    uint64_t copy = size_csr((uint64_t)a->m, (uint64_t)a->nnz, vtype_size(a->type)), find = row_cluster_bytes(a);
    return size_add(size_mul(sizeof(int32_t), (uint64_t)a->m), find > copy ? find : copy);
}
