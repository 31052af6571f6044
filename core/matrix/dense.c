/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/dense.h"

#include <sys/mman.h>

#include "core/base/hash.h"

enum { LINE = 64, HUGE_PAGE = 2 << 20 };

uint64_t dense_bytes(const struct dense *x)
{
    uint64_t lines = (uint64_t)(x->layout == ROW_MAJOR ? x->n : x->k);

    return size_mul(size_mul((uint64_t)x->ld, lines), vtype_size(x->type));
}

struct dense dense_shape(int64_t n, int64_t k, enum vtype type, enum layout layout)
{
    return (struct dense){ .n = n, .k = k, .ld = layout == ROW_MAJOR ? k : n, .type = type, .layout = layout };
}

bool dense_alloc(struct dense *x, int64_t n, int64_t k, enum vtype type, enum layout layout, struct err *e)
{
    *x = dense_shape(n, k, type, layout);
    uint64_t bytes = dense_bytes(x);

    bool large = bytes >= 4 * HUGE_PAGE;
    uint64_t unit = large ? HUGE_PAGE : LINE;
    /* whole units, at least one, so that size 0 is no special case */
    uint64_t room = (bytes / unit + 1) * unit;
    if (n >= 0 && k >= 0 && bytes < INT64_MAX)
        x->data = aligned_alloc(unit, room);
    /* page faults took most of the time when gigabytes of Y were copied from a GPU */
    if (x->data && large)
        madvise(x->data, room, MADV_HUGEPAGE);
    return x->data ? true : err_nomem(e, "a multivector", bytes);
}

void dense_free(struct dense *x)
{
    free(x->data);
    *x = (struct dense){ 0 };
}

static int64_t place(const struct dense *x, int64_t i, int64_t j)
{
    return x->layout == ROW_MAJOR ? i * x->ld + j : i + j * x->ld;
}

double dense_get(const struct dense *x, int64_t i, int64_t j)
{
    return vtype_get(x->data, place(x, i, j), x->type);
}

void dense_set(struct dense *x, int64_t i, int64_t j, double value)
{
    vtype_set(x->data, place(x, i, j), x->type, value);
}

void dense_random(struct dense *x, uint64_t seed)
{
#pragma omp parallel for schedule(static) if (x->n * x->k > 1 << 16)
    for (int64_t i = 0; i < x->n; i++)
        for (int64_t j = 0; j < x->k; j++)
            dense_set(x, i, j, hash_signed(hash_at(seed, (uint64_t)i, (uint64_t)j)));
}
