/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket_build: from buckets to rows. */
#include <omp.h>

#include "core/matrix/bucket_work.h"

enum { SMALL = 1 << 16 /* not worth waking threads for */ };

/* ---- steps ---- */

void bucket_tally(const struct bucket_work *w, const struct coo *part, int b, int64_t *count)
{
    const struct bucket_plan plan = *w->plan;

    for (int64_t c = 0; c < w->parts; c++) {
        const struct coo x = part[c];
        for (uint32_t k = x.first[b]; k < x.first[b + 1]; k++)
            count[bucket_row(&plan, &x, k)]++;
    }
}

void bucket_scatter(const struct bucket_work *w, const struct coo *part, int b, int64_t *next)
{
    const struct bucket_plan plan = *w->plan;
    int32_t *ind = w->a->ind;
    double *val = w->a->val;

    for (int64_t c = 0; c < w->parts; c++) {
        const struct coo x = part[c];
        const double *from = w->imag ? x.imag : x.val;
        for (uint32_t k = x.first[b]; k < x.first[b + 1]; k++) {
            int64_t q = next[bucket_row(&plan, &x, k)]++;
            ind[q] = bucket_col(&plan, &x, k);
            if (from)
                val[q] = from[k];
        }
    }
}

static int32_t column_max(const struct csr *a)
{
    return a->n > 0 ? (int32_t)(a->n - 1) : 0;
}

/* Sorts entries begin .. end-1, a row or a stripe of it. */
static bool sort_row(const struct bucket_work *w, int64_t begin, int64_t end, struct row_scratch *s)
{
    struct csr *a = w->a;

    return row_sort(a->ind + begin, w->ones ? NULL : (double *)a->val + begin, end - begin, column_max(a), s);
}

/* Twice the number of the file's duplicates among the sorted entries begin .. end-1 of row i. */
static int64_t count_twice(const struct bucket_work *w, int64_t i, int64_t begin, int64_t end)
{
    const int32_t *ind = w->a->ind;
    int64_t same = 0, diagonal = 0;

    for (int64_t p = begin + 1; p < end; p++)
        same += ind[p] == ind[p - 1];
    for (int64_t p = begin + 1; p < end && same; p++)
        diagonal += ind[p] == ind[p - 1] && ind[p] == i;
    return w->mirror == MIRROR_NONE ? 2 * same : same + diagonal;
}

int64_t bucket_sort_row(const struct bucket_work *w, int64_t i, int64_t begin, int64_t end, struct row_scratch *s)
{
    return sort_row(w, begin, end, s) ? count_twice(w, i, begin, end) : -1;
}

/* Sums duplicates within a bucket's share of a; returns how many entries are left. Gaps remain (close_gaps). */
static int64_t merge_rows(const struct bucket_work *w, int b)
{
    struct csr *a = w->a;
    double *val = a->val;
    int64_t to = w->base[b], p = to;

    for (int64_t i = bucket_begin(w->plan, b); i < bucket_begin(w->plan, b + 1); i++) {
        int64_t begin = to, end = a->ptr[i + 1];
        for (; p < end; p++)
            if (to > begin && a->ind[to - 1] == a->ind[p])
                val[to - 1] += val[p];
            else {
                a->ind[to] = a->ind[p];
                val[to++] = val[p];
            }
        a->ptr[i + 1] = to;
    }
    return to - w->base[b];
}

void bucket_finish(struct bucket_work *w, int b, int64_t twice)
{
    double *val = w->a->val;

    for (int64_t p = w->base[b]; p < w->base[b + 1] && w->ones; p++)
        val[p] = 1;
    w->kept[b] = twice ? merge_rows(w, b) : w->base[b + 1] - w->base[b];
    atomic_fetch_add(&w->repeated, twice);
}

/* Counts the entries of each row of bucket b, sets the row pointers, and stores in `next` where each row begins. */
static void place_rows(const struct bucket_work *w, int b, int64_t *next)
{
    int64_t lo = bucket_begin(w->plan, b), hi = bucket_begin(w->plan, b + 1), at = w->base[b];

    memset(next, 0, (size_t)(hi - lo) * sizeof *next);
    bucket_tally(w, w->part, b, next);
    for (int64_t i = lo; i < hi; i++) {
        int64_t count = next[i - lo];
        next[i - lo] = at;
        at += count;
        w->a->ptr[i + 1] = at;
    }
}

/* The entries of bucket b that do not follow their predecessor in the row, up to `most`; no branch on row lengths. */
static int64_t rows_fall(const struct bucket_work *w, int b, int64_t most)
{
    enum { ROWS = 256 }; /* between tests of whether to stop */
    const int32_t *ind = w->a->ind;
    const int64_t base = w->base[b], hi = bucket_begin(w->plan, b + 1);
    int64_t falls = 0, begin = base; /* ptr of the first row belongs to another bucket */

    for (int64_t i = bucket_begin(w->plan, b); i < hi && falls <= most;) {
        const int64_t stop = i + ROWS < hi ? i + ROWS : hi;
        for (int64_t p = begin > base ? begin : base + 1; p < w->a->ptr[stop]; p++)
            falls += ind[p] <= ind[p - 1];
        for (; i < stop; i++) {
            int64_t end = w->a->ptr[i + 1], inside = begin > base;
            falls -= inside & (end > begin) & (ind[begin] <= ind[begin - inside]);
            begin = end;
        }
    }
    return falls;
}

/* Sorts the rows of bucket b in order of length, so that the length is predictable. `order` has room for all. */
static bool sort_rows(const struct bucket_work *w, int b, int64_t *order, struct row_scratch *s)
{
    enum { LONG = 64 }; /* rows this long come in any order */
    const int64_t lo = bucket_begin(w->plan, b), rows = bucket_begin(w->plan, b + 1) - lo, *end = w->a->ptr + lo + 1;
    int64_t first[LONG + 1] = { 0 }, begin = w->base[b];
    bool ok = true;

    for (int64_t i = 0; i < rows; begin = end[i++])
        if (end[i] - begin < LONG)
            first[end[i] - begin + 1]++;
        else
            ok = ok && sort_row(w, begin, end[i], s);
    for (int n = 0; n < LONG; n++)
        first[n + 1] += first[n];
    begin = w->base[b];
    for (int64_t i = 0; i < rows; begin = end[i++])
        if (end[i] - begin < LONG)
            order[first[end[i] - begin]++] = begin;
    /* first[n] is now the end of the rows of n entries */
    for (int n = 2; n < LONG && ok; n++)
        ok = row_sort_alike(w->a->ind, w->ones ? NULL : w->a->val, order + first[n - 1], first[n] - first[n - 1], n,
                            column_max(w->a), s);
    return ok;
}

static bool build_bucket(struct bucket_work *w, int b, int64_t *next, struct row_scratch *s)
{
    int64_t twice = 0, begin = w->base[b];

    place_rows(w, b, next);
    bucket_scatter(w, w->part, b, next);
    const bool falls = rows_fall(w, b, 0) > 0;
    if (falls && !sort_rows(w, b, next, s))
        return false;
    /* in sorted rows these are the duplicates */
    if (falls && rows_fall(w, b, INT64_MAX))
        for (int64_t i = bucket_begin(w->plan, b); i < bucket_begin(w->plan, b + 1); i++) {
            twice += count_twice(w, i, begin, w->a->ptr[i + 1]);
            begin = w->a->ptr[i + 1];
        }
    bucket_finish(w, b, twice);
    return true;
}

/* One thread's loop; the calling thread also reports progress. */
static void build(struct bucket_work *w, const struct progress *p, struct err *e)
{
    struct row_scratch scratch = { 0 };
    int64_t *next = malloc(sizeof *next << w->plan->shift);
    bool caller = omp_get_thread_num() == 0;

    if (!next)
        w->memory_short = true;
    while (next && !w->stop && !w->memory_short) {
        int b = atomic_fetch_add(&w->next, 1);
        if (b >= w->plan->buckets)
            break;
        if (w->kept[b] < 0 && !build_bucket(w, b, next, &scratch))
            w->memory_short = true;
        if (caller && !progress_step(p, "sorting", (uint64_t)b, (uint64_t)w->plan->buckets, e))
            w->stop = true;
    }
    free(next);
    row_scratch_free(&scratch);
}

/* Closes the gaps that summed duplicates left between buckets. */
static void close_gaps(const struct bucket_work *w)
{
    struct csr *a = w->a;
    double *val = a->val;
    int64_t to = 0;

    for (int b = 0; b < w->plan->buckets; b++) {
        size_t count = (size_t)w->kept[b];
        memmove(a->ind + to, a->ind + w->base[b], count * sizeof *a->ind);
        memmove(val + to, val + w->base[b], count * sizeof *val);
        for (int64_t i = bucket_begin(w->plan, b); i < bucket_begin(w->plan, b + 1); i++)
            a->ptr[i + 1] -= w->base[b] - to;
        to += w->kept[b];
    }
    a->nnz = to;
    /* harmless if shrinking fails */
    void *ind = realloc(a->ind, ((size_t)a->nnz + 1) * sizeof *a->ind);
    a->ind = ind ? ind : a->ind;
    void *shrunk = realloc(a->val, ((size_t)a->nnz + 1) * sizeof *val);
    a->val = shrunk ? shrunk : a->val;
}

/* Finds where each bucket's entries begin. */
static bool lay_out(struct bucket_work *w, struct err *e)
{
    size_t lists = (size_t)w->plan->buckets + 1;

    w->base = calloc(lists, sizeof *w->base);
    w->kept = calloc(lists, sizeof *w->kept);
    if (!w->base || !w->kept)
        return err_nomem(e, "counting the rows", 16 * lists);
    for (int64_t c = 0; c < w->parts; c++)
        for (int b = 0; b < w->plan->buckets; b++)
            w->base[b + 1] += w->part[c].first[b + 1] - w->part[c].first[b];
    for (int b = 0; b < w->plan->buckets; b++) {
        w->base[b + 1] += w->base[b];
        w->kept[b] = -1;
    }
    return true;
}

bool bucket_assemble(const struct bucket_plan *plan, const struct coo *part, int64_t parts, bool imag,
                     const struct progress *p, struct csr *a, int64_t *duplicates, struct err *e)
{
    struct bucket_work w = { .plan = plan, .part = part, .parts = parts, .imag = imag, .a = a };

    *a = (struct csr){ 0 };
    w.mirror = imag ? plan->mirror_imag : plan->mirror;
    w.ones = !imag;
    for (int64_t c = 0; c < parts; c++)
        w.ones = w.ones && !part[c].val;
    bool ok = lay_out(&w, e) && csr_alloc(a, plan->m, plan->n, w.base[plan->buckets], VT_F64, e);
    if (ok)
        a->ptr[0] = 0;
    ok = ok && progress_step(p, "sorting", 0, (uint64_t)plan->buckets, e) && bucket_stripes(&w, p, e);
    if (ok) {
#pragma omp parallel if (a->nnz > SMALL)
        build(&w, p, e);
    }
    if (w.memory_short)
        err_nomem(e, "sorting the rows", 24 * (uint64_t)a->nnz / ((uint64_t)plan->buckets + 1));
    ok = ok && !w.memory_short && !w.stop;
    if (ok)
        *duplicates = w.repeated / 2;
    if (ok && w.repeated)
        close_gaps(&w);
    free(w.base);
    free(w.kept);
    if (!ok)
        csr_free(a);
    return ok;
}
