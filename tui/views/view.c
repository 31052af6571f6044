/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view: common to views, or derived from the scene. */
#include "tui/views/scene.h"

#include "core/base/nearest.h"
#include "tui/link/tape.h"

const struct view *const views[VIEW_COUNT] = {
#define VIEW(name) &view_##name,
#include "tui/views/views.list"
};

const char *const sort_name[SORT_COUNT] = {
    [SORT_SPEED] = "speed",         [SORT_ORDER] = "order",     [SORT_NAME] = "name",       [SORT_SPREAD] = "spread",
    [SORT_ROOF] = "roof",           [SORT_SPEEDUP] = "speedup", [SORT_LIBRARY] = "library", [SORT_TIME] = "time",
    [SORT_BANDWIDTH] = "bandwidth", [SORT_PREPARE] = "prepare",
};

int scene_page(const struct scene *s)
{
    return s->inside.rows > 0 ? s->inside.rows : 1;
}

const char *scene_spinner(const struct scene *s)
{
    const bool paused = s->tape && tape_state(s->tape).paused;
    return figure_spinner(paused ? 0 : s->now, s->state[VIEW_spy].spy.plot != PLOT_BRAILLE);
}

int view_find(const char *name)
{
    for (int i = 0; i < VIEW_COUNT; i++)
        if (strcmp(views[i]->name, name) == 0 || (name[0] == '1' + i && !name[1] && !views[i]->overlay))
            return i;
    return -1;
}

int view_panel(const char *name, struct err *e)
{
    const int view = view_find(name);
    struct nearest near = nearest_to(name);
    char all[160] = "", hint[100];
    if (view >= 0 && !views[view]->overlay)
        return view;
    for (int i = 0; i < VIEW_COUNT; i++)
        if (!views[i]->overlay) {
            nearest_try(&near, views[i]->name);
            text_join(all, sizeof all, ", ", "%s%s", *all ? "" : "there are ", views[i]->name);
        }
    err_set(e, ERR_USAGE, "no panel is named %.60s; %s", name, nearest_hint(&near, all, hint, sizeof hint));
    return -1;
}

int view_top(int at, int n, int rows)
{
    return int_clamp(at - rows / 2, 0, n - rows);
}

void view_more(struct canvas *c, struct rect r, int top, int n)
{
    if (top + r.rows < n)
        canvas_put(c, r, r.rows - 1, r.cols - 1, 0x25be, ROLE_FOCUS, 0);
    if (top > 0)
        canvas_put(c, r, 0, r.cols - 1, 0x25b4, ROLE_FOCUS, 0);
}

bool view_move(const char *word, int *at, int n, int page)
{
    static const struct {
        const char *word;
        int lines, pages, all;
    } moves[] = { { "up", -1, 0, 0 },      { "down", 1, 0, 0 },   { "pageup", 0, -1, 0 },
                  { "pagedown", 0, 1, 0 }, { "first", 0, 0, -1 }, { "last", 0, 0, 1 } };
    for (size_t i = 0; i < COUNT(moves); i++)
        if (strcmp(moves[i].word, word) == 0) {
            int by = moves[i].lines + moves[i].pages * (page > 2 ? page - 1 : 1) + moves[i].all * n;
            *at = int_clamp(*at + by, 0, n - 1);
            return true;
        }
    return false;
}

bool view_scroll(const struct scene *s, struct view_state *own, const char *word, int lines)
{
    const int rows = s->inside.rows;
    return rows > 0 && view_move(word, &own->at, int_max(lines - rows, 0) + 1, rows);
}

enum { PAGE_ROWS = 120 };

void view_draw(const struct scene *s, int view, struct canvas *c, struct rect r)
{
    struct canvas whole;
    if (!views[view]->page) {
        views[view]->draw(s, c, r);
        return;
    }
    if (canvas_init(&whole, PAGE_ROWS, r.cols, c->ascii, NULL)) {
        const int n = views[view]->page(s, &whole, (struct rect){ 0, 0, PAGE_ROWS, r.cols });
        const int top = int_clamp(s->state[view].at, 0, n - r.rows);
        canvas_copy(c, r, &whole, top);
        if (top + r.rows < n && r.rows > 1) {
            const struct rect last = canvas_part(r, r.rows - 1, 0, 1, r.cols);
            for (int j = 0; j < last.cols; j++)
                canvas_put(c, last, 0, j, ' ', ROLE_TEXT, 0);
            canvas_print(c, last, 0, 0, ROLE_DIM, 0, "… %d more lines", n - top - r.rows + 1);
        }
        view_more(c, r, top, n);
    }
    canvas_free(&whole);
}

bool view_act(const struct scene *s, int view, struct view_state *own, const char *word, struct view_reply *reply)
{
    struct canvas none = { 0 };
    const struct rect r = { .rows = PAGE_ROWS, .cols = s->inside.cols };
    return views[view]->page ? view_scroll(s, own, word, views[view]->page(s, &none, r))
                             : views[view]->act && views[view]->act(s, own, word, reply);
}

/* A quote inside the word becomes '\''. */
void view_command(struct view_reply *reply, const char *name, const char *word)
{
    size_t used = (size_t)snprintf(reply->command, sizeof reply->command, "%s '", name);
    for (; *word && used + 8 < sizeof reply->command; word++)
        used += (size_t)snprintf(reply->command + used, sizeof reply->command - used, *word == '\'' ? "'\\''" : "%c",
                                 *word);
    snprintf(reply->command + used, sizeof reply->command - used, "'");
}
