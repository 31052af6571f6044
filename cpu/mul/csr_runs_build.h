/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_runs_build: finds and orders the runs of csr_runs, rows with the same columns relative to the diagonal. Compiled
   once per value type T and instruction set. */
#pragma once

#include "cpu/lib/plan.h"
#include "cpu/mul/csr_runs_sweep.h"

#include "cpu/mul/csr_runs_block.h"

/* Fewer than RUNS_FEW rows per run on average are refused. A run has at most RUNS_PIECE rows. Not measured. */
enum { RUNS_FEW = 4, RUNS_PIECE = 4096 };

/* Rows row .. row + rows - 1. */
struct row_run {
    int64_t row, off, val; /* the first row, offset and value */
    int32_t rows, width;
    bool same;    /* all rows have the same values */
    int32_t band; /* first key of the order of runs; the second is row */
};

struct csr_runs {
    struct plan_held held;
    struct row_run *run;
    int32_t *off;
    T *val;
    struct plan_vectors v;
    struct sweep sweep;
    int threads, pieces;
    bool dense; /* X and Y have no gaps */
    bool stream;
    int64_t cut[]; /* pieces + 1: runs of each piece */
};

static uint64_t runs_most(const struct problem *p)
{
    return (uint64_t)p->a->m / RUNS_FEW + (uint64_t)p->a->m / RUNS_PIECE + (uint64_t)plan_pieces(p) + 1;
}

static bool runs_refuse(int64_t runs, int64_t m, struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED, "neighbouring rows differ: runs of %.1f alike rows, worthwhile from %d",
                   (double)m / (double)(runs ? runs : 1), RUNS_FEW);
}

/* ---- finding ---- */

/* Whether row i + 1 has the columns of row i, shifted right by one. */
static bool runs_follow(const struct csr *a, int64_t i)
{
    const int64_t len = row_length(a, i);
    const int32_t *here = a->ind + a->ptr[i], *next = a->ind + a->ptr[i + 1];

    if (a->ptr[i + 2] - a->ptr[i + 1] != len)
        return false;
    for (int64_t e = 0; e < len; e++)
        if (next[e] != here[e] + 1)
            return false;
    return true;
}

/* Whether it also has the values of row i, bit for bit. */
static bool runs_equal(const struct csr *a, int64_t i)
{
    const int64_t len = row_length(a, i);
    const T *val = a->val;

    return len == 0 || !memcmp(val + a->ptr[i], val + a->ptr[i + 1], (size_t)len * sizeof *val);
}

/* The run that begins at row i and ends before `end`. */
static struct row_run runs_at(const struct csr *a, int64_t i, int64_t end)
{
    const int64_t len = row_length(a, i);
    struct row_run r = { .row = i, .width = (int32_t)len, .rows = 1, .same = true };

    while (i + 1 < end && r.rows < RUNS_PIECE && runs_follow(a, i)) {
        r.same = r.same && runs_equal(a, i);
        r.rows++;
        i++;
    }
    return r;
}

static int64_t runs_values(const struct row_run *r)
{
    return r->same ? r->width : (int64_t)r->width * r->rows;
}

/* Numbers of runs, offsets and values in some rows. */
struct run_tally {
    int64_t runs, offsets, values;
};

static struct run_tally runs_count(const struct csr *a, int64_t from, int64_t to)
{
    struct run_tally n = { 0 };

    for (int64_t i = from; i < to;) {
        struct row_run r = runs_at(a, i, to);
        n.runs++;
        n.offsets += r.width;
        n.values += runs_values(&r);
        i += r.rows;
    }
    return n;
}

/* Values slot by slot within blocks of RUNS_BLOCK rows, the last one smaller; or as in A. */
static void runs_fill_values(T *to, const struct csr *a, const struct row_run *r, bool slots)
{
    const T *from = (const T *)a->val + a->ptr[r->row];

    for (int64_t b = 0; b < r->rows; b += RUNS_BLOCK) {
        const int64_t rows = r->rows - b < RUNS_BLOCK ? r->rows - b : RUNS_BLOCK;
        T *block = to + b * r->width;
        for (int64_t i = 0; i < rows; i++)
            for (int64_t s = 0; s < r->width; s++)
                block[slots ? s * rows + i : i * r->width + s] = from[(b + i) * r->width + s];
    }
}

/* Makes the runs of the rows from .. to-1, to be stored at `at`. */
static void runs_fill(struct csr_runs *s, const struct csr *a, int64_t from, int64_t to, struct run_tally at)
{
    for (int64_t i = from; i < to;) {
        struct row_run r = runs_at(a, i, to);
        r.off = at.offsets;
        r.val = at.values;
        for (int64_t e = 0; e < r.width; e++)
            s->off[r.off + e] = (int32_t)(a->ind[a->ptr[i] + e] - i);
        if (r.same && r.width)
            memcpy(s->val + r.val, (const T *)a->val + a->ptr[i], (size_t)r.width * sizeof(T));
        if (!r.same)
            runs_fill_values(s->val + r.val, a, &r, s->dense && s->v.k == 1);
        s->run[at.runs++] = r;
        at.offsets += r.width;
        at.values += runs_values(&r);
        i += r.rows;
    }
}

/* ---- order ---- */

static int runs_compare(const void *a, const void *b)
{
    const struct row_run *x = a, *y = b;

    if (x->band != y->band)
        return x->band < y->band ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void runs_order(struct row_run *run, int64_t count, struct sweep sweep)
{
    if (!sweep.distance)
        return;
    for (int64_t r = 0; r < count; r++)
        run[r].band = (int32_t)sweep_band(sweep, run[r].row);
    qsort(run, (size_t)count, sizeof *run, runs_compare);
}

/* Counts each piece's runs, allocates, fills. rows: pieces + 1 cuts; at: a tally per piece; *bytes: of all lists;
 *values: how many are stored. */
static bool runs_build(struct csr_runs *s, const struct problem *p, const int64_t *rows, struct run_tally *at,
                       uint64_t *bytes, uint64_t *values, struct err *e)
{
    const struct csr *a = p->a;
    struct run_tally all = { 0 };

#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int t = 0; t < s->pieces; t++)
        at[t] = runs_count(a, rows[t], rows[t + 1]);
    for (int t = 0; t < s->pieces; t++) {
        struct run_tally here = at[t];
        at[t] = all;
        s->cut[t] = all.runs;
        all.runs += here.runs;
        all.offsets += here.offsets;
        all.values += here.values;
    }
    s->cut[s->pieces] = all.runs;
    if ((uint64_t)all.runs > runs_most(p))
        return runs_refuse(all.runs, a->m, e);
    *bytes = (uint64_t)all.runs * sizeof *s->run + (uint64_t)all.offsets * sizeof *s->off +
             (uint64_t)all.values * sizeof *s->val;
    *values = (uint64_t)all.values;
    if (!(s->run = plan_memory(s, size_mul((uint64_t)all.runs, sizeof *s->run), "runs of rows", e)) ||
        !(s->off = plan_memory(s, size_mul((uint64_t)all.offsets, sizeof *s->off), "offsets", e)) ||
        !(s->val = plan_memory(s, size_mul((uint64_t)all.values, sizeof *s->val), "values", e)))
        return false;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int t = 0; t < s->pieces; t++) {
        runs_fill(s, a, rows[t], rows[t + 1], at[t]);
        runs_order(s->run + s->cut[t], s->cut[t + 1] - s->cut[t], s->sweep);
    }
    return true;
}
