/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_run: one bar a run, moving as its samples come in, against the roof ┊ of its own device. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/bars.h"
#include "tui/figure.h"

/* ---- columns ---- */

struct column {
    const char *title;
    int width, needs; /* needs: panels narrower than this do without it */
    void (*text)(const struct model_run *, char out[TEXT_SIZE]);
};

static void rate_text(const struct model_run *r, char out[TEXT_SIZE])
{
    figure_number(out, bars_rate(r));
}

static void spread_text(const struct model_run *r, char out[TEXT_SIZE])
{
    figure_spread(out, r->ci_lo_ms, r->time_ms, r->ci_hi_ms);
}

/* What fits the cache has no roof in memory bandwidth. */
static void roof_text(const struct model_run *r, char out[TEXT_SIZE])
{
    if (r->in_cache)
        strcpy(out, "cache");
    else
        figure_percent(out, r->roof_frac);
}

static void speedup_text(const struct model_run *r, char out[TEXT_SIZE])
{
    figure_times(out, r->speedup);
}

static void time_text(const struct model_run *r, char out[TEXT_SIZE])
{
    figure_ms(out, r->time_ms);
}

static void gbs_text(const struct model_run *r, char out[TEXT_SIZE])
{
    figure_number(out, r->gbs);
}

static void prepare_text(const struct model_run *r, char out[TEXT_SIZE])
{
    figure_ms(out, r->prepare_ms + (r->upload_ms > 0 ? r->upload_ms : 0));
}

static const struct column columns[] = {
    {"GFLOPS",   8,  0,   rate_text   },
    { "spread",  8,  64,  spread_text },
    { "roof",    7,  54,  roof_text   },
    { "speedup", 9,  58,  speedup_text},
    { "time",    11, 110, time_text   },
    { "GB/s",    8,  100, gbs_text    },
    { "prepare", 11, 124, prepare_text},
};
enum { COLUMNS = sizeof columns / sizeof *columns, MARK = 3 };

/* ---- geometry ---- */

struct panel {
    const struct app *a;
    struct canvas *c;
    struct rect r;
    struct bars *b;
    struct axis axis;
    int label, bar, bar_width, numbers; /* columns where things begin */
};

static void place(struct panel *p)
{
    int widest = 6, right = MARK;
    for (int i = 0; i < p->b->n; i++) {
        int w = canvas_width(p->b->label[i]);
        widest = w > widest ? w : widest;
    }
    for (int i = 0; i < COLUMNS; i++)
        if (p->r.cols >= columns[i].needs)
            right += columns[i].width;
    p->label = widest > p->r.cols * 2 / 5 ? p->r.cols * 2 / 5 : widest;
    p->bar = 1 + p->label + 2;
    p->numbers = p->r.cols - right;
    p->bar_width = p->numbers - p->bar > 0 ? p->numbers - p->bar : 0;
}

/* Column titles, and the axis with its ticks over the bars. */
static void draw_head(const struct panel *p)
{
    int col = p->numbers, free_from = p->bar;
    for (int i = 0; i < COLUMNS; i++) {
        if (p->r.cols < columns[i].needs)
            continue;
        col += columns[i].width;
        bool transpose = i == 0 && p->b->n > 0 && strcmp(p->b->run[0]->op, "mul") != 0;
        canvas_right(p->c, p->r, 0, col, ROLE_DIM, 0, transpose ? "Gnnz/s" : columns[i].title);
    }
    for (int i = 0; p->b->n > 0; i++) {
        char text[TEXT_SIZE];
        double tick = axis_tick(&p->axis, i);
        if (isnan(tick) || i > 40)
            break;
        snprintf(text, sizeof text, "%g", tick);
        int at = p->bar + (int)lround(axis_place(&p->axis, tick, p->bar_width)), w = canvas_width(text);
        int from = i == 0 ? at : at - w / 2;
        if (from < free_from || from + w > p->bar + p->bar_width)
            continue;
        canvas_text(p->c, p->r, 0, from, ROLE_DIM, 0, text);
        free_from = from + w + 2;
    }
}

/* ---- one run ---- */

static const char *spinner(const struct app *a)
{
    static const char *const frames[] = { "⣾", "⣽", "⣻", "⢿", "⡿", "⣟", "⣯", "⣷" };
    static const char *const plain[] = { "|", "/", "-", "\\" };
    unsigned tick = (unsigned)(a->now * 10);
    return a->ascii ? plain[tick % 4] : frames[tick % 8];
}

static void running_text(const struct app *a, const struct model_run *r, char *out, size_t size)
{
    if (strcmp(r->step, "sample") == 0 && r->wanted > 0)
        snprintf(out, size, "%s sample %d of %d", spinner(a), r->samples, r->wanted);
    else
        snprintf(out, size, "%s %s", spinner(a),
                 strcmp(r->step, "prepare") == 0 ? "preparing"
                 : strcmp(r->step, "check") == 0 ? "checking"
                 : strcmp(r->step, "warm") == 0  ? "warming up"
                                                 : "sampling");
}

static void draw_bar(const struct panel *p, int row, const struct model_run *r)
{
    struct rect area = canvas_part(p->r, row, p->bar, 1, p->bar_width);
    double rate = bars_rate(r), roof = bars_roof(r);
    if (rate > 0)
        canvas_bar(p->c, area, 0, 0, fmax(axis_place(&p->axis, rate, p->bar_width), 0.125),
                   app_kernel_role(p->a, r->kernel));
    if (roof > 0)
        canvas_put(p->c, area, 0, (int)fmin(axis_place(&p->axis, roof, p->bar_width), p->bar_width - 1), 0x250a,
                   ROLE_ROOF, 0);
}

static void draw_numbers(const struct panel *p, int row, const struct model_run *r)
{
    int col = p->numbers;
    for (int i = 0; i < COLUMNS; i++) {
        char text[TEXT_SIZE];
        if (p->r.cols < columns[i].needs)
            continue;
        col += columns[i].width;
        columns[i].text(r, text);
        canvas_right(p->c, p->r, row, col, i == 0 ? ROLE_TITLE : ROLE_TEXT, i == 0 ? ATTR_BOLD : 0, text);
    }
    canvas_text(p->c, p->r, row, col + 1, ROLE_OK, ATTR_BOLD, p->c->ascii ? "ok" : "✓");
}

static void draw_running(const struct panel *p, int row, const struct model_run *r)
{
    char text[64];
    draw_bar(p, row, r);
    running_text(p->a, r, text, sizeof text);
    if (bars_rate(r) > 0) {
        char rate[TEXT_SIZE];
        rate_text(r, rate);
        canvas_right(p->c, p->r, row, p->numbers + columns[0].width, ROLE_TEXT, 0, rate);
        canvas_text(p->c, p->r, row, p->numbers + columns[0].width + 2, ROLE_FOCUS, 0, text);
    } else {
        canvas_text(p->c, p->r, row, p->bar, ROLE_FOCUS, 0, text);
    }
}

/* Anything but a passed check: no speed, but the reason. */
static void draw_reason(const struct panel *p, int row, const struct model_run *r)
{
    char text[sizeof r->text + sizeof r->status + 4];
    bool failed = strcmp(r->status, "FAIL") == 0, cancelled = strcmp(r->status, "cancelled") == 0;
    bool cannot = strcmp(r->status, "unsupported") == 0 || strcmp(r->status, "no device") == 0;
    if (cancelled)
        snprintf(text, sizeof text, "stopped");
    else if (cannot)
        snprintf(text, sizeof text, "–     %s", r->text[0] ? r->text : r->status);
    else
        snprintf(text, sizeof text, "%s  %s", r->status, r->text);
    canvas_clip(p->c, p->r, row, p->bar, p->r.cols,
                failed                ? ROLE_BAD
                : cannot || cancelled ? ROLE_DIM
                                      : ROLE_WARN,
                0, text);
}

static void draw_run(const struct panel *p, int row, int i, bool here)
{
    const struct model_run *r = p->b->run[i];
    struct rect name = canvas_part(p->r, row, 0, 1, 1 + p->label);
    canvas_text(p->c, name, 0, 0, ROLE_FOCUS, ATTR_BOLD, here ? "▸" : " ");
    bool fine = !r->status[0] || strcmp(r->status, "ok") == 0 || strcmp(r->status, "FAIL") == 0;
    canvas_text(p->c, name, 0, 1, fine ? app_kernel_role(p->a, r->kernel) : ROLE_DIM, here ? ATTR_BOLD : 0,
                p->b->label[i]);
    if (!r->status[0])
        draw_running(p, row, r);
    else if (strcmp(r->status, "ok") == 0) {
        draw_bar(p, row, r);
        draw_numbers(p, row, r);
    } else
        draw_reason(p, row, r);
}

/* Everything about the run under the cursor, on the last line. */
static void draw_detail(const struct panel *p, const struct model_run *r)
{
    char time[TEXT_SIZE], prepare[TEXT_SIZE], error[TEXT_SIZE], gbs[TEXT_SIZE];
    if (strcmp(r->status, "ok") != 0) {
        canvas_print(p->c, p->r, p->r.rows - 1, 1, ROLE_DIM, 0, "%s  %s", r->kernel, r->text);
        return;
    }
    canvas_print(p->c, p->r, p->r.rows - 1, 1, ROLE_DIM, 0,
                 "median %s of %d · %s GB/s · prepare %s · error %s of bound%s%s%s", figure_ms(time, r->time_ms),
                 r->samples, figure_number(gbs, r->gbs), figure_ms(prepare, r->prepare_ms),
                 figure_number(error, r->err_ratio), r->sampled_check ? " (sampled rows)" : "",
                 r->params[0] ? " · " : "", r->params);
}

/* ---- the panel ---- */

static void draw_empty(const struct app *a, struct canvas *c, struct rect r)
{
    const struct model *m = a->model;
    char text[200];
    int row = r.rows > 4 ? r.rows / 2 - 1 : 0, col = 1;
    if (a->open_cmd || m->progressing) {
        double share = m->progress_total > 0 ? m->progress_done / m->progress_total : 0;
        int used = canvas_print(c, r, row, col, ROLE_TEXT, 0, "%s %s %s", spinner(a),
                                m->progressing ? m->progress_what : "opening", a->opening);
        if (share > 0) {
            canvas_print(c, r, row, col + used + 2, ROLE_TITLE, 0, "%.0f%%", 100 * share);
            canvas_bar(c, r, row + 1, col, share * (r.cols - 2), ROLE_FOCUS);
        }
    } else if (!m->matrix.open) {
        canvas_text(c, r, row, col, ROLE_TEXT, 0, a->failed[0] ? a->failed : "No matrix is open.");
        canvas_text(c, r, row + 1, col + canvas_text(c, r, row + 1, col, ROLE_KEY, ATTR_BOLD, "o"), ROLE_DIM, 0,
                    " opens one");
    } else if (!m->matrix.runnable) {
        canvas_text(c, r, row, col, ROLE_WARN, 0, m->matrix.why);
    } else {
        settings_text(&a->settings, m, text, sizeof text);
        int used = canvas_text(c, r, row, col, ROLE_KEY, ATTR_BOLD, "r");
        canvas_print(c, r, row, col + used, ROLE_TEXT, 0, "  runs %s kernels, each checked before it is timed",
                     a->marks ? "the marked" : "all");
        canvas_text(c, r, row + 1, col + 3, ROLE_DIM, 0, text);
    }
}

static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    struct bars b;
    bars_collect(a, &b);
    if (b.n == 0 || a->open_cmd) {
        draw_empty(a, c, r);
        return;
    }
    struct panel p = { .a = a, .c = c, .r = r, .b = &b, .axis = bars_axis(&b, a->scale) };
    place(&p);
    bool head = r.rows > 2, focus = a->focus == VIEW_run, detail = focus && r.rows > 5;
    if (head)
        draw_head(&p);
    int lines = r.rows - head - detail, at = a->run_at < b.n ? a->run_at : b.n - 1;
    int follow = at;
    for (int i = 0; i < b.n && !focus; i++) /* unless somebody looks elsewhere, what is running stays in sight */
        if (!b.run[i]->status[0])
            follow = i;
    int top = view_top(follow, b.n, lines);
    for (int i = 0; i < lines && top + i < b.n; i++)
        draw_run(&p, head + i, top + i, focus && top + i == at);
    if (detail)
        draw_detail(&p, b.run[at]);
}

static void aside(const struct app *a, char *text, size_t size)
{
    static const char *const sorts[] = { "in order", "by speed", "by name" };
    static const char *const scales[] = { "", " · linear", " · log" };
    if (a->model->runs)
        snprintf(text, size, "%s%s%s", sorts[a->sort], scales[a->scale], a->all_runs ? " · all problems" : "");
}

static bool act(struct app *a, const char *word)
{
    struct bars b;
    if (strcmp(word, "scale") == 0) {
        bars_collect(a, &b);
        a->scale = bars_axis(&b, a->scale).log ? SCALE_LINEAR : SCALE_LOG;
        return true;
    }
    bars_collect(a, &b);
    return view_move(word, &a->run_at, b.n, app_page(a));
}

static void click(struct app *a, struct rect r, int row, int col, bool twice)
{
    (void)r;
    (void)col;
    (void)twice;
    if (row == 0)
        app_command(a, "sort");
    else
        a->run_at = row - 1;
}

const struct view view_run = {
    .name = "run",
    .title = "Run",
    .help = "one bar for each run; ┊ is the roof that its device's memory bandwidth sets",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
};
