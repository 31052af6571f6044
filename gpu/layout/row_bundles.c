/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_bundles: finding rows with the same columns, how even rows are, and which columns neighbouring rows share. */
#include "gpu/layout/row_bundles.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/layout/row_length.h"

/* A greater height must save a quarter of the column indices. Not measured. */
static const double SAVES = 0.75;
enum { SAMPLES = 16, SAMPLE_ENTRIES = 1 << 16, GLANCE = 2048 };

/* Whether row i has the columns of row i-1, and some. */
static bool continues(const struct csr *a, int64_t i)
{
    int64_t count = row_length(a, i);
    return count > 0 && count == row_length(a, i - 1) &&
           memcmp(a->ind + a->ptr[i], a->ind + a->ptr[i - 1], (size_t)count * sizeof *a->ind) == 0;
}

/* A quarter of a sample of rows do. */
static bool often_continues(const struct csr *a)
{
    int64_t step = a->m / GLANCE > 1 ? a->m / GLANCE : 1, seen = 0, same = 0;
    for (int64_t i = 1; i < a->m; i += step, seen++)
        same += continues(a, i);
    return 4 * same > seen;
}

/* Column indices that bundles of this height would store. */
static int64_t indices_of(const struct csr *a, const bool *same, int height)
{
    int64_t entries = 0;
    for (int64_t i = 0, in = 0; i < a->m; i++) {
        in = same[i] && in < height ? in + 1 : 1;
        entries += in == 1 ? row_length(a, i) : 0;
    }
    return entries;
}

static int choose_height(const struct csr *a, const bool *same, int most)
{
    int best = 1;
    int64_t least = indices_of(a, same, 1);
    for (int height = 2; height <= most; height++) {
        int64_t entries = indices_of(a, same, height);
        if ((double)entries < SAVES * (double)least) {
            best = height;
            least = entries;
        }
    }
    return best;
}

/* Row i of the bundles in row order: `in` rows of the open bundle before it. Fills list and long_row where they are
   there, and counts. */
static void list_bundles(const struct csr *a, const bool *same, int64_t cut, struct row_bundles *b)
{
    b->count = b->longs = 0;
    for (int64_t i = 0, in = 0; i < a->m; i++) {
        if (row_length(a, i) > cut) {
            if (b->long_row)
                b->long_row[b->longs] = i;
            b->longs++;
            in = 0;
        } else if (in > 0 && in < b->height && same[i]) {
            if (b->list)
                b->list[b->count - 1] += 1u << BUNDLE_SHIFT;
            in++;
        } else {
            if (b->list)
                b->list[b->count] = (uint32_t)i;
            b->count++;
            in = 1;
        }
    }
}

static bool all_short(const struct csr *a, int64_t cut)
{
    for (int64_t i = 0; i < a->m; i++)
        if (row_length(a, i) > cut)
            return false;
    return true;
}

bool row_bundles_find(const struct csr *a, int most, int64_t cut, struct row_bundles *b, struct err *e)
{
    *b = (struct row_bundles){ .height = 1, .count = a->m };
    bool *same = calloc((size_t)a->m + 1, sizeof *same);
    if (!same)
        return err_nomem(e, "rows with the same columns", (uint64_t)a->m);
    if (most > 1 && often_continues(a)) {
#pragma omp parallel for schedule(static, 4096)
        for (int64_t i = 1; i < a->m; i++)
            same[i] = continues(a, i);
        b->height = choose_height(a, same, most);
    }
    bool ok = true;
    if (b->height > 1 || !all_short(a, cut)) {
        list_bundles(a, same, cut, b);
        b->list = malloc((size_t)b->count * sizeof *b->list + 1);
        b->long_row = malloc((size_t)b->longs * sizeof *b->long_row + 1);
        ok = (b->list && b->long_row) || err_nomem(e, "bundles of rows", 4 * (uint64_t)b->count);
        if (ok)
            list_bundles(a, same, cut, b);
    }
    free(same);
    return ok;
}

void row_bundles_release(struct row_bundles *b)
{
    free(b->long_row);
    free(b->list);
    *b = (struct row_bundles){ 0 };
}

/* ---- lengths ---- */

static int64_t bundle_length(const struct csr *a, const struct row_bundles *b, int64_t at)
{
    int64_t length = row_length(a, b->list ? b->list[at] & (BUNDLE_ROWS_MOST - 1) : at);
    return length > 0 ? length : 1;
}

double row_bundles_balance(const struct csr *a, const struct row_bundles *b, int per_warp)
{
    int64_t used = 0, taken = 0;
    for (int64_t at = 0; at < b->count; at += per_warp) {
        int64_t longest = 1, end = at + per_warp < b->count ? at + per_warp : b->count;
        for (int64_t i = at; i < end; i++) {
            int64_t length = bundle_length(a, b, i);
            used += length;
            longest = length > longest ? length : longest;
        }
        taken += per_warp * longest;
    }
    return taken > 0 ? (double)used / (double)taken : 1;
}

/* ---- what neighbours share ---- */

bool row_bundles_reuse(const struct csr *a, int64_t rows, double *reuse, struct err *e)
{
    uint8_t *seen = calloc((size_t)a->n + 1, sizeof *seen); /* the last sample with this column */
    int64_t entries = 0, distinct = 0, apart = a->m > rows ? a->m - rows : 0;
    if (!seen)
        return err_nomem(e, "a sample of columns", (uint64_t)a->n);
    for (int s = 0; s < SAMPLES; s++) {
        int64_t first = apart * s / SAMPLES, end = first + rows < a->m ? first + rows : a->m;
        int64_t most = a->ptr[first] + SAMPLE_ENTRIES, last = a->ptr[end] < most ? a->ptr[end] : most;
        for (int64_t p = a->ptr[first]; p < last; p++) {
            uint8_t *by = &seen[a->ind[p]];
            distinct += *by != s + 1;
            *by = (uint8_t)(s + 1);
        }
        entries += last - a->ptr[first];
    }
    free(seen);
    *reuse = distinct > 0 ? (double)entries / (double)distinct : 1;
    return true;
}
