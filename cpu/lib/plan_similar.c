/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/lib/plan_similar.h"

#include "core/matrix/similar_rows.h"
#include "core/measure/similar_order.h"
#include "cpu/device/threads.h"

/* Y is then written out of order, a line a row: for short rows that costs more than X saves (NOTES.md, cpu.auto). */
bool plan_order_promises(const struct problem *p)
{
    enum { CACHE = 1 << 20, ENTRIES_ONE = 16, ENTRIES = 4 };
    const int64_t least = (p->x.k == 1 ? ENTRIES_ONE : ENTRIES) * (int64_t)p->a->m;
    const uint64_t x = (uint64_t)p->a->n * (uint64_t)p->x.k * vtype_size(p->a->type);

    return x > CACHE && p->a->nnz > CACHE / 8 && p->a->nnz >= least && similar_order_promises(p);
}

bool plan_order_find(const struct problem *p, bool wanted, struct plan_order *o, struct err *e)
{
    const struct similar_order *order;
    struct similar_order mine;

    *o = (struct plan_order){ .a = *p->a };
    if (!wanted)
        return true;
    if (!threads_ready(p->threads, e))
        return false;
    bool ok = similar_order_find(p, &mine, &order, e);
    o->own = mine.row;
    if (ok && order->found && (ok = csr_gather(p->a, order->row, &o->a, e)))
        o->row = order->row;
    if (!ok)
        plan_order_release(o);
    return ok;
}

void plan_order_release(struct plan_order *o)
{
    if (o->row)
        csr_free(&o->a);
    free(o->own);
}

/* The order, which the plan keeps, and the temporary memory of the search. */
uint64_t plan_order_bytes(const struct problem *p, bool wanted)
{
    return wanted ? size_add(similar_rows_bytes(p->a), size_mul(sizeof(int32_t), (uint64_t)p->a->m)) : 0;
}

/* The row of Y for each row of PA; each piece is written by its thread. */
static bool rows_name(struct plan_csr *a, const int32_t *row, struct err *e)
{
    if (!(a->row = plan_memory(a, size_mul((uint64_t)a->m, sizeof *row), "the order of rows", e)))
        return false;
#pragma omp parallel for num_threads(a->threads) schedule(static)
    for (int t = 0; t < a->pieces; t++)
        memcpy(a->row + a->cut[t], row + a->cut[t], (size_t)(a->cut[t + 1] - a->cut[t]) * sizeof *row);
    return true;
}

bool plan_csr_similar(const struct problem *p, int64_t each, struct plan *out, struct err *e)
{
    struct problem ordered = *p;
    struct plan_order o;

    if (!plan_order_find(p, true, &o, e))
        return false;
    ordered.a = &o.a;
    bool ok = plan_csr_pieces(&ordered, each, out, e);
    if (ok && o.row && !(ok = rows_name(out->data, o.row, e)))
        plan_release(out->data);
    out->bytes += o.row ? (uint64_t)p->a->m * sizeof *o.row : 0;
    plan_order_release(&o);
    return ok;
}

uint64_t plan_csr_similar_bytes(const struct problem *p, int64_t each)
{
    return size_add(plan_order_bytes(p, true), plan_csr_pieces_bytes(p, each));
}
