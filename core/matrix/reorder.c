/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/reorder.h"

#include "core/matrix/row_sort.h"

#define REORDERING(id, name) &reorder_##id,
const struct reorder *const reorders[] = {
#include "core/matrix/reorderings.list"
    NULL,
};

const struct reorder *reorder_find(const char *name, struct err *e)
{
    char known[200] = "";
    for (int i = 0; reorders[i]; i++) {
        if (strcmp(reorders[i]->name, name) == 0)
            return reorders[i];
        text_join(known, sizeof known, ", ", "%s", reorders[i]->name);
    }
    err_set(e, ERR_USAGE, "no reordering is called %.60s; there are: %s", name, known);
    return NULL;
}

bool reorder_takes(const struct reorder *o, const struct csr *a, struct err *why)
{
    char rows[TEXT_SIZE], cols[TEXT_SIZE];
    if (o->ready && !o->ready(why))
        return false;
    if (o->both && a->m != a->n)
        return err_set(why, ERR_UNSUPPORTED,
                       "%s moves rows and columns alike, so it needs a square matrix, and this one is %s × %s", o->name,
                       text_count(rows, a->m), text_count(cols, a->n));
    return !o->find || a->m <= INT32_MAX ||
           err_set(why, ERR_UNSUPPORTED, "%s numbers rows in 32 bits, and there are %s", o->name,
                   text_count(rows, a->m));
}

uint64_t reorder_bytes(const struct reorder *o, const struct csr *a, const struct stats *s)
{
    if (!o->find)
        return 0;
    uint64_t order = size_mul(4, (uint64_t)a->m), find = o->bytes(a, s);
    uint64_t apply = size_csr((uint64_t)a->m, (uint64_t)a->nnz, vtype_size(a->type));
    if (o->both)
        apply = size_add(apply, order);
    return size_add(order, find > apply ? find : apply);
}

/* place[j] is the new position of column j of A. */
static int32_t *places(const int32_t *col, int64_t n, struct err *e)
{
    int32_t *place = malloc(((size_t)n + 1) * sizeof *place);
    if (!place) {
        err_nomem(e, "the places of the columns", 4 * (uint64_t)n);
        return NULL;
    }
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < n; j++)
        place[col[j]] = (int32_t)j;
    return place;
}

/* Renumbers the columns of b and sorts each row again. */
static bool columns_move(const int32_t *place, struct csr *b)
{
    double *val = b->val;
    bool ok = true;
#pragma omp parallel reduction(&& : ok)
    {
        struct row_scratch s = { 0 };
#pragma omp for schedule(dynamic, 256)
        for (int64_t i = 0; i < b->m; i++) {
            const int64_t begin = b->ptr[i], end = b->ptr[i + 1];
            for (int64_t p = begin; p < end; p++)
                b->ind[p] = place[b->ind[p]];
            ok = ok && row_sort(b->ind + begin, val + begin, end - begin, (int32_t)(b->n - 1), &s);
        }
        row_scratch_free(&s);
    }
    return ok;
}

/* b = a in order r, columns ascending within each row. */
static bool apply(const struct csr *a, const struct reordering *r, struct csr *b, struct err *e)
{
    *b = (struct csr){ 0 };
    if (a->type != VT_F64)
        return err_set(e, ERR_UNSUPPORTED, "matrices are reordered in f64, and cast to other types then");
    int32_t *place = r->col ? places(r->col, a->n, e) : NULL;
    bool ok = (place || !r->col) && csr_gather(a, r->row, b, e);
    if (ok && place && !columns_move(place, b)) {
        csr_free(b);
        ok = err_nomem(e, "sorting long rows", 24 * (uint64_t)csr_row_max(a));
    }
    free(place);
    return ok;
}

bool reorder_make(const struct reorder *o, const struct csr *a, const struct progress *p, struct reordering *r,
                  struct csr *b, struct err *e)
{
    *r = (struct reordering){ .m = a->m, .n = a->n };
    if (!reorder_takes(o, a, e))
        return false;
    r->row = malloc(((size_t)a->m + 1) * sizeof *r->row);
    if (!r->row)
        return err_nomem(e, "the order of the rows", 4 * (uint64_t)a->m);
    r->col = o->both ? r->row : NULL;
    if (o->find(a, r->row, p, e) && progress_step(p, "reordering", 0, 0, e) && apply(a, r, b, e))
        return true;
    reordering_free(r);
    return false;
}

void reordering_free(struct reordering *r)
{
    free(r->row);
    *r = (struct reordering){ 0 };
}

/* ---- orders ---- */

void reorder_identity(int32_t *order, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        order[i] = (int32_t)i;
}

bool reorder_valid(const int32_t *order, int64_t n, struct err *e)
{
    unsigned char *seen = calloc((size_t)n + 1, 1);
    if (!seen)
        return err_nomem(e, "checking an order", (uint64_t)n);
    int64_t wrong = -1;
    for (int64_t i = 0; i < n && wrong < 0; i++)
        if (order[i] < 0 || order[i] >= n || seen[order[i]])
            wrong = i;
        else
            seen[order[i]] = 1;
    free(seen);
    return wrong < 0 || err_set(e, ERR_CHECK, "the order is not a permutation: %ld is at place %ld of %ld",
                                (long)order[wrong], (long)wrong, (long)n);
}

/* Parts that threads sort side by side, with a counter per key each; the outcome does not depend on their number. */
static int64_t sort_parts(int64_t n, int64_t most)
{
    enum { MOST = 16, ITEMS = 1 << 14 };
    const int64_t parts = n / (ITEMS + 2 * most);
    return parts < 1 ? 1 : parts > MOST ? MOST : parts;
}

bool reorder_sort(const int32_t *key, int64_t n, int64_t most, int32_t *order, struct err *e)
{
    const int64_t parts = sort_parts(n, most), keys = most + 1;
    /* at[q * keys + k]: where part q's next item of key k goes */
    int64_t *at = calloc((size_t)(parts * keys), sizeof *at);
    if (!at)
        return err_nomem(e, "sorting rows", 8 * (uint64_t)(parts * keys));
#pragma omp parallel for schedule(static) if (parts > 1)
    for (int64_t q = 0; q < parts; q++)
        for (int64_t i = n * q / parts; i < n * (q + 1) / parts; i++)
            at[q * keys + key[i]]++;
    int64_t sum = 0;
    for (int64_t k = 0; k < keys; k++)
        for (int64_t q = 0; q < parts; q++) {
            const int64_t items = at[q * keys + k];
            at[q * keys + k] = sum;
            sum += items;
        }
#pragma omp parallel for schedule(static) if (parts > 1)
    for (int64_t q = 0; q < parts; q++)
        for (int64_t i = n * q / parts; i < n * (q + 1) / parts; i++)
            order[at[q * keys + key[i]]++] = (int32_t)i;
    free(at);
    return true;
}

const struct reorder reorder_none = {
    .name = "none",
    .what = "rows and columns as they are in the file",
};
