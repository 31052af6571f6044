/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_rows.h"

/* Room beyond the declared entries, since a block asks for more than it holds. */
enum { MORE = 1 << 16 };

/* A number that grows along a line and from line to line, from 1 on. */
static inline uint64_t place_of(const int32_t *line, const int32_t *ind, int64_t k)
{
    return ((uint64_t)(uint32_t)line[k] << 32 | (uint32_t)ind[k]) + 1;
}

static bool ascends(const int32_t *line, const int32_t *ind, int64_t count, uint64_t last)
{
    bool ok = count == 0 || place_of(line, ind, 0) > last;

    for (int64_t k = 1; k < count; k++)
        ok &= place_of(line, ind, k) > place_of(line, ind, k - 1);
    return ok;
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

    /* transposing a general matrix that comes by columns gains nothing over buckets: 0.6–0.9× (scattered columns) */
    if (r->at == 0)
        r->columns = h->symmetry != SYM_GENERAL && !ascends(x->row, x->col, x->count, 0);
    const int32_t *line = r->columns ? x->col : x->row, *ind = r->columns ? x->row : x->col;
    /* with more entries than declared the block is dropped, and the reader reports it */
    *in_order = x->count <= h->entries - r->at && ascends(line, ind, x->count, r->last);
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
    r->last = place_of(line, ind, x->count - 1);
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
   (i, j) also goes to row j, in the order of i: behind the entries of line j where i > j, else before them. */
static bool unfold(const struct csr *l, bool smaller, struct csr *a, struct err *e)
{
    const double *from = l->val;
    int64_t nnz = 2 * l->nnz, at = 0;

    for (int64_t i = 0; i < l->m; i++)
        for (int64_t p = l->ptr[i]; p < l->ptr[i + 1]; p++)
            nnz -= l->ind[p] == i;
    if (!csr_alloc(a, l->m, l->m, nnz, VT_F64, e))
        return false;
    /* next[i]: at first, how many entries of row i come from other lines; then, where the next of them goes */
    int64_t *next = a->ptr + 1;
    double *val = a->val;
    memset(a->ptr, 0, ((size_t)l->m + 1) * sizeof *a->ptr);
    for (int64_t i = 0; i < l->m; i++)
        for (int64_t p = l->ptr[i]; p < l->ptr[i + 1]; p++)
            next[l->ind[p]] += l->ind[p] != i;
    for (int64_t i = 0; i < l->m; i++) {
        const int64_t own = row_length(l, i), others = next[i], to = smaller ? at + others : at;
        memcpy(a->ind + to, l->ind + l->ptr[i], (size_t)own * sizeof *l->ind);
        memcpy(val + to, from + l->ptr[i], (size_t)own * sizeof *from);
        next[i] = smaller ? at : at + own;
        at += own + others;
    }
    for (int64_t i = 0; i < l->m; i++)
        for (int64_t p = l->ptr[i]; p < l->ptr[i + 1]; p++)
            if (l->ind[p] != i) {
                const int64_t to = next[l->ind[p]]++;
                a->ind[to] = (int32_t)i;
                val[to] = from[p];
            }
    for (int64_t i = 0; i < l->m && smaller; i++)
        next[i] += row_length(l, i);
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
        /* any off-diagonal entry tells the side */
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
