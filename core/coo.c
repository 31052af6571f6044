/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coo: entries as they come in, in parts that were made side by side, and how they become rows. */
#include "core/coo.h"

#include <omp.h>
#include <stdlib.h>

#include "core/limit.h"
#include "core/row_sort.h"
#include "core/scatter.h"

/* The work is cut into slices; between two of them the user may say stop. */
enum { WORKERS_MAX = 1024, SLICES = 32, SMALL = 1 << 16 /* not worth waking threads for */ };

/* The parts shared out among workers, in order, about equally by entries. */
struct shares {
    int workers;
    int64_t first[WORKERS_MAX + 1];
};

static void shares_make(struct shares *s, const struct coo *part, int64_t parts, int64_t lines)
{
    int64_t total = 0, sum = 0;

    for (int64_t c = 0; c < parts; c++)
        total += part[c].count;
    s->workers = scatter_workers(total, lines);
    if (s->workers > WORKERS_MAX)
        s->workers = WORKERS_MAX;
    int w = 0;
    for (int64_t c = 0; c < parts; c++) {
        while (w < s->workers && sum >= total / s->workers * w)
            s->first[w++] = c;
        sum += part[c].count;
    }
    while (w <= s->workers)
        s->first[w++] = parts;
    s->first[0] = 0;
}

/* The first part of slice k of worker w's share. */
static int64_t slice(const struct shares *s, int w, int k)
{
    return s->first[w] + (s->first[w + 1] - s->first[w]) * k / SLICES;
}

static void count_part(const struct coo *c, enum mirror mirror, int64_t *count)
{
    for (int64_t p = 0; p < c->count; p++)
        count[c->row[p]]++;
    if (mirror != MIRROR_NONE)
        for (int64_t p = 0; p < c->count; p++)
            if (c->row[p] != c->col[p])
                count[c->col[p]]++;
}

static void scatter_part(const struct coo *c, enum mirror mirror, int64_t *next, struct csr *a)
{
    double *val = a->val;

    for (int64_t p = 0; p < c->count; p++) {
        int32_t i = c->row[p], j = c->col[p];
        double v = c->val ? c->val[p] : 1.0;
        int64_t q = next[i]++;
        a->ind[q] = j;
        val[q] = v;
        if (mirror == MIRROR_NONE || i == j)
            continue;
        q = next[j]++;
        a->ind[q] = i;
        val[q] = mirror == MIRROR_SAME ? v : -v;
    }
}

/* Whether some row is out of order, and if none is, how many entries of the file stand where another one stands: a
   mirrored one off the diagonal shows up twice. */
static bool rows_unsorted(const struct csr *a, enum mirror mirror, int64_t *repeated)
{
    int64_t wrong = 0, same = 0, diagonal = 0;

#pragma omp parallel for schedule(static) reduction(+ : wrong, same, diagonal) if (a->nnz > SMALL)
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t p = a->ptr[i] + 1; p < a->ptr[i + 1]; p++) {
            wrong += a->ind[p] < a->ind[p - 1];
            same += a->ind[p] == a->ind[p - 1];
            diagonal += a->ind[p] == a->ind[p - 1] && a->ind[p] == i;
        }
    *repeated = mirror == MIRROR_NONE ? same : (same + diagonal) / 2;
    return wrong > 0;
}

/* Sums entries in the same place, in their order; rows are sorted. */
static void rows_merge(struct csr *a)
{
    double *val = a->val;
    int64_t to = 0, p = 0;

    for (int64_t i = 0; i < a->m; i++) {
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
    a->nnz = to;
}

/* Gives back what the merged entries have left over; failing to shrink does no harm. */
static void rows_trim(struct csr *a)
{
    void *ind = realloc(a->ind, ((size_t)a->nnz + 1) * sizeof *a->ind);
    if (ind)
        a->ind = ind;
    void *val = realloc(a->val, ((size_t)a->nnz + 1) * vtype_size(a->type));
    if (val)
        a->val = val;
}

bool coo_assemble(struct coo *part, int64_t parts, enum mirror mirror, bool consume, int64_t m, int64_t n,
                  const struct progress *p, struct csr *a, int64_t *duplicates, struct err *e)
{
    struct shares share;
    int64_t *count = NULL, total = 0, repeated = 0;
    bool ok = false;

    *a = (struct csr){ 0 };
    *duplicates = 0;
    shares_make(&share, part, parts, m);
    count = calloc((size_t)share.workers * (size_t)m + 1, sizeof *count);
    if (!count) {
        err_nomem(e, "counting the rows", 8 * (uint64_t)share.workers * (uint64_t)m);
        goto done;
    }
    for (int k = 0; k < SLICES; k++) {
#pragma omp parallel for schedule(static, 1) num_threads(share.workers)
        for (int w = 0; w < share.workers; w++)
            for (int64_t c = slice(&share, w, k); c < slice(&share, w, k + 1); c++)
                count_part(&part[c], mirror, count + w * m);
        if (!progress_step(p, "sorting", (uint64_t)k, 2 * SLICES, e))
            goto done;
    }
#pragma omp parallel for schedule(static) reduction(+ : total) if (m > SMALL)
    for (int64_t i = 0; i < share.workers * m; i++)
        total += count[i];
    if (!csr_alloc(a, m, n, total, VT_F64, e))
        goto done;
    scatter_offsets(count, share.workers, m, a->ptr);
    for (int k = 0; k < SLICES; k++) {
#pragma omp parallel for schedule(static, 1) num_threads(share.workers)
        for (int w = 0; w < share.workers; w++)
            for (int64_t c = slice(&share, w, k); c < slice(&share, w, k + 1); c++) {
                scatter_part(&part[c], mirror, count + w * m, a);
                if (consume)
                    coo_free(&part[c]);
            }
        if (!progress_step(p, "sorting", SLICES + (uint64_t)k, 2 * SLICES, e))
            goto done;
    }
    if (rows_unsorted(a, mirror, &repeated)) {
        if (!row_sort(a, e))
            goto done;
        rows_unsorted(a, mirror, &repeated);
    }
    if (repeated) {
        rows_merge(a);
        rows_trim(a);
    }
    *duplicates = repeated;
    ok = true;
done:
    free(count);
    if (!ok)
        csr_free(a);
    return ok;
}

uint64_t coo_peak_bytes(uint64_t m, uint64_t stored, uint64_t nnz, bool pattern)
{
    uint64_t entries = size_mul(stored, pattern ? 8 : 16);

    return size_add(size_add(entries, size_csr(m, nnz, 8)), size_mul(8, m));
}

bool coo_to_csr(struct coo *c, struct csr *a, int64_t *duplicates, struct err *e)
{
    struct coo view[WORKERS_MAX];
    int views = scatter_workers(c->count, c->m);

    views = views > WORKERS_MAX ? WORKERS_MAX : views;
    for (int w = 0; w < views; w++) {
        int64_t begin = c->count / views * w, end = w + 1 == views ? c->count : c->count / views * (w + 1);
        view[w] =
            (struct coo){ .m = c->m, .n = c->n, .count = end - begin, .row = c->row + begin, .col = c->col + begin };
        view[w].val = c->val ? c->val + begin : NULL;
    }
    bool ok = coo_assemble(view, views, MIRROR_NONE, false, c->m, c->n, NULL, a, duplicates, e);
    coo_free(c);
    return ok;
}

void coo_free(struct coo *c)
{
    free(c->row);
    free(c->col);
    free(c->val);
    *c = (struct coo){ 0 };
}
