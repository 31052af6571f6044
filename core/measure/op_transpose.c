/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_transpose: T = Aᵀ, bit for bit, rows sorted within each column. */
#include "core/measure/given.h"
#include "core/measure/transfer.h"

static void transpose_pose(struct problem *p, int64_t k, enum layout layout)
{
    p->t = (struct compressed){ .lines = p->a->n, .nnz = p->a->nnz, .wide = p->a->nnz > INT32_MAX };
}

static uint64_t transpose_operand_bytes(const struct problem *p)
{
    struct operand part[COMPRESSED_PARTS];
    compressed_parts(&p->t, p->a->type, part);
    return size_add(part[0].bytes, size_add(part[1].bytes, part[2].bytes));
}

static uint64_t transpose_compulsory_bytes(const struct problem *p)
{
    const struct csr t = { .m = p->a->n, .n = p->a->m, .nnz = p->a->nnz, .type = p->a->type };
    return size_add(kernel_csr_bytes(p->a), kernel_csr_bytes(&t));
}

static void transpose_moved_bytes(const struct problem *p, uint64_t *in, uint64_t *out)
{
    *in = kernel_csr_bytes(p->a);
    *out = transpose_operand_bytes(p);
}

static bool transpose_reference(const struct csr *a, struct given *g, const struct progress *p, struct err *e)
{
    return progress_step(p, "transposing", 0, 0, e) && csr_transpose(a, &g->transposed, e);
}

static uint64_t transpose_reference_bytes(const struct csr *a, int64_t k)
{
    return csr_transposed_bytes(a);
}

static bool transpose_upload(struct transfer *x, struct err *e)
{
    struct compressed *t = &x->problem->t;
    struct operand part[COMPRESSED_PARTS];
    bool ok = true;
    compressed_parts(t, x->problem->a->type, part);
    for (int i = 0; i < COMPRESSED_PARTS; i++)
        ok = ok && transfer_alloc(x->device, part[i].bytes, &part[i].data, e);
    t->ptr = part[0].data;
    t->ind = part[1].data;
    t->val = part[2].data;
    return ok;
}

static bool transpose_poison(struct transfer *x, struct err *e)
{
    struct operand part[COMPRESSED_PARTS];
    bool ok = true;
    compressed_parts(&x->problem->t, x->problem->a->type, part);
    for (int i = 0; i < COMPRESSED_PARTS; i++)
        ok = ok && x->device->ops->fill(x->device, part[i].data, 0xAA, part[i].bytes, e);
    return ok;
}

static bool host_alloc(struct transfer *x, const struct operand part[COMPRESSED_PARTS], struct err *e)
{
    if (x->t.ptr)
        return true;
    x->t = x->problem->t;
    x->t.ptr = malloc(part[0].bytes);
    x->t.ind = malloc(part[1].bytes + 1);
    x->t.val = malloc(part[2].bytes + 1);
    return (x->t.ptr && x->t.ind && x->t.val) || err_nomem(e, "the result", transpose_operand_bytes(x->problem));
}

static bool transpose_compare(struct transfer *x, struct check *c, struct err *e)
{
    struct operand from[COMPRESSED_PARTS], to[COMPRESSED_PARTS];
    compressed_parts(&x->problem->t, x->problem->a->type, from);
    bool ok = host_alloc(x, from, e);
    compressed_parts(&x->t, x->problem->a->type, to);
    for (int i = 0; i < COMPRESSED_PARTS; i++)
        ok = ok && x->device->ops->download(x->device, to[i].data, from[i].data, from[i].bytes, e);
    if (ok)
        check_transpose(x->host.transposed, &x->t, c);
    return ok;
}

static bool transpose_hand_out(struct transfer *x, struct result *out, struct err *e)
{
    struct csr *t = &out->t;
    const struct csr *a = x->problem->a;
    if (!csr_alloc(t, x->t.lines, a->m, x->t.nnz, a->type, e))
        return false;
    for (int64_t j = 0; j <= t->m; j++)
        t->ptr[j] = compressed_ptr(&x->t, j);
    memcpy(t->ind, x->t.ind, (size_t)t->nnz * sizeof *t->ind);
    memcpy(t->val, x->t.val, (size_t)t->nnz * vtype_size(t->type));
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
