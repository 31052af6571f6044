/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer: memory of operands; each operation knows what to transfer. */
#include "core/measure/transfer.h"

bool transfer_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    return d->ops->alloc(d, bytes ? bytes : 1, out, e);
}

struct operand {
    void *data;
    uint64_t bytes;
};
enum { OPERANDS = 5 };

static void operands_list(const struct problem *p, struct operand *list)
{
    const struct compressed *t = &p->t;
    const uint64_t pointer = t->wide ? sizeof(int64_t) : sizeof(int32_t);
    list[0] = (struct operand){ p->x.data, dense_bytes(&p->x) };
    list[1] = (struct operand){ p->y.data, dense_bytes(&p->y) };
    list[2] = (struct operand){ t->ptr, ((uint64_t)t->lines + 1) * pointer };
    list[3] = (struct operand){ t->ind, (uint64_t)t->nnz * sizeof *t->ind };
    list[4] = (struct operand){ t->val, (uint64_t)t->nnz * vtype_size(p->a->type) };
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
