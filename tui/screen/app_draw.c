/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_draw: the screen as a canvas, what views see, and the mouse on it. */
#include "tui/link/tape.h"
#include "tui/screen/actions.h"
#include "tui/views/frame.h"
#include "tui/views/panel.h"

/* The height of a tour's caption and a replay's controls, above the key bar; 0 if `rows` is too small. */
static int foot(const struct app *a, int rows)
{
    const struct tour *t = a->guide.tour;
    const struct tape *tape = client_tape(a->engine.client);
    int least, cols, lines = t || (tape && tape_state(tape).captioned) ? FOOT_CAPTION : 0;
    char caption[TOUR_CAPTION];
    layout_least(&least, &cols);
    for (int i = 0; t && i < t->steps; i++) { /* the same for all steps, as panels must not move */
        tour_caption_widest(t->step[i].caption, caption, sizeof caption);
        lines = int_max(lines, int_min(foot_caption_lines(caption, a->panels.cols), rows / 3));
    }
    lines += tape ? FOOT_TRANSPORT : 0;
    return rows - lines >= least ? lines : 0;
}

/* ---- which view is shown where ---- */

/* For the strip: the load of the machine, or a tour's note on its runs. */
static int strip_lines(const struct app *a, int cols)
{
    return a->engine.over ? 0 : a->model->load.known ? 1 : canvas_lines(a->guide.note, cols - 2, 2);
}

static void arrange(const struct app *a, int rows, int cols, struct arrangement *l)
{
    layout_make(rows - foot(a, rows), cols, strip_lines(a, cols), l);
}

bool app_inside(const struct app *a, int view, struct rect *inside)
{
    struct arrangement l;
    arrange(a, a->panels.rows, a->panels.cols, &l);
    return panels_inside(&a->panels, &l, view, inside);
}

struct rect app_overlay_inside(const struct app *a)
{
    struct arrangement l;
    arrange(a, a->panels.rows, a->panels.cols, &l);
    return panel_inside(l.body, l.framed);
}

struct rect app_below_inside(const struct app *a)
{
    struct arrangement l;
    arrange(a, a->panels.rows, a->panels.cols, &l);
    const struct rect all = panel_inside(l.body, l.framed);
    return l.framed ? canvas_part(all, 0, 0, all.rows, all.cols / 2) : (struct rect){ 0 };
}

/* Of the tour, or of one that was recorded. */
static const char *caption_of(const struct app *a)
{
    const char *recorded = a->model->caption.text;
    if (a->guide.tour)
        return a->guide.astray[0] ? a->guide.astray : a->guide.caption;
    return *recorded ? recorded : NULL;
}

struct scene app_scene(const struct app *a, int view)
{
    struct scene s = {
        .model = a->model,
        .settings = &a->settings,
        .bindings = &a->bindings,
        .marks = &a->marks,
        .picker = &a->picker,
        .partners = &a->results.partners,
        .published = a->results.unpublished ? NULL : &a->results.published,
        .baseline = a->results.baseline.rows ? &a->results.baseline : NULL,
        .state = a->state,
        .dialog = &a->dialog,
        .focus = a->panels.focus,
        .overlay = a->panels.overlay,
        .under = a->panels.under,
        .zoomed = a->panels.zoomed,
        .now = a->now,
        .ascii = a->ascii,
        .mono = a->theme == &theme_mono,
        .opening = a->engine.pending[PENDING_OPEN] != 0,
        .running = a->engine.pending[PENDING_RUN] != 0,
        .stopping = a->engine.stopping,
        .replay = client_is_replay(a->engine.client),
        .fetching = a->download.fetch.pid != 0,
        .fetched = a->download.fetch.percent,
        .over = a->engine.over,
        .over_why = a->engine.why,
        .host = client_host(a->engine.client),
        .silent = a->engine.waits ? a->now - a->engine.heard : 0,
        .spec = a->matrices.opening,
        .failed = a->matrices.failed.text,
        .unread = a->model->noted - a->noted,
        .caption = caption_of(a),
        .step = a->guide.tour ? a->guide.step + 1 : a->model->caption.step,
        .steps = a->guide.tour ? a->guide.tour->steps : a->model->caption.steps,
        .lasted = a->now - a->guide.began,
        .planned = a->guide.tour ? 60.0 * a->guide.tour->minutes : 0,
        .tape = client_tape(a->engine.client),
        .mode = app_mode(a),
        .specs = a->matrices.count,
        .spec_at = a->matrices.at,
    };
    for (int i = 0; i < VIEW_COUNT; i++)
        s.asked |= (unsigned)(a->engine.pending[PENDING_VIEW + i] != 0) << i;
    if (app_inside(a, VIEW_log, &s.inside))
        s.unread = 0;
    if (view < 0 || !app_inside(a, view, &s.inside))
        s.inside = (struct rect){ 0 };
    return s;
}

/* ---- a frame ---- */

/* Covers any panel's line. */
static void draw_note(const struct app *a, struct canvas *c, struct rect r)
{
    const char *note = a->guide.note;
    if (r.rows == 1) {
        canvas_put(c, r, 0, 0, ' ', ROLE_TEXT, 0);
        canvas_put(c, r, 0, 1 + canvas_width(note), ' ', ROLE_TEXT, 0);
    }
    canvas_wrap(c, canvas_part(r, 0, 1, r.rows, r.cols - 2), 0, 0, r.rows, app_tour_is_clear(a) ? ROLE_TEXT : ROLE_WARN,
                note);
}

static void draw_panels(const struct app *a, const struct scene *s, struct canvas *c)
{
    struct arrangement l;
    const bool one = a->panels.overlay >= 0 || a->panels.zoomed;
    arrange(a, c->rows, c->cols, &l);
    if (one)
        panel_draw(s, c, l.body, NULL, panels_front(&a->panels), l.framed);
    else
        for (int i = 0; i < l.places; i++)
            panel_draw(s, c, l.place[i].rect, &l.place[i], panels_shown(&a->panels, &l.place[i]), l.framed);
    if (l.strip.rows && l.framed && (one || !a->model->load.known))
        l.strip = canvas_part(l.body, l.body.rows - 1, 2, 1, l.body.cols - 4);
    if (l.strip.rows && a->model->load.known)
        strip_draw(s, c, l.strip);
    else if (l.strip.rows)
        draw_note(a, c, l.strip);
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
    bool acted = view_act(&s, view, &a->state[view], word, &reply);
    obey(a, &reply);
    return acted;
}

static void click_view(struct app *a, int view, struct rect r, bool framed, int row, int col, bool twice)
{
    struct scene s = app_scene(a, -1);
    struct view_reply reply = { 0 };
    const struct rect in = s.inside = panel_inside(r, framed);
    bool chosen = a->panels.overlay == view || a->panels.focus == view;
    if (views[view]->click && row >= in.row && row < in.row + in.rows) /* on a visible view without the focus */
        views[view]->click(&s, &a->state[view], row - in.row, col - in.col, twice && chosen, &reply);
    obey(a, &reply);
    if (!views[view]->overlay)
        panels_focus(&a->panels, view);
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
    int view = panels_shown(&a->panels, p), tab = panel_tab(p, view, col);
    bool again = twice && a->panels.focus == view;
    panels_focus(&a->panels, tab < 0 ? view : tab);
    if (again)
        app_command(a, "zoom");
}

/* Zooms what can be zoomed, else moves the cursor; the panel under the wheel gets the focus. */
static void turn_wheel(struct app *a, const struct view_place *p, bool up)
{
    if (p)
        panels_focus(&a->panels, panels_shown(&a->panels, p));
    if (!app_act(a, panels_front(&a->panels), up ? "more" : "less"))
        app_command(a, up ? "up" : "down");
}

/* Any click clears the message; on the bottom line it does only that, or, without a message, it presses the key there.
   Returns whether it acted there. */
static bool click_bar(struct app *a, int row, int col)
{
    const bool bar = row == a->panels.rows - 1;
    if (a->dialog.message[0]) {
        a->dialog.message[0] = 0;
        a->leaving = 0;
        return bar;
    }
    const struct scene s = app_scene(a, -1);
    const char *command = bar ? key_bar_command(&s, a->panels.cols, col) : NULL;
    if (command)
        app_command(a, command);
    return command != NULL;
}

void app_mouse(struct app *a, enum mouse what, int row, int col)
{
    struct arrangement l;
    arrange(a, a->panels.rows, a->panels.cols, &l);
    if (l.places == 0)
        return;
    const bool twice = what == MOUSE_TWICE, one = a->panels.overlay >= 0 || a->panels.zoomed;
    const struct view_place *p = one ? NULL : place_at(&l, row, col);
    if (what == MOUSE_UP || what == MOUSE_DOWN)
        turn_wheel(a, p, what == MOUSE_UP);
    else if (click_bar(a, row, col))
        return;
    else if (a->panels.zoomed && a->panels.overlay < 0 && twice && row == l.body.row)
        app_command(a, "zoom");
    else if (one)
        click_view(a, panels_front(&a->panels), l.body, l.framed, row, col, twice);
    else if (p && row == p->rect.row)
        click_title(a, p, col - p->rect.col, twice);
    else if (p)
        click_view(a, panels_shown(&a->panels, p), p->rect, l.framed, row, col, twice);
}
