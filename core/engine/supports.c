/* SPDX-License-Identifier: GPL-3.0-or-later */
/* supports: a problem posed to one kernel. */
#include "core/engine/supports.h"

#include "core/engine/inputs.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"

struct device *supports_device(const struct session *s, const struct kernel *k, const char *id)
{
    struct device *d = id ? registry_device(&s->registry, id) : registry_runs(&s->registry, k->on);
    return d && device_runs(d, k->on) ? d : NULL;
}

/* The matrix in this type. Before it is there: its shape and pattern, and no values. */
static struct csr matrix_of(const struct ordered *o, enum vtype type)
{
    struct csr a = o->a[type].ptr ? o->a[type] : o->a[VT_F64];
    if (a.type != type)
        a.val = NULL;
    a.type = type;
    return a;
}

bool supports_problem(struct session *s, const struct registered *r, struct device *d, int64_t k, int threads,
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
    uint64_t wanted = inputs_wanted(s, kernel->op, kernel->type, k);
    if (!room_fits(s, operations[kernel->op]->given, wanted, why))
        return false;
    const struct ordered *o = orders_now(s, kernel->op);
    const struct csr a = matrix_of(o, kernel->type);
    struct measure_job job = {
        .kernel = kernel,
        .device = d,
        .a = &a,
        .stats = &o->stats,
        .k = k,
        .threads = kernel->serial ? 1
                   : threads > 0  ? threads
                                  : d->threads,
        .limit = room_on(s, d, wanted),
    };
    for (int i = 0; kernel->params && kernel->params[i].name; i++)
        job.param[i] = param ? param[i] : kernel->params[i].initial;
    return measure_possible(&job, bytes, why);
}
