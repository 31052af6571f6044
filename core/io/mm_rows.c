/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_rows.h"

/* MORE: room beyond the declared entries, since a block requests more than it holds. NEAR: bytes between the two
   positions of a triangle's entry up to which buckets gain nothing (Zen 5, 1 MB of L2). */
enum { MORE = 1 << 16, NEAR = 1 << 22 };

bool mm_rows_ascend(const int32_t *line, const int32_t *ind, int64_t count, uint64_t last)
{
    bool ok = count == 0 || mm_rows_number(line, ind, 0) > last;

    for (int64_t k = 1; k < count; k++)
        ok &= mm_rows_number(line, ind, k) > mm_rows_number(line, ind, k - 1);
    return ok;
}

/* Whether the two positions of a triangle's entry are so far apart that buckets are faster: |i - j| rows of 2 · entries
   / m entries of 12 bytes each, on average. */
static bool scattered(const struct mm_header *h, const struct coo *x)
{
    double rows = 0;

    for (int64_t k = 0; k < x->count; k++)
        rows += abs(x->row[k] - x->col[k]);
    return rows * 24 * (double)h->entries > (double)NEAR * (double)h->m * (double)x->count;
}

static bool rows_alloc(struct mm_rows *r, const struct mm_header *h, struct err *e)
{
    const int64_t lines = r->columns ? h->n : h->m;

    if (!csr_alloc(&r->a, lines, r->columns ? h->m : h->n, h->entries + MORE, VT_F64, e))
        return false;
    memset(r->a.ptr, 0, ((size_t)lines + 1) * sizeof *r->a.ptr);
    r->room = r->a.nnz;
    return true;
}

bool mm_rows_place(const struct mm_rows *r, int64_t count, struct coo *to)
{
    if (r->room - r->at < count)
        return false;
    *(r->columns ? &to->row : &to->col) = r->a.ind + r->at;
    to->val = to->val ? (double *)r->a.val + r->at : NULL;
    return true;
}

bool mm_rows_keep(struct mm_rows *r, const struct mm_header *h, const struct coo *x, bool *in_order, struct err *e)
{
    const size_t count = (size_t)x->count;

    /* transposing a general matrix stored by columns gains nothing over buckets: 0.6–0.9× (scattered columns) */
    if (r->at == 0)
        r->columns = h->symmetry != SYM_GENERAL && !mm_rows_ascend(x->row, x->col, x->count, 0);
    const int32_t *line = r->columns ? x->col : x->row, *ind = r->columns ? x->row : x->col;
    /* with more entries than declared, the block is dropped and the reader reports it */
    *in_order = x->count <= h->entries - r->at && mm_rows_ascend(line, ind, x->count, r->last) &&
                (h->symmetry == SYM_GENERAL || r->at > 0 || !scattered(h, x));
    if (!*in_order || count == 0)
        return true;
    if (!r->a.ptr && !rows_alloc(r, h, e))
        return false;
    double *val = (double *)r->a.val + r->at;
    if (ind != r->a.ind + r->at)
        memcpy(r->a.ind + r->at, ind, count * sizeof *ind);
    if (!x->val)
        for (size_t k = 0; k < count; k++)
            val[k] = 1;
    else if (x->val != val)
        memcpy(val, x->val, count * sizeof *val);
    for (int64_t k = 0; k < x->count; k++)
        r->a.ptr[line[k] + 1] = r->at + k + 1;
    r->last = mm_rows_number(line, ind, x->count - 1);
    r->at += x->count;
    return true;
}

void mm_rows_entries(const struct mm_rows *r, int64_t begin, int64_t count, int64_t *i, int32_t *line, struct coo *x)
{
    for (int64_t k = 0; k < count; k++) {
        while (r->a.ptr[*i + 1] <= begin + k)
            ++*i;
        line[k] = (int32_t)*i;
    }
    x->count = count;
    x->row = r->columns ? r->a.ind + begin : line;
    x->col = r->columns ? line : r->a.ind + begin;
    x->val = (double *)r->a.val + begin;
}

/* a = L + Lᵀ, the diagonal counted once, for entries of L on one side of it. The entries of line i stay in row i. Entry
   (i, j) also goes to row j, in order of i: after the entries of line j where i > j, else before them. */
static bool unfold(const struct csr *l, bool smaller, struct csr *a, struct err *e)
{
    const double *from = l->val;

    /* the diagonal leaves room */
    if (!csr_alloc(a, l->m, l->m, 2 * l->nnz, VT_F64, e))
        return false;
    /* next[i]: at first, how many entries have index i; then, where the next one of row i from another line goes */
    int64_t *next = a->ptr + 1, nnz = 0;
    double *val = a->val;
    memset(a->ptr, 0, ((size_t)l->m + 1) * sizeof *a->ptr);
    for (int64_t p = 0; p < l->nnz; p++)
        next[l->ind[p]]++;
    for (int64_t i = 0; i < l->m; i++) {
        const int64_t own = row_length(l, i), nearest = smaller ? l->ptr[i] : l->ptr[i + 1] - 1;
        const int64_t others = next[i] - (own && l->ind[nearest] == i);
        next[i] = smaller ? nnz : nnz + own;
        nnz += own + others;
    }
    a->nnz = nnz;
    for (int64_t i = 0; i < l->m; i++) {
        /* where mirrored entries come first, all of row i's are placed by now; else none is */
        const int64_t own = row_length(l, i), shift = next[i] - (smaller ? 0 : own) - l->ptr[i];
        next[i] += smaller ? own : 0;
        for (int64_t p = l->ptr[i]; p < l->ptr[i + 1]; p++) {
            const int32_t j = l->ind[p];
            a->ind[p + shift] = j;
            val[p + shift] = from[p];
            if (j == i)
                continue;
            a->ind[next[j]] = (int32_t)i;
            val[next[j]++] = from[p];
        }
    }
    return true;
}

bool mm_rows_finish(struct mm_rows *r, const struct mm_header *h, struct csr *a, struct err *e)
{
    bool ok = true;

    if (!r->a.ptr && !rows_alloc(r, h, e))
        return false;
    r->a.nnz = r->at;
    for (int64_t i = 0; i < r->a.m; i++)
        if (r->a.ptr[i + 1] == 0)
            r->a.ptr[i + 1] = r->a.ptr[i];
    if (h->symmetry != SYM_GENERAL) {
        /* any off-diagonal entry shows which side */
        bool smaller = false;
        for (int64_t i = 0; i < r->a.m && !smaller; i++)
            smaller = r->a.ptr[i] < r->a.ptr[i + 1] && r->a.ind[r->a.ptr[i + 1] - 1] > i;
        ok = unfold(&r->a, smaller, a, e);
        csr_free(&r->a);
    } else {
        *a = r->a;
    }
    *r = (struct mm_rows){ 0 };
    return ok;
}
