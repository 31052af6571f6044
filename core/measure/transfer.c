/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: the inputs of a measurement on their way to the device, and the result on its way back. */
#include "core/measure/transfer.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/limit.h"
#include "core/matrix/format.h"
#include "core/matrix/strided.h"

bool bench_step(struct bench *b, enum measure_step step, int wanted, struct err *e)
{
    if (!b->watch.step || b->watch.step(b->watch.arg, step, b->m, wanted))
        return true;
    return err_set(e, ERR_CANCELLED, "stopped");
}

/* ---- in ---- */

/* X with its first k columns in the layout and type of the kernel, row j being row `order`[j] of x (NULL: row j); *made
   is what must be freed. */
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

static bool x_fits(const struct dense *x, const struct dense *shape)
{
    return x->type == shape->type && x->layout == shape->layout && x->ld == shape->ld;
}

/* Devices need not know what an empty array is. */
static bool device_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    return d->ops->alloc(d, bytes ? bytes : 1, out, e);
}

static bool inputs_mul(struct bench *b, struct err *e)
{
    struct device *d = b->job->device;
    struct dense *x = &b->problem.x, *y = &b->problem.y, made = { 0 };
    const struct dense *from = b->job->x;
    const int32_t *order = b->job->order ? b->job->order->col : NULL;
    uint64_t bytes = dense_bytes(x);
    bool ok = false;
    if (from->n != x->n || from->k < x->k)
        return err_set(e, ERR_USAGE, "X is %lld × %lld, and %lld × %lld is needed", (long long)from->n,
                       (long long)from->k, (long long)x->n, (long long)x->k);
    if (order || !x_fits(from, x)) {
        if (!x_convert(from, x, order, &made, e))
            goto done;
        from = &made;
    }
    ok = device_alloc(d, bytes, &x->data, e) && (bytes == 0 || d->ops->upload(d, x->data, from->data, bytes, e)) &&
         device_alloc(d, dense_bytes(y), &y->data, e);
done:
    dense_free(&made);
    return ok;
}

static uint64_t pointer_bytes(const struct compressed *t)
{
    return size_mul(t->wide ? 8 : 4, (uint64_t)t->lines + 1);
}

static uint64_t index_bytes(const struct compressed *t)
{
    return size_mul(4, (uint64_t)t->nnz);
}

static uint64_t value_bytes(const struct bench *b)
{
    return size_mul(vtype_size(b->problem.a->type), (uint64_t)b->problem.t.nnz);
}

static bool inputs_transpose(struct bench *b, struct err *e)
{
    struct device *d = b->job->device;
    struct compressed *t = &b->problem.t;
    void *ind = NULL;
    bool ok = device_alloc(d, pointer_bytes(t), &t->ptr, e) && device_alloc(d, index_bytes(t), &ind, e);
    t->ind = ind;
    return ok && device_alloc(d, value_bytes(b), &t->val, e);
}

bool bench_inputs(struct bench *b, struct err *e)
{
    if (op_is_block(b->problem.op))
        return true;
    return b->problem.op == OP_MUL ? inputs_mul(b, e) : inputs_transpose(b, e);
}

bool bench_poison(struct bench *b, struct err *e)
{
    struct device *d = b->job->device;
    struct compressed *t = &b->problem.t;
    if (op_is_block(b->problem.op))
        return true;
    if (b->problem.op == OP_MUL)
        return d->ops->fill(d, b->problem.y.data, 0xFF, dense_bytes(&b->problem.y), e);
    return d->ops->fill(d, t->ptr, 0xAA, pointer_bytes(t), e) && d->ops->fill(d, t->ind, 0xAA, index_bytes(t), e) &&
           d->ops->fill(d, t->val, 0xAA, value_bytes(b), e);
}

/* ---- out ---- */

/* Room on the host for the result, once. */
static bool host_alloc(struct bench *b, struct err *e)
{
    const struct compressed *t = &b->problem.t;
    const struct dense *y = &b->problem.y;
    if (b->problem.op == OP_MUL)
        return b->y.data || dense_alloc(&b->y, y->n, y->k, y->type, y->layout, e);
    if (b->t.ptr)
        return true;
    b->t = (struct compressed){ .lines = t->lines, .nnz = t->nnz, .wide = t->wide };
    b->t.ptr = malloc(pointer_bytes(t));
    b->t.ind = malloc(index_bytes(t) + 1);
    b->t.val = malloc(value_bytes(b) + 1);
    if (b->t.ptr && b->t.ind && b->t.val)
        return true;
    return err_nomem(e, "the result", size_add(pointer_bytes(t), size_add(index_bytes(t), value_bytes(b))));
}

/* Row i of the fetched Y is row `order`[i] of the result. */
static bool rows_back(struct bench *b, const int32_t *order, struct err *e)
{
    struct dense y;
    struct strided from = strided_of(&b->y);
    if (!dense_alloc(&y, b->y.n, b->y.k, b->y.type, b->y.layout, e))
        return false;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < y.n; i++)
        for (int64_t c = 0; c < y.k; c++)
            dense_set(&y, order[i], c, strided_get(from, i, c));
    dense_free(&b->y);
    b->y = y;
    return true;
}

static bool fetch(struct bench *b, struct err *e)
{
    struct device *d = b->job->device;
    const struct compressed *t = &b->problem.t;
    if (!host_alloc(b, e))
        return false;
    if (b->problem.op == OP_MUL)
        return d->ops->download(d, b->y.data, b->problem.y.data, dense_bytes(&b->y), e) &&
               (!b->job->order || rows_back(b, b->job->order->row, e));
    return d->ops->download(d, b->t.ptr, t->ptr, pointer_bytes(t), e) &&
           d->ops->download(d, b->t.ind, t->ind, index_bytes(t), e) &&
           d->ops->download(d, b->t.val, t->val, value_bytes(b), e);
}

bool bench_check(struct bench *b, struct err *e)
{
    struct verdict v;
    bool block = op_is_block(b->problem.op);
    if (block ? !b->job->kernel->verify(b->plan.data, &v, e) : !fetch(b, e))
        return false;
    if (b->problem.op == OP_MUL) {
        /* A format that is in no list of ours may pad, as a dense array does. */
        const struct format *f = format_find(b->job->kernel->format);
        check_mul(b->job->ref, &b->y, !f || f->padded, &v);
        b->m->sampled_check = b->job->ref->sampled;
    } else if (!block) {
        check_transpose(b->job->expect, &b->t, &v);
    }
    b->m->has |= HAS_ERROR;
    b->m->err_ratio = v.err_ratio > b->m->err_ratio ? v.err_ratio : b->m->err_ratio;
    if (v.passed)
        return true;
    return err_set(e, ERR_CHECK, "%s", v.text);
}

/* Y in rows, as results are handed out. */
static bool result_rows(struct bench *b, struct dense *out, struct err *e)
{
    if (b->y.layout == ROW_MAJOR) {
        *out = b->y;
        b->y.data = NULL;
        return true;
    }
    struct dense shape = dense_shape(b->y.n, b->y.k, b->y.type, ROW_MAJOR);
    return x_convert(&b->y, &shape, NULL, out, e);
}

bool bench_result(struct bench *b, struct measure_result *result, struct err *e)
{
    if (b->problem.op == OP_MUL)
        return result_rows(b, &result->y, e);
    if (op_is_block(b->problem.op))
        return true;
    /* It has passed: the same bits as what it was checked against, but of the kernel's own making. */
    struct csr *t = &result->t;
    if (!csr_alloc(t, b->t.lines, b->problem.a->m, b->t.nnz, b->problem.a->type, e))
        return false;
    for (int64_t j = 0; j <= t->m; j++)
        t->ptr[j] = b->t.wide ? ((const int64_t *)b->t.ptr)[j] : (int64_t)((const int32_t *)b->t.ptr)[j];
    memcpy(t->ind, b->t.ind, index_bytes(&b->t));
    memcpy(t->val, b->t.val, value_bytes(b));
    return true;
}

static void device_free(struct device *d, void *memory)
{
    if (memory)
        d->ops->free(d, memory);
}

void bench_free(struct bench *b)
{
    struct device *d = b->job->device;
    dense_free(&b->y);
    free(b->t.val);
    free(b->t.ind);
    free(b->t.ptr);
    device_free(d, b->problem.t.val);
    device_free(d, b->problem.t.ind);
    device_free(d, b->problem.t.ptr);
    device_free(d, b->problem.y.data);
    device_free(d, b->problem.x.data);
}
