/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_draw: a whole frame: the status line, the panels, the key bar or what is being typed; pictures of it; clicks
   on it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file_save.h"
#include "core/base/text.h"
#include "tui/input/outputs.h"
#include "tui/screen/app.h"
#include "tui/views/key_bar.h"
#include "tui/views/layout.h"

/* ---- which view is shown where ---- */

/* Of the views of one slot the one that had the focus last. */
static int shown_in(const struct app *a, const struct view_place *s)
{
    int best = s->view[0];
    for (int i = 1; i < s->views; i++)
        if (a->seen[s->view[i]] > a->seen[best])
            best = s->view[i];
    return best;
}

static struct rect inside_of(struct rect r, bool framed)
{
    struct canvas none = { 0 };
    return framed ? canvas_frame(&none, r, false) : canvas_head(&none, r, false);
}

bool app_inside(const struct app *a, int view, struct rect *inside)
{
    struct arrangement l;
    layout_make(a->rows, a->cols, &l);
    if (l.places == 0)
        return false;
    if ((a->zoomed && a->focus == view) || a->overlay == view) {
        *inside = inside_of(layout_body(a->rows, a->cols), l.framed);
        return true;
    }
    for (int i = 0; i < l.places; i++)
        if (shown_in(a, &l.place[i]) == view) {
            *inside = inside_of(l.place[i].rect, l.framed);
            return !a->zoomed && a->overlay < 0;
        }
    return false;
}

int app_page(const struct app *a)
{
    struct rect r;
    return app_inside(a, a->focus, &r) ? r.rows : 1;
}

/* ---- a panel ---- */

static bool is_in(const struct view_place *s, int view)
{
    for (int i = 0; s && i < s->views; i++)
        if (s->view[i] == view)
            return true;
    return false;
}

/* "5 Kernels", beside what else could stand here, in the order of the numbers; where there is not room for all only the
   numbers of these, or nothing. Returns the column behind. */
static int draw_tabs(const struct app *a, struct canvas *c, struct rect r, const struct view_place *s, int view)
{
    const bool many = s && s->views > 3, focus = a->overlay == view || (a->overlay < 0 && a->focus == view);
    struct rect line = canvas_part(r, 0, 0, 1, r.cols - 2);
    int col = 2, all = 2;
    for (int v = 0; v < VIEW_COUNT; v++)
        if (v == view || is_in(s, v))
            all += canvas_width(views[v]->title) + 4;
    for (int v = 0; v < VIEW_COUNT; v++) {
        char title[64];
        if (v != view && !(is_in(s, v) && (many || all <= r.cols)))
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

static void draw_panel(const struct app *a, struct canvas *c, struct rect r, const struct view_place *s, int view,
                       bool framed)
{
    char text[160] = "";
    bool focus = a->overlay == view || (a->overlay < 0 && a->focus == view);
    struct rect in = framed ? canvas_frame(c, r, focus) : canvas_head(c, r, focus);
    int col = draw_tabs(a, c, r, s, view);
    if (views[view]->aside)
        views[view]->aside(a, text, sizeof text);
    int from = r.cols - 3 - canvas_width(text);
    if (text[0] && from > col + 1) {
        canvas_put(c, r, 0, from - 1, ' ', ROLE_DIM, 0);
        from += canvas_text(c, r, 0, from, ROLE_DIM, 0, text);
        canvas_put(c, r, 0, from, ' ', ROLE_DIM, 0);
    }
    views[view]->draw(a, c, in);
}

static void draw_panels(const struct app *a, struct canvas *c)
{
    struct arrangement l;
    layout_make(c->rows, c->cols, &l);
    struct rect body = layout_body(c->rows, c->cols);
    if (a->overlay >= 0 || a->zoomed)
        draw_panel(a, c, body, NULL, app_view(a), l.framed);
    else
        for (int i = 0; i < l.places; i++)
            draw_panel(a, c, l.place[i].rect, &l.place[i], shown_in(a, &l.place[i]), l.framed);
}

void app_draw(const struct app *a, struct canvas *c)
{
    canvas_clear(c);
    int rows, cols;
    layout_least(&rows, &cols);
    if (c->rows < rows || c->cols < cols) {
        struct rect all = { 0, 0, c->rows, c->cols };
        char text[80];
        snprintf(text, sizeof text, "nzscope: %d×%d, needs %d×%d", c->cols, c->rows, cols, rows);
        canvas_wrap(c, all, 0, 0, c->rows, ROLE_TEXT, text);
        return;
    }
    edge_status(a, c, (struct rect){ 0, 0, 1, c->cols });
    draw_panels(a, c);
    edge_keys(a, c, (struct rect){ c->rows - 1, 0, 1, c->cols });
    edge_message(a, c, (struct rect){ 0, 0, c->rows, c->cols });
    if (a->offer[0] && a->line)
        edge_offer(a, c, (struct rect){ 1, 0, c->rows - 2, c->cols });
}

/* ---- screenshots ---- */

bool app_screenshot_name(const char *path, struct err *e)
{
    return text_ends_in(path, ".svg") || text_ends_in(path, ".txt") ||
           err_set(e, ERR_USAGE, "%.400s: a screenshot is an .svg or a .txt file", path);
}

/* No picture over what this session has opened, runs or records. */
static bool may_write(const struct app *a, const char *path, struct err *e)
{
    bool ok = outputs_check_file(path, a->session, NULL, e);
    for (int i = 0; ok && i < a->specs; i++)
        ok = outputs_check_file(path, a->session, a->spec[i], e);
    return ok;
}

bool app_screenshot(const struct app *a, const char *path, struct err *e)
{
    struct canvas c = { 0 };
    struct file_save save;
    bool ok = false;
    if (!app_screenshot_name(path, e) || !may_write(a, path, e) || !canvas_init(&c, a->rows, a->cols, a->ascii, e))
        return false;
    app_draw(a, &c);
    char *text = text_ends_in(path, ".txt")
                     ? canvas_to_text(&c)
                     : canvas_to_svg(&c, a->model->matrix.open ? a->model->matrix.name : "nzscope", a->theme);
    if (!text)
        err_nomem(e, "the screenshot", (unsigned long long)a->rows * (unsigned long long)a->cols * 64);
    else if (file_save_open(&save, path, e)) {
        ok = file_save_put(&save, text, strlen(text), e) && file_save_commit(&save, e);
        file_save_abort(&save);
    }
    free(text);
    canvas_free(&c);
    return ok;
}

/* ---- the mouse ---- */

static void click_view(struct app *a, int view, struct rect r, bool framed, int row, int col, bool twice)
{
    struct rect in = inside_of(r, framed);
    bool chosen = a->overlay == view || a->focus == view;
    if (views[view]->click && row >= in.row && row < in.row + in.rows) /* on what is shown, without the focus yet */
        views[view]->click(a, in, row - in.row, col - in.col, twice && chosen);
    if (!views[view]->overlay)
        app_focus(a, view);
}

void app_click(struct app *a, int row, int col, bool wheel_up, bool wheel_down, bool twice)
{
    struct arrangement l;
    layout_make(a->rows, a->cols, &l);
    if (l.places == 0)
        return;
    if (wheel_up || wheel_down) {
        app_command(a, wheel_up ? "up" : "down");
        return;
    }
    const char *command = row == a->rows - 1 ? edge_command(a, col) : NULL;
    if (command) {
        app_command(a, command);
        return;
    }
    if (a->overlay >= 0 || a->zoomed) {
        click_view(a, app_view(a), layout_body(a->rows, a->cols), l.framed, row, col, twice);
        return;
    }
    for (int i = 0; i < l.places; i++) {
        struct rect r = l.place[i].rect;
        if (row >= r.row && row < r.row + r.rows && col >= r.col && col < r.col + r.cols)
            click_view(a, shown_in(a, &l.place[i]), r, l.framed, row, col, twice);
    }
}
