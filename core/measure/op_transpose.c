/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_transpose: T = Aᵀ, bit for bit, rows sorted within each column. */
#include "core/measure/given.h"
#include "core/measure/transfer.h"

static void transpose_pose(struct problem *p, int64_t k, enum layout layout)
{
    p->t = (struct compressed){ .lines = p->a->n, .nnz = p->a->nnz, .wide = p->a->nnz > INT32_MAX };
}

static uint64_t pointer_bytes(const struct compressed *t)
{
    return size_mul(t->wide ? 8 : 4, (uint64_t)t->lines + 1);
}

static uint64_t index_bytes(const struct compressed *t)
{
    return size_mul(4, (uint64_t)t->nnz);
}

static uint64_t value_bytes(const struct problem *p)
{
    return size_mul(vtype_size(p->a->type), (uint64_t)p->t.nnz);
}

static uint64_t transpose_operand_bytes(const struct problem *p)
{
    return size_add(pointer_bytes(&p->t), size_add(index_bytes(&p->t), value_bytes(p)));
}

static struct csr shape_of_transpose(const struct csr *a)
{
    return (struct csr){ .m = a->n, .n = a->m, .nnz = a->nnz, .type = a->type };
}

static uint64_t transpose_compulsory_bytes(const struct problem *p)
{
    struct csr t = shape_of_transpose(p->a);
    return size_add(kernel_csr_bytes(p->a), kernel_csr_bytes(&t));
}

static void transpose_moved_bytes(const struct problem *p, uint64_t *in, uint64_t *out)
{
    *in = kernel_csr_bytes(p->a);
    *out = transpose_operand_bytes(p);
}

/* ---- on the host ---- */

static bool transpose_reference(const struct csr *a, struct given *g, const struct progress *p, struct err *e)
{
    return progress_step(p, "transposing", 0, 0, e) && csr_transpose(a, &g->transposed, e);
}

static uint64_t transpose_reference_bytes(const struct csr *a, int64_t k)
{
    return csr_transposed_bytes(a);
}

/* ---- one run ---- */

static bool transpose_upload(struct transfer *x, struct err *e)
{
    struct device *d = x->device;
    struct compressed *t = &x->problem->t;
    void *ind = NULL;
    bool ok = transfer_alloc(d, pointer_bytes(t), &t->ptr, e) && transfer_alloc(d, index_bytes(t), &ind, e);
    t->ind = ind;
    return ok && transfer_alloc(d, value_bytes(x->problem), &t->val, e);
}

static bool transpose_poison(struct transfer *x, struct err *e)
{
    struct device *d = x->device;
    const struct compressed *t = &x->problem->t;
    return d->ops->fill(d, t->ptr, 0xAA, pointer_bytes(t), e) && d->ops->fill(d, t->ind, 0xAA, index_bytes(t), e) &&
           d->ops->fill(d, t->val, 0xAA, value_bytes(x->problem), e);
}

/* Allocates host memory for the result, once. */
static bool host_alloc(struct transfer *x, struct err *e)
{
    const struct compressed *t = &x->problem->t;
    if (x->t.ptr)
        return true;
    x->t = (struct compressed){ .lines = t->lines, .nnz = t->nnz, .wide = t->wide };
    x->t.ptr = malloc(pointer_bytes(t));
    x->t.ind = malloc(index_bytes(t) + 1);
    x->t.val = malloc(value_bytes(x->problem) + 1);
    if (x->t.ptr && x->t.ind && x->t.val)
        return true;
    return err_nomem(e, "the result", transpose_operand_bytes(x->problem));
}

static bool transpose_compare(struct transfer *x, struct check *c, struct err *e)
{
    struct device *d = x->device;
    const struct compressed *t = &x->problem->t;
    if (!host_alloc(x, e) || !d->ops->download(d, x->t.ptr, t->ptr, pointer_bytes(t), e) ||
        !d->ops->download(d, x->t.ind, t->ind, index_bytes(t), e) ||
        !d->ops->download(d, x->t.val, t->val, value_bytes(x->problem), e))
        return false;
    check_transpose(x->transposed, &x->t, c);
    return true;
}

static bool transpose_hand_out(struct transfer *x, struct result *out, struct err *e)
{
    struct csr *t = &out->t;
    const struct csr *a = x->problem->a;
    if (!csr_alloc(t, x->t.lines, a->m, x->t.nnz, a->type, e))
        return false;
    for (int64_t j = 0; j <= t->m; j++)
        t->ptr[j] = x->t.wide ? ((const int64_t *)x->t.ptr)[j] : (int64_t)((const int32_t *)x->t.ptr)[j];
    memcpy(t->ind, x->t.ind, index_bytes(&x->t));
    memcpy(t->val, x->t.val, value_bytes(x->problem));
    return true;
}

const struct operation op_transpose = {
    .name = "transpose",
    .what = "T = A^T, exact, rows sorted within each column",
    .operands = "the result",
    .given = "the transpose to check against",
    .pose = transpose_pose,
    .operand_bytes = transpose_operand_bytes,
    .compulsory_bytes = transpose_compulsory_bytes,
    .moved_bytes = transpose_moved_bytes,
    .reference = transpose_reference,
    .reference_bytes = transpose_reference_bytes,
    .upload = transpose_upload,
    .poison = transpose_poison,
    .compare = transpose_compare,
    .hand_out = transpose_hand_out,
};
