/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_mul: Y = A·X, X n × k, Y m × k; k = 1 is SpMV. */
#include "core/measure/given.h"
#include "core/measure/product.h"

static void mul_pose(struct problem *p, int64_t k, enum layout layout)
{
    product_shape(p, p->a->n, p->a->m, k, layout);
}

static bool mul_reference(const struct csr *a, struct given *g, const struct progress *p, struct err *e)
{
    return reference_make(a, &g->x, &g->ref, p, e);
}

const struct operation op_mul = {
    .name = "mul",
    .what = "Y = A*X, X with k columns; k = 1 is SpMV",
    PRODUCT,
    .reorders = true,
    .given = "X and the reference result",
    .pose = mul_pose,
    .reference = mul_reference,
    .reference_bytes = reference_cost,
};
