/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket: entries grouped by neighbouring rows as they come in, so that each group becomes rows within the cache. */
#include "core/bucket.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/row_sort.h"

/* A bucket of ENTRIES entries and its rows stay in a second-level cache; the counters of ROWS rows do, too. */
enum { ENTRIES = 1 << 15, ROW_BITS = 20, SMALL = 1 << 16 /* not worth waking threads for */ };

struct bucket_plan bucket_plan(int64_t m, int64_t n, int64_t entries, enum mirror mirror)
{
    struct bucket_plan plan = { .m = m, .n = n, .mirror = mirror, .mirror_imag = mirror };
    int64_t most = entries / ENTRIES + 1;

    if (most > BUCKET_MAX / 2)
        most = BUCKET_MAX / 2;
    while (plan.shift < ROW_BITS && (m - 1) >> plan.shift >= most)
        plan.shift++;
    plan.buckets = m > 0 ? (int)((m - 1) >> plan.shift) + 1 : 1;
    return plan;
}

int64_t bucket_count(const struct bucket_plan *plan, const struct bucket_part *from, uint32_t *first)
{
    int shift = plan->shift;

    memset(first, 0, ((size_t)plan->buckets + 1) * sizeof *first);
    for (int64_t k = 0; k < from->count; k++)
        first[(from->row[k] >> shift) + 1]++;
    if (plan->mirror != MIRROR_NONE)
        for (int64_t k = 0; k < from->count; k++)
            first[(from->col[k] >> shift) + 1] += from->row[k] != from->col[k];
    for (int b = 0; b < plan->buckets; b++)
        first[b + 1] += first[b];
    return first[plan->buckets];
}

static double mirrored(double v, enum mirror mirror)
{
    return mirror == MIRROR_SAME ? v : -v;
}

void bucket_put(const struct bucket_plan *plan, const struct bucket_part *from, const struct bucket_part *to)
{
    uint32_t next[BUCKET_MAX];
    int shift = plan->shift;

    memcpy(next, to->first, (size_t)plan->buckets * sizeof *next);
    for (int64_t k = 0; k < from->count; k++) {
        int32_t i = from->row[k], j = from->col[k];
        uint32_t q = next[i >> shift]++;
        to->row[q] = i;
        to->col[q] = j;
        if (from->val)
            to->val[q] = from->val[k];
        if (from->imag)
            to->imag[q] = from->imag[k];
        if (plan->mirror == MIRROR_NONE || i == j)
            continue;
        q = next[j >> shift]++;
        to->row[q] = j | BUCKET_MIRRORED;
        to->col[q] = i;
        if (from->val)
            to->val[q] = mirrored(from->val[k], plan->mirror);
        if (from->imag)
            to->imag[q] = mirrored(from->imag[k], plan->mirror_imag);
    }
}

void bucket_unmirror(const struct bucket_plan *plan, struct bucket_part *part)
{
    uint32_t to = 0, k = 0;

    for (int b = 0; b < plan->buckets; b++) {
        uint32_t end = part->first[b + 1];
        for (; k < end; k++)
            if (part->row[k] >= 0) {
                part->row[to] = part->row[k];
                part->col[to++] = part->col[k];
            }
        part->first[b + 1] = to;
    }
    part->count = to;
    part->val = part->imag = NULL;
}

/* ---- from buckets to rows ---- */

/* One assembly: what its workers share. Each takes the next bucket until there is none, or somebody fails. */
struct work {
    const struct bucket_plan *plan;
    const struct bucket_part *part;
    int64_t parts;
    bool imag;
    enum mirror mirror;
    struct csr *a;
    int64_t *base; /* where each bucket's entries begin in a; buckets + 1 */
    int64_t *kept; /* how many of them are left when duplicates are summed */
    atomic_int next;
    atomic_bool stop, memory_short;
    atomic_llong repeated;
};

/* Counts the rows lo .. hi of bucket b, sets their pointers, and leaves in `next` where each begins. */
static void count_rows(const struct work *w, int b, int64_t lo, int64_t hi, int64_t *next)
{
    int32_t local = (int32_t)((1u << w->plan->shift) - 1);
    int64_t at = w->base[b];

    memset(next, 0, (size_t)(hi - lo) * sizeof *next);
    for (int64_t c = 0; c < w->parts; c++) {
        const struct bucket_part *x = &w->part[c];
        for (uint32_t k = x->first[b]; k < x->first[b + 1]; k++)
            next[x->row[k] & local]++;
    }
    for (int64_t i = lo; i < hi; i++) {
        int64_t count = next[i - lo];
        next[i - lo] = at;
        at += count;
        w->a->ptr[i + 1] = at;
    }
}

/* Stable: entries of a row stay in the order in which they came. */
static void scatter(const struct work *w, int b, int64_t *next)
{
    int32_t local = (int32_t)((1u << w->plan->shift) - 1), *ind = w->a->ind;
    double *val = w->a->val;

    for (int64_t c = 0; c < w->parts; c++) {
        const struct bucket_part *x = &w->part[c];
        const double *from = w->imag ? x->imag : x->val;
        for (uint32_t k = x->first[b]; k < x->first[b + 1]; k++) {
            int64_t q = next[x->row[k] & local]++;
            ind[q] = x->col[k];
            val[q] = from ? from[k] : 1.0;
        }
    }
}

/* Sorts the rows of a bucket; returns how many entries of the file stand where another one stands (a mirrored one off
   the diagonal shows up twice, so in halves), -1: no memory. */
static int64_t sort_rows(const struct work *w, int b, int64_t lo, int64_t hi, struct row_scratch *s)
{
    struct csr *a = w->a;
    double *val = a->val;
    int64_t same = 0, diagonal = 0, begin = w->base[b];
    int32_t most = a->n > 0 ? (int32_t)(a->n - 1) : 0;

    for (int64_t i = lo; i < hi; i++) {
        int64_t end = a->ptr[i + 1];
        if (!row_sort(a->ind + begin, val + begin, end - begin, most, s))
            return -1;
        for (int64_t p = begin + 1; p < end; p++)
            if (a->ind[p] == a->ind[p - 1]) {
                same++;
                diagonal += a->ind[p] == i;
            }
        begin = end;
    }
    return w->mirror == MIRROR_NONE ? 2 * same : same + diagonal;
}

/* Sums entries in the same place, in their order, within a bucket's share of a; returns how many are left. Row
   pointers then say where rows end if every bucket before keeps all of its entries. */
static int64_t merge_rows(const struct work *w, int b, int64_t lo, int64_t hi)
{
    struct csr *a = w->a;
    double *val = a->val;
    int64_t to = w->base[b], p = to;

    for (int64_t i = lo; i < hi; i++) {
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

static bool build_bucket(struct work *w, int b, int64_t *next, struct row_scratch *s)
{
    int64_t lo = (int64_t)b << w->plan->shift, hi = (int64_t)(b + 1) << w->plan->shift;

    hi = hi < w->plan->m ? hi : w->plan->m;
    count_rows(w, b, lo, hi, next);
    scatter(w, b, next);
    int64_t twice = sort_rows(w, b, lo, hi, s);
    if (twice < 0)
        return false;
    w->kept[b] = twice ? merge_rows(w, b, lo, hi) : w->base[b + 1] - w->base[b];
    atomic_fetch_add(&w->repeated, twice);
    return true;
}

/* What each thread does; the calling one also tells how far all are. */
static void build(struct work *w, const struct progress *p, struct err *e)
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
        if (!build_bucket(w, b, next, &scratch))
            w->memory_short = true;
        if (caller && !progress_step(p, "sorting", (uint64_t)b, (uint64_t)w->plan->buckets, e))
            w->stop = true;
    }
    free(next);
    row_scratch_free(&scratch);
}

/* Closes the gaps that summed duplicates have left between buckets. */
static void close_gaps(const struct work *w)
{
    struct csr *a = w->a;
    double *val = a->val;
    int64_t to = 0;

    for (int b = 0; b < w->plan->buckets; b++) {
        int64_t lo = (int64_t)b << w->plan->shift, hi = (int64_t)(b + 1) << w->plan->shift;
        size_t count = (size_t)w->kept[b];
        memmove(a->ind + to, a->ind + w->base[b], count * sizeof *a->ind);
        memmove(val + to, val + w->base[b], count * sizeof *val);
        for (int64_t i = lo; i < hi && i < a->m; i++)
            a->ptr[i + 1] -= w->base[b] - to;
        to += w->kept[b];
    }
    a->nnz = to;
    /* failing to shrink does no harm */
    void *ind = realloc(a->ind, ((size_t)a->nnz + 1) * sizeof *a->ind);
    a->ind = ind ? ind : a->ind;
    void *shrunk = realloc(a->val, ((size_t)a->nnz + 1) * sizeof *val);
    a->val = shrunk ? shrunk : a->val;
}

bool bucket_assemble(const struct bucket_plan *plan, const struct bucket_part *part, int64_t parts, bool imag,
                     const struct progress *p, struct csr *a, int64_t *duplicates, struct err *e)
{
    size_t lists = (size_t)plan->buckets + 1;
    struct work w = { .plan = plan, .part = part, .parts = parts, .imag = imag, .a = a };
    bool ok = false;

    *a = (struct csr){ 0 };
    w.mirror = imag ? plan->mirror_imag : plan->mirror;
    w.base = calloc(lists, sizeof *w.base);
    w.kept = calloc(lists, sizeof *w.kept);
    if (!w.base || !w.kept) {
        err_nomem(e, "counting the rows", 16 * lists);
        goto done;
    }
    for (int64_t c = 0; c < parts; c++)
        for (int b = 0; b < plan->buckets; b++)
            w.base[b + 1] += part[c].first[b + 1] - part[c].first[b];
    for (int b = 0; b < plan->buckets; b++)
        w.base[b + 1] += w.base[b];
    if (!csr_alloc(a, plan->m, plan->n, w.base[plan->buckets], VT_F64, e))
        goto done;
    a->ptr[0] = 0;
    if (!progress_step(p, "sorting", 0, (uint64_t)plan->buckets, e))
        goto done;
#pragma omp parallel if (a->nnz > SMALL)
    build(&w, p, e);
    if (w.memory_short)
        err_nomem(e, "sorting the rows", 24 * (uint64_t)a->nnz / lists);
    if (w.memory_short || w.stop)
        goto done;
    *duplicates = w.repeated / 2;
    if (w.repeated)
        close_gaps(&w);
    ok = true;
done:
    free(w.base);
    free(w.kept);
    if (!ok)
        csr_free(a);
    return ok;
}
