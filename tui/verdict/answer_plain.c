/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_plain: what to use as long as nothing tells which of several kernels is the fastest. */
#include "tui/verdict/answer_parts.h"

/* The memory that the kernel takes for the matrix; infinity: unknown. */
static double bytes_of(const struct model_run *r)
{
    const double bytes = take_double(r->event, "bytes");
    return bytes > 0 ? bytes : INFINITY;
}

/* CSR is there anyway; of other formats less memory is simpler; where that decides nothing, the shorter median counts.
 */
static bool is_plainer(const struct model *m, const struct model_run *a, const struct model_run *b)
{
    const bool csr = answer_run_takes_csr(m, a);
    if (csr != answer_run_takes_csr(m, b))
        return csr;
    if (!csr && bytes_of(a) != bytes_of(b))
        return bytes_of(a) < bytes_of(b);
    return a->time_ms < b->time_ms;
}

const struct model_run *answer_plain(const struct answer *a)
{
    const struct answer_few *const few[] = { &a->level, &a->doubtful };
    const struct model_run *first = a->best ? a->best : a->fastest, *plain = first;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < few[i]->n; j++)
            if (answer_same_device(few[i]->run[j], first) && is_plainer(a->model, few[i]->run[j], plain))
                plain = few[i]->run[j];
    const bool several = a->level.n + a->doubtful.n > 0;
    return several && (answer_run_takes_csr(a->model, plain) || isfinite(bytes_of(plain))) ? plain : NULL;
}
