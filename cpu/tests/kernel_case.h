/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_case: one run of one kernel on one problem, checked, through its device alone. */
#pragma once

#include "core/matrix/format.h"
#include "core/matrix/stats.h"
#include "core/matrix/strided.h"
#include "core/measure/given.h"
#include "core/measure/transfer.h"
#include "core/tests/cmocka.h"

/* A matrix with everything that results are checked against. */
struct kernel_subject {
    const char *name;
    struct csr a;
    struct stats stats;
    struct given given[OP_COUNT]; /* X row-major, as many columns as the largest k */
};

struct kernel_case {
    const struct kernel *kernel;
    struct device *device;
    const struct kernel_subject *subject;
    int64_t k, pad; /* pad: X's ld exceeds its least by so much, Y's by twice that */
    int threads;
    bool wide; /* 64-bit pointers in T */
    int64_t param[PARAM_MAX];
};

/* No test writes out a 20,000² matrix in full. */
#define CASE_LIMIT ((uint64_t)256 << 20)

enum case_result { CASE_RIGHT, CASE_WRONG, CASE_UNSUPPORTED };

static inline enum case_result case_failed(struct err *e)
{
    return e->code == ERR_UNSUPPORTED ? CASE_UNSUPPORTED : CASE_WRONG;
}

/* Runs on whatever p.y or p.t hold, and compares unless `t` is NULL. Plans must not report more memory than the kernel
   has announced. */
static inline bool case_execute(const struct kernel_case *c, const struct problem *p, struct transfer *t, struct err *e)
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
    if (ok && t) {
        struct check found;
        t->plan_data = plan.data;
        ok = operations[kernel->op]->compare(t, &found, e) && (found.passed || err_set(e, ERR_CHECK, "%s", found.text));
    }
    kernel->release(plan.data);
    if (ok && kernel->bytes && plan.bytes > kernel->bytes(p))
        return err_set(e, ERR_CHECK, "took %llu bytes, announced %llu", (unsigned long long)plan.bytes,
                       (unsigned long long)kernel->bytes(p));
    /* Only a plan that reads fewer bytes than CSR has, or chose one that does, may store equal values once. */
    if (ok && plan.slots > 0 && plan.slots < (uint64_t)p->a->nnz && !plan.traffic && !plan.choice[0])
        return err_set(e, ERR_CHECK, "%llu slots are too few for its entries", (unsigned long long)plan.slots);
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
    if (operations[p.op]->pose)
        operations[p.op]->pose(&p, c->k, c->kernel->layout);
    p.x.ld += c->pad;
    p.y.ld += 2 * c->pad;
    p.t.wide |= c->wide;
    return p;
}

/* A host array of that shape, every byte 0xFF, so that every value is a NaN. */
static inline struct dense case_host(const struct dense *shape)
{
    struct dense x = *shape;

    x.data = malloc(dense_bytes(&x) + 1);
    assert_non_null(x.data);
    memset(x.data, 0xFF, dense_bytes(&x));
    return x;
}

/* Whether the `pad` elements behind each line of y are unchanged. */
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
static inline enum case_result case_product(const struct kernel_case *c, struct err *e)
{
    struct device *d = c->device;
    const struct device_ops *ops = d->ops;
    const struct format *f = format_find(c->kernel->format);
    const struct given *given = &c->subject->given[c->kernel->op];
    struct problem p = case_problem(c);
    struct check found;
    enum case_result result = CASE_WRONG;

    struct dense x = case_host(&p.x), y = case_host(&p.y);
    const struct strided from = strided_of(&given->x);
    for (int64_t i = 0; i < x.n; i++)
        for (int64_t j = 0; j < x.k; j++)
            dense_set(&x, i, j, strided_get(from, i, j));
    if (!ops->alloc(d, dense_bytes(&x) + 1, &p.x.data, e) || !ops->alloc(d, dense_bytes(&y) + 1, &p.y.data, e))
        goto done;
    if (!ops->upload(d, p.x.data, x.data, dense_bytes(&x), e) || !ops->fill(d, p.y.data, 0xFF, dense_bytes(&y), e))
        goto done;
    if (!case_execute(c, &p, NULL, e)) {
        result = case_failed(e);
        goto done;
    }
    if (!ops->download(d, y.data, p.y.data, dense_bytes(&y), e))
        goto done;
    check_mul(&given->ref, &y, !f || f->padded, &found);
    if (!found.passed)
        err_set(e, ERR_CHECK, "%s", found.text);
    else if (!case_gap_kept(&y, 2 * c->pad))
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

/* The operation's own transfers and comparison. */
static inline enum case_result case_other(const struct kernel_case *c, struct err *e)
{
    const struct operation *o = operations[c->kernel->op];
    const struct given *given = &c->subject->given[c->kernel->op];
    struct problem p = case_problem(c);
    struct transfer t = { .kernel = c->kernel,
                          .device = c->device,
                          .problem = &p,
                          .host.ref = &given->ref,
                          .host.transposed = &given->transposed };
    enum case_result result = CASE_WRONG;

    if ((!o->upload || o->upload(&t, e)) && (!o->poison || o->poison(&t, e)))
        result = case_execute(c, &p, &t, e) ? CASE_RIGHT : case_failed(e);
    transfer_end(&t);
    return result;
}
