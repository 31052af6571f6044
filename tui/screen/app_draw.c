/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_draw: draws the frame, and passes clicks to what they hit. */
#include "tui/link/client.h"
#include "tui/screen/app.h"
#include "tui/views/edges.h"

/* The height of the caption of a tour or the controls of a replay, above the key bar; 0 where `rows` lines are too few
   for it. */
static int foot(const struct app *a, int rows)
{
    int least, cols, lines = a->tour ? FOOT_CAPTION : client_tape(a->client) ? FOOT_TRANSPORT : 0;
    layout_least(&least, &cols);
    for (int i = 0; a->tour && i < a->tour->steps; i++) /* the same for all steps, as panels must not move */
        lines = view_most(lines, view_least(foot_caption_lines(a->tour->step[i].caption, a->cols), rows / 3));
    return rows - lines >= least ? lines : 0;
}

/* ---- which view is shown where ---- */

/* The view of a place that had the focus last. */
static int shown_in(const struct app *a, const struct view_place *p)
{
    int best = p->view[0];
    for (int i = 1; i < p->views; i++)
        if (a->seen[p->view[i]] > a->seen[best])
            best = p->view[i];
    return best;
}

static void arrange(const struct app *a, int rows, int cols, struct arrangement *l)
{
    layout_make(rows - foot(a, rows), cols, (a->model->load.known || a->tour_unclear[0]) && !a->over, l);
}

bool app_inside(const struct app *a, int view, struct rect *inside)
{
    struct arrangement l;
    arrange(a, a->rows, a->cols, &l);
    if (l.places == 0)
        return false;
    if ((a->zoomed && a->focus == view) || a->overlay == view) {
        *inside = panel_inside(l.body, l.framed);
        return true;
    }
    for (int i = 0; i < l.places; i++)
        if (shown_in(a, &l.place[i]) == view) {
            *inside = panel_inside(l.place[i].rect, l.framed);
            return !a->zoomed && a->overlay < 0;
        }
    return false;
}

struct scene app_scene(const struct app *a, int view)
{
    struct scene s = {
        .model = a->model,
        .settings = &a->settings,
        .bindings = &a->bindings,
        .marks = &a->marks,
        .picker = &a->picker,
        .partners = &a->partners,
        .published = a->published_off ? NULL : &a->published,
        .baseline = a->baseline.rows ? &a->baseline : NULL,
        .state = a->state,
        .dialog = &a->dialog,
        .focus = a->focus,
        .overlay = a->overlay,
        .under = a->under,
        .zoomed = a->zoomed,
        .now = a->now,
        .ascii = a->ascii,
        .opening = a->pending[PENDING_OPEN] != 0,
        .running = a->pending[PENDING_RUN] != 0,
        .stopping = a->stopping,
        .replay = client_is_replay(a->client),
        .fetching = a->fetch.pid != 0,
        .fetched = a->fetch.percent,
        .over = a->over,
        .over_why = a->over_why,
        .host = client_host(a->client),
        .silent = a->waits ? a->now - a->heard : 0,
        .spec = a->opening,
        .failed = a->failed.text,
        .unread = a->model->noted - a->noted,
        .caption = !a->tour            ? NULL
                   : a->tour_astray[0] ? a->tour_astray
                                       : a->tour->step[a->step].caption,
        .step = a->step + 1,
        .steps = a->tour ? a->tour->steps : 0,
        .lasted = a->now - a->tour_began,
        .planned = a->tour ? 60.0 * a->tour->minutes : 0,
        .tape = client_tape(a->client),
        .mode = app_mode(a),
        .specs = a->specs,
        .spec_at = a->spec_at,
    };
    for (int i = 0; i < VIEW_COUNT; i++)
        s.asked |= (unsigned)(a->pending[PENDING_VIEW + i] != 0) << i;
    if (app_inside(a, VIEW_log, &s.inside))
        s.unread = 0;
    if (view < 0 || !app_inside(a, view, &s.inside))
        s.inside = (struct rect){ 0 };
    return s;
}

/* ---- a frame ---- */

static void draw_panels(const struct app *a, const struct scene *s, struct canvas *c)
{
    struct arrangement l;
    const bool one = a->overlay >= 0 || a->zoomed;
    arrange(a, c->rows, c->cols, &l);
    if (one)
        panel_draw(s, c, l.body, NULL, app_view(a), l.framed);
    else
        for (int i = 0; i < l.places; i++)
            panel_draw(s, c, l.place[i].rect, &l.place[i], shown_in(a, &l.place[i]), l.framed);
    if (l.strip.rows && l.framed && one)
        l.strip = canvas_part(l.body, l.body.rows - 1, 2, 1, l.body.cols - 4);
    if (l.strip.rows && a->model->load.known)
        strip_draw(s, c, l.strip);
    else if (l.strip.rows)
        canvas_clip(c, l.strip, 0, 1, l.strip.cols - 1, ROLE_WARN, 0, a->tour_unclear);
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
    const struct scene s = app_scene(a, -1);
    status_line_draw(&s, c, (struct rect){ 0, 0, 1, c->cols });
    draw_panels(a, &s, c);
    const int lines = foot(a, c->rows);
    const struct rect below = { c->rows - 1 - lines, 0, lines, c->cols };
    if (lines > 0)
        foot_draw(&s, c, below);
    key_bar_draw(&s, c, (struct rect){ c->rows - 1, 0, 1, c->cols });
    key_bar_message(&s, c, (struct rect){ 0, 0, c->rows, c->cols });
    if (a->dialog.offer[0] && a->dialog.line)
        key_bar_offer(&s, c, (struct rect){ 1, 0, c->rows - 2, c->cols });
}

/* ---- words and clicks for views ---- */

static void obey(struct app *a, const struct view_reply *reply)
{
    if (reply->message[0])
        app_say(a, reply->bad, "%s", reply->message);
    if (reply->command[0])
        app_command(a, reply->command);
}

bool app_act(struct app *a, int view, const char *word)
{
    const struct scene s = app_scene(a, view);
    struct view_reply reply = { 0 };
    bool acted = views[view]->act && views[view]->act(&s, &a->state[view], word, &reply);
    obey(a, &reply);
    return acted;
}

static void click_view(struct app *a, int view, struct rect r, bool framed, int row, int col, bool twice)
{
    struct scene s = app_scene(a, -1);
    struct view_reply reply = { 0 };
    const struct rect in = s.inside = panel_inside(r, framed);
    bool chosen = a->overlay == view || a->focus == view;
    if (views[view]->click && row >= in.row && row < in.row + in.rows) /* on what is shown, without the focus yet */
        views[view]->click(&s, &a->state[view], row - in.row, col - in.col, twice && chosen, &reply);
    obey(a, &reply);
    if (!views[view]->overlay)
        app_focus(a, view);
}

static const struct view_place *place_at(const struct arrangement *l, int row, int col)
{
    for (int i = 0; i < l->places; i++) {
        struct rect r = l->place[i].rect;
        if (row >= r.row && row < r.row + r.rows && col >= r.col && col < r.col + r.cols)
            return &l->place[i];
    }
    return NULL;
}

/* A click on a name shows that view; a second one zooms it. */
static void click_title(struct app *a, const struct view_place *p, int col, bool twice)
{
    int view = shown_in(a, p), tab = panel_tab(p, view, col);
    bool again = twice && a->focus == view;
    app_focus(a, tab < 0 ? view : tab);
    if (again)
        app_command(a, "zoom");
}

/* Zooms what can be zoomed, else moves the cursor; the panel under the wheel gets the focus. */
static void turn_wheel(struct app *a, const struct view_place *p, bool up)
{
    if (p)
        app_focus(a, shown_in(a, p));
    if (!app_act(a, app_view(a), up ? "more" : "less"))
        app_command(a, up ? "up" : "down");
}

/* A click anywhere takes the message away, and one on the bottom line does no more than that; without a message it does
   what the key there does. Whether it has done something there. */
static bool click_bar(struct app *a, int row, int col)
{
    const bool bar = row == a->rows - 1;
    if (a->dialog.message[0]) {
        a->dialog.message[0] = 0;
        a->leaving = 0;
        return bar;
    }
    const struct scene s = app_scene(a, -1);
    const char *command = bar ? key_bar_command(&s, a->cols, col) : NULL;
    if (command)
        app_command(a, command);
    return command != NULL;
}

void app_mouse(struct app *a, enum mouse what, int row, int col)
{
    struct arrangement l;
    arrange(a, a->rows, a->cols, &l);
    if (l.places == 0)
        return;
    const bool twice = what == MOUSE_TWICE, one = a->overlay >= 0 || a->zoomed;
    const struct view_place *p = one ? NULL : place_at(&l, row, col);
    if (what == MOUSE_UP || what == MOUSE_DOWN)
        turn_wheel(a, p, what == MOUSE_UP);
    else if (click_bar(a, row, col))
        return;
    else if (a->zoomed && a->overlay < 0 && twice && row == l.body.row)
        app_command(a, "zoom");
    else if (one)
        click_view(a, app_view(a), l.body, l.framed, row, col, twice);
    else if (p && row == p->rect.row)
        click_title(a, p, col - p->rect.col, twice);
    else if (p)
        click_view(a, shown_in(a, p), p->rect, l.framed, row, col, twice);
}
