/* SPDX-License-Identifier: GPL-3.0-or-later */
/* group_rows_build: finds and fills the groups of group_rows, neighbouring rows with nearly the same columns. Compiled
   once per value type T and instruction set. */
#pragma once

#include "cpu/lib/plan.h"
#include "cpu/lib/split.h"

#include "cpu/lib/block_row.h"
#include "cpu/lib/row_take.h"

/* At most one zero per GROUP_ROWS_EXTRA entries. Refused: more than GROUP_ROWS_FEW / GROUP_ROWS_OF columns an entry. */
enum { GROUP_ROWS_EXTRA = 8, GROUP_ROWS_FEW = 3, GROUP_ROWS_OF = 4 };

struct group_rows {
    struct plan_held held;
    int32_t *row;  /* groups + 1: first row of each group */
    int64_t *at;   /* groups + 1: first column of each group */
    int64_t *slot; /* groups + 1: first value of each group */
    int32_t *ind;
    int32_t *to; /* the rows of Y, if A is reordered; else NULL */
    T *val;      /* column by column, a value per row; then BLOCK_PAST */
    struct plan_vectors v;
    int threads, pieces;
    bool stream;
    int64_t cut[]; /* pieces + 1: the groups of each piece */
};

static bool group_rows_refuse(int64_t columns, int64_t nnz, struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED,
                   "neighbouring rows share too few columns: %.2f rows per column; grouping pays from %.2f on",
                   (double)nnz / (double)columns, (double)GROUP_ROWS_OF / GROUP_ROWS_FEW);
}

struct group_extent {
    int rows;
    int64_t columns, entries;
};

/* Whether row i has the columns of row i - 1. */
static bool group_rows_same(const struct csr *a, int64_t i)
{
    const int64_t len = row_length(a, i);

    if (a->ptr[i] - a->ptr[i - 1] != len)
        return false;
    return len == 0 || !memcmp(a->ind + a->ptr[i], a->ind + a->ptr[i - 1], (size_t)len * sizeof *a->ind);
}

/* The group that begins at row i and ends before `end`. Its columns are at least those of its longest row, a bound that
   rejects most rows that do not fit. */
static struct group_extent group_rows_at(const struct csr *a, int64_t i, int64_t end)
{
    const int64_t len = row_length(a, i);
    struct group_extent g = { 1, len, len };

    while (g.rows < BLOCK_SIDE && i + g.rows < end) {
        const int64_t next = a->ptr[i + g.rows + 1] - a->ptr[i + g.rows], entries = g.entries + next;
        int64_t columns = next > g.columns ? next : g.columns;
        if (!group_rows_same(a, i + g.rows)) {
            if ((g.rows + 1) * columns > entries + entries / GROUP_ROWS_EXTRA)
                break;
            columns = row_merge_count(a, 1, row_merge_open(a, i, g.rows + 1));
        }
        if ((g.rows + 1) * columns > entries + entries / GROUP_ROWS_EXTRA)
            break;
        g = (struct group_extent){ g.rows + 1, columns, entries };
    }
    return g;
}

/* Totals over the groups that begin at PROBES rows; the number is not measured. */
static struct group_extent group_rows_sample(const struct csr *a)
{
    enum { PROBES = 64 };
    struct group_extent sum = { 0 };

    for (int q = 0; q < PROBES && a->m > 0; q++) {
        const struct group_extent g = group_rows_at(a, split_step(a->m, q, PROBES), a->m);
        sum.rows += g.rows;
        sum.columns += g.columns;
        sum.entries += g.entries;
    }
    return sum;
}

/* Finds the groups of the rows from .. to-1: their first rows in row[from ..] and numbers of columns in at[from ..]. */
static int64_t group_rows_find(struct group_rows *s, const struct csr *a, int64_t from, int64_t to)
{
    int64_t count = 0;

    for (int64_t i = from; i < to; count++) {
        const struct group_extent g = group_rows_at(a, i, to);
        s->row[from + count] = (int32_t)i;
        s->at[from + count] = g.columns;
        i += g.rows;
    }
    return count;
}

/* Moves the pieces' groups together, count[t] of them from rows[t] on, and computes at, slot and cut. */
static void group_rows_join(struct group_rows *s, const int64_t *rows, const int64_t *count)
{
    int64_t q = 0, columns = 0, values = 0;

    for (int t = 0; t < s->pieces; t++) {
        s->cut[t] = q;
        for (int64_t g = 0; g < count[t]; g++, q++) {
            const int64_t from = rows[t] + g, here = s->at[from];
            const int64_t end = g + 1 < count[t] ? s->row[from + 1] : rows[t + 1];
            s->row[q] = s->row[from];
            s->at[q] = columns;
            s->slot[q] = values;
            columns += here;
            values += here * (end - s->row[q]);
        }
    }
    s->cut[s->pieces] = q;
    s->row[q] = (int32_t)rows[s->pieces];
    s->at[q] = columns;
    s->slot[q] = values;
}

static void group_rows_fill(struct group_rows *s, const struct csr *a, int64_t q)
{
    const int64_t rows = s->row[q + 1] - s->row[q];
    struct row_merge merge = row_merge_open(a, s->row[q], rows);
    T *val = s->val + s->slot[q];

    memset(val, 0, (size_t)(s->slot[q + 1] - s->slot[q]) * sizeof *val);
    for (int64_t at = s->at[q]; at < s->at[q + 1]; at++, val += rows) {
        const int64_t column = row_merge_next(a, 1, &merge);
        s->ind[at] = (int32_t)column;
        row_take(a, 1, &merge, column, column, rows, val);
    }
}

/* Finds each piece's groups, allocates, fills. rows, count: room for pieces + 1 numbers. */
static bool group_rows_make(struct group_rows *s, const struct csr *a, int64_t *rows, int64_t *count, struct err *e)
{
    const uint64_t lines = (uint64_t)a->m + 1;

    if (!(s->row = plan_memory(s, size_mul(lines, sizeof *s->row), "groups of rows", e)) ||
        !(s->at = plan_memory(s, size_mul(lines, sizeof *s->at), "groups of rows", e)) ||
        !(s->slot = plan_memory(s, size_mul(lines, sizeof *s->slot), "groups of rows", e)))
        return false;
    split_rows(a->ptr, a->m, s->pieces, rows);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int t = 0; t < s->pieces; t++)
        count[t] = group_rows_find(s, a, rows[t], rows[t + 1]);
    group_rows_join(s, rows, count);
    const int64_t columns = s->at[s->cut[s->pieces]], values = s->slot[s->cut[s->pieces]];
    if (columns * GROUP_ROWS_OF > a->nnz * GROUP_ROWS_FEW)
        return group_rows_refuse(columns, a->nnz, e);
    if (!(s->ind = plan_memory(s, size_mul((uint64_t)columns, sizeof *s->ind), "column indices", e)) ||
        !(s->val = plan_memory(s, size_mul((uint64_t)values + BLOCK_PAST, sizeof *s->val), "values", e)))
        return false;
    memset(s->val + values, 0, BLOCK_PAST * sizeof *s->val);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int t = 0; t < s->pieces; t++)
        for (int64_t q = s->cut[t]; q < s->cut[t + 1]; q++)
            group_rows_fill(s, a, q);
    return true;
}

static bool group_rows_build(struct group_rows *s, const struct csr *a, struct err *e)
{
    const size_t size = ((size_t)s->pieces + 1) * sizeof(int64_t);
    int64_t *rows = malloc(2 * size);
    bool ok = rows ? group_rows_make(s, a, rows, rows + s->pieces + 1, e) : err_nomem(e, "the plan", 2 * size);

    free(rows);
    return ok;
}
