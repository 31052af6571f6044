/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer: memory of operands; what is transferred is up to the operation. */
#include "core/measure/transfer.h"

#include <stdlib.h>

bool transfer_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    return d->ops->alloc(d, bytes ? bytes : 1, out, e);
}

static void device_free(struct device *d, void *memory)
{
    if (memory)
        d->ops->free(d, memory);
}

void transfer_end(struct transfer *t)
{
    const struct problem *p = t->problem;
    dense_free(&t->y);
    free(t->t.val);
    free(t->t.ind);
    free(t->t.ptr);
    device_free(t->device, p->t.val);
    device_free(t->device, p->t.ind);
    device_free(t->device, p->t.ptr);
    device_free(t->device, p->y.data);
    device_free(t->device, p->x.data);
}

void result_free(struct result *r)
{
    csr_free(&r->t);
    dense_free(&r->y);
}
