/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/division.h"

struct division division_chunks(const struct problem *p, int64_t rows, bool dealt)
{
    return (struct division){
        .rule = dealt ? "chunks of rows, taken by whichever thread is free" : "chunks of rows, dealt out in turn",
        .worker = "thread",
        .units = p->a->m / rows + (p->a->m % rows != 0),
        .rows = rows,
        .dealt = dealt,
    };
}

struct division division_blocks(const struct problem *p, int64_t rows)
{
    struct division d = division_chunks(p, rows, true);
    d.rule = "blocks of rows, taken by whichever multiprocessor is free";
    d.worker = "multiprocessor";
    return d;
}

void division_by_rows(const struct problem *p, struct division *d)
{
    const int64_t rows = p->a->m / p->threads + (p->a->m % p->threads != 0);
    *d = division_chunks(p, rows > 0 ? rows : 1, false);
    d->rule = "equal shares of the rows";
}

void division_by_work(const struct problem *p, struct division *d)
{
    *d = (struct division){ .rule = "equal shares of rows and entries", .worker = "thread", .units = p->threads };
}

void division_by_pieces(const struct problem *p, int64_t each, struct division *d)
{
    division_by_work(p, d);
    d->units *= each;
    d->dealt = each > 1;
    if (d->dealt)
        d->rule = "pieces of equally many rows and entries, several a thread, taken by whichever is free";
}

/* Where unit u begins if `count` are shared evenly. */
static int64_t even(const struct division *d, int64_t count, int64_t u)
{
    return count / d->units * u + count % d->units * u / d->units;
}

/* Where unit u begins among all m + nnz rows and entries. */
static int64_t step_of(const struct division *d, const struct csr *a, int64_t u)
{
    return even(d, a->m + a->nnz, u);
}

/* The first row i with i + ptr[i] ≥ step. */
static int64_t row_at(const struct csr *a, int64_t step)
{
    int64_t low = 0, high = a->m;
    while (low < high) {
        const int64_t i = low + (high - low) / 2;
        if (a->ptr[i] + i < step)
            low = i + 1;
        else
            high = i;
    }
    return low;
}

int64_t division_row(const struct division *d, const struct csr *a, int64_t u)
{
    if (u >= d->units)
        return a->m;
    if (d->rows > 0)
        return u * d->rows;
    const int64_t step = step_of(d, a, u), row = row_at(a, step);
    return d->inside && row > 0 && a->ptr[row] + row > step ? row - 1 : row;
}

int64_t division_entries(const struct division *d, const struct csr *a, int64_t u)
{
    if (d->inside)
        return step_of(d, a, u + 1) - step_of(d, a, u) - (division_row(d, a, u + 1) - division_row(d, a, u));
    return a->ptr[division_row(d, a, u + 1)] - a->ptr[division_row(d, a, u)];
}

/* The first row of X owned by unit u. */
static int64_t x_row(const struct division *d, const struct csr *a, int64_t u)
{
    return a->m == a->n ? division_row(d, a, u) : even(d, a->n, u);
}

/* Counts the rows of X that the unit needs from other units; seen[j] == u + 1: already counted. */
static int64_t unit_halo(const struct division *d, const struct csr *a, int64_t u, int32_t *seen)
{
    const int64_t first = x_row(d, a, u), end = x_row(d, a, u + 1);
    int64_t count = 0;
    for (int64_t p = a->ptr[division_row(d, a, u)]; p < a->ptr[division_row(d, a, u + 1)]; p++) {
        const int32_t j = a->ind[p];
        count += (j < first || j >= end) && seen[j] != u + 1;
        seen[j] = (int32_t)u + 1;
    }
    return count;
}

bool division_halo(const struct division *d, const struct csr *a, int64_t *all, int64_t *most, struct err *e)
{
    int32_t *seen = calloc((size_t)a->n + 1, sizeof *seen);
    *all = *most = 0;
    if (!seen)
        return err_nomem(e, "the columns of a part", ((uint64_t)a->n + 1) * sizeof *seen);
    for (int64_t u = 0; u < d->units; u++) {
        const int64_t count = unit_halo(d, a, u, seen);
        *all += count;
        *most = count > *most ? count : *most;
    }
    free(seen);
    return true;
}
