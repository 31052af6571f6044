/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_tiling: which rows of A are tiled, and where the tiles cut them. */
#include "gpu/layout/column_tiling.h"

#include <stdlib.h>

#include "core/base/limit.h"
#include "gpu/layout/row_length.h"

/* H200, power laws and R-MAT, NOTES.md: COLUMNS and EACH, the mean entries of a long row in a tile, were best of 512 to
   8192 and 1 to 16. A small x is cut into TILES at least. PARTIALS bounds the memory of partial sums. LEAST bytes of x
   are more than an L1 holds; ENTRIES of long rows pay for the second launch (neither measured by itself). */
enum { COLUMNS = 4096, TILES = 4, EACH = 2, PARTIALS = 1 << 21, LEAST = 512 << 10, ENTRIES = 1 << 21 };

static bool wanted(const struct csr *a, enum tiling_when when)
{
    return when == TILING_YES ||
           (when == TILING_AUTO && a->nnz >= ENTRIES && a->n > LEAST / (int64_t)vtype_size(a->type));
}

int64_t column_tiling_most(const struct csr *a, enum tiling_when when)
{
    int64_t most = wanted(a, when) ? a->nnz / EACH : 0;
    return most < PARTIALS ? most : PARTIALS;
}

static int64_t rows_from(const struct csr *a, int64_t length)
{
    int64_t rows = 0;
    for (int64_t i = 0; i < a->m; i++)
        rows += row_length(a, i) >= length;
    return rows;
}

/* The least length, of EACH entries a tile or more, that so few rows have that PARTIALS suffice: by bisection. */
static int64_t long_from(const struct csr *a, int64_t tiles)
{
    int64_t low = EACH * tiles, high = csr_row_max(a) + 1;
    if (rows_from(a, low) <= PARTIALS / tiles)
        return low;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (rows_from(a, middle) <= PARTIALS / tiles)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A long row's part in each tile begins where that in the tile before ends. */
static void cut_long_rows(const struct csr *a, int64_t columns, struct column_tiling *t)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t h = 0; h < t->longs; h++) {
        int64_t at = a->ptr[t->long_row[h]], end = a->ptr[t->long_row[h] + 1];
        for (int64_t q = 0; q < t->tiles; q++) {
            t->begin[q * t->longs + h] = at;
            while (at < end && a->ind[at] < (q + 1) * columns)
                at++;
            t->end[q * t->longs + h] = at;
        }
    }
}

static void append_short_rows(const struct csr *a, struct column_tiling *t)
{
    int64_t row = column_tiling_partials(t);
    for (int64_t i = 0, h = 0; i < a->m; i++)
        if (h < t->longs && t->long_row[h] == i) {
            h++;
        } else {
            t->begin[row] = a->ptr[i];
            t->end[row++] = a->ptr[i + 1];
        }
}

/* Fills long_row; gives back the entries of the long rows. */
static int64_t list_long_rows(const struct csr *a, int64_t least, struct column_tiling *t)
{
    int64_t entries = 0, h = 0;
    for (int64_t i = 0; i < a->m; i++)
        if (row_length(a, i) >= least) {
            t->long_row[h++] = (uint32_t)i;
            entries += row_length(a, i);
        }
    return entries;
}

bool column_tiling_build(const struct csr *a, enum tiling_when when, struct column_tiling *out, struct err *e)
{
    int64_t columns = a->n / TILES + 1 < COLUMNS ? a->n / TILES + 1 : COLUMNS;
    *out = (struct column_tiling){ .tiles = (a->n + columns - 1) / columns };
    if (!wanted(a, when) || out->tiles < 1 || out->tiles > PARTIALS)
        return true;
    int64_t least = long_from(a, out->tiles), longs = rows_from(a, least);
    out->long_row = malloc((size_t)longs * sizeof *out->long_row + 1);
    if (!out->long_row)
        return err_nomem(e, "the list of long rows", 4 * (uint64_t)longs);
    int64_t entries = list_long_rows(a, least, out);
    if (longs == 0 || (when == TILING_AUTO && (longs < 2 || entries < a->n || entries < ENTRIES)))
        return true;
    out->longs = longs;
    out->rows = column_tiling_partials(out) + a->m - longs;
    out->begin = malloc((size_t)out->rows * sizeof *out->begin);
    out->end = malloc((size_t)out->rows * sizeof *out->end);
    if (!out->begin || !out->end)
        return err_nomem(e, "tiles of long rows", size_mul((uint64_t)out->rows, 16));
    cut_long_rows(a, columns, out);
    append_short_rows(a, out);
    return true;
}

void column_tiling_release(struct column_tiling *t)
{
    free(t->end);
    free(t->begin);
    free(t->long_row);
    *t = (struct column_tiling){ 0 };
}

struct row_spans column_tiling_rows(const struct csr *a, const struct column_tiling *t)
{
    if (t->longs == 0)
        return (struct row_spans){ a->m, a->ptr, a->ptr + 1 };
    return (struct row_spans){ t->rows, t->begin, t->end };
}

/* How many long rows stand before short row number `row`, from `before` of them on. */
static uint32_t longs_before(const struct column_tiling *t, uint32_t before, int64_t row)
{
    while (before < t->longs && (int64_t)t->long_row[before] - before <= row)
        before++;
    return before;
}

void column_tiling_ranges(const struct column_tiling *t, struct nonzero_split *s)
{
    int64_t partials = column_tiling_partials(t);
    uint32_t before = 0;
    for (int64_t b = 0; b < s->blocks; b++) {
        struct block_range *r = &s->range[b];
        r->skip = before = longs_before(t, before, r->row - partials);
        r->skip_end = before = longs_before(t, before, (int64_t)r->row + r->rows - partials);
    }
}
