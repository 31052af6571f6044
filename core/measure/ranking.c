/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/ranking.h"

uint64_t ranking_room(const struct problem *p)
{
    uint64_t operands = kernel_operand_bytes(p);
    return p->limit > operands ? p->limit - operands : 0;
}

static struct problem posed(const struct kernel *k, const struct problem *p, int threads)
{
    struct problem own = *p;
    own.threads = threads;
    kernel_params_initial(k, own.param);
    return own;
}

/* Tries all threads, half of them, a quarter …, and one: a large team may take longer to start than to compute. A
   serial kernel has one thread in any case. False: it does not support the problem, suit the matrix, or fit. */
static bool candidate_pose(const struct kernel *k, const struct problem *p, struct candidate *c, struct err *why)
{
    struct problem best = posed(k, p, k->serial ? 1 : p->threads);
    if (k->supports && !k->supports(&best, why))
        return false;
    if (best.order)
        best.order->hoped = false;
    *c = (struct candidate){ .kernel = k, .cost = k->expect(&best) * p->threads / best.threads };
    c->hopes = best.order && best.order->hoped;
    for (int n = best.threads / 2; p->device->ops->topology && n > 0; n /= 2) {
        struct problem fewer = posed(k, p, n);
        const double cost = k->expect(&fewer) * p->threads / n;
        if (cost < c->cost) {
            best = fewer;
            c->cost = cost;
        }
    }
    if (!(c->cost < INFINITY))
        return err_set(why, ERR_UNSUPPORTED, "%s does not suit this matrix", k->name);
    c->threads = best.threads;
    c->bytes = k->bytes(&best);
    memcpy(c->param, best.param, sizeof c->param);
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
    for (const struct kernel *k; (k = *kernels); kernels++) {
        struct candidate c;
        if (k->expect && k->op == p->op && k->type == p->a->type && candidate_pose(k, p, &c, why))
            ranking_insert(r, &c);
    }
    return r->count > 0;
}
