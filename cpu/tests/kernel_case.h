/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_case: one run of one kernel on one problem, checked, through its device alone. Include after cmocka.h. */
#ifndef NZ_KERNEL_CASE_H
#define NZ_KERNEL_CASE_H

#include <stdlib.h>
#include <string.h>

#include "core/matrix/format.h"
#include "core/matrix/stats.h"
#include "core/measure/check.h"
#include "core/measure/kernel.h"

/* A matrix with everything that results are checked against. */
struct kernel_subject {
    const char *name;
    struct csr a;
    struct stats stats;
    struct dense x; /* row-major, as many columns as the largest k */
    struct reference ref;
    struct csr expect; /* Aᵀ */
};

struct kernel_case {
    const struct kernel *kernel;
    struct device *device;
    const struct kernel_subject *subject;
    int64_t k, pad; /* pad: ld exceeds its least by so much */
    int threads;
    bool wide; /* 64-bit pointers in T */
    int64_t param[PARAM_MAX];
};

/* A test writes out no 20,000² matrix in full. */
#define CASE_LIMIT ((uint64_t)256 << 20)

enum case_result { CASE_RIGHT, CASE_WRONG, CASE_UNSUPPORTED };

static inline enum case_result case_failed(struct err *e)
{
    return e->code == ERR_UNSUPPORTED ? CASE_UNSUPPORTED : CASE_WRONG;
}

/* Runs on whatever p.y or p.t hold; plans report no more memory than the kernel announced. */
static inline bool case_execute(const struct kernel_case *c, const struct problem *p, struct err *e)
{
    const struct kernel *kernel = c->kernel;
    struct plan plan = { 0 };

    if (kernel->bytes && kernel->bytes(p) > p->limit)
        return err_set(e, ERR_UNSUPPORTED, "over the limit");
    if (kernel->supports && !kernel->supports(p, e))
        return e->code == ERR_UNSUPPORTED ? false : err_set(e, ERR_CHECK, "refused without the right reason");
    if (!kernel->prepare(p, &plan, e))
        return false;
    bool ok = kernel->run(plan.data, e) && c->device->ops->sync(c->device, e);
    if (ok && kernel->verify) {
        struct verdict v;
        ok = kernel->verify(plan.data, &v, e) && (v.passed || err_set(e, ERR_CHECK, "%s", v.text));
    }
    kernel->release(plan.data);
    if (ok && kernel->bytes && plan.bytes > kernel->bytes(p))
        return err_set(e, ERR_CHECK, "took %llu bytes, announced %llu", (unsigned long long)plan.bytes,
                       (unsigned long long)kernel->bytes(p));
    return ok;
}

static inline struct problem case_problem(const struct kernel_case *c)
{
    struct problem p = {
        .op = c->kernel->op,
        .a = &c->subject->a,
        .stats = &c->subject->stats,
        .threads = c->threads,
        .limit = CASE_LIMIT,
        .device = c->device,
    };

    memcpy(p.param, c->param, sizeof p.param);
    return p;
}

/* A host array of the shape, every byte 0xFF, which makes every value a NaN. */
static inline struct dense case_host(const struct dense *shape)
{
    struct dense x = *shape;

    x.data = malloc(dense_bytes(&x) + 1);
    assert_non_null(x.data);
    memset(x.data, 0xFF, dense_bytes(&x));
    return x;
}

static inline struct dense case_shape(const struct kernel_case *c, int64_t n)
{
    struct dense x = dense_shape(n, c->k, c->kernel->type, c->kernel->layout);

    x.ld += c->pad;
    return x;
}

/* Whether the `pad` elements behind each line of y are as they were. */
static inline bool case_gap_kept(const struct dense *y, int64_t pad)
{
    size_t size = vtype_size(y->type);
    int64_t lines = y->layout == ROW_MAJOR ? y->n : y->k;
    const unsigned char *data = y->data;

    for (int64_t i = 0; i < lines; i++)
        for (size_t b = 0; b < (size_t)pad * size; b++)
            if (data[(size_t)((i + 1) * y->ld - pad) * size + b] != 0xFF)
                return false;
    return true;
}

/* Y starts as NaN, and so do the gaps of X and Y, which must be neither read nor written. */
static inline enum case_result case_mul(const struct kernel_case *c, struct err *e)
{
    struct device *d = c->device;
    const struct device_ops *ops = d->ops;
    const struct format *f = format_find(c->kernel->format);
    struct problem p = case_problem(c);
    struct verdict v;
    enum case_result result = CASE_WRONG;

    p.x = case_shape(c, c->subject->a.n);
    p.y = case_shape(c, c->subject->a.m);
    struct dense x = case_host(&p.x), y = case_host(&p.y);
    for (int64_t i = 0; i < x.n; i++)
        for (int64_t j = 0; j < x.k; j++)
            dense_set(&x, i, j, dense_get(&c->subject->x, i, j));
    if (!ops->alloc(d, dense_bytes(&x) + 1, &p.x.data, e) || !ops->alloc(d, dense_bytes(&y) + 1, &p.y.data, e))
        goto done;
    if (!ops->upload(d, p.x.data, x.data, dense_bytes(&x), e) || !ops->fill(d, p.y.data, 0xFF, dense_bytes(&y), e))
        goto done;
    if (!case_execute(c, &p, e)) {
        result = case_failed(e);
        goto done;
    }
    if (!ops->download(d, y.data, p.y.data, dense_bytes(&y), e))
        goto done;
    check_mul(&c->subject->ref, &y, !f || f->padded, &v);
    if (!v.passed)
        err_set(e, ERR_CHECK, "%s", v.text);
    else if (!case_gap_kept(&y, c->pad))
        err_set(e, ERR_CHECK, "wrote outside Y");
    else
        result = CASE_RIGHT;
done:
    if (p.y.data)
        ops->free(d, p.y.data);
    if (p.x.data)
        ops->free(d, p.x.data);
    free(y.data);
    free(x.data);
    return result;
}

/* A building block keeps its result in its plan and checks it itself. */
static inline enum case_result case_block(const struct kernel_case *c, struct err *e)
{
    struct problem p = case_problem(c);

    return case_execute(c, &p, e) ? CASE_RIGHT : case_failed(e);
}

static inline enum case_result case_transpose(const struct kernel_case *c, struct err *e)
{
    struct device *d = c->device;
    const struct device_ops *ops = d->ops;
    const struct csr *a = &c->subject->a;
    struct problem p = case_problem(c);
    struct verdict v;
    enum case_result result = CASE_WRONG;
    uint64_t ptr_bytes = (c->wide ? 8 : 4) * ((uint64_t)a->n + 1), ind_bytes = 4 * (uint64_t)a->nnz;
    uint64_t val_bytes = vtype_size(a->type) * (uint64_t)a->nnz;
    void *ind = NULL;
    struct compressed t = { a->n, a->nnz, c->wide, malloc(ptr_bytes), malloc(ind_bytes + 1), malloc(val_bytes + 1) };

    assert_true(t.ptr && t.ind && t.val);
    p.t = (struct compressed){ .lines = a->n, .nnz = a->nnz, .wide = c->wide };
    if (!ops->alloc(d, ptr_bytes, &p.t.ptr, e) || !ops->alloc(d, ind_bytes + 1, &ind, e) ||
        !ops->alloc(d, val_bytes + 1, &p.t.val, e))
        goto done;
    p.t.ind = ind;
    if (!ops->fill(d, p.t.ptr, 0xAA, ptr_bytes, e) || !ops->fill(d, p.t.ind, 0xAA, ind_bytes, e) ||
        !ops->fill(d, p.t.val, 0xAA, val_bytes, e))
        goto done;
    if (!case_execute(c, &p, e)) {
        result = case_failed(e);
        goto done;
    }
    if (!ops->download(d, t.ptr, p.t.ptr, ptr_bytes, e) || !ops->download(d, t.ind, p.t.ind, ind_bytes, e) ||
        !ops->download(d, t.val, p.t.val, val_bytes, e))
        goto done;
    check_transpose(&c->subject->expect, &t, &v);
    if (v.passed)
        result = CASE_RIGHT;
    else
        err_set(e, ERR_CHECK, "%s", v.text);
done:
    if (p.t.val)
        ops->free(d, p.t.val);
    if (ind)
        ops->free(d, ind);
    if (p.t.ptr)
        ops->free(d, p.t.ptr);
    free(t.val);
    free(t.ind);
    free(t.ptr);
    return result;
}

#endif
