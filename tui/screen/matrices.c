/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen/matrices.h"

#include "core/base/array.h"

int matrices_find(const struct matrices *m, const char *spec)
{
    int i = 0;
    while (i < m->count && strcmp(m->spec[i], spec) != 0)
        i++;
    return i;
}

void matrices_know(struct matrices *m, const char *spec)
{
    if (matrices_find(m, spec) < m->count || !array_grow(&m->spec, m->count, sizeof *m->spec))
        return;
    m->spec[m->count] = strdup(spec);
    m->count += m->spec[m->count] != NULL;
}

void matrices_forget(struct matrices *m)
{
    for (int i = 0; i < m->count; i++)
        free(m->spec[i]);
    free(m->spec);
    m->spec = NULL;
    m->count = m->at = 0;
}

/* n and p continue from its place, or from the open matrix. */
void matrices_unopened(struct matrices *m, bool never, bool open)
{
    int at = matrices_find(m, m->opening);
    if (never && at < m->count) {
        free(m->spec[at]);
        m->count--;
        memmove(m->spec + at, m->spec + at + 1, (size_t)(m->count - at) * sizeof *m->spec);
        m->at = at < m->count ? at : 0; /* the one after it */
    }
    if (!open)
        return;
    snprintf(m->opening, sizeof m->opening, "%s", m->opened);
    at = matrices_find(m, m->opening);
    m->at = at < m->count ? at : m->at;
}

const char *matrices_next(const struct matrices *m, int by)
{
    const bool between = matrices_find(m, m->opening) == m->count; /* before `at` */
    return m->spec[(m->at + by - (between && by > 0) + m->count) % m->count];
}
