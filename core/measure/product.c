/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/product.h"

#include "core/matrix/format.h"
#include "core/matrix/strided.h"

void product_shape(struct problem *p, int64_t x_rows, int64_t y_rows, int64_t k, enum layout layout)
{
    p->x = dense_shape(x_rows, k, p->a->type, layout);
    p->y = dense_shape(y_rows, k, p->a->type, layout);
}

uint64_t product_operand_bytes(const struct problem *p)
{
    return size_add(dense_bytes(&p->x), dense_bytes(&p->y));
}

uint64_t product_compulsory_bytes(const struct problem *p)
{
    uint64_t row = size_mul((uint64_t)p->y.k, vtype_size(p->a->type)); /* one row of X or Y */
    return size_add(kernel_csr_bytes(p->a), size_mul(row, (uint64_t)p->x.n + (uint64_t)p->y.n));
}

void product_moved_bytes(const struct problem *p, uint64_t *in, uint64_t *out)
{
    *in = dense_bytes(&p->x);
    *out = dense_bytes(&p->y);
}

/* Copies the first columns of x into the layout and type of `shape`; row j of *made is row order[j] of x, or row j. */
static bool x_convert(const struct dense *x, const struct dense *shape, const int32_t *order, struct dense *made,
                      struct err *e)
{
    struct strided from = strided_of(x);
    if (!dense_alloc(made, shape->n, shape->k, shape->type, shape->layout, e))
        return false;
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < shape->n; j++)
        for (int64_t c = 0; c < shape->k; c++)
            dense_set(made, j, c, strided_get(from, order ? order[j] : j, c));
    return true;
}

bool product_upload(struct transfer *t, struct err *e)
{
    struct device *d = t->device;
    struct dense *x = &t->problem->x, *y = &t->problem->y, made = { 0 };
    const struct dense *from = t->host.x;
    const int32_t *order = t->host.order ? t->host.order->col : NULL;
    uint64_t bytes = dense_bytes(x);
    if (from->n != x->n || from->k < x->k)
        return err_set(e, ERR_USAGE, "X is %lld × %lld, and %lld × %lld is needed", (long long)from->n,
                       (long long)from->k, (long long)x->n, (long long)x->k);
    const bool convert = order || from->type != x->type || from->layout != x->layout || from->ld != x->ld;
    bool ok = !convert || x_convert(from, x, order, &made, e);
    from = convert ? &made : from;
    ok = ok && transfer_alloc(d, bytes, &x->data, e) &&
         (bytes == 0 || d->ops->upload(d, x->data, from->data, bytes, e)) &&
         transfer_alloc(d, dense_bytes(y), &y->data, e);
    dense_free(&made);
    return ok;
}

bool product_poison(struct transfer *t, struct err *e)
{
    const struct dense *y = &t->problem->y;
    return t->device->ops->fill(t->device, y->data, 0xFF, dense_bytes(y), e); /* NaN */
}

/* Undoes the row permutation of the fetched Y: row i is row order[i] of the result. */
static bool rows_back(struct transfer *t, const int32_t *order, struct err *e)
{
    struct dense y;
    struct strided from = strided_of(&t->y);
    if (!dense_alloc(&y, t->y.n, t->y.k, t->y.type, t->y.layout, e))
        return false;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < y.n; i++)
        for (int64_t c = 0; c < y.k; c++)
            dense_set(&y, order[i], c, strided_get(from, i, c));
    dense_free(&t->y);
    t->y = y;
    return true;
}

static bool fetch(struct transfer *t, struct err *e)
{
    struct device *d = t->device;
    const struct dense *y = &t->problem->y;
    return (t->y.data || dense_alloc(&t->y, y->n, y->k, y->type, y->layout, e)) &&
           d->ops->download(d, t->y.data, y->data, dense_bytes(y), e) &&
           (!t->host.order || rows_back(t, t->host.order->row, e));
}

bool product_compare(struct transfer *t, struct check *c, struct err *e)
{
    const struct format *f = format_find(t->kernel->format);
    if (!fetch(t, e))
        return false;
    check_mul(t->host.ref, &t->y, !f || f->padded, c); /* an unlisted format may have padding */
    return true;
}

/* Returns the result row-major. */
bool product_hand_out(struct transfer *t, struct result *out, struct err *e)
{
    if (t->y.layout == ROW_MAJOR) {
        out->y = t->y;
        t->y.data = NULL;
        return true;
    }
    struct dense shape = dense_shape(t->y.n, t->y.k, t->y.type, ROW_MAJOR);
    return x_convert(&t->y, &shape, NULL, &out->y, e);
}
