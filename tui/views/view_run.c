/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_run: one bar a run, moving as its samples come in, against the roof ┊ of its own device. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/views/figure.h"
#include "tui/views/runs.h"

/* What is being read, and how far it is. */
static void draw_reading(const struct app *a, struct canvas *c, struct rect r, int row)
{
    const struct model *m = a->model;
    double share = m->progress_total > 0 ? m->progress_done / m->progress_total : 0;
    char text[700], percent[TEXT_SIZE] = "";
    if (share > 0)
        snprintf(percent, sizeof percent, "  %.0f%%", 100 * share);
    snprintf(text, sizeof text, "%s %s %s%s", figure_spinner(a->now, a->plot != PLOT_BRAILLE),
             m->progressing ? m->progress_what : "opening", a->opening, percent);
    row += canvas_wrap(c, r, row, 1, 3, ROLE_TEXT, text);
    if (share > 0)
        canvas_bar(c, r, row++, 1, share * (r.cols - 2), ROLE_FOCUS);
    canvas_text(c, r, row, 1 + canvas_text(c, r, row, 1, ROLE_KEY, ATTR_BOLD, "Esc"), ROLE_DIM, 0, " stops");
}

/* Why nothing can run, and what to do. */
static void draw_trouble(const struct app *a, struct canvas *c, struct rect r, int row)
{
    const struct model *m = a->model;
    const char *key = "o", *does = a->specs > 0 ? " opens a matrix, n the next one" : " opens a matrix";
    if (a->over && a->over_why[0]) {
        row += canvas_wrap(c, r, row, 1, 3, ROLE_BAD, a->over_why);
        row += canvas_wrap(c, r, row, 1, 2, ROLE_TEXT, "What it last said is in the log.");
        key = "r";
        does = a->opening[0] ? " starts a new one, and reads the matrix again" : " starts a new one";
    } else if (m->matrix.open) {
        row += canvas_wrap(c, r, row, 1, 3, ROLE_WARN, m->matrix.why);
    } else {
        row += canvas_wrap(c, r, row, 1, r.rows - row - 1, a->failed.text[0] ? ROLE_BAD : ROLE_TEXT,
                           a->failed.text[0] ? a->failed.text : "No matrix is open.");
    }
    canvas_text(c, r, row, 1 + canvas_text(c, r, row, 1, ROLE_KEY, ATTR_BOLD, key), ROLE_DIM, 0, does);
}

static void draw_empty(const struct app *a, struct canvas *c, struct rect r)
{
    const struct model *m = a->model;
    int row = r.rows > 4 ? r.rows / 2 - 2 : 0;
    if (a->open_cmd || (m->progressing && !a->over)) {
        draw_reading(a, c, r, row);
        return;
    }
    if (a->over || !m->matrix.open || !m->matrix.runnable) {
        draw_trouble(a, c, r, row);
        return;
    }
    char settings[160], now[200];
    settings_text(&a->settings, m, settings, sizeof settings);
    snprintf(now, sizeof now, "change the setting with the ▸; now: %s", settings);
    const struct {
        const char *key, *does;
    } hints[] = {
        { "r", a->marks ? "runs the marked kernels, each checked before it is timed"
                        : "runs all kernels, each checked before it is timed" },
        { "+ -", now },
        { "Space", "marks a kernel in the list: r then runs only those" },
        { "?", "explains everything else" },
    };
    for (int i = 0; i < (int)(sizeof hints / sizeof *hints); i++) {
        canvas_right(c, r, row + i, 6, ROLE_KEY, ATTR_BOLD, hints[i].key);
        canvas_clip(c, r, row + i, 8, r.cols, i ? ROLE_DIM : ROLE_TEXT, 0, hints[i].does);
    }
}

static int detail_lines(const struct runs_panel *p, int at)
{
    struct canvas none = { 0 };
    struct runs_panel measure = *p;
    measure.canvas = &none;
    return runs_detail(&measure, 0, 3, at);
}

/* The line that is to be seen: what is running, afterwards the fastest or the cursor's. */
static int in_sight(const struct bars *b, int at, bool fastest)
{
    for (int i = 0; i < b->lines; i++) {
        const struct model_run *r = b->line[i].ghost ? NULL : b->run[b->line[i].run];
        if (r && !r->status[0])
            return i;
        if (r && fastest && bars_rate(r) == b->best)
            at = i;
    }
    return at;
}

/* What of the list is shown: from line `top` on, below the head, with the cursor on line `at`; details stand below. */
struct window {
    int head, at, top, lines, detail;
};

static struct window window_of(const struct runs_panel *p)
{
    const struct app *a = p->app;
    const struct bars *b = p->bars;
    bool focus = a->focus == VIEW_run;
    struct window w = { .head = p->rect.rows > 2, .at = a->run_at < b->lines ? a->run_at : b->lines - 1 };
    w.detail = focus && p->rect.rows > 5 ? detail_lines(p, w.at) : 0;
    w.lines = p->rect.rows - w.head - w.detail;
    w.top = view_top(focus && !a->run_follow ? w.at : in_sight(b, w.at, !focus), b->lines, w.lines);
    return w;
}

static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    struct bars b;
    bars_collect(a, &b);
    if (b.n == 0 || a->open_cmd || a->over_why[0] || !a->model->matrix.open) {
        draw_empty(a, c, r);
        return;
    }
    struct runs_panel p = { .app = a, .canvas = c, .rect = r, .bars = &b, .axis = bars_axis(&b, a->scale) };
    runs_place(&p);
    const struct window w = window_of(&p);
    if (w.head)
        runs_head(&p);
    for (int i = w.top; i < w.top + w.lines && i < b.lines; i++)
        runs_line(&p, w.head + i - w.top, i, a->focus == VIEW_run && i == w.at);
    view_more(c, canvas_part(r, w.head, 0, w.lines, r.cols), w.top, b.lines);
    if (w.detail)
        runs_detail(&p, r.rows - w.detail, w.detail, w.at);
}

/* What was run, which need not be what is set now; and how the lines are sorted. */
static void aside(const struct app *a, char *text, size_t size)
{
    static const char *const sorts[] = { "", " · by speed", " · by name" };
    struct bars b;
    bars_collect(a, &b);
    if (b.n)
        snprintf(text, size, "%s%s%s%s%s%s", a->all_runs ? "all problems" : b.common, sorts[a->sort],
                 a->scale == SCALE_LINEAR ? " · linear" : "", b.published ? " · ░ published" : "",
                 b.published && b.twin ? " on " : "", b.published && b.twin ? b.published : "");
}

static bool act(struct app *a, const char *word)
{
    struct bars b;
    bars_collect(a, &b);
    if (strcmp(word, "scale") == 0) {
        a->scale = bars_axis(&b, a->scale).log ? SCALE_LINEAR : SCALE_LOG;
        return true;
    }
    bool moved = view_move(word, &a->run_at, b.lines, app_page(a));
    a->run_follow &= !moved;
    return moved;
}

static void click(struct app *a, struct rect r, int row, int col, bool twice)
{
    struct bars b;
    struct canvas none = { 0 };
    struct runs_panel p = { .app = a, .canvas = &none, .rect = r, .bars = &b };
    (void)col;
    (void)twice;
    bars_collect(a, &b);
    if (b.n == 0)
        return;
    runs_place(&p);
    const struct window w = window_of(&p);
    if (row < w.head)
        app_command(a, "sort");
    else if (row < w.head + w.lines && w.top + row - w.head < b.lines) {
        a->run_at = w.top + row - w.head;
        a->run_follow = false;
    }
}

const struct view view_run = {
    .name = "run",
    .title = "Run",
    .help = "one bar for each run; ┊ is the roof that its device's memory bandwidth sets, ░ what a report has measured "
            "elsewhere",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
};
