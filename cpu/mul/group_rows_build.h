/* SPDX-License-Identifier: GPL-3.0-or-later */
/* group_build: finds the groups of csr_group, neighbouring rows with nearly the same columns, and fills them.
   Compiled once per value type T and instruction set. */
#ifndef NZ_CPU_GROUP_BUILD_H
#define NZ_CPU_GROUP_BUILD_H

#include <stdlib.h>
#include <string.h>

#include "core/base/limit.h"
#include "cpu/device/memory.h"
#include "cpu/lib/plan.h"
#include "cpu/lib/split.h"

#include "cpu/lib/block_row.h"
#include "cpu/lib/row_merge.h"

/* One value in so many may be filled in. Refused with GROUPS_FEW / GROUPS_OF columns an entry and more. */
enum { GROUPS_EXTRA = 8, GROUPS_FEW = 3, GROUPS_OF = 4 };

struct groups {
    int32_t *row;  /* groups + 1: its first row */
    int64_t *at;   /* groups + 1: its columns */
    int64_t *slot; /* groups + 1: its values */
    int32_t *ind;
    T *val; /* column by column, a value for each row; then GROUP_PAST */
    struct plan_vectors v;
    int threads;
    bool stream;
    int64_t cut[]; /* threads + 1: groups of a thread */
};

static void groups_release(void *plan_data)
{
    struct groups *s = plan_data;

    if (!s)
        return;
    memory_release(s->val);
    memory_release(s->ind);
    memory_release(s->slot);
    memory_release(s->at);
    memory_release(s->row);
    free(s);
}

static bool groups_refuse(int64_t columns, int64_t nnz, struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED,
                   "neighbouring rows are not alike: %.2f of them share a column, at least %.2f is worth it",
                   (double)nnz / (double)columns, (double)GROUPS_OF / GROUPS_FEW);
}

struct extent {
    int rows;
    int64_t columns, entries;
};

/* Whether row i has the columns of row i - 1. */
static bool groups_same(const struct csr *a, int64_t i)
{
    const int64_t len = a->ptr[i + 1] - a->ptr[i];

    if (a->ptr[i] - a->ptr[i - 1] != len)
        return false;
    return len == 0 || !memcmp(a->ind + a->ptr[i], a->ind + a->ptr[i - 1], (size_t)len * sizeof *a->ind);
}

/* The group that begins at row i, of rows before `end`. Its columns are at least those of its longest row, by which
   most rows that do not fit are told. */
static struct extent groups_at(const struct csr *a, int64_t i, int64_t end)
{
    const int64_t len = a->ptr[i + 1] - a->ptr[i];
    struct extent g = { 1, len, len };

    while (g.rows < GROUP_SIDE && i + g.rows < end) {
        const int64_t next = a->ptr[i + g.rows + 1] - a->ptr[i + g.rows], entries = g.entries + next;
        int64_t columns = next > g.columns ? next : g.columns;
        if (!groups_same(a, i + g.rows)) {
            if ((g.rows + 1) * columns > entries + entries / GROUPS_EXTRA)
                break;
            columns = line_count(a, 1, line_open(a, i, g.rows + 1));
        }
        if ((g.rows + 1) * columns > entries + entries / GROUPS_EXTRA)
            break;
        g = (struct extent){ g.rows + 1, columns, entries };
    }
    return g;
}

/* The groups of rows from .. to-1; row and at from `from` on have a first row, and the columns, of each. */
static int64_t groups_find(struct groups *s, const struct csr *a, int64_t from, int64_t to)
{
    int64_t count = 0;

    for (int64_t i = from; i < to; count++) {
        const struct extent g = groups_at(a, i, to);
        s->row[from + count] = (int32_t)i;
        s->at[from + count] = g.columns;
        i += g.rows;
    }
    return count;
}

/* Moves the threads' groups together, `count` of those that begin at rows[t]; at, slot and cut from what they have. */
static void groups_join(struct groups *s, const int64_t *rows, const int64_t *count)
{
    int64_t q = 0, columns = 0, values = 0;

    for (int t = 0; t < s->threads; t++) {
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
    s->cut[s->threads] = q;
    s->row[q] = (int32_t)rows[s->threads];
    s->at[q] = columns;
    s->slot[q] = values;
}

static void groups_fill(struct groups *s, const struct csr *a, int64_t q)
{
    const int64_t rows = s->row[q + 1] - s->row[q];
    struct line l = line_open(a, s->row[q], rows);
    T *val = s->val + s->slot[q];

    memset(val, 0, (size_t)(s->slot[q + 1] - s->slot[q]) * sizeof *val);
    for (int64_t at = s->at[q]; at < s->at[q + 1]; at++, val += rows) {
        const int64_t column = line_next(a, 1, &l);
        s->ind[at] = (int32_t)column;
        line_take(a, 1, &l, column, column, rows, val);
    }
}

/* Each thread's groups, then room for all, then what is in them. rows, count: threads + 1 numbers. */
static bool groups_make(struct groups *s, const struct csr *a, int64_t *rows, int64_t *count, struct err *e)
{
    const uint64_t lines = (uint64_t)a->m + 1;

    if (!(s->row = memory_new(size_mul(lines, sizeof *s->row), "groups of rows", e)) ||
        !(s->at = memory_new(size_mul(lines, sizeof *s->at), "groups of rows", e)) ||
        !(s->slot = memory_new(size_mul(lines, sizeof *s->slot), "groups of rows", e)))
        return false;
    split_rows(a->ptr, a->m, s->threads, rows);
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++)
        count[t] = groups_find(s, a, rows[t], rows[t + 1]);
    groups_join(s, rows, count);
    const int64_t columns = s->at[s->cut[s->threads]], values = s->slot[s->cut[s->threads]];
    if (columns * GROUPS_OF > a->nnz * GROUPS_FEW)
        return groups_refuse(columns, a->nnz, e);
    if (!(s->ind = memory_new(size_mul((uint64_t)columns, sizeof *s->ind), "column indices", e)) ||
        !(s->val = memory_new(size_mul((uint64_t)values + GROUP_PAST, sizeof *s->val), "values", e)))
        return false;
    memset(s->val + values, 0, GROUP_PAST * sizeof *s->val);
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++)
        for (int64_t q = s->cut[t]; q < s->cut[t + 1]; q++)
            groups_fill(s, a, q);
    return true;
}

static bool groups_build(struct groups *s, const struct csr *a, struct err *e)
{
    const size_t size = ((size_t)s->threads + 1) * sizeof(int64_t);
    int64_t *rows = malloc(2 * size);
    bool ok = rows ? groups_make(s, a, rows, rows + s->threads + 1, e) : err_nomem(e, "the plan", 2 * size);

    free(rows);
    return ok;
}

#endif
