/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/given.h"

enum { SEED = 1 };

static struct dense x_shape(const struct operation *o, const struct csr *a, int64_t k)
{
    struct problem p = { .a = a };
    if (o->columns)
        o->pose(&p, k, ROW_MAJOR);
    return p.x;
}

uint64_t given_bytes(const struct operation *o, const struct csr *a, int64_t k)
{
    struct dense x = x_shape(o, a, k);
    return size_add(dense_bytes(&x), o->reference ? o->reference_bytes(a, k) : 0);
}

bool given_make(const struct operation *o, const struct csr *a, int64_t k, struct given *g, const struct progress *p,
                struct err *e)
{
    struct dense x = x_shape(o, a, k);
    *g = (struct given){ .k = k };
    bool ok = !o->columns || dense_alloc(&g->x, x.n, k, x.type, x.layout, e);
    if (ok && o->columns)
        dense_random(&g->x, SEED);
    ok = ok && (!o->reference || o->reference(a, g, p, e));
    if (!ok)
        given_free(g);
    return ok;
}

void given_free(struct given *g)
{
    reference_free(&g->ref);
    csr_free(&g->transposed);
    dense_free(&g->x);
    g->k = 0;
}
