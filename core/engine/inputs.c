/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_inputs: what kernels are given and checked against, made once per matrix and type and kept. */
#include "core/base/limit.h"
#include "core/base/text.h"
#include "core/engine/session.h"

/* ptr, ind and val; a cast shares the first two. */
static uint64_t csr_held(const struct csr *a)
{
    uint64_t width = vtype_size(a->type), nnz = (uint64_t)a->nnz;
    return a->shares ? size_mul(nnz, width) : size_csr((uint64_t)a->m, nnz, width);
}

/* Of all that is open. */
static uint64_t held_bytes(const struct session *s)
{
    uint64_t bytes = s->open ? csr_held(&s->matrix.csr) : 0;
    for (int t = 0; t < VT_COUNT; t++) {
        const struct csr *a = &s->typed[t];
        if (s->has_typed[t] && a->type != s->matrix.csr.type)
            bytes = size_add(bytes, csr_held(a));
        for (int op = 0; op < OP_COUNT; op++)
            if (s->given[op][t].k > 0)
                bytes = size_add(bytes, given_bytes(operations[op], a, s->given[op][t].k));
    }
    return size_add(bytes, orders_held(s));
}

uint64_t inputs_left(const struct session *s)
{
    uint64_t held = held_bytes(s);
    return held < s->limit ? s->limit - held : 1;
}

bool inputs_fit(const struct session *s, const char *what, uint64_t bytes, struct err *e)
{
    if (bytes <= inputs_left(s))
        return true;
    char want[TEXT_SIZE], left[TEXT_SIZE] = "nothing", limit[TEXT_SIZE];
    if (held_bytes(s) < s->limit)
        text_bytes(left, inputs_left(s));
    return err_set(e, ERR_MEMORY, "%s would take %s; of the memory limit of %s, %s is left (--mem-limit raises it)",
                   what, text_bytes(want, bytes), text_bytes(limit, s->limit), left);
}

uint64_t inputs_wanted(const struct session *s, enum op op, enum vtype type, int64_t k)
{
    struct csr a = s->matrix.csr;
    uint64_t values = size_mul((uint64_t)a.nnz, vtype_size(type)), bytes = 0;
    const struct ordered *o = session_order(s, op);
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
    s->has_typed[type] = inputs_fit(s, "the matrix in another type", size_mul((uint64_t)a->nnz, vtype_size(type)), e) &&
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
        if (!inputs_fit(s, o->given, inputs_wanted(s, op, type, k), e) ||
            !given_make(o, &s->typed[type], k, g, &progress, e))
            return false;
    }
    return !o->reorders || order_matrix(s, type, e);
}

void inputs_free(struct session *s)
{
    for (int t = 0; t < VT_COUNT; t++) {
        for (int op = 0; op < OP_COUNT; op++)
            given_free(&s->given[op][t]);
        if (s->has_typed[t] && s->typed[t].type != s->matrix.csr.type)
            csr_free(&s->typed[t]);
        s->has_typed[t] = false;
    }
}
