/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_look: what is kept of the matrices of a session. */
#include "tui/model/model_parts.h"

static struct model_look *find(const struct model *m)
{
    for (int i = 0; i < m->looks; i++) {
        const struct model_matrix *a = &m->look[i].matrix, *b = &m->matrix;
        if (strcmp(a->name, b->name) == 0 && strcmp(a->source, b->source) == 0 && strcmp(a->reorder, b->reorder) == 0)
            return (struct model_look *)&m->look[i];
    }
    return NULL;
}

static struct model_look *add(struct model *m)
{
    if (m->looks == MODEL_LOOKS) {
        free(m->look[0].spy.cells);
        memmove(&m->look[0], &m->look[1], sizeof m->look[0] * (size_t)--m->looks);
    }
    struct model_look *l = &m->look[m->looks++];
    *l = (struct model_look){ .id = ++m->looked };
    return l;
}

/* A file that has changed has another spy plot. */
void model_look_matrix(struct model *m)
{
    struct model_look *l = find(m);
    if (!l)
        l = add(m);
    if (l->matrix.rows != m->matrix.rows || l->matrix.cols != m->matrix.cols || l->matrix.nnz != m->matrix.nnz) {
        free(l->spy.cells);
        l->spy = (struct model_spy){ 0 };
    }
    l->matrix = m->matrix;
}

/* Keeps the finest raster. */
void model_look_spy(struct model *m)
{
    struct model_look *l = find(m);
    const struct model_spy *s = &m->spy;
    const size_t bytes = (size_t)s->rows * (size_t)s->cols;
    if (!l || (l->spy.cells && s->rows < l->spy.rows) || s->from[0] || s->from[1] || s->to[0] != m->matrix.rows ||
        s->to[1] != m->matrix.cols)
        return;
    char *cells = malloc(bytes);
    if (!cells)
        return;
    memcpy(cells, s->cells, bytes);
    free(l->spy.cells);
    l->spy = *s;
    l->spy.cells = cells;
}

const struct model_look *model_look_find(const struct model *m, int id)
{
    for (int i = 0; i < m->looks; i++)
        if (m->look[i].id == id)
            return &m->look[i];
    return NULL;
}

const struct model_look *model_look_open(const struct model *m)
{
    return m->matrix.open ? find(m) : NULL;
}

/* The source distinguishes matrices with the same name. */
char *model_look_name(const struct model *m, const struct model_look *l, char *out, size_t size)
{
    const struct model_matrix *a = &l->matrix;
    const char *name = a->name;
    for (int i = 0; i < m->looks; i++)
        if (strcmp(m->look[i].matrix.name, name) == 0 && strcmp(m->look[i].matrix.source, a->source) != 0)
            name = a->source;
    snprintf(out, size, "%s%s%s", name, a->reorder[0] ? " · " : "", a->reorder);
    return out;
}
