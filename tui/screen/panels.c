/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen/panels.h"

#include "tui/views/panel.h"

void panels_focus(struct panels *p, int view)
{
    p->focus = view;
    p->seen[view] = ++p->looks;
}

void panels_uncover(struct panels *p)
{
    p->overlay = p->overlay == VIEW_help ? p->under : -1;
}

int panels_front(const struct panels *p)
{
    return p->overlay >= 0 ? p->overlay : p->focus;
}

int panels_shown(const struct panels *p, const struct view_place *place)
{
    int best = place->view[0];
    for (int i = 1; i < place->views; i++)
        if (p->seen[place->view[i]] > p->seen[best])
            best = place->view[i];
    return best;
}

bool panels_inside(const struct panels *p, const struct arrangement *l, int view, struct rect *inside)
{
    if (l->places == 0)
        return false;
    if ((p->zoomed && p->focus == view) || p->overlay == view) {
        *inside = panel_inside(l->body, l->framed);
        return true;
    }
    for (int i = 0; i < l->places; i++)
        if (panels_shown(p, &l->place[i]) == view) {
            *inside = panel_inside(l->place[i].rect, l->framed);
            return !p->zoomed && p->overlay < 0;
        }
    return false;
}
