/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_log: notices and the engine's words, newest last. */
#include <stdio.h>

#include "tui/screen/app.h"

static int lines_of(const char *text, struct rect r)
{
    struct canvas none = { 0 };
    int lines = canvas_wrap(&none, r, 0, 0, r.rows, ROLE_TEXT, text);
    return lines > 0 ? lines : 1;
}

/* The notices that end with the one before `end` and fit, and what comes after them where there is room. */
static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    const struct model *m = a->model;
    int end = m->notices - (a->focus == VIEW_log ? a->log_at : 0), first = end - 1, at, row = 0;
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

static void aside(const struct app *a, char *text, size_t size)
{
    if (a->model->notices)
        snprintf(text, size, "%d", a->model->notices);
}

static bool act(struct app *a, const char *word)
{
    int from_top = a->model->notices - a->log_at;
    bool moved = view_move(word, &from_top, a->model->notices + 1, app_page(a));
    a->log_at = a->model->notices - (from_top < 1 ? 1 : from_top);
    a->log_at = a->log_at < 0 ? 0 : a->log_at;
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
