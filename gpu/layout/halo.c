/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/halo.h"

#include "core/measure/division.h"

/* For n columns: those with entries in the current part, and their numbers there. */
struct halo_columns {
    uint8_t *used;
    int32_t *number;
};

/* ---- columns ---- */

static void mark(const struct csr *a, const struct halo_part *t, uint8_t *used)
{
    const int64_t begin = a->ptr[t->row], end = a->ptr[t->row + t->rows];
    memset(used, 0, (size_t)a->n);
#pragma omp parallel for schedule(static)
    for (int64_t p = begin; p < end; p++) {
#pragma omp atomic write
        used[a->ind[p]] = 1;
    }
}

/* If three quarters of a span are needed, all of it is sent: no packing; for most of X that is an all-gather. Not
   measured. */
static bool sends_span(int64_t count, int64_t span)
{
    return 4 * count >= 3 * span;
}

/* The columns of part s that t needs, and their numbers. */
static bool need_find(const struct halo_part *s, const struct halo_columns *c, struct halo_part *t, struct halo_need *n,
                      struct err *e)
{
    const uint8_t *used = c->used + s->x;
    int32_t *number = c->number + s->x;
    int64_t first = 0, end = s->own, count = 0;
    while (first < end && !used[first])
        first++;
    while (end > first && !used[end - 1])
        end--;
    for (int64_t j = first; j < end; j++)
        count += used[j];
    const bool span = sends_span(count, end - first);
    *n = (struct halo_need){ .count = span ? end - first : count, .at = t->all, .first = first };
    if (!span && !(n->row = malloc((size_t)count * sizeof *n->row)))
        return err_nomem(e, "rows of X to exchange", (uint64_t)count * sizeof *n->row);
    for (int64_t j = first, i = 0; j < end; j++) {
        if (!span && !used[j])
            continue;
        number[j] = (int32_t)(t->all + i);
        if (!span)
            n->row[i] = (int32_t)j;
        i++;
    }
    t->all += n->count;
    return true;
}

static bool columns_number(const struct halo *h, const struct halo_columns *c, struct halo_part *t, struct err *e)
{
    bool ok = true;
    for (int s = 0; s < h->parts && ok; s++) {
        if (&h->part[s] != t) {
            ok = need_find(&h->part[s], c, t, &t->need[s], e);
            continue;
        }
        t->before = t->all;
        for (int64_t j = 0; j < t->own; j++)
            c->number[t->x + j] = (int32_t)t->all++;
    }
    return ok;
}

/* ---- rows ---- */

/* Whether all columns of the row are the part's own. */
static bool row_inside(const struct csr *a, const struct halo_part *t, int64_t i)
{
    const int64_t begin = a->ptr[i], end = a->ptr[i + 1];
    return begin == end || (a->ind[begin] >= t->x && a->ind[end - 1] < t->x + t->own);
}

/* The longest run of inside rows, by entries: *begin .. *end - 1. */
static void inside_find(const struct csr *a, const struct halo_part *t, int64_t *begin, int64_t *end)
{
    const int64_t last = t->row + t->rows;
    int64_t from = t->row, most = (a->ptr[last] - a->ptr[t->row]) / 8;
    *begin = *end = t->row;
    for (int64_t i = t->row; i <= last; i++) {
        if (i < last && row_inside(a, t, i))
            continue;
        if (a->ptr[i] - a->ptr[from] > most) {
            most = a->ptr[i] - a->ptr[from];
            *begin = from;
            *end = i;
        }
        from = i + 1;
    }
}

/* The columns of these entries are in begin .. end-1; `begin` is a multiple of 32, for whole lines of X. */
static void columns_cut(const int32_t *ind, int64_t count, int64_t *begin, int64_t *end)
{
    int64_t low = INT32_MAX, high = -1;
#pragma omp parallel for schedule(static) reduction(min : low) reduction(max : high)
    for (int64_t p = 0; p < count; p++) {
        low = ind[p] < low ? ind[p] : low;
        high = ind[p] > high ? ind[p] : high;
    }
    *begin = high < 0 ? 0 : low / 32 * 32;
    *end = high + 1;
}

/* Rows begin .. end-1 of A, with the part's column numbers. */
static void piece_make(const struct csr *a, const struct halo *h, struct halo_part *t, int at, int64_t begin,
                       int64_t end, int64_t *ptr)
{
    const int64_t first = a->ptr[begin], count = a->ptr[end] - first;
    int32_t *ind = h->ind + first;
    int64_t last;
    columns_cut(ind, count, &t->from[at], &last);
    const int32_t from = (int32_t)t->from[at];
#pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < count; p++)
        ind[p] -= from;
    for (int64_t i = begin; i <= end; i++)
        ptr[i - begin] = a->ptr[i] - first;
    t->piece[at] = (struct csr){ .m = end - begin,
                                 .n = last - from,
                                 .nnz = count,
                                 .ptr = ptr,
                                 .ind = ind,
                                 .val = a->val ? (char *)a->val + (size_t)first * vtype_size(a->type) : NULL,
                                 .type = a->type,
                                 .shares = true };
}

/* ptr: m + 3 values for each part, of which this one takes its share. */
static void pieces_make(const struct csr *a, const struct halo *h, int at, const struct halo_columns *c,
                        struct halo_part *t)
{
    int64_t cut[HALO_PIECES + 1] = { t->row, 0, 0, t->row + t->rows };
    int64_t *ptr = h->ptr + t->row + HALO_PIECES * at;
#pragma omp parallel for schedule(static)
    for (int64_t p = a->ptr[cut[0]]; p < a->ptr[cut[HALO_PIECES]]; p++)
        h->ind[p] = c->number[a->ind[p]];
    inside_find(a, t, &cut[1], &cut[2]);
    for (int i = 0; i < HALO_PIECES; i++) {
        piece_make(a, h, t, i, cut[i], cut[i + 1], ptr);
        ptr += t->piece[i].m + 1;
    }
}

/* ---- all parts ---- */

static void cut(const struct csr *a, struct halo *h)
{
    const struct problem p = { .a = a, .threads = h->parts };
    struct division d;
    division_by_work(&p, &d);
    for (int i = 0; i < h->parts; i++) {
        struct halo_part *t = &h->part[i];
        const int64_t end = division_row(&d, a, i + 1);
        t->row = division_row(&d, a, i);
        t->rows = end - t->row;
        t->x = a->m == a->n ? t->row : i * a->n / h->parts;
        t->own = (a->m == a->n ? end : (i + 1) * a->n / h->parts) - t->x;
    }
}

bool halo_build(const struct csr *a, int parts, struct halo *h, struct err *e)
{
    const uint64_t n = (uint64_t)a->n + 1, rows = (uint64_t)a->m + (uint64_t)HALO_PIECES * (uint64_t)parts;
    const uint64_t bytes = size_add(size_mul(8, rows), size_add(size_mul(4, (uint64_t)a->nnz + 1), size_mul(5, n)));
    struct halo_columns c = { NULL, NULL };
    *h = (struct halo){ .parts = parts };
    bool ok = limit_host(bytes, "cutting A for several devices", e);
    if (ok) {
        c = (struct halo_columns){ malloc(n), malloc(n * sizeof *c.number) };
        h->ind = malloc(((uint64_t)a->nnz + 1) * sizeof *h->ind);
        h->ptr = malloc(rows * sizeof *h->ptr);
        ok = (c.used && c.number && h->ind && h->ptr) || err_nomem(e, "cutting A for several devices", bytes);
    }
    cut(a, h);
    for (int i = 0; i < parts && ok; i++) {
        mark(a, &h->part[i], c.used);
        ok = columns_number(h, &c, &h->part[i], e);
        if (ok)
            pieces_make(a, h, i, &c, &h->part[i]);
    }
    free(c.used);
    free(c.number);
    if (!ok)
        halo_release(h);
    return ok;
}

void halo_release(struct halo *h)
{
    for (int i = 0; i < h->parts; i++)
        for (int s = 0; s < h->parts; s++)
            free(h->part[i].need[s].row);
    free(h->ind);
    free(h->ptr);
    *h = (struct halo){ 0 };
}
