/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bars_published: the results below our runs: the former result of each, with the difference, and the figures that
   reports published for this matrix. */
#include "tui/views/bars.h"

/* The former result of a run in the form of a published one. */
static struct published_row former_figure(const struct bars *b, const struct model_run *r, const json_t *former)
{
    struct published_row g = { .k = r->columns ? r->k : 0,
                               .threads = r->threads,
                               .time_ms = take_double(former, "time_ms"),
                               .gflops = take_double(former, "gflops"),
                               .nnz_per_s = 1e9 * take_double(former, "gnnzs") };
    snprintf(g.kernel, sizeof g.kernel, "%s", r->kernel);
    baseline_text(former, r->event, true, g.machine, sizeof g.machine);
    snprintf(g.source, sizeof g.source, "%.47s", b->baseline->source);
    return g;
}

const struct model_run *bars_run(const struct bars *b, int i)
{
    const struct bars_line *l = &b->line[i];
    return l->before || l->published ? NULL : b->run[l->run];
}

bool bars_figure(const struct bars *b, int i, struct published_row *out)
{
    const struct bars_line *l = &b->line[i];
    if (l->before)
        *out = former_figure(b, b->run[l->run], l->before);
    else if (l->published)
        *out = *l->published;
    return l->before || l->published;
}

/* The run above the figure: the last of the report's variant, else of its kernel; b->n: at the end, -1: nowhere. */
static int home(const struct bars *b, const struct published_row *g)
{
    int at = -1, rank = -1;
    for (int i = 0; i < b->n; i++) {
        const struct model_run *r = b->run[i];
        int here = (strcmp(g->kernel, r->kernel) == 0) + published_variant(g, r->kernel, r->params);
        const bool same_problem =
            strcmp(r->op, g->op) == 0 && (!g->k || r->k == g->k) && (!*g->type || strcmp(r->type, g->type) == 0);
        if (!same_problem || here < rank || (here == 0 && rank == 0))
            continue;
        rank = here;
        at = here > 0 ? i : b->n;
    }
    return at;
}

void bars_publish(const struct scene *s, struct bars *b)
{
    enum { MOST = BARS_LINES - 2 * BARS_MAX };
    const struct model_matrix *m = &s->model->matrix;
    const struct published *p = s->published;
    const struct published_row *row[MOST];
    int at[MOST], n = 0;
    const char *name = NULL;
    if (p)
        name = published_name(p, m->name, m->rows, m->cols, m->nnz, &b->twin);
    for (int i = 0; name && i < p->rows && n < MOST; i++)
        if (strcmp(p->row[i].matrix, name) == 0 && (at[n] = home(b, &p->row[i])) >= 0)
            row[n++] = &p->row[i];
    b->published = n > 0 ? name : NULL;
    b->baseline = s->baseline;
    b->lines = 0;
    for (int i = 0; i <= b->n; i++) {
        const struct model_run *r = i < b->n ? b->run[i] : NULL;
        const bool ok = b->baseline && r && r->event && model_run_ok(r);
        const json_t *before = ok ? baseline_find(b->baseline, r->event) : NULL;
        if (r)
            b->line[b->lines++] = (struct bars_line){ .run = i };
        if (before)
            b->line[b->lines++] = (struct bars_line){ .run = i, .before = before };
        for (int j = 0; j < n; j++)
            if (at[j] == i)
                b->line[b->lines++] = (struct bars_line){ .run = -1, .published = row[j] };
    }
}

double bars_published_rate(const struct published_row *g)
{
    return g->k ? g->gflops : g->nnz_per_s * 1e-9;
}
