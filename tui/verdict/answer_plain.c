/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_plain: what to use as long as nothing tells which of several kernels is the fastest. */
#include "tui/verdict/answer_parts.h"

/* The memory that the kernel takes for the matrix; 0: unknown. */
static double bytes_of(const struct model_run *r)
{
    return fmax(take_double(r->event, "bytes"), 0);
}

/* A simpler kernel may be so much slower by its median. */
static const double SLOWER_MOST = 1.1;

/* CSR is there anyway; of other formats less memory is simpler. */
static bool is_plainer(const struct model *m, const struct model_run *a, const struct model_run *b)
{
    const bool csr = answer_run_takes_csr(m, a);
    if (csr != answer_run_takes_csr(m, b))
        return csr;
    return csr ? a->time_ms < b->time_ms : bytes_of(a) > 0 && bytes_of(a) < bytes_of(b);
}

const struct model_run *answer_plain(const struct answer *a)
{
    const struct answer_few *const few[] = { &a->level, &a->doubtful };
    const struct model_run *first = a->best ? a->best : a->fastest, *plain = first;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < few[i]->n; j++)
            if (answer_same_device(few[i]->run[j], first) && few[i]->run[j]->time_ms <= SLOWER_MOST * first->time_ms &&
                is_plainer(a->model, few[i]->run[j], plain))
                plain = few[i]->run[j];
    return a->level.n + a->doubtful.n > 0 ? plain : NULL;
}
