/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/inputs.h"

#include "core/engine/orders.h"
#include "core/engine/room.h"

uint64_t inputs_wanted(const struct session *s, enum op op, enum vtype type, int64_t k)
{
    const struct ordered *o = orders_for(s, op);
    struct csr a = s->matrix.csr;
    uint64_t values = size_mul((uint64_t)a.nnz, vtype_size(type)), bytes = s->file.a[type].ptr ? 0 : values;
    if (o != &s->file && !o->a[type].ptr)
        bytes = size_add(bytes, values);
    a.type = type;
    return s->given[op][type].k >= k ? bytes : size_add(bytes, given_bytes(operations[op], &a, k));
}

bool inputs_make(struct session *s, enum op op, enum vtype type, int64_t k, struct err *e)
{
    const struct operation *o = operations[op];
    struct given *g = &s->given[op][type];
    if (!orders_matrix(s, op, type, e))
        return false;
    if (g->k >= k)
        return true;
    given_free(g);
    return room_fits(s, o->given, inputs_wanted(s, op, type, k), e) &&
           given_make(o, &s->file.a[type], k, g, session_progress(s), e);
}

void inputs_forget(struct session *s)
{
    for (int t = 0; t < VT_COUNT; t++)
        for (int op = 0; op < OP_COUNT; op++)
            given_free(&s->given[op][t]);
}
