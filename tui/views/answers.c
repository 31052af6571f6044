/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers: the answer to the problem that the screen is about. */
#include "tui/views/answers.h"

#include <stdio.h>
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

static const char *device_name(const struct model *m, const char *id)
{
    for (int i = 0; i < m->devices; i++)
        if (strcmp(m->device[i].id, id) == 0)
            return m->device[i].name;
    return id;
}

void answers_text(const struct scene *s, const struct answer *a, char *out, size_t size)
{
    char rows[TEXT_SIZE], nnz[TEXT_SIZE];
    const struct model_run *r = a->best;
    const struct model_matrix *m = &s->model->matrix;
    answer_text(a, out, size);
    size_t n = strlen(out);
    if (!r)
        return;
    n += (size_t)snprintf(out + n, size - n, "\n%s, %s rows, %s nonzeros: %s, ", m->name, text_count(rows, m->rows),
                          text_count(nnz, m->nnz), r->op);
    if (r->columns && n < size)
        n += (size_t)snprintf(out + n, size - n, "k=%lld, ", (long long)r->k);
    if (n < size)
        n += (size_t)snprintf(out + n, size - n, "%s on %s", r->type, device_name(s->model, r->device));
    if (n < size && strcmp(r->device, "cpu") == 0)
        n += (size_t)snprintf(out + n, size - n, " with %d thread%s", r->threads, r->threads == 1 ? "" : "s");
    if (n < size)
        snprintf(out + n, size - n, "; %d checked runs, %d of them doubtful.", a->runs, a->shaky);
}
