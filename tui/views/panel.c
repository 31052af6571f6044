/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/panel.h"

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

struct tab {
    int view, col, cols;
    char title[64];
};

/* "5 Kernels", beside the other views of the place, in numerical order; only their numbers if names take more than
   three quarters of the line. Returns how many. */
static int make_tabs(int cols, const struct view_place *p, int view, struct tab tab[VIEW_COUNT])
{
    int n = 0, col = 2, all = 2;
    for (int v = 0; v < VIEW_COUNT; v++)
        if (v == view || is_in(p, v))
            all += canvas_width(views[v]->title) + 4;
    const bool crowded = 4 * all > 3 * cols;
    for (int v = 0; v < VIEW_COUNT; v++) {
        if (v != view && !is_in(p, v))
            continue;
        struct tab *t = &tab[n++];
        int digits = views[v]->overlay ? 0 : snprintf(t->title, sizeof t->title, "%d ", v + 1);
        snprintf(t->title + digits, sizeof t->title - (size_t)digits, "%s", views[v]->title);
        if (crowded && v != view)
            t->title[digits - 1] = 0;
        t->view = v;
        t->col = col;
        t->cols = canvas_width(t->title);
        col += t->cols + (crowded ? 1 : 2);
    }
    return n;
}

/* The number of unseen notices, in one column, so that tabs do not move. */
static const char *unread_mark(const struct scene *s)
{
    static const char *const digits[] = { "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "⁺" };
    return s->ascii ? "!" : digits[s->unread < 10 ? s->unread - 1 : 9];
}

/* Returns the column after the tabs. */
static int draw_tabs(const struct scene *s, struct canvas *c, struct rect r, const struct view_place *p, int view)
{
    struct tab tab[VIEW_COUNT];
    struct rect line = canvas_part(r, 0, 0, 1, r.cols - 2);
    int n = make_tabs(r.cols, p, view, tab);
    for (struct tab *t = tab; t < tab + n; t++) {
        bool here = t->view == view;
        enum role role = !here ? ROLE_DIM : has_focus(s, view) ? ROLE_FOCUS : ROLE_TITLE;
        canvas_put(c, line, 0, t->col - 1, ' ', ROLE_DIM, 0);
        canvas_text(c, line, 0, t->col, role, here ? ATTR_BOLD : 0, t->title);
        canvas_put(c, line, 0, t->col + t->cols, ' ', ROLE_DIM, 0);
    }
    for (struct tab *t = tab; t < tab + n; t++)
        if (t->view == VIEW_log && s->unread > 0)
            canvas_text(c, line, 0, t->col + t->cols, ROLE_WARN, ATTR_BOLD, unread_mark(s));
    return tab[n - 1].col + tab[n - 1].cols + 2;
}

int panel_tab(const struct view_place *p, int view, int col)
{
    struct tab tab[VIEW_COUNT];
    int n = make_tabs(p->rect.cols, p, view, tab);
    for (int i = 0; i < n; i++)
        if (col >= tab[i].col && col < tab[i].col + tab[i].cols)
            return tab[i].view;
    return -1;
}

/* The rows below all that is drawn. */
static int rows_left(const struct canvas *c, struct rect r)
{
    for (int row = r.rows - 1; row >= 0; row--)
        for (int col = 0; col < r.cols; col++)
            if (c->cell[(r.row + row) * c->cols + r.col + col].glyph != ' ')
                return r.rows - 1 - row;
    return r.rows;
}

/* Where a view alone on a large screen leaves room, the panels that it speaks of: one, or the spy plot, as wide as it
   looks high, and another. */
static void draw_below(const struct scene *s, struct canvas *c, struct rect r, int view)
{
    enum { LEAST = 12, GAP = 2 };
    const unsigned below = views[view]->below;
    const int rows = rows_left(c, r) - 1, spy = 2 * rows < r.cols / 2 ? 2 * rows : r.cols / 2;
    struct rect rest = canvas_part(r, r.rows - rows, 0, rows, r.cols);
    for (int v = 0; v < VIEW_COUNT && below && rows >= LEAST; v++) {
        if (!(below >> v & 1))
            continue;
        const bool last = below >> v == 1;
        const int cols = last ? rest.cols : v == VIEW_spy ? spy : rest.cols - spy - GAP;
        const struct view_place place = { canvas_part(rest, 0, 0, rows, cols), { v }, 1 };
        panel_draw(s, c, place.rect, &place, v, false);
        rest = canvas_part(rest, 0, cols + GAP, rows, rest.cols);
    }
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
    if (s->running && s->asked >> view & 1)
        snprintf(text, sizeof text, "comes after this kernel");
    else if (views[view]->aside)
        views[view]->aside(&here, text, sizeof text);
    int from = r.cols - 3 - canvas_width(text);
    if (text[0] && from > col + 1) {
        canvas_put(c, r, 0, from - 1, ' ', ROLE_DIM, 0);
        from += canvas_text(c, r, 0, from, ROLE_DIM, 0, text);
        canvas_put(c, r, 0, from, ' ', ROLE_DIM, 0);
    }
    view_draw(&here, view, c, in);
    if (!p && framed)
        draw_below(s, c, in, view);
}
