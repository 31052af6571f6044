/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_probe: samples the rows whose min-hash of columns is among the least of all. Two rows have the same min-hash as
   often as they share columns (Broder 1997), so the sample holds whole groups of similar rows. */
#include "core/matrix/row_probe.h"

#include "core/base/ascending.h"
#include "core/base/hash.h"
#include "core/matrix/row_reuse.h"

/* ENTRIES / nnz of the hash range is sampled; a draw of more than HUB rows says nothing, others do if they have ROWS in
   all; blocks have BLOCK rows. */
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

/* Fills key with draws in the upper half and rows in the lower, up to ROOM of them; returns how many there are. */
static int64_t keys_draw(const struct csr *a, uint64_t *key)
{
    const uint64_t scale = (uint64_t)(a->nnz / ENTRIES);
    int64_t count = 0;
#pragma omp parallel for schedule(dynamic, 4096)
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

/* Rows of X per entry that groups of equal draws need, in blocks; 0 where nearly all rows drew hubs. */
static bool groups_reuse(const struct csr *a, uint64_t *key, int64_t count, double *fetches, struct err *e)
{
    struct row_needs sum = { 0, 0 };
    int64_t hubs = 0;
    int32_t row[BLOCK];
    qsort(key, (size_t)count, sizeof *key, ascending_u64);
    for (int64_t k = 0, end; k < count; k = end) {
        for (end = k; end < count && key[end] >> 32 == key[k] >> 32;)
            end++;
        hubs += end - k > HUB ? end - k : 0;
        for (int64_t at = k; at < end && end - k <= HUB; at += BLOCK) {
            int64_t rows = end - at < BLOCK ? end - at : BLOCK;
            for (int64_t r = 0; r < rows; r++)
                row[r] = (int32_t)(uint32_t)key[at + r];
            if (!row_needs_add(a, row, rows, &sum, e))
                return false;
        }
    }
    *fetches = count - hubs >= ROWS ? (double)sum.columns / (double)sum.entries : 0;
    return true;
}

bool row_probe(const struct csr *a, double *gain, struct err *e)
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
