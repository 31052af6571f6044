/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panel: the frame or title line of a view, with the names of the views that share its place. */
#include "tui/views/panel.h"

#include <stdio.h>

static bool has_focus(const struct scene *s, int view)
{
    return s->overlay == view || (s->overlay < 0 && s->focus == view);
}

struct rect panel_inside(struct rect r, bool framed)
{
    struct canvas none = { 0 };
    return framed ? canvas_frame(&none, r, false) : canvas_head(&none, r, false);
}

static bool is_in(const struct view_place *p, int view)
{
    for (int i = 0; p && i < p->views; i++)
        if (p->view[i] == view)
            return true;
    return false;
}

/* "5 Kernels", beside what else could stand here, in the order of the numbers; where there is not room for all only the
   numbers of these, or nothing. Returns the column behind. */
static int draw_tabs(const struct scene *s, struct canvas *c, struct rect r, const struct view_place *p, int view)
{
    const bool many = p && p->views > 3, focus = has_focus(s, view);
    struct rect line = canvas_part(r, 0, 0, 1, r.cols - 2);
    int col = 2, all = 2;
    for (int v = 0; v < VIEW_COUNT; v++)
        if (v == view || is_in(p, v))
            all += canvas_width(views[v]->title) + 4;
    for (int v = 0; v < VIEW_COUNT; v++) {
        char title[64];
        if (v != view && !(is_in(p, v) && (many || all <= r.cols)))
            continue;
        int n = views[v]->overlay ? 0 : snprintf(title, sizeof title, "%d ", v + 1);
        snprintf(title + n, sizeof title - (size_t)n, "%s", views[v]->title);
        if (many && v != view)
            title[n - 1] = 0;
        canvas_put(c, line, 0, col - 1, ' ', ROLE_DIM, 0);
        col += canvas_text(c, line, 0, col,
                           v != view ? ROLE_DIM
                           : focus   ? ROLE_FOCUS
                                     : ROLE_TITLE,
                           v == view ? ATTR_BOLD : 0, title);
        canvas_put(c, line, 0, col, ' ', ROLE_DIM, 0);
        col += many ? 1 : 2;
    }
    return col;
}

void panel_draw(const struct scene *s, struct canvas *c, struct rect r, const struct view_place *p, int view,
                bool framed)
{
    struct scene here = *s;
    char text[160] = "";
    bool focus = has_focus(s, view);
    struct rect in = framed ? canvas_frame(c, r, focus) : canvas_head(c, r, focus);
    int col = draw_tabs(s, c, r, p, view);
    here.inside = in;
    if (views[view]->aside)
        views[view]->aside(&here, text, sizeof text);
    int from = r.cols - 3 - canvas_width(text);
    if (text[0] && from > col + 1) {
        canvas_put(c, r, 0, from - 1, ' ', ROLE_DIM, 0);
        from += canvas_text(c, r, 0, from, ROLE_DIM, 0, text);
        canvas_put(c, r, 0, from, ' ', ROLE_DIM, 0);
    }
    views[view]->draw(&here, c, in);
}
