/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/similar_order.h"

#include "core/matrix/similar_rows.h"

static bool seek(const struct problem *p, struct similar_order *o, struct err *e)
{
    const uint64_t size = size_mul((uint64_t)p->a->m, sizeof *o->row);
    free(o->row);
    o->row = malloc(size + 1);
    if (!o->row)
        return err_nomem(e, "the order of rows", size);
    o->sought = limit_host(similar_rows_bytes(p->a), "an order of rows", e) &&
                similar_rows_find(p->a, o->row, &o->found, NULL, e);
    return o->sought;
}

bool similar_order_find(const struct problem *p, struct similar_order *mine, const struct similar_order **order,
                        struct err *e)
{
    struct similar_order *o = p->order ? p->order : mine;
    *mine = (struct similar_order){ 0 };
    *order = o;
    if (!o->sought && !seek(p, o, e))
        return false;
    return o->found || !o->only || err_set(e, ERR_UNSUPPORTED, "no order of rows is better than that of the file");
}

bool similar_order_promises(const struct problem *p)
{
    if (p->order && p->order->sought)
        return p->order->found;
    const bool promises = similar_rows_promise(p->a);
    if (p->order)
        p->order->hoped |= promises;
    return promises;
}
