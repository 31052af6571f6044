/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs: casts, operands and references. */
#include "core/engine/inputs.h"

#include "core/base/limit.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"

uint64_t inputs_wanted(const struct session *s, enum op op, enum vtype type, int64_t k)
{
    struct csr a = s->matrix.csr;
    uint64_t values = size_mul((uint64_t)a.nnz, vtype_size(type)), bytes = 0;
    const struct ordered *o = orders_now(s, op);
    if (!s->has_typed[type] && type != a.type)
        bytes = size_add(bytes, values);
    if (o && !o->has[type] && type != a.type)
        bytes = size_add(bytes, values);
    a.type = type;
    return s->given[op][type].k >= k ? bytes : size_add(bytes, given_bytes(operations[op], &a, k));
}

bool inputs_matrix(struct session *s, enum vtype type, struct err *e)
{
    const struct csr *a = &s->matrix.csr;
    if (s->has_typed[type])
        return true;
    if (type == a->type) {
        s->typed[type] = *a;
        s->typed[type].shares = true;
        return s->has_typed[type] = true;
    }
    s->has_typed[type] = room_fits(s, "the matrix in another type", size_mul((uint64_t)a->nnz, vtype_size(type)), e) &&
                         csr_cast(a, type, &s->typed[type], e);
    return s->has_typed[type];
}

bool inputs_make(struct session *s, enum op op, enum vtype type, int64_t k, struct err *e)
{
    const struct operation *o = operations[op];
    struct given *g = &s->given[op][type];
    struct progress progress = session_progress(s);
    if (!inputs_matrix(s, type, e))
        return false;
    if (g->k < k) {
        given_free(g);
        if (!room_fits(s, o->given, inputs_wanted(s, op, type, k), e) ||
            !given_make(o, &s->typed[type], k, g, &progress, e))
            return false;
    }
    return !o->reorders || orders_matrix(s, type, e);
}

void inputs_forget(struct session *s)
{
    for (int t = 0; t < VT_COUNT; t++) {
        for (int op = 0; op < OP_COUNT; op++)
            given_free(&s->given[op][t]);
        if (s->has_typed[t] && s->typed[t].type != s->matrix.csr.type)
            csr_free(&s->typed[t]);
        s->has_typed[t] = false;
    }
}
