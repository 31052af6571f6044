/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups: horizontal bars in groups: their data, and as text. */
#include "tui/canvas/groups.h"

struct bar_group *groups_add(struct group_chart *c, const char *name)
{
    struct bar_group *more = realloc(c->group, (size_t)(c->groups + 1) * sizeof *more);
    if (!more)
        return NULL;
    c->group = more;
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
    double least = INFINITY, most = 0;
    for (int i = 0; i < c->groups; i++) {
        double sum = 0;
        for (int j = 0; j < c->bars; j++) {
            const struct group_bar *b = &c->group[i].bar[j];
            sum += c->stacked && b->value > 0 ? b->value : 0;
            most = fmax(most, fmax(sum, b->value));
            least = b->value > 0 ? fmin(least, b->value) : least;
        }
    }
    const bool log = c->log && isfinite(least);
    return (struct axis){ .log = log, .lo = log ? pow(10, floor(log10(least) - 1e-9)) : 0, .hi = most > 0 ? most : 1 };
}

/* ---- as text ---- */

static int name_width(const struct group_chart *c)
{
    int most = 0;
    for (int i = 0; i < c->bars; i++)
        most = canvas_width(c->series[i]) > most ? canvas_width(c->series[i]) : most;
    return most;
}

static int lines_of(const struct group_chart *c)
{
    int n = 3;
    for (int i = 0; i < c->groups; i++, n += 2)
        for (int j = 0; j < c->bars; j++)
            n += !isnan(c->group[i].bar[j].value);
    return n;
}

char *groups_to_text(const struct group_chart *c, int width, bool ascii)
{
    enum { NUMBER = 20, LEAST = 8 };
    const int names = name_width(c) + 4;
    const int room = width - names - NUMBER > LEAST ? width - names - NUMBER : LEAST;
    const struct axis axis = groups_axis(c);
    struct canvas out;
    struct err e;
    int at = 1;
    if (!canvas_init(&out, lines_of(c), width, ascii, &e))
        return NULL;
    const struct rect all = { 0, 0, out.rows, width };
    canvas_clip(&out, all, 0, 0, width, ROLE_TITLE, 0, c->title);
    for (int i = 0; i < c->groups; i++) {
        canvas_clip(&out, all, ++at, 0, width, ROLE_TEXT, 0, c->group[i].name);
        at++;
        for (int j = 0; j < c->bars; j++) {
            const struct group_bar *b = &c->group[i].bar[j];
            if (isnan(b->value))
                continue;
            const double length = room * axis_place(&axis, b->value);
            canvas_text(&out, all, at, 2, ROLE_TEXT, 0, c->series[j]);
            canvas_bar(&out, all, at, names, length, c->foreign[j] ? ROLE_DIM : ROLE_TEXT);
            canvas_print(&out, all, at, names + 1 + (int)ceil(fmax(length, 0)), ROLE_TEXT, 0, "%.4g%s%s%s", b->value,
                         b->dim ? " !" : "", *b->mark ? " " : "", b->mark);
            at++;
        }
    }
    canvas_clip(&out, all, out.rows - 1, 0, width, ROLE_DIM, 0, c->caption);
    char *text = canvas_to_text(&out);
    canvas_free(&out);
    return text;
}
