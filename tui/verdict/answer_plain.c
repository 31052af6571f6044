/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_plain: what to use as long as nothing tells which of several kernels is the fastest. */
#include "tui/verdict/answer_parts.h"

/* A simpler kernel may be so much slower by its median. */
static const double SLOWER_MOST = 1.1;

/* Preparing takes more products than a stopgap will make. */
static bool is_dear(const struct answer *a, const struct model_run *r)
{
    static const double products = 1000;
    return answer_cost(a, r) > products * r->time_ms;
}

/* Whether a run is simpler than a faster one: CSR is there anyway; else by what preparing clearly costs, in products.
 */
static bool is_plainer(const struct answer *a, const struct model_run *r, const struct model_run *faster)
{
    static const double products = 5;
    const bool csr = answer_run_takes_csr(a->model, r);
    const double cost = answer_cost(a, r), other = answer_cost(a, faster);
    if (csr != answer_run_takes_csr(a->model, faster))
        return csr;
    return cost * (1 + INTERVAL_WIDE) < other && other - cost > products * faster->time_ms;
}

/* Whether a run that is as simple is far faster: its median tells more than that another one has an interval. */
static bool is_far_faster(const struct answer *a, const struct model_run *r, const struct model_run *plain)
{
    return !is_dear(a, r) && answer_same_device(r, plain) && SLOWER_MOST * r->time_ms < plain->time_ms &&
           (answer_run_takes_csr(a->model, r) || !is_plainer(a, plain, r));
}

const struct model_run *answer_plain(const struct answer *a)
{
    const struct answer_few *const few[] = { &a->level, &a->doubtful };
    const struct model_run *first = a->best ? a->best : a->fastest, *plain = is_dear(a, first) ? NULL : first;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < few[i]->n; j++) {
            const struct model_run *r = few[i]->run[j];
            if (!is_dear(a, r) && (plain ? answer_same_device(r, first) && r->time_ms <= SLOWER_MOST * first->time_ms &&
                                               is_plainer(a, r, plain)
                                         : !r->on_gpu || answer_same_device(r, first)))
                plain = r;
        }
    for (int j = 0; plain && j < a->doubtful.n; j++)
        if (is_far_faster(a, a->doubtful.run[j], plain))
            plain = a->doubtful.run[j];
    return a->level.n + a->doubtful.n > 0 ? plain : NULL;
}
