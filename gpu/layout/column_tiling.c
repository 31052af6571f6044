/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/column_tiling.h"

/* Even a small x is cut into at least TILES. PARTIALS limits the memory of partial sums. */
enum { TILES = 4, PARTIALS = 1 << 21 };
/* One thread counts this many rows before a team would begin. Not measured. */
enum { ROWS_FEW = 1 << 16 };

int64_t column_tiling_most(const struct csr *a, const struct tiling_wish *wish)
{
    int64_t most = wish->when != TILING_NO ? a->nnz / wish->each : 0;
    return most < PARTIALS ? most : PARTIALS;
}

static int64_t rows_from(const struct csr *a, int64_t length)
{
    int64_t rows = 0;
#pragma omp parallel for schedule(static) reduction(+ : rows) if (a->m > ROWS_FEW)
    for (int64_t i = 0; i < a->m; i++)
        rows += row_length(a, i) >= length;
    return rows;
}

/* Smallest length ≥ each·tiles such that the partial sums of all longer rows fit PARTIALS: by bisection. */
static int64_t long_from(const struct csr *a, int64_t tiles, int64_t each)
{
    int64_t low = each * tiles, high = csr_row_max(a) + 1;
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

/* Fills long_row; returns the number of entries of the long rows. */
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

/* How the rows are cut, and which are long. */
struct tiled {
    const struct csr *a;
    int64_t columns, least; /* least: entries of a long row */
    bool no_empty;
    struct column_tiling *out;
};

/* Row i where it stays, at place `at` of the list, if there is one; returns the next place. */
static int64_t put_row(const struct tiled *t, int64_t i, int64_t at)
{
    int64_t length = row_length(t->a, i);
    if (length >= t->least || (t->no_empty && length == 0))
        return at;
    if (t->out->begin) {
        t->out->begin[at] = t->a->ptr[i];
        t->out->end[at] = t->a->ptr[i + 1];
        t->out->place[at] = (uint32_t)i;
    }
    return at + 1;
}

/* Tile q's rows from place `at` of the list on; returns their end. Without a list they are only counted. */
static int64_t put_tile(const struct tiled *t, int64_t q, int64_t at)
{
    const struct csr *a = t->a;
    struct column_tiling *out = t->out;
    if (out->begin)
        for (int64_t h = 0; h < out->longs; h++) {
            out->begin[at + h] = csr_search(a, out->long_row[h], q * t->columns);
            out->end[at + h] = csr_search(a, out->long_row[h], (q + 1) * t->columns);
            out->place[at + h] = PLACE_PARTIAL | (uint32_t)(q * out->longs + h);
        }
    at += out->longs;
    for (int64_t i = a->m * q / out->tiles; i < a->m * (q + 1) / out->tiles; i++)
        at = put_row(t, i, at);
    return at;
}

static bool list_rows(const struct tiled *t, struct err *e)
{
    struct column_tiling *out = t->out;
    int64_t *first = malloc(((size_t)out->tiles + 1) * sizeof *first);
    if (!first)
        return err_nomem(e, "tiles of long rows", size_mul((uint64_t)out->tiles, 8));
#pragma omp parallel for schedule(static)
    for (int64_t q = 0; q < out->tiles; q++)
        first[q + 1] = put_tile(t, q, 0);
    first[0] = 0;
    for (int64_t q = 0; q < out->tiles; q++)
        first[q + 1] += first[q];
    out->rows = first[out->tiles];
    out->begin = malloc((size_t)out->rows * sizeof *out->begin + 1);
    out->end = malloc((size_t)out->rows * sizeof *out->end + 1);
    out->place = calloc((size_t)out->rows + 1, sizeof *out->place); /* plus one that is loaded but not used */
    bool ok =
        (out->begin && out->end && out->place) || err_nomem(e, "tiles of long rows", size_mul((uint64_t)out->rows, 20));
#pragma omp parallel for schedule(static)
    for (int64_t q = 0; q < out->tiles; q++)
        if (ok)
            put_tile(t, q, first[q]);
    free(first);
    return ok;
}

/* Finds the long rows, if they are to be tiled. */
static bool find_long_rows(struct tiled *t, const struct tiling_wish *wish, struct err *e)
{
    struct column_tiling *out = t->out;
    if (wish->when == TILING_NO || out->tiles > PARTIALS)
        return true;
    int64_t least = long_from(t->a, out->tiles, wish->each), longs = rows_from(t->a, least);
    out->long_row = malloc((size_t)longs * sizeof *out->long_row + 1);
    if (!out->long_row)
        return err_nomem(e, "the list of long rows", 4 * (uint64_t)longs);
    int64_t entries = list_long_rows(t->a, least, out);
    if (longs == 0 || (wish->when == TILING_AUTO && (longs < 2 || entries < wish->entries)))
        return true;
    out->longs = longs;
    t->least = least;
    return true;
}

bool column_tiling_build(const struct csr *a, const struct tiling_wish *wish, struct column_tiling *out, struct err *e)
{
    int64_t columns = a->n / TILES + 1 < wish->columns ? a->n / TILES + 1 : wish->columns;
    struct tiled t = { .a = a, .columns = columns, .least = INT64_MAX, .no_empty = wish->no_empty, .out = out };
    *out = (struct column_tiling){ .tiles = (a->n + columns - 1) / columns };
    if (out->tiles < 1)
        out->tiles = 1;
    return find_long_rows(&t, wish, e) && ((out->longs == 0 && !wish->no_empty) || list_rows(&t, e));
}

void column_tiling_release(struct column_tiling *t)
{
    free(t->place);
    free(t->end);
    free(t->begin);
    free(t->long_row);
    *t = (struct column_tiling){ 0 };
}

struct row_spans column_tiling_rows(const struct csr *a, const struct column_tiling *t)
{
    if (!t->begin)
        return (struct row_spans){ a->m, a->ptr, a->ptr + 1 };
    return (struct row_spans){ t->rows, t->begin, t->end };
}
