/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_tmul: Y = Aᵀ·X, X m × k, Y n × k, from A. */
#include "core/measure/given.h"
#include "core/measure/product.h"

static void tmul_pose(struct problem *p, int64_t k, enum layout layout)
{
    product_shape(p, p->a->m, p->a->n, k, layout);
}

/* The reference multiplies by Aᵀ. */
static bool tmul_reference(const struct csr *a, struct given *g, const struct progress *p, struct err *e)
{
    return progress_step(p, "transposing", 0, 0, e) && csr_transpose(a, &g->transposed, e) &&
           reference_make(&g->transposed, &g->x, &g->ref, p, e);
}

static uint64_t tmul_reference_bytes(const struct csr *a, int64_t k)
{
    const struct csr t = { .m = a->n, .n = a->m, .nnz = a->nnz, .type = a->type };
    return size_add(csr_transposed_bytes(a), reference_cost(&t, k));
}

const struct operation op_tmul = {
    .name = "tmul",
    .what = "Y = A^T*X from A, X with k columns",
    PRODUCT,
    .given = "X, the transpose and the reference result",
    .pose = tmul_pose,
    .reference = tmul_reference,
    .reference_bytes = tmul_reference_bytes,
};
