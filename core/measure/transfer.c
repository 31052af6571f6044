/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer: memory of operands; each operation knows what to transfer. */
#include "core/measure/transfer.h"

bool transfer_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    return d->ops->alloc(d, bytes ? bytes : 1, out, e);
}

void compressed_parts(const struct compressed *t, enum vtype type, struct operand part[COMPRESSED_PARTS])
{
    const uint64_t nnz = (uint64_t)t->nnz;
    part[0] = (struct operand){ t->ptr, size_mul(t->wide ? sizeof(int64_t) : sizeof(int32_t), (uint64_t)t->lines + 1) };
    part[1] = (struct operand){ t->ind, size_mul(sizeof *t->ind, nnz) };
    part[2] = (struct operand){ t->val, size_mul(vtype_size(type), nnz) };
}

enum { OPERANDS = 2 + COMPRESSED_PARTS };

static void operands_list(const struct problem *p, struct operand *list)
{
    list[0] = (struct operand){ p->x.data, dense_bytes(&p->x) };
    list[1] = (struct operand){ p->y.data, dense_bytes(&p->y) };
    compressed_parts(&p->t, p->a->type, list + 2);
}

bool transfer_moves(const struct transfer *t)
{
    struct operand list[OPERANDS];
    bool any = false;
    operands_list(t->problem, list);
    for (int i = 0; i < OPERANDS; i++)
        any |= list[i].data && list[i].bytes > 0;
    return any && t->device->ops->move;
}

bool transfer_move(struct transfer *t, struct err *e)
{
    struct operand list[OPERANDS];
    bool ok = true;
    operands_list(t->problem, list);
    for (int i = 0; i < OPERANDS && ok; i++)
        ok = !list[i].data || list[i].bytes == 0 || t->device->ops->move(t->device, list[i].data, list[i].bytes, e);
    return ok;
}

void transfer_end(struct transfer *t)
{
    struct operand list[OPERANDS];
    dense_free(&t->y);
    free(t->t.val);
    free(t->t.ind);
    free(t->t.ptr);
    operands_list(t->problem, list);
    for (int i = OPERANDS; i-- > 0;)
        if (list[i].data)
            t->device->ops->free(t->device, list[i].data);
}

void result_free(struct result *r)
{
    csr_free(&r->t);
    dense_free(&r->y);
}
