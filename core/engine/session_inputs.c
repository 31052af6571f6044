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
        const struct inputs *in = &s->inputs[t];
        bytes = size_add(bytes, in->has_a && in->a.shares ? csr_held(&in->a) : 0);
        bytes = size_add(bytes, in->has_x ? dense_bytes(&in->x) : 0);
        bytes = size_add(bytes, in->has_ref ? reference_cost(&in->a, in->ref.k) : 0);
        bytes = size_add(bytes, in->has_expect ? csr_held(&in->expect) : 0);
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
    const struct inputs *in = &s->inputs[type];
    const struct csr *a = &s->matrix.csr;
    uint64_t width = vtype_size(type), nnz = (uint64_t)a->nnz;
    uint64_t cast = in->has_a || type == a->type ? 0 : size_mul(nnz, width);
    const struct ordered *o = session_order(s, op);
    if (o && !o->has[type] && type != a->type)
        cast = size_add(cast, size_mul(nnz, width));
    if (op_is_block(op))
        return cast;
    if (op == OP_TRANSPOSE)
        return in->has_expect ? cast : size_add(cast, size_csr((uint64_t)a->n, nnz, width));
    struct dense x = dense_shape(a->n, k, type, ROW_MAJOR);
    bool there = in->has_ref && in->ref.k >= k;
    return there ? cast : size_add(cast, size_add(dense_bytes(&x), reference_cost(a, k)));
}

bool inputs_matrix(struct session *s, enum vtype type, struct err *e)
{
    struct inputs *in = &s->inputs[type];
    const struct csr *a = &s->matrix.csr;
    if (in->has_a)
        return true;
    if (type == a->type) {
        in->a = *a;
        in->a.shares = true;
        in->has_a = true;
        return true;
    }
    in->has_a = inputs_fit(s, "the matrix in another type", size_mul((uint64_t)a->nnz, vtype_size(type)), e) &&
                csr_cast(a, type, &in->a, e);
    return in->has_a;
}

static void product_free(struct inputs *in)
{
    if (in->has_ref)
        reference_free(&in->ref);
    if (in->has_x)
        dense_free(&in->x);
    in->has_x = in->has_ref = false;
}

bool inputs_product(struct session *s, enum vtype type, int64_t k, struct err *e)
{
    struct inputs *in = &s->inputs[type];
    if (!inputs_matrix(s, type, e))
        return false;
    if (in->has_ref && in->ref.k >= k)
        return true;
    product_free(in);
    if (!inputs_fit(s, "X and the reference result", inputs_wanted(s, OP_MUL, type, k), e))
        return false;
    in->has_x = dense_alloc(&in->x, in->a.n, k, type, ROW_MAJOR, e);
    if (!in->has_x)
        return false;
    dense_random(&in->x, 1);
    struct progress progress = session_progress(s);
    in->has_ref = reference_make(&in->a, &in->x, &in->ref, &progress, e);
    if (!in->has_ref)
        product_free(in);
    return in->has_ref;
}

bool inputs_transpose(struct session *s, enum vtype type, struct err *e)
{
    struct inputs *in = &s->inputs[type];
    if (!inputs_matrix(s, type, e))
        return false;
    if (in->has_expect)
        return true;
    struct progress progress = session_progress(s);
    in->has_expect = inputs_fit(s, "the transpose to check against", inputs_wanted(s, OP_TRANSPOSE, type, 1), e) &&
                     progress_step(&progress, "transposing", 0, 0, e) && csr_transpose(&in->a, &in->expect, e);
    return in->has_expect;
}

void inputs_free(struct session *s)
{
    for (int t = 0; t < VT_COUNT; t++) {
        struct inputs *in = &s->inputs[t];
        product_free(in);
        if (in->has_expect)
            csr_free(&in->expect);
        if (in->has_a && in->a.type != s->matrix.csr.type)
            csr_free(&in->a);
        *in = (struct inputs){ 0 };
    }
}
