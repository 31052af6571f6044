/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_log: notices and the engine's log, newest last. */
#include "tui/views/scene.h"

static int lines_of(const char *text, struct rect r)
{
    return int_max(1, canvas_lines(text, r.cols, r.rows));
}

/* As many notices up to `end` as fit, then later ones if there is room. */
static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct model *m = s->model;
    const int back = s->focus == VIEW_log ? int_min(s->state[VIEW_log].at, m->notices - 1) : 0;
    int first = m->notices - back - 1, at, row = 0;
    if (m->notices == 0) {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0, "nothing to report");
        return;
    }
    for (int used = lines_of(m->notice[first], r); first > 0; first--)
        if ((used += lines_of(m->notice[first - 1], r)) > r.rows)
            break;
    for (at = first; at < m->notices && row < r.rows; at++)
        row += canvas_wrap(c, r, row, 0, r.rows - row, at == m->notices - 1 ? ROLE_TEXT : ROLE_DIM, m->notice[at]);
    view_more(c, r, first, first + r.rows + m->notices - at);
}

static void aside(const struct scene *s, char *text, size_t size)
{
    if (s->model->notices)
        snprintf(text, size, "%d", s->model->notices);
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    int from_top = s->model->notices - own->at;
    bool moved = view_move(word, &from_top, s->model->notices + 1, scene_page(s));
    own->at = s->model->notices - (from_top < 1 ? 1 : from_top);
    own->at = own->at < 0 ? 0 : own->at;
    return moved;
}

const struct view view_log = {
    .name = "log",
    .title = "Log",
    .help = "notices about the matrix, and what the engine said",
    .aside = aside,
    .draw = draw,
    .act = act,
};
