/* SPDX-License-Identifier: GPL-3.0-or-later */
/* possible: sets up a kernel's problem, and says whether the kernel supports it and memory suffices. */
#include "core/matrix/format.h"
#include "core/measure/measuring.h"

struct problem measuring_pose(const struct measure_job *job)
{
    const struct kernel *kernel = job->kernel;
    const struct operation *o = operations[kernel->op];
    struct problem p = {
        .op = kernel->op,
        .a = job->a,
        .stats = job->stats,
        .threads = job->threads,
        .limit = job->limit,
        .device = job->device,
        .packed = job->packed,
    };
    memcpy(p.param, job->param, sizeof p.param);
    operation_pose(o, &p, job->k, kernel->layout);
    return p;
}

/* Checks the format alone first, since that is what the user can change; then with the operands. */
static bool memory_suffices(const struct kernel *kernel, const struct problem *p, uint64_t *bytes, struct err *e)
{
    const struct format *f = format_find(kernel->format);
    const char *title = f ? f->title : kernel->format;
    uint64_t plan = kernel->bytes ? kernel->bytes(p) : 0;
    char what[96];
    *bytes = size_add(plan, kernel_operand_bytes(p));
    snprintf(what, sizeof what, "%s with %s", title, operations[p->op]->operands);
    return format_fits(title, kernel->type, plan, p->limit, e) && format_fits(what, kernel->type, *bytes, p->limit, e);
}

bool measuring_possible(const struct kernel *kernel, const struct problem *p, uint64_t *bytes, struct err *e)
{
    *bytes = 0;
    if (kernel->type != p->a->type)
        return err_set(e, ERR_UNSUPPORTED, "%s computes in %s, and the matrix is in %s", kernel->name,
                       vtype_name(kernel->type), vtype_name(p->a->type));
    if ((!kernel->supports || kernel->supports(p, e)) && memory_suffices(kernel, p, bytes, e))
        return true;
    if (e->code == ERR_NONE) /* no reason was given */
        err_set(e, ERR_UNSUPPORTED, "not supported");
    if (e->code == ERR_MEMORY)
        format_instead(format_find(kernel->format), p->a, p->stats, kernel->type, e);
    return false;
}

bool measure_possible(const struct measure_job *job, uint64_t *bytes, struct err *why)
{
    struct problem p = measuring_pose(job);
    return measuring_possible(job->kernel, &p, bytes, why);
}
