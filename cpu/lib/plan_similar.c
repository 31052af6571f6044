/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_similar: A in CSR with its rows in an order in which neighbours share columns. */
#include <string.h>

#include "core/base/limit.h"
#include "core/matrix/row_cluster.h"
#include "core/matrix/similar_rows.h"
#include "cpu/device/memory.h"
#include "cpu/device/threads.h"
#include "cpu/lib/plan.h"

/* PA, then the rows of Y that its rows go to, each piece written by its thread. */
static bool pieces_in_order(const struct problem *p, int64_t each, const int32_t *row, struct plan *out, struct err *e)
{
    struct problem ordered = *p;
    struct csr b;
    bool ok;

    if (!csr_gather(p->a, row, &b, e))
        return false;
    ordered.a = &b;
    ok = plan_csr_pieces(&ordered, each, out, e);
    csr_free(&b);
    if (!ok)
        return false;
    struct plan_csr *a = out->data;
    out->bytes += (uint64_t)a->m * sizeof *row;
    if (!(a->row = memory_new(size_mul((uint64_t)a->m, sizeof *row), "the order of rows", e))) {
        plan_csr_release(a);
        return false;
    }
#pragma omp parallel for num_threads(p->threads) schedule(static)
    for (int t = 0; t < a->pieces; t++)
        memcpy(a->row + a->cut[t], row + a->cut[t], (size_t)(a->cut[t + 1] - a->cut[t]) * sizeof *row);
    return true;
}

bool plan_csr_similar(const struct problem *p, int64_t each, struct plan *out, struct err *e)
{
    const uint64_t size = size_mul((uint64_t)p->a->m, sizeof(int32_t));
    int32_t *row;
    bool found, ok;

    if (!threads_ready(p->threads, e) || !(row = memory_new(size, "the order of rows", e)))
        return false;
    ok = similar_rows_find(p->a, row, &found, NULL, e) &&
         (found ? pieces_in_order(p, each, row, out, e) : plan_csr_pieces(p, each, out, e));
    memory_release(row);
    return ok;
}

/* The search is over when A is copied. */
uint64_t plan_csr_similar_bytes(const struct problem *p, int64_t each)
{
    const struct csr *a = p->a;
    uint64_t copy = size_csr((uint64_t)a->m, (uint64_t)a->nnz, vtype_size(a->type)), find = row_cluster_bytes(a);
    uint64_t order = size_mul(2 * sizeof(int32_t), (uint64_t)a->m),
             made = size_add(copy, plan_csr_pieces_bytes(p, each));

    return size_add(order, find > made ? find : made);
}
