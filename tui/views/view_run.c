/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_run: one bar per run, moving as its samples arrive, against the roof ┊ of its device. */
#include "tui/views/comparison.h"
#include "tui/views/kernels.h"
#include "tui/views/picture.h"
#include "tui/views/runs.h"

static void draw_reading(const struct scene *s, struct canvas *c, struct rect r, int row)
{
    const struct model *m = s->model;
    double share = m->progress_total > 0 ? m->progress_done / m->progress_total : 0;
    char text[700], percent[TEXT_SIZE] = "";
    if (share > 0)
        snprintf(percent, sizeof percent, "  %.0f%%", 100 * share);
    if (s->running && s->opening) /* what goes on is still the run's */
        snprintf(text, sizeof text, "%s stopping the run, then reading %s", scene_spinner(s), s->spec);
    else
        snprintf(text, sizeof text, "%s %s%s%s%s", scene_spinner(s), m->progressing ? m->progress_what : "opening",
                 s->opening ? " " : "", s->opening ? s->spec : "", percent);
    row += canvas_wrap(c, r, row, 1, 3, ROLE_TEXT, text);
    if (share > 0)
        canvas_bar(c, r, row++, 1, share * (r.cols - 2), ROLE_FOCUS);
    const char *key = s->zoomed ? "Ctrl-C" : "Esc"; /* there Esc leaves the zoom */
    canvas_text(c, r, row, 1 + canvas_text(c, r, row, 1, ROLE_KEY, ATTR_BOLD, key), ROLE_DIM, 0, " stops");
}

static void draw_trouble(const struct scene *s, struct canvas *c, struct rect r, int row)
{
    const struct model *m = s->model;
    const char *key = "o",
               *does = s->specs > 0 ? " opens a matrix, n the next one" : " opens a matrix or begins a lesson";
    if (s->over && s->over_why[0]) {
        row += canvas_wrap(c, r, row, 1, 3, ROLE_BAD, s->over_why);
        row += canvas_wrap(c, r, row, 1, 2, ROLE_TEXT, "What it last said is in the log.");
        key = "r";
        does = s->host[0]   ? " connects again"
               : s->spec[0] ? " starts a new one, and reads the matrix again"
                            : " starts a new one";
    } else if (m->matrix.open) {
        row += canvas_wrap(c, r, row, 1, 3, ROLE_WARN, m->matrix.why);
    } else {
        row += canvas_wrap(c, r, row, 1, r.rows - row - 1, s->failed[0] ? ROLE_BAD : ROLE_TEXT,
                           s->failed[0] ? s->failed : "No matrix is open.");
    }
    canvas_text(c, r, row, 1 + canvas_text(c, r, row, 1, ROLE_KEY, ATTR_BOLD, key), ROLE_DIM, 0, does);
}

static void draw_empty(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct model *m = s->model;
    int row = r.rows > 4 ? r.rows / 2 - 2 : 0;
    if (s->opening || (m->progressing && !s->over)) {
        draw_reading(s, c, r, row);
        return;
    }
    if (s->over || !m->matrix.open || !m->matrix.runnable) {
        draw_trouble(s, c, r, row);
        return;
    }
    char settings[160], now[200];
    settings_text(s->settings, m, settings, sizeof settings);
    snprintf(now, sizeof now, "change the setting with the ▸; now: %s", settings);
    struct hint {
        const char *key, *does;
    } hints[] = {
        { "r", s->marks->n > 0 ? "runs the marked kernels, each checked before it is timed"
                               : "runs all kernels, each checked before it is timed" },
        { "+ -", now },
        { "Space", "marks a kernel in the list: r then runs only those" },
        { "?", "explains all keys, signs and words" },
        { "o", "opens another matrix, or begins a lesson" }, /* last: where rows are few, it is left out */
    };
    if (s->replay) {
        hints[0] = (struct hint){ "Right", "goes to the next run of this recording" };
        hints[1] = hints[3];
    }
    for (int i = 0; i < (s->replay ? 2 : (int)COUNT(hints)); i++) {
        canvas_right(c, r, row + i, 6, ROLE_KEY, ATTR_BOLD, hints[i].key);
        canvas_clip(c, r, row + i, 8, r.cols, i ? ROLE_DIM : ROLE_TEXT, 0, hints[i].does);
    }
}

/* Lines of the details: at most three, or what the bars leave, at two lines each, or one if necessary. */
static int detail_lines(const struct runs_panel *p, int at)
{
    struct canvas none = { 0 };
    struct runs_panel measure = *p;
    const int one = p->rect.rows - 1 - p->bars->lines, two = one - p->bars->lines;
    measure.canvas = &none;
    return runs_detail(&measure, 0, two >= 3 ? two : one > 3 ? one : 3, at);
}

/* The line that must stay visible: the running one, else the fastest or the cursor's. */
static int in_sight(const struct bars *b, int at, bool fastest)
{
    for (int i = 0; i < b->lines; i++) {
        const struct model_run *r = bars_run(b, i);
        if (r && !r->status[0])
            return i;
        if (r && fastest && bars_rate(r) == b->best)
            at = i;
    }
    return at;
}

/* The visible part of the list, below the head and above the details; the cursor is on line `at`. */
struct run_window {
    int head, at, top, lines, detail, pitch;
};

static struct run_window window_of(const struct runs_panel *p)
{
    const struct scene *s = p->scene;
    const struct bars *b = p->bars;
    bool focus = s->focus == VIEW_run;
    struct run_window w = { .head = p->rect.rows > 2, .at = int_min(s->state[VIEW_run].at, b->lines - 1) };
    w.detail = focus && p->rect.rows > 5 ? detail_lines(p, w.at) : 0;
    int rows = p->rect.rows - w.head - w.detail;
    w.pitch = view_pitch(rows, b->lines);
    w.lines = w.pitch == 1 ? rows : b->lines;
    w.top = view_top(focus && !s->state[VIEW_run].follow ? w.at : in_sight(b, w.at, !focus), b->lines, w.lines);
    return w;
}

/* Whether any run has a figure, if only of its first sample: else the axes of a curve would be invented. */
static bool has_rates(const struct model *m)
{
    bool any = false;
    for (int i = m->first; i < m->runs && !any; i++)
        any = bars_rate(&m->run[i]) > 0;
    return any;
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    struct bars b;
    bars_collect(s, &b);
    const bool compares = s->state[VIEW_run].run.picture == PICTURE_COMPARE;
    if ((b.n == 0 && (!compares || s->over_why[0])) || s->opening || (!s->model->matrix.open && !s->over_why[0])) {
        draw_empty(s, c, r);
        return;
    }
    if (compares) {
        comparison_draw(s, c, r);
        return;
    }
    if (s->state[VIEW_run].run.picture != PICTURE_BARS && has_rates(s->model)) {
        picture_draw(s, c, r);
        return;
    }
    struct runs_panel p = {
        .scene = s, .canvas = c, .rect = r, .bars = &b, .axis = bars_axis(&b, s->state[VIEW_run].run.scale)
    };
    runs_place(&p);
    const struct run_window w = window_of(&p);
    p.pitch = w.pitch;
    if (w.head)
        runs_head(&p);
    for (int i = w.top; i < w.top + w.lines && i < b.lines; i++)
        runs_line(&p, w.head + w.pitch * (i - w.top), i, s->focus == VIEW_run && i == w.at);
    view_more(c, canvas_part(r, w.head, 0, w.lines, r.cols), w.top, b.lines);
    if (w.detail)
        runs_detail(&p, r.rows - w.detail, w.detail, w.at);
}

/* The problem of the runs, which may differ from the settings, and the order of the lines. */
static void aside(const struct scene *s, char *text, size_t size)
{
    struct bars b;
    char sorted[32] = "";
    if (s->state[VIEW_run].run.sort != SORT_SPEED)
        snprintf(sorted, sizeof sorted, " · by %s", sort_name[s->state[VIEW_run].run.sort]);
    if (s->state[VIEW_run].run.picture == PICTURE_COMPARE) {
        comparison_aside(s, text, size);
        return;
    }
    bars_collect(s, &b);
    if (!b.n)
        return;
    if (s->state[VIEW_run].run.picture != PICTURE_BARS) {
        picture_aside(s, text, size);
        return;
    }
    snprintf(text, size, "%s%s%s%s%s", s->state[VIEW_run].run.all ? "all problems" : b.common, sorted,
             b.published ? " · ░ published" : "", b.published && b.twin ? " on " : "",
             b.published && b.twin ? b.published : "");
    const int busy = bars_flagged(&b, "busy");
    if (busy == b.n)
        text_add(text, size, " · busy machine");
    else if (busy)
        text_add(text, size, " · %d of %d busy", busy, b.n);
}

/* Marks the kernel under the cursor and advances the cursor, like the list of kernels. False: none. */
static bool mark(const struct scene *s, struct view_state *own, const struct bars *b, struct view_reply *reply)
{
    const int at = int_min(own->at, b->lines - 1);
    if (own->run.picture != PICTURE_BARS || at < 0 || !bars_run(b, at))
        return false;
    kernels_turn_mark(s, bars_run(b, at)->kernel, reply);
    own->at = at;
    own->follow = false;
    return view_move("down", &own->at, b->lines, 1);
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    struct bars b;
    bars_collect(s, &b);
    if (strcmp(word, "mark") == 0)
        return mark(s, own, &b, reply);
    if (strcmp(word, "scale") == 0) {
        own->run.scale = picture_is_log(s) ? SCALE_LINEAR : SCALE_LOG;
        return true;
    }
    if (own->run.picture == PICTURE_COMPARE)
        return comparison_move(s, own, word);
    bool moved = view_move(word, &own->at, b.lines, scene_page(s));
    own->follow &= !moved;
    return moved;
}

static void click(const struct scene *s, struct view_state *own, int row, int col, bool twice, struct view_reply *reply)
{
    struct bars b;
    struct canvas none = { 0 };
    struct runs_panel p = { .scene = s, .canvas = &none, .rect = s->inside, .bars = &b };
    bars_collect(s, &b);
    if (b.n == 0 || s->state[VIEW_run].run.picture != PICTURE_BARS)
        return;
    runs_place(&p);
    const struct run_window w = window_of(&p);
    const enum sort sort = runs_sort_at(&p, col);
    if (row < w.head) /* a second click on a title restores the order by speed */
        snprintf(reply->command, sizeof reply->command, "sort %s",
                 sort_name[sort == own->run.sort ? SORT_SPEED : sort]);
    else if (row < w.head + w.pitch * w.lines && w.top + (row - w.head) / w.pitch < b.lines) {
        own->at = w.top + (row - w.head) / w.pitch;
        own->follow = false;
    }
}

const struct view view_run = {
    .name = "run",
    .title = "Run",
    .help = "one bar for each run; ┊ is the roof that its device's memory bandwidth sets (› it is further to the "
            "right), ░ what a report has measured elsewhere; v draws the runs as curves, as a roofline, then beside "
            "those of other matrices and days",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
};
