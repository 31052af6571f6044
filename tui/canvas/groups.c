/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas/groups.h"

#include "core/base/array.h"

struct bar_group *groups_add(struct group_chart *c, const char *name)
{
    if (!array_grow(&c->group, c->groups, sizeof *c->group))
        return NULL;
    struct bar_group *g = &c->group[c->groups++];
    *g = (struct bar_group){ 0 };
    snprintf(g->name, sizeof g->name, "%s", name);
    for (int i = 0; i < GROUPS_BARS; i++)
        g->bar[i].value = g->bar[i].lo = g->bar[i].hi = NAN;
    return g;
}

int groups_series(struct group_chart *c, const char *name, bool foreign)
{
    for (int i = 0; i < c->bars; i++)
        if (strncmp(c->series[i], name, GROUPS_NAME - 1) == 0)
            return i;
    if (c->bars == GROUPS_BARS)
        return -1;
    snprintf(c->series[c->bars], GROUPS_NAME, "%s", name);
    c->foreign[c->bars] = foreign;
    return c->bars++;
}

void groups_free(struct group_chart *c)
{
    free(c->group);
    *c = (struct group_chart){ 0 };
}

struct axis groups_axis(const struct group_chart *c)
{
    enum { FAR = 2 }; /* times the longest bar: intervals that reach further are cut */
    double least = INFINITY, most = 0, reach = 0;
    for (int i = 0; i < c->groups; i++) {
        double sum = 0;
        for (int j = 0; j < c->bars; j++) {
            const struct group_bar *b = &c->group[i].bar[j];
            sum += c->stacked && b->value > 0 ? b->value : 0;
            most = fmax(most, fmax(sum, b->value));
            least = b->value > 0 ? fmin(least, b->value) : least;
            reach = !c->stacked && b->value > 0 ? fmax(reach, b->hi) : reach;
        }
    }
    const bool log = c->log && isfinite(least);
    most = fmax(most, fmin(reach, FAR * most));
    return (struct axis){ .log = log, .lo = log ? pow(10, floor(log10(least) - 1e-9)) : 0, .hi = most > 0 ? most : 1 };
}
