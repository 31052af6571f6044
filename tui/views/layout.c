/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/layout.h"

enum side { TOP, BOTTOM, LEFT, RIGHT, SQUARE, NO_SIDE };

/* A line of layouts.list; rows > 0: the line of a layout, else one of its panels. */
struct layout_line {
    int rows, cols;
    bool framed;
    int view;
    enum side side;
    int of, percent, least, most, from;
};

static const struct layout_line lines[] = {
#define LAYOUT(name, least_rows, least_cols, frames, whole)                                                            \
    { .rows = least_rows, .cols = least_cols, .framed = frames, .view = VIEW_##whole },
#define PANEL(panel, off, other, ...) { 0, 0, false, VIEW_##panel, off, VIEW_##other, __VA_ARGS__ },
#define SHARE(panel, other) { .view = VIEW_##panel, .side = NO_SIDE, .of = VIEW_##other },
#include "tui/views/layouts.list"
};
enum { STRIP_FROM = 8 }; /* lines of the panels */
enum { LINES = COUNT(lines) };

static struct view_place *place_of(struct arrangement *l, int view)
{
    for (int i = 0; i < l->places; i++)
        for (int j = 0; j < l->place[i].views; j++)
            if (l->place[i].view[j] == view)
                return &l->place[i];
    return NULL;
}

static struct view_place *add_place(struct arrangement *l, struct rect r, int view)
{
    struct view_place *new = &l->place[l->places++];
    *new = (struct view_place){ .rect = r, .view = { view }, .views = 1 };
    return new;
}

/* The lines or columns that a panel takes from `other`, which has `has` of them. */
static int size_of(const struct layout_line *p, struct rect body, struct rect other, int has)
{
    int all = p->side == TOP || p->side == BOTTOM ? body.rows : body.cols;
    int size = p->side == SQUARE ? 2 * other.rows : all * p->percent / 100;
    int most = p->most < 0 ? has * -p->most / 100 : p->most;
    return size < p->least ? p->least : size > most ? most : size;
}

static void add_panel(struct arrangement *l, const struct layout_line *p, struct rect body)
{
    struct view_place *other = place_of(l, p->of);
    bool down = p->side == TOP || p->side == BOTTOM;
    int has = !other ? -1 : down ? other->rect.rows : other->rect.cols;
    if (has < p->from || place_of(l, p->view))
        return;
    if (p->side == NO_SIDE) {
        other->view[other->views++] = p->view;
        return;
    }
    struct rect *rest = &other->rect, *new = &add_place(l, *rest, p->view)->rect;
    int size = size_of(p, body, *rest, has);
    *(down ? &new->rows : &new->cols) = size;
    *(down ? &rest->rows : &rest->cols) -= size;
    if (p->side == TOP)
        rest->row += size;
    else if (p->side == LEFT)
        rest->col += size;
    else if (down)
        new->row += rest->rows;
    else
        new->col += rest->cols;
}

/* The strip moves no panel. */
static void add_strip(struct arrangement *l, int high)
{
    const int end = l->body.row + l->body.rows;
    if (l->framed) {
        const struct rect run = place_of(l, VIEW_run)->rect;
        l->strip = (struct rect){ run.row + run.rows - 1, run.col + 2, 1, run.cols - 4 };
    } else if (l->body.rows >= STRIP_FROM) {
        for (int i = 0; i < l->places; i++)
            if (l->place[i].rect.row + l->place[i].rect.rows == end)
                l->place[i].rect.rows -= high;
        l->strip = (struct rect){ end - high, 0, high, l->body.cols };
        l->body.rows -= high;
    }
}

void layout_make(int rows, int cols, int strip, struct arrangement *l)
{
    const struct rect body = { 1, 0, int_max(rows - 2, 0), cols }; /* all but status line and key bar */
    int i = 0;
    memset(l, 0, sizeof *l);
    while (i < LINES && (lines[i].rows == 0 || rows < lines[i].rows || cols < lines[i].cols))
        i++;
    if (i == LINES)
        return;
    l->framed = lines[i].framed;
    l->body = body;
    add_place(l, body, lines[i].view);
    for (i++; i < LINES && lines[i].rows == 0; i++)
        add_panel(l, &lines[i], body);
    if (strip > 0)
        add_strip(l, strip);
}

void layout_least(int *rows, int *cols)
{
    for (int i = 0; i < LINES; i++)
        if (lines[i].rows > 0) {
            *rows = lines[i].rows;
            *cols = lines[i].cols;
        }
}
