/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_supports: who could compute a problem, and what it would take, before anything is allocated. */
#include <string.h>

#include "core/base/limit.h"
#include "core/base/text.h"
#include "core/engine/session.h"

struct device *session_device(const struct session *s, const struct kernel *k, const char *id)
{
    struct device *d = registry_device(&s->registry, id ? id : k->on);
    return d && strcmp(d->kind, k->on) == 0 ? d : NULL;
}

uint64_t session_room(struct session *s, struct device *d, uint64_t reserved)
{
    uint64_t bytes, left = inputs_left(s);
    if (strcmp(d->kind, "cpu") == 0)
        return left > reserved ? left - reserved : 1;
    if (!d->ops->memory_free(d, &bytes, NULL))
        bytes = d->memory;
    bytes -= bytes / 10; /* the driver and its fragments want some */
    return s->limited && s->limit < bytes ? s->limit : bytes;
}

/* The matrix in this type and the order in force. Before it is there: its shape and pattern, and no values. */
static const struct csr *matrix_of(struct session *s, enum op op, enum vtype type)
{
    struct ordered *o = session_order(s, op);
    struct csr *a = o ? &o->typed[type] : &s->inputs[type].a;
    if (o ? !o->has[type] : !s->inputs[type].has_a) {
        *a = o ? o->a : s->matrix.csr;
        a->type = type;
        a->val = NULL;
    }
    return a;
}

/* What a kernel would be asked; shapes only, no values. `param` NULL: the initial ones. */
static struct problem pose(struct session *s, const struct kernel *kernel, struct device *d, int64_t k, int threads,
                           const int64_t *param)
{
    const struct csr *a = matrix_of(s, kernel->op, kernel->type);
    const struct ordered *o = session_order(s, kernel->op);
    struct problem p = {
        .op = kernel->op,
        .a = a,
        .stats = o ? &o->stats : &s->stats,
        .x = dense_shape(a->n, k, kernel->type, kernel->layout),
        .y = dense_shape(a->m, k, kernel->type, kernel->layout),
        .t = { .lines = a->n, .nnz = a->nnz, .wide = a->nnz > INT32_MAX },
        .threads = kernel->serial ? 1
                   : threads > 0  ? threads
                                  : d->threads,
        .limit = session_room(s, d, inputs_wanted(s, kernel->op, kernel->type, k)),
        .device = d,
    };
    for (int i = 0; kernel->params && kernel->params[i].name; i++)
        p.param[i] = param ? param[i] : kernel->params[i].initial;
    return p;
}

bool session_supports(struct session *s, const struct registered *r, struct device *d, int64_t k, int threads,
                      const int64_t *param, uint64_t *bytes, struct err *why)
{
    const struct kernel *kernel = r->kernel;
    *bytes = 0;
    if (!session_needs(s, true, why))
        return false;
    if (!r->ready)
        return err_set(why, ERR_DEVICE, "%s", r->why_not);
    if (!d)
        return err_set(why, ERR_DEVICE, "it does not run on the device that is asked for");
    if (!inputs_fit(s,
                    kernel->op == OP_MUL         ? "X and the reference result"
                    : kernel->op == OP_TRANSPOSE ? "the transpose to check against"
                                                 : "the matrix in another type",
                    inputs_wanted(s, kernel->op, kernel->type, k), why))
        return false;
    struct problem p = pose(s, kernel, d, k, threads, param);
    if (kernel->supports && !kernel->supports(&p, why))
        return false;
    *bytes = size_add(kernel->bytes ? kernel->bytes(&p) : 0, kernel_operand_bytes(&p));
    if (*bytes > p.limit) {
        char need[TEXT_SIZE], limit[TEXT_SIZE];
        return err_set(why, ERR_MEMORY, "%s and its result need %s, limit %s", kernel->format, text_bytes(need, *bytes),
                       text_bytes(limit, p.limit));
    }
    return true;
}
