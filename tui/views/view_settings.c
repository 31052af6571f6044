/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_settings: what the next run computes, one setting a line; + and - change the one with the mark. */
#include <stdio.h>

#include "tui/views/scene.h"

/* Columns for the names and a blank; the values get the rest. */
static int label_width(const struct setting *row, int n)
{
    enum { MOST = 13 };
    int widest = 0;
    for (int i = 0; i < n; i++) {
        int w = canvas_width(row[i].name);
        widest = w > widest ? w : widest;
    }
    return widest + 1 < MOST ? widest + 1 : MOST;
}

static void draw_row(const struct scene *scene, struct canvas *c, struct rect r, int line, const struct setting *s,
                     int label, bool here)
{
    bool focus = scene->focus == VIEW_settings;
    canvas_text(c, r, line, 0, focus ? ROLE_FOCUS : ROLE_TEXT, ATTR_BOLD, here ? "▸" : " ");
    canvas_print(c, r, line, 2, here && focus ? ROLE_TITLE : ROLE_DIM, 0, "%.*s", label - 1, s->name);
    int col = 2 + label;
    col += canvas_text(c, r, line, col, here ? ROLE_FOCUS : ROLE_FRAME, 0, here ? "‹ " : "  ");
    col +=
        canvas_text(c, r, line, col, s->initial ? ROLE_TEXT : ROLE_KEY, here || !s->initial ? ATTR_BOLD : 0, s->value);
    col += canvas_text(c, r, line, col, here ? ROLE_FOCUS : ROLE_FRAME, 0, here ? " ›" : "  ");
    if (r.cols >= 2 + label + 14 + 14)
        canvas_clip(c, r, line, col < label + 15 ? label + 15 : col + 1, r.cols - 1, ROLE_DIM, 0, s->help);
}

static void draw(const struct scene *scene, struct canvas *c, struct rect r)
{
    struct setting row[SETTINGS_MAX];
    int n = settings_rows(scene->settings, scene->model, row),
        top = view_top(scene->state[VIEW_settings].at, n, r.rows);
    int label = label_width(row, n);
    for (int i = 0; i < r.rows && top + i < n; i++)
        draw_row(scene, c, r, i, &row[top + i], label, top + i == scene->state[VIEW_settings].at);
    view_more(c, r, top, n);
}

static void aside(const struct scene *scene, char *text, size_t size)
{
    (void)scene;
    snprintf(text, size, "+ -");
}

static bool act(const struct scene *scene, struct view_state *own, const char *word, struct view_reply *reply)
{
    struct setting row[SETTINGS_MAX];
    (void)reply;
    return view_move(word, &own->at, settings_rows(scene->settings, scene->model, row), scene_page(scene));
}

/* A click left of the value means less, on it or right of it more. */
static void click(const struct scene *scene, struct view_state *own, int row, int col, bool twice,
                  struct view_reply *reply)
{
    struct setting rows[SETTINGS_MAX];
    int n = settings_rows(scene->settings, scene->model, rows), at = view_top(own->at, n, scene->inside.rows) + row;
    (void)twice;
    if (at < 0 || at >= n)
        return;
    own->at = at;
    int label = label_width(rows, n);
    if (col >= label + 1)
        snprintf(reply->command, sizeof reply->command, "%s", col < label + 4 ? "less" : "more");
}

const struct view view_settings = {
    .name = "settings",
    .title = "Settings",
    .help = "operation, k, type, threads, parameters: + and - change the one with the mark",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
};
