/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_at: the answer for the shell, from all runs of one problem. */
#include "tui/verdict/answer_parts.h"
#include "tui/verdict/standing.h"

/* Adds a newer run; of runs that repeat each other it counts, unless the older one outdoes it. */
static int add_newer(const struct model_run **run, int n, const struct model_run *r)
{
    for (int i = 0; i < n; i++)
        if (!problem_differ(run[i], r, DIFFER_PROBLEM | DIFFER_KERNEL) && problem_same_params(run[i], r, "")) {
            if (!answer_is_right(run[i]) || (answer_is_right(r) && !standing_outdone(r, run[i])))
                run[i] = r;
            return n;
        }
    run[n++] = r;
    return n;
}

bool answer_at(const struct model *m, int first, struct answer *answer, char *text, size_t size)
{
    struct answer here;
    int n = 0;
    for (int i = 0; i < first; i++)
        if (!problem_differ(&m->run[i], &m->run[first], ANSWER_PROBLEM))
            return false;
    const struct model_run **run = calloc((size_t)m->runs, sizeof *run);
    for (int i = first; run && i < m->runs; i++)
        if (!problem_differ(&m->run[i], &m->run[first], ANSWER_PROBLEM))
            n = add_newer(run, n, &m->run[i]);
    answer = answer ? answer : &here;
    answer_of(m, run, n, answer);
    free(run);
    answer->batch = true;
    answer_text(answer, text, size);
    return true;
}
