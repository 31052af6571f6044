/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_rows: entries that come in order of rows and columns, read by one thread, are parsed into the csr that they make.
 */
#include "core/io/mm_rows.h"

#include <string.h>

/* A block may have room for so many entries more than it holds. */
enum { MORE = 1 << 16 };

/* Places as numbers that grow from row to row and within rows; 0 is before the first. */
static inline uint64_t place_of(const struct coo *x, int64_t k)
{
    return ((uint64_t)(uint32_t)x->row[k] << 32 | (uint32_t)x->col[k]) + 1;
}

static bool ascends(const struct coo *x, uint64_t last)
{
    bool ok = x->count == 0 || place_of(x, 0) > last;

    for (int64_t k = 1; k < x->count; k++)
        ok &= place_of(x, k) > place_of(x, k - 1);
    return ok;
}

static bool rows_alloc(struct mm_rows *r, const struct mm_header *h, struct err *e)
{
    if (!csr_alloc(&r->a, h->m, h->n, h->entries + MORE, VT_F64, e))
        return false;
    memset(r->a.ptr, 0, ((size_t)h->m + 1) * sizeof *r->a.ptr);
    r->room = r->a.nnz;
    return true;
}

bool mm_rows_place(const struct mm_rows *r, int64_t count, struct coo *to)
{
    if (r->room - r->at < count)
        return false;
    to->col = r->a.ind + r->at;
    to->val = to->val ? (double *)r->a.val + r->at : NULL;
    return true;
}

bool mm_rows_keep(struct mm_rows *r, const struct mm_header *h, const struct coo *x, bool *in_order, struct err *e)
{
    const size_t count = (size_t)x->count;

    /* more than declared: the block is not to be kept, and its reader finds out why */
    *in_order = x->count <= h->entries - r->at && ascends(x, r->last);
    if (!*in_order || count == 0)
        return true;
    if (!r->a.ptr && !rows_alloc(r, h, e))
        return false;
    double *val = (double *)r->a.val + r->at;
    if (x->col != r->a.ind + r->at)
        memcpy(r->a.ind + r->at, x->col, count * sizeof *x->col);
    if (!x->val)
        for (size_t k = 0; k < count; k++)
            val[k] = 1;
    else if (x->val != val)
        memcpy(val, x->val, count * sizeof *val);
    for (int64_t k = 0; k < x->count; k++)
        r->a.ptr[x->row[k] + 1] = r->at + k + 1;
    r->last = place_of(x, x->count - 1);
    r->at += x->count;
    return true;
}

void mm_rows_expand(const struct mm_rows *r, int64_t begin, int64_t count, int64_t *i, int32_t *row)
{
    for (int64_t k = 0; k < count; k++) {
        while (r->a.ptr[*i + 1] <= begin + k)
            ++*i;
        row[k] = (int32_t)*i;
    }
}

bool mm_rows_finish(struct mm_rows *r, const struct mm_header *h, struct csr *a, struct err *e)
{
    if (!r->a.ptr && !rows_alloc(r, h, e))
        return false;
    *a = r->a;
    a->nnz = r->at;
    for (int64_t i = 0; i < a->m; i++)
        if (a->ptr[i + 1] == 0)
            a->ptr[i + 1] = a->ptr[i];
    *r = (struct mm_rows){ 0 };
    return true;
}
