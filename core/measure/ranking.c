/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/ranking.h"

uint64_t ranking_room(const struct problem *p)
{
    uint64_t operands = kernel_operand_bytes(p);
    return p->limit > operands ? p->limit - operands : 0;
}

/* The problem as the kernel sees it, with this many threads. */
static struct problem posed(const struct kernel *k, const struct problem *p, int threads)
{
    struct problem own = *p;
    own.threads = threads;
    for (int i = 0; k->params && k->params[i].name; i++)
        own.param[i] = k->params[i].initial;
    return own;
}

/* With all threads, or half of them, a quarter …: starting a large team takes longer than a small product, and one
   thread starts none; a serial kernel has one in any case. False: unsuited, or too large. */
static bool candidate_pose(const struct kernel *k, const struct problem *p, struct candidate *c, struct err *why)
{
    const bool ours = p->device->ops->topology && !k->serial;
    struct problem own = posed(k, p, k->serial ? 1 : p->threads);
    if (k->supports && !k->supports(&own, why))
        return false;
    if (own.order)
        own.order->hoped = false;
    *c = (struct candidate){ .kernel = k, .cost = k->expect(&own) * p->threads / own.threads };
    c->hopes = own.order && own.order->hoped;
    for (int n = p->threads / 2; ours && n > 0; n /= 2) {
        struct problem fewer = posed(k, p, n);
        const double cost = k->expect(&fewer) * p->threads / n;
        if (cost < c->cost) {
            own = fewer;
            c->cost = cost;
        }
    }
    c->threads = own.threads;
    c->bytes = k->bytes(&own);
    memcpy(c->param, own.param, sizeof c->param);
    if (!(c->cost < INFINITY))
        return err_set(why, ERR_UNSUPPORTED, "%s does not suit this matrix", k->name);
    return c->bytes <= ranking_room(p) || err_set(why, ERR_MEMORY, "%s does not fit the memory that is left", k->name);
}

static void ranking_insert(struct ranking *r, const struct candidate *c)
{
    int at = r->count < CANDIDATES ? r->count++ : CANDIDATES - 1;
    for (; at > 0 && r->candidate[at - 1].cost > c->cost; at--)
        r->candidate[at] = r->candidate[at - 1];
    r->candidate[at] = *c;
}

bool ranking_make(const struct kernel *const *kernels, const struct problem *p, struct ranking *r, struct err *why)
{
    *r = (struct ranking){ 0 };
    err_set(why, ERR_UNSUPPORTED, "there is no kernel to choose");
    for (; *kernels; kernels++) {
        struct candidate c;
        bool asked = (*kernels)->expect && (*kernels)->op == p->op && (*kernels)->type == p->a->type;
        if (asked && candidate_pose(*kernels, p, &c, why))
            ranking_insert(r, &c);
    }
    return r->count > 0;
}
