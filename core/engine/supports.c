/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/supports.h"

#include "core/engine/inputs.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"

struct device *supports_device(const struct session *s, const struct kernel *k, const char *id)
{
    struct device *d = id ? registry_device(&s->registry, id) : registry_runs(&s->registry, k->family);
    return d && device_runs(d, k->family) ? d : NULL;
}

/* The matrix in this type; before that is made, its shape and pattern without values. */
static struct csr matrix_of(const struct ordered *o, enum vtype type)
{
    struct csr a = o->a[type].ptr ? o->a[type] : o->a[VT_F64];
    if (a.type != type)
        a.val = NULL;
    a.type = type;
    return a;
}

struct batch_item supports_initial(const struct registered *r, struct device *d, int64_t k, int threads)
{
    const struct kernel *kernel = r->kernel;
    const int all = d ? d->threads : 1;
    struct batch_item item = { .kernel = r, .type = kernel->type, .device = d, .k = k };
    item.threads = kernel->serial ? 1 : threads > 0 ? threads : all;
    kernel_params_initial(kernel, item.param);
    return item;
}

struct measure_job supports_job(struct session *s, const struct batch_item *item, uint64_t reserved)
{
    const struct kernel *kernel = item->kernel->kernel;
    const struct ordered *o = orders_for(s, kernel->op);
    struct measure_job job = {
        .kernel = kernel,
        .device = item->device,
        .a = &o->a[item->type],
        .stats = &o->stats,
        .k = item->k,
        .threads = item->threads,
        .limit = room_on(s, item->device, reserved),
    };
    memcpy(job.param, item->param, sizeof job.param);
    return job;
}

bool supports_item(struct session *s, const struct batch_item *item, uint64_t *bytes, struct err *why)
{
    const struct kernel *kernel = item->kernel->kernel;
    *bytes = 0;
    if (!session_needs(s, true, why))
        return false;
    if (!item->kernel->ready)
        return err_set(why, ERR_DEVICE, "%s", item->kernel->why_not);
    if (!item->device)
        return err_set(why, ERR_DEVICE, "it does not run on the requested device");
    uint64_t wanted = inputs_wanted(s, kernel->op, kernel->type, item->k);
    if (!room_fits(s, operations[kernel->op]->given, wanted, why))
        return false;
    const struct csr a = matrix_of(orders_for(s, kernel->op), kernel->type);
    struct measure_job job = supports_job(s, item, wanted);
    job.a = &a;
    return measure_possible(&job, bytes, why);
}

void supports_refuse(struct batch_item *item, const struct err *why)
{
    item->state = why->code == ERR_DEVICE ? ST_NO_DEVICE : why->code == ERR_MEMORY ? ST_NO_MEMORY : ST_UNSUPPORTED;
    snprintf(item->why, sizeof item->why, "%s", why->text);
}
