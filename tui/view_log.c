/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_log: notices and the engine's words, newest last. */
#include <stdio.h>
#include <string.h>

#include "tui/app.h"

static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    const struct model *m = a->model;
    int back = a->focus == VIEW_log ? a->log_at : 0, n = m->notices - back;
    if (m->notices == 0)
        canvas_text(c, r, 0, 0, ROLE_DIM, 0, "nothing to report");
    for (int i = 0; i < r.rows && n - r.rows + i < m->notices; i++) {
        int at = (n < r.rows ? 0 : n - r.rows) + i;
        if (at < m->notices)
            canvas_text(c, r, i, 0, at == m->notices - 1 ? ROLE_TEXT : ROLE_DIM, 0, m->notice[at]);
    }
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
