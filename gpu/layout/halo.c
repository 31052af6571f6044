/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/halo.h"

#include "core/measure/division.h"

enum { UNUSED = -1 };

/* ---- columns: number[j] is the row of the current part's X for column j of A ---- */

/* Makes the number of a column without entries in the part UNUSED. */
static void mark(const struct csr *a, const struct halo_part *t, int32_t *number)
{
    const int64_t begin = a->ptr[t->row], end = a->ptr[t->row + t->rows];
    memset(number, UNUSED, (size_t)a->n * sizeof *number);
#pragma omp parallel for schedule(static)
    for (int64_t p = begin; p < end; p++) {
#pragma omp atomic write
        number[a->ind[p]] = 0;
    }
}

/* If three quarters of a span are needed, all of it is sent: no packing; for most of X that is an all-gather. Not
   measured. */
static bool sends_span(int64_t count, int64_t span)
{
    return 4 * count >= 3 * span;
}

/* Numbers the columns that t needs from part s. */
static bool need_find(const struct halo_part *s, int32_t *number, struct halo_part *t, struct halo_need *n,
                      struct err *e)
{
    int64_t first = s->x, end = s->x + s->own, count = 0;
    while (first < end && number[first] == UNUSED)
        first++;
    while (end > first && number[end - 1] == UNUSED)
        end--;
    for (int64_t j = first; j < end; j++)
        count += number[j] != UNUSED;
    const bool span = sends_span(count, end - first);
    *n = (struct halo_need){ .count = span ? end - first : count, .at = t->all, .first = first - s->x };
    if (!span && !(n->row = malloc((size_t)count * sizeof *n->row)))
        return err_nomem(e, "rows of X to exchange", (uint64_t)count * sizeof *n->row);
    for (int64_t j = first; j < end; j++) {
        if (!span && number[j] == UNUSED)
            continue;
        if (!span)
            n->row[t->all - n->at] = (int32_t)(j - s->x);
        number[j] = (int32_t)t->all++;
    }
    return true;
}

static bool columns_number(const struct halo *h, int32_t *number, struct halo_part *t, struct err *e)
{
    bool ok = true;
    for (const struct halo_part *s = h->part; s < h->part + h->parts && ok; s++) {
        if (s != t) {
            ok = need_find(s, number, t, &t->need[s - h->part], e);
            continue;
        }
        t->before = t->all;
        for (int64_t j = 0; j < t->own; j++)
            number[t->x + j] = (int32_t)t->all++;
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

/* Rows begin .. end-1 of A. Its column numbers, already the part's, are counted from *from on: a multiple of 32, for
   whole lines of X. */
static struct csr piece_of(const struct csr *a, int32_t *ind, int64_t *ptr, int64_t begin, int64_t end, int64_t *from)
{
    const int64_t first = a->ptr[begin], count = a->ptr[end] - first;
    int64_t low = INT32_MAX, high = -1;
    ind += first;
#pragma omp parallel for schedule(static) reduction(min : low) reduction(max : high)
    for (int64_t p = 0; p < count; p++) {
        low = ind[p] < low ? ind[p] : low;
        high = ind[p] > high ? ind[p] : high;
    }
    *from = low = high < 0 ? 0 : low / 32 * 32;
#pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < count; p++)
        ind[p] -= (int32_t)low;
    for (int64_t i = begin; i <= end; i++)
        ptr[i - begin] = a->ptr[i] - first;
    return (struct csr){ .m = end - begin,
                         .n = high + 1 - low,
                         .nnz = count,
                         .ptr = ptr,
                         .ind = ind,
                         .val = a->val ? (char *)a->val + (size_t)first * vtype_size(a->type) : NULL,
                         .type = a->type,
                         .shares = true };
}

/* Each piece needs one value of h->ptr more than it has rows. */
static void pieces_make(const struct csr *a, const struct halo *h, const int32_t *number, struct halo_part *t)
{
    int64_t cut[HALO_PIECES + 1] = { t->row, 0, 0, t->row + t->rows };
    int64_t *ptr = h->ptr + t->row + HALO_PIECES * (t - h->part);
#pragma omp parallel for schedule(static)
    for (int64_t p = a->ptr[cut[0]]; p < a->ptr[cut[HALO_PIECES]]; p++)
        h->ind[p] = number[a->ind[p]];
    inside_find(a, t, &cut[1], &cut[2]);
    for (int i = 0; i < HALO_PIECES; i++) {
        t->piece[i] = piece_of(a, h->ind, ptr, cut[i], cut[i + 1], &t->from[i]);
        ptr += t->piece[i].m + 1;
    }
}

/* ---- all parts ---- */

static void parts_cut(const struct csr *a, struct halo *h)
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
    static const char what[] = "cutting A for several devices";
    const uint64_t n = (uint64_t)a->n + 1, nnz = (uint64_t)a->nnz + 1;
    const uint64_t rows = (uint64_t)a->m + (uint64_t)HALO_PIECES * (uint64_t)parts;
    const uint64_t bytes = size_add(size_mul(8, rows), size_mul(4, size_add(nnz, n)));
    *h = (struct halo){ .parts = parts };
    if (!limit_host(bytes, what, e))
        return false;
    int32_t *number = malloc(n * sizeof *number);
    h->ind = malloc(nnz * sizeof *h->ind);
    h->ptr = malloc(rows * sizeof *h->ptr);
    bool ok = (number && h->ind && h->ptr) || err_nomem(e, what, bytes);
    parts_cut(a, h);
    for (struct halo_part *t = h->part; t < h->part + parts && ok; t++) {
        mark(a, t, number);
        ok = columns_number(h, number, t, e);
        if (ok)
            pieces_make(a, h, number, t);
    }
    free(number);
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
