/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_turns: comparisons of two kernels in turns: which candidates they rule out, and which two should take them. */
#include "tui/verdict/answer_parts.h"

/* The newest comparison of two kernels in turns, in which the first was clearly faster; NULL. */
static const struct model_run *turns_of(const struct model *m, const struct model_run *a, const struct model_run *b)
{
    for (int i = m->runs - 1; i >= 0; i--) {
        const struct model_run *r = &m->run[i];
        if (strcmp(r->kernel, a->kernel) == 0 && strcmp(take_string(r->event, "versus"), b->kernel) == 0 &&
            problem_same_params(r, a, "") && !problem_differ(m, r, a, ANSWER_PROBLEM | DIFFER_ORDER | DIFFER_THREADS))
            return strcmp(take_string(r->event, "verdict"), "faster") == 0 ? r : NULL;
    }
    return NULL;
}

static bool has_turns(const struct model *m)
{
    int i = 0;
    while (i < m->runs && !*take_string(m->run[i].event, "versus"))
        i++;
    return i < m->runs;
}

int answer_settle(const struct model *m, const struct model_run *const *run, bool *candidate, int n,
                  const struct model_run **out)
{
    int turns = 0;
    n = has_turns(m) ? n : 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n && candidate[j]; i++)
            if (i != j && candidate[i] && (out[turns] = turns_of(m, run[i], run[j]))) {
                candidate[j] = false;
                turns++;
            }
    return turns;
}

bool answer_turns(const struct answer *a, char one[96], char other[96])
{
    enum { FEW = 3 }; /* beside the best: taking turns with the first of them tells little */
    if (!a->best || !a->level.n || a->level.n >= FEW || a->doubtful.n)
        return false;
    answer_name(a->best, one);
    answer_name(a->level.run[0], other);
    return strcmp(one, other) != 0 && strcmp(a->best->device, a->level.run[0]->device) == 0;
}
