/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers: the answer to the problem that the screen is about. */
#include "tui/views/answers.h"

#include <string.h>

#include "core/base/text.h"
#include "tui/views/bars.h"

/* The run that says which problem is meant: the one under the cursor of the run panel, else the newest. */
static const struct model_run *asked(const struct scene *s, const struct bars *b)
{
    const struct model_run *newest = NULL;
    const int at = s->state[VIEW_run].at;
    if (s->focus == VIEW_run && at < b->lines && b->line[at].run >= 0)
        return b->run[b->line[at].run];
    for (int i = 0; i < b->n; i++)
        newest = !newest || b->run[i]->id > newest->id ? b->run[i] : newest;
    return newest;
}

void answers_find(const struct scene *s, struct answer *a)
{
    struct bars b;
    const struct model_run *run[BARS_MAX], *first;
    int n = 0;
    bars_collect(s, &b);
    first = asked(s, &b);
    for (int i = 0; i < b.n; i++)
        if (answer_same(b.run[i], first))
            run[n++] = b.run[i];
    answer_of(run, n, a);
}

void answers_text(const struct scene *s, const struct answer *a, char *out, size_t size)
{
    char rows[TEXT_SIZE], nnz[TEXT_SIZE];
    const struct model_run *r = a->best ? a->best : a->fastest;
    const struct model_matrix *m = &s->model->matrix;
    answer_text(a, out, size);
    if (!r)
        return;
    text_add(out, size, "\n%s, %s rows, %s nonzeros: %s, ", m->name, text_count(rows, m->rows), text_count(nnz, m->nnz),
             r->op);
    if (r->columns)
        text_add(out, size, "k=%lld, ", (long long)r->k);
    const struct model_device *d = model_device(s->model, r->device);
    text_add(out, size, "%s on %s", r->type, d ? d->name : r->device);
    if (strcmp(r->device, "cpu") == 0)
        text_add(out, size, " with %d thread%s", r->threads, r->threads == 1 ? "" : "s");
    text_add(out, size, "; %d checked runs, %d of them doubtful.", a->runs, a->shaky);
}
