/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/runs.h"

#include "tui/views/frame.h"
#include "tui/views/kernels.h"

/* A column; a click on its title sorts by its value. */
struct run_column {
    const char *title;
    int width, needs; /* needs: narrower panels omit the column… */
    int bars;         /* …as do those whose bars would get less than this percentage of the width */
    enum sort sort;
    enum figure_cell cell;                                        /* of library: none… */
    char *(*text)(char out[TEXT_SIZE], const struct model_run *); /* …as where there is this */
};

static const struct run_column columns[] = {
    { "GFLOPS", RUNS_RATE, 0, 0, SORT_SPEED, CELL_RATE, NULL },
    { "spread", 7, 64, 0, SORT_SPREAD, CELL_SPREAD, NULL },
    { "roof", 6, 54, 0, SORT_ROOF, CELL_ROOF, NULL },
    { "speedup", 8, 58, 0, SORT_SPEEDUP, CELL_SPEEDUP, NULL },
    { "library", 8, 90, 40, SORT_LIBRARY, 0, NULL },
    { "time", 10, 90, 50, SORT_TIME, CELL_TIME, NULL },
    { "GB/s", 7, 90, 50, SORT_BANDWIDTH, CELL_BANDWIDTH, NULL },
    { "prepare", 10, 90, 50, SORT_PREPARE, 0, bars_prepare },
    { "choose", 10, 90, 50, SORT_PREPARE, 0, bars_choosing },
};
enum { COLUMNS = COUNT(columns), TIME = COLUMNS - 4, BANDWIDTH, PREPARE, CHOOSE, MARK = 3 };

/* Returns out. */
static char *column_text(const struct runs_panel *p, int i, const struct model_run *r, char out[TEXT_SIZE])
{
    const struct model_run *library = columns[i].sort == SORT_LIBRARY ? bars_library(p->bars, r) : NULL;
    if (columns[i].sort == SORT_LIBRARY)
        return library ? bars_ratio(out, r, library) : strcpy(out, "");
    if (columns[i].text)
        return columns[i].text(out, r);
    figure_cell(out, columns[i].cell, r);
    if (columns[i].sort == SORT_SPEEDUP && p->bars->differ & DIFFER_ORDER && r->reorder[0] && r->speedup > 0)
        text_add(out, TEXT_SIZE, "*"); /* its base is not that of the rows in the file's order */
    return out;
}

/* ---- geometry ---- */

static bool is_known(const struct runs_panel *p, int i)
{
    bool known = columns[i].sort != SORT_LIBRARY && i != CHOOSE;
    for (int j = 0; j < p->bars->n && !known; j++)
        known = i == CHOOSE ? model_run_choosing(p->bars->run[j]) > 0 : bars_library(p->bars, p->bars->run[j]) != NULL;
    return known && p->rect.cols >= columns[i].needs;
}

static bool has_column(const struct runs_panel *p, int i)
{
    return p->columns >> i & 1;
}

/* Chooses the number columns beside names of this width; returns the width of the chosen ones. */
static int choose_columns(struct runs_panel *p, int names)
{
    int right = MARK + p->canvas->ascii; /* "ok" is wider than ✓ */
    p->columns = 0;
    for (int i = 0; i < COLUMNS; i++) {
        if (!is_known(p, i))
            continue;
        if (columns[i].bars &&
            names + 4 + p->rect.cols * columns[i].bars / 100 + right + columns[i].width > p->rect.cols)
            break;
        p->columns |= 1u << i;
        right += columns[i].width;
    }
    return right;
}

/* Whether more runs will come, or would have if not stopped. */
static bool more_come(const struct scene *s)
{
    const struct model *m = s->model;
    const struct model_run *last = m->runs ? &m->run[m->runs - 1] : NULL;
    return s->running || s->replay || (last && last->index < last->of);
}

/* The bar gets the rest: half of the width if possible, and never less than `bar` columns while a long name can be cut
   instead. A name without a tag may extend into the tag column; tags are cut first. */
void runs_place(struct runs_panel *p)
{
    const int bar = p->rect.cols < 60 ? 8 : 14;
    int name = 0, alone = 6, tag = 0;
    for (int i = 0; i < p->bars->lines; i++) {
        const struct model_run *run = bars_run(p->bars, i);
        struct published_row figure;
        char text[96];
        if (bars_figure(p->bars, i, &figure))
            runs_published_tag(p->bars, &figure, text, sizeof text);
        else
            bars_tag(p->bars, p->bars->line[i].run, text);
        int w = canvas_width(run ? run->kernel : figure.kernel), t = canvas_width(text);
        name = t > 0 && w > name ? w : name;
        alone = t == 0 && w > alone ? w : alone;
        tag = t > tag ? t : tag;
    }
    if (more_come(p->scene)) /* so that bars do not move when a longer name comes */
        for (int i = 0; i < p->scene->model->kernels; i++) {
            int w = canvas_width(p->scene->model->kernel[i].name);
            alone = w > alone && kernels_takes(p->scene, &p->scene->model->kernel[i]) ? w : alone;
        }
    int whole = tag > 0 && name + 1 + tag > alone ? name + 1 + tag : alone, right = choose_columns(p, whole);
    int room = p->rect.cols - right - bar - 4;
    room = room > 12 ? room : 12;
    int least = int_min(tag, room * 2 / 5);
    tag = int_min(tag, room - name - 1 > least ? room - name - 1 : least);
    name = int_min(name, room - tag - 1);
    alone = int_min(alone, room);
    int tagged = tag > 0 ? name + 1 + tag : 0;
    p->name = 2;
    p->tag = p->name + name + 1;
    p->bar = p->name + (tagged > alone ? tagged : alone) + 2;
    p->numbers = p->rect.cols - right;
    p->bar_width = p->numbers - p->bar > 0 ? p->numbers - p->bar : 0;
    enum { APART = 4 }; /* columns from one tick to the next, at least */
    p->axis = axis_on_cells(&p->axis, p->axis.lo, p->axis.hi, p->bar_width + 1, APART); /* at ends of columns */
}

/* Labels ticks under their middles, the first one from its place on, as far as they fit. */
static void draw_ticks(const struct runs_panel *p)
{
    const int room = p->bar_width - (p->axis.log ? 4 : 0);
    double tick[AXIS_TICKS];
    char text[AXIS_TEXT];
    const int n = axis_ticks(&p->axis, tick), stride = axis_stride(&p->axis, tick, n, p->bar_width, true);
    for (int i = 0; i < n; i += stride) {
        const int width = canvas_width(axis_text(&p->axis, tick[i], text));
        const int at = (int)lround(bars_length(&p->axis, tick[i], p->bar_width)) - (i > 0 ? width / 2 : 0);
        if (at + width <= room)
            canvas_text(p->canvas, p->rect, 0, p->bar + at, ROLE_DIM, 0, text);
    }
}

/* "linear · L log", or if room is short "L: log": no title of the axis beside it. */
static void draw_switch(const struct runs_panel *p)
{
    const char *now = p->axis.log ? "log · " : "linear · ", *other = p->axis.log ? "linear" : "log";
    const bool both = p->name + canvas_width(now) + 2 + canvas_width(other) < p->bar;
    int col = p->name;
    if (both)
        col += canvas_text(p->canvas, p->rect, 0, col, ROLE_DIM, 0, now);
    col += canvas_text(p->canvas, p->rect, 0, col, ROLE_KEY, ATTR_BOLD, "L");
    col += canvas_text(p->canvas, p->rect, 0, col, ROLE_DIM, 0, both ? " " : ": ");
    canvas_text(p->canvas, p->rect, 0, col, ROLE_DIM, 0, other);
}

void runs_head(const struct runs_panel *p)
{
    int col = p->numbers;
    bool flops = p->bars->n == 0 || p->bars->run[0]->flops;
    if (p->axis.log) /* before the title of the rates: "log GFLOPS" */
        canvas_right(p->canvas, p->rect, 0, p->numbers, ROLE_WARN, ATTR_BOLD, "log");
    if (p->axis.log || p->axis.wide)
        draw_switch(p);
    for (int i = 0; i < COLUMNS; i++) {
        if (!has_column(p, i))
            continue;
        col += columns[i].width;
        const char *title = i > 0 || flops ? columns[i].title : "Gnnz/s";
        canvas_right(p->canvas, p->rect, 0, col, ROLE_DIM, 0, title);
    }
    if (p->bars->n > 0)
        draw_ticks(p);
}

enum sort runs_sort_at(const struct runs_panel *p, int at)
{
    int col = p->numbers;
    for (int i = 0; i < COLUMNS && at >= p->numbers; i++) {
        col += has_column(p, i) ? columns[i].width : 0;
        if (has_column(p, i) && at < col)
            return columns[i].sort;
    }
    return at < p->bar ? SORT_NAME : SORT_SPEED;
}

/* ---- one run ---- */

/* Bright: the running one, the best, and all whose intervals overlap the best's. */
static enum role bar_role(const struct runs_panel *p, const struct model_run *r, enum standing standing)
{
    enum role role = kernels_role(p->scene->model, r->kernel);
    if (STANDING_IS_DIM(standing))
        return ROLE_DIM;
    if (!r->status[0] || standing == STANDING_BEST || standing == STANDING_LEVEL)
        return role;
    return role_bar(role);
}

static void draw_bar(const struct runs_panel *p, int row, const struct model_run *r, enum standing standing)
{
    const int high = p->pitch > 1 ? 2 : 1;
    struct rect area = canvas_part(p->rect, row, p->bar, high, p->bar_width);
    double rate = bars_rate(r), roof = bars_roof(r);
    const enum role role = bar_role(p, r, standing);
    const uint32_t tick = roof > p->axis.hi ? 0x203a : 0x250a; /* › where the axis ends before the roof */
    for (int i = 0; i < high; i++) {
        if (rate > 0)
            canvas_bar(p->canvas, area, i, 0, fmax(bars_length(&p->axis, rate, p->bar_width), 0.125), role);
        if (roof > 0)
            canvas_put(p->canvas, area, i, (int)fmin(bars_length(&p->axis, roof, p->bar_width), p->bar_width - 1), tick,
                       ROLE_ROOF, 0);
    }
}

/* The second line of a bar two lines high: the time, or the bandwidth where that has a column, and what preparing took,
   unless all have; what choosing took where it fits. */
static void draw_times(const struct runs_panel *p, int row, const struct model_run *r)
{
    char figure[TEXT_SIZE], prepare[BARS_PREPARE], text[2 * TEXT_SIZE + BARS_PREPARE];
    if (!model_run_ok(r) || has_column(p, PREPARE))
        return;
    text[0] = 0;
    if (!has_column(p, TIME))
        snprintf(text, sizeof text, "%s", figure_ms(figure, r->time_ms));
    else if (!has_column(p, BANDWIDTH))
        snprintf(text, sizeof text, "%s GB/s", figure_number(figure, r->gbs));
    if (r->prepare_ms >= 0)
        text_join(text, sizeof text, " · ", "%s", bars_prepare_parts(prepare, r));
    if (p->numbers + 1 + canvas_width(text) > p->rect.cols)
        text[strcspn(text, "+")] = 0;
    canvas_clip(p->canvas, p->rect, row, p->numbers + 1, p->rect.cols, ROLE_DIM, 0, text);
}

/* The tag of a run; the kernel that it chose has the second line of a bar two lines high if the first would cut it. */
static void draw_tag(const struct runs_panel *p, int row, const struct model_run *r, char *tag)
{
    char *choice = r->choice[0] ? strstr(tag, "→") : NULL;
    if (choice && p->pitch > 1 && p->tag + canvas_width(tag) > p->bar - 2) {
        canvas_clip(p->canvas, p->rect, row + 1, p->name, p->bar - 2, ROLE_TEXT, 0, choice);
        *choice = 0;
    }
    canvas_clip(p->canvas, p->rect, row, p->tag, p->bar - 2, ROLE_TEXT, 0, tag);
}

static void draw_numbers(const struct runs_panel *p, int row, const struct model_run *r, enum standing standing)
{
    int col = p->numbers;
    for (int i = 0; i < COLUMNS; i++) {
        char text[TEXT_SIZE];
        if (!has_column(p, i))
            continue;
        col += columns[i].width;
        const enum role role = STANDING_IS_DIM(standing) ? ROLE_DIM : i == 0 ? ROLE_TITLE : ROLE_TEXT;
        canvas_right(p->canvas, p->rect, row, col, role, role == ROLE_TITLE ? ATTR_BOLD : 0,
                     column_text(p, i, r, text));
    }
    canvas_text(p->canvas, p->rect, row, col + 1, ROLE_OK, ATTR_BOLD, p->canvas->ascii ? "ok" : "✓");
}

static void draw_running(const struct runs_panel *p, int row, const struct model_run *r)
{
    char text[64], rate[TEXT_SIZE];
    const bool known = bars_rate(r) > 0, below = p->pitch > 1;
    draw_bar(p, row, r, STANDING_NONE);
    runs_step(p->scene, r, text, sizeof text);
    int col = known ? p->numbers + RUNS_RATE + 2 : p->bar;
    col += canvas_text(p->canvas, p->rect, row, col, ROLE_FOCUS, 0, text);
    if (!known)
        return;
    canvas_right(p->canvas, p->rect, row, p->numbers + RUNS_RATE, ROLE_TEXT, 0, figure_number(rate, bars_rate(r)));
    col = below ? p->numbers : col;
    strip_samples(p->scene, p->canvas, p->rect, row + below, col + 1, p->rect.cols - 1, r->id);
}

/* A cut name ends in …. If several may be the fastest, none is marked as such: each has ≈, a dim one a dim ≈. */
void runs_line(const struct runs_panel *p, int row, int i, bool here)
{
    static const char *const edge[] = {
        [STANDING_BEST] = "↑", [STANDING_LEVEL] = "≈", [STANDING_WORST] = "↓", [STANDING_DIM_LEVEL] = "≈"
    };
    const struct model_run *r = bars_run(p->bars, i);
    char tag[96];
    if (!r) {
        runs_published_line(p, row, i, here);
        return;
    }
    bars_tag(p->bars, p->bars->line[i].run, tag);
    bool fine = !r->status[0] || model_run_ok(r) || strcmp(r->status, "FAIL") == 0;
    enum standing standing = p->bars->standing[p->bars->line[i].run];
    const bool marked = kernels_marked(p->scene->marks, r->kernel);
    canvas_text(p->canvas, p->rect, row, 0, here ? ROLE_FOCUS : ROLE_KEY, ATTR_BOLD, here ? "▸" : marked ? "●" : " ");
    canvas_text(p->canvas, p->rect, row, 1, STANDING_IS_DIM(standing) ? ROLE_DIM : ROLE_FOCUS, ATTR_BOLD,
                edge[standing] ? edge[standing] : " ");
    canvas_clip(p->canvas, p->rect, row, p->name, tag[0] ? p->tag - 1 : p->bar - 2,
                fine ? kernels_role(p->scene->model, r->kernel) : ROLE_DIM, here ? ATTR_BOLD : 0, r->kernel);
    if (tag[0])
        draw_tag(p, row, r, tag);
    if (p->pitch > 1)
        draw_times(p, row + 1, r);
    if (!r->status[0])
        draw_running(p, row, r);
    else if (model_run_ok(r)) {
        draw_bar(p, row, r, standing);
        draw_numbers(p, row, r, standing);
    } else
        runs_reason(p, row, r);
}
