/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket_stripes: cuts a bucket with very many entries (a dense row, or most of a skewed matrix) into stripes of
   columns. A row is the concatenation of its stripes, so threads can build the stripes in parallel. */
#include <omp.h>

#include "core/matrix/bucket_work.h"

enum {
    SHARES = 2, /* a bucket as large as this many threads' shares is cut */
    STRIPES_MIN = 4,
    STRIPES_MAX = 512,
    SEGMENT = 64 /* least mean entries of a row in a stripe, against false sharing */
};

struct stripes {
    struct bucket_work *w;
    int bucket, count, shift; /* column j is in stripe j >> shift */
    int64_t rows;
    struct coo *part; /* the parts of the work, with `first` by stripe */
    uint32_t *first;
    int64_t *next; /* stripes × rows: where the next entry of a row's stripe goes in a; finally its end */
};

/* Returns the number of stripes; < 2: the bucket is not cut. */
static int stripes_plan(const struct bucket_work *w, int b, int *shift)
{
    int64_t entries = w->base[b + 1] - w->base[b];
    int64_t rows = bucket_begin(w->plan, b + 1) - bucket_begin(w->plan, b);
    int64_t most = entries / BUCKET_ENTRIES, wide = entries / SEGMENT / (rows > 0 ? rows : 1);

    most = most < wide ? most : wide;
    most = most < STRIPES_MAX ? most : STRIPES_MAX;
    if (most < STRIPES_MIN || entries / SHARES < w->a->nnz / omp_get_max_threads())
        return 1;
    for (*shift = 0; (w->plan->n - 1) >> *shift >= most;)
        (*shift)++;
    return (int)((w->plan->n - 1) >> *shift) + 1;
}

static bool stripes_alloc(struct stripes *s, struct err *e)
{
    size_t parts = (size_t)s->w->parts, lists = parts * ((size_t)s->count + 1),
           counters = (size_t)s->count * (size_t)s->rows;

    s->part = malloc((parts + 1) * sizeof *s->part);
    s->first = malloc((lists + 1) * sizeof *s->first);
    s->next = calloc(counters, sizeof *s->next);
    return (s->part && s->first && s->next) || err_nomem(e, "sorting a long row", 8 * counters + 4 * lists);
}

/* Sorts the bucket's entries of part c by stripe, in place; a stable counting sort. */
static bool stripes_cut(struct stripes *s, int64_t c, struct coo *copy)
{
    struct coo *x = &s->part[c];
    uint32_t *first = s->first + (size_t)c * ((size_t)s->count + 1), next[STRIPES_MAX];
    uint32_t begin = s->w->part[c].first[s->bucket], count = s->w->part[c].first[s->bucket + 1] - begin;

    *x = s->w->part[c];
    x->first = first;
    memset(first, 0, ((size_t)s->count + 1) * sizeof *first);
    first[0] = begin;
    for (uint32_t k = begin; k < begin + count; k++)
        first[(bucket_col(s->w->plan, x, k) >> s->shift) + 1]++;
    for (int t = 0; t < s->count; t++)
        first[t + 1] += first[t];
    if (!coo_room(copy, count, true, true, NULL))
        return false;
    memcpy(next, first, (size_t)s->count * sizeof *next);
    coo_copy(x, begin, count, copy);
    struct coo from = *copy;
    from.row = x->row ? copy->row : NULL;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t q = next[bucket_col(s->w->plan, &from, k) >> s->shift]++;
        if (x->row)
            x->row[q] = copy->row[k];
        x->col[q] = copy->col[k];
        if (x->val)
            x->val[q] = copy->val[k];
        if (x->imag)
            x->imag[q] = copy->imag[k];
    }
    return true;
}

static void stripes_cut_all(struct stripes *s)
{
#pragma omp parallel
    {
        struct coo copy = { 0 };
#pragma omp for schedule(dynamic, 4)
        for (int64_t c = 0; c < s->w->parts; c++)
            if (!s->w->memory_short && !stripes_cut(s, c, &copy))
                s->w->memory_short = true;
        coo_free(&copy);
    }
}

/* Sets the row pointers, and where each stripe's share of a row begins: after the preceding stripes. */
static void stripes_place(struct stripes *s)
{
    int64_t at = s->w->base[s->bucket], lo = bucket_begin(s->w->plan, s->bucket);

    for (int64_t i = 0; i < s->rows; i++) {
        for (int t = 0; t < s->count; t++) {
            int64_t *next = &s->next[t * s->rows + i], count = *next;
            *next = at;
            at += count;
        }
        s->w->a->ptr[lo + i + 1] = at;
    }
}

/* Returns `twice` of bucket_finish. */
static int64_t stripes_sort(struct stripes *s)
{
    struct bucket_work *w = s->w;
    int64_t lo = bucket_begin(w->plan, s->bucket), twice = 0;

#pragma omp parallel reduction(+ : twice)
    {
        struct row_scratch scratch = { 0 };
#pragma omp for schedule(dynamic, 1)
        for (int t = 0; t < s->count; t++)
            for (int64_t i = 0; i < s->rows && !w->memory_short; i++) {
                int64_t begin = t > 0 ? s->next[(t - 1) * s->rows + i] : i > 0 ? w->a->ptr[lo + i] : w->base[s->bucket];
                int64_t same = bucket_sort_row(w, lo + i, begin, s->next[t * s->rows + i], &scratch);
                if (same < 0)
                    w->memory_short = true;
                else
                    twice += same;
            }
        row_scratch_free(&scratch);
    }
    return twice;
}

static bool stripes_build(struct stripes *s, struct err *e)
{
    if (!stripes_alloc(s, e))
        return false;
    stripes_cut_all(s);
    if (s->w->memory_short)
        return false;
#pragma omp parallel for schedule(dynamic, 1)
    for (int t = 0; t < s->count; t++)
        bucket_tally(s->w, s->part, t, s->next + t * s->rows);
    stripes_place(s);
#pragma omp parallel for schedule(dynamic, 1)
    for (int t = 0; t < s->count; t++)
        bucket_scatter(s->w, s->part, t, s->next + t * s->rows);
    int64_t twice = stripes_sort(s);
    if (s->w->memory_short)
        return false;
    bucket_finish(s->w, s->bucket, twice);
    return true;
}

bool bucket_stripes(struct bucket_work *w, const struct progress *p, struct err *e)
{
    for (int b = 0; b < w->plan->buckets; b++) {
        struct stripes s = { .w = w, .bucket = b };
        s.count = stripes_plan(w, b, &s.shift);
        if (s.count < 2)
            continue;
        s.rows = bucket_begin(w->plan, b + 1) - bucket_begin(w->plan, b);
        bool ok = stripes_build(&s, e);
        free(s.part);
        free(s.first);
        free(s.next);
        if (!ok || !progress_step(p, "sorting", (uint64_t)w->base[b + 1], (uint64_t)w->a->nnz, e))
            return false;
    }
    return true;
}
