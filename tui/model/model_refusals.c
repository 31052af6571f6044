/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_refusals: kernels that refused a problem when they were to run are still known to, once the matrix is back. */
#include "tui/model/model_parts.h"

static struct model_refusal *find_refusal(struct model *m, const struct model_refusal *r)
{
    for (int i = 0; i < m->refusals && i < MODEL_REFUSALS; i++) {
        struct model_refusal *o = &m->refusal[i];
        if (o->k == r->k && strcmp(o->kernel, r->kernel) == 0 && strcmp(o->matrix, r->matrix) == 0 &&
            strcmp(o->reorder, r->reorder) == 0 && strcmp(o->type, r->type) == 0)
            return o;
    }
    return NULL;
}

static struct model_refusal of_run(const struct model_run *run)
{
    struct model_refusal r = { .k = run->k };
    snprintf(r.kernel, sizeof r.kernel, "%s", run->kernel);
    snprintf(r.matrix, sizeof r.matrix, "%s", run->matrix);
    snprintf(r.reorder, sizeof r.reorder, "%s", run->reorder);
    snprintf(r.type, sizeof r.type, "%s", run->type);
    return r;
}

void model_refused(struct model *m, const struct model_run *run, const char *why)
{
    struct model_refusal r = of_run(run), *o = find_refusal(m, &r);
    snprintf(r.why, sizeof r.why, "%s", why);
    *(o ? o : &m->refusal[m->refusals++ % MODEL_REFUSALS]) = r;
}

void model_accepted(struct model *m, const struct model_run *run)
{
    const struct model_refusal r = of_run(run);
    struct model_refusal *o = find_refusal(m, &r);
    if (o)
        o->kernel[0] = 0;
}

void model_refuse(struct model *m, const char *type)
{
    struct model_refusal r = { .k = m->supports_k };
    snprintf(r.matrix, sizeof r.matrix, "%s", m->matrix.name);
    snprintf(r.reorder, sizeof r.reorder, "%s", m->matrix.reorder);
    snprintf(r.type, sizeof r.type, "%s", type);
    for (int i = 0; i < m->kernels; i++) {
        struct model_kernel *k = &m->kernel[i];
        snprintf(r.kernel, sizeof r.kernel, "%s", k->name);
        const struct model_refusal *o = k->known && k->ok ? find_refusal(m, &r) : NULL;
        if (!o)
            continue;
        k->ok = false;
        snprintf(k->why_not, sizeof k->why_not, "%s", o->why);
    }
}
