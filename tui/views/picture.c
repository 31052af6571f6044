/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/picture.h"

#include "tui/views/kernels.h"

struct curve_ask picture_ask(const struct run_state *v)
{
    return (struct curve_ask){ .axis = v->picture == PICTURE_ROOFLINE ? CURVE_INTENSITY : v->axis,
                               .quantity =
                                   v->picture == PICTURE_ROOFLINE ? CURVE_RATE : (enum curve_quantity)v->quantity,
                               .log = v->scale == SCALE_LOG,
                               .linear = v->scale == SCALE_LINEAR,
                               .alone = v->alone,
                               .all = v->picture == PICTURE_ROOFLINE && v->all,
                               .every = v->all };
}

/* The same with the kernels of the next run alone, where some are marked or filtered. */
static struct curve_ask ask_of(const struct scene *s, struct marks *only)
{
    struct curve_ask ask = picture_ask(&s->state[VIEW_run].run);
    if (ask.every || (kernels_marks(s) == 0 && !s->state[VIEW_kernels].filter[0]))
        return ask;
    for (int i = 0; i < s->model->kernels; i++)
        if (kernels_picked(s, &s->model->kernel[i]))
            kernels_mark(only, s->model->kernel[i].name, true);
    ask.only = only;
    return ask;
}

/* The first of `n` rows in the upper part of the plot where nothing is drawn in `cols` columns; -1: nowhere. */
static int free_rows(const struct canvas *c, struct rect r, int n, int col, int cols)
{
    int free = 0;
    for (int row = 1; row < r.rows && free < n; row++) {
        bool blank = true;
        for (int i = 0; i < cols && blank; i++) {
            const int y = r.row + row, x = r.col + col + i;
            blank = y < c->rows && x < c->cols && c->cell[y * c->cols + x].glyph == ' ';
        }
        free = blank ? free + 1 : 0;
        if (free == n)
            return row - n + 1;
    }
    return -1;
}

/* If there are only single points: how to make a curve, where that covers none of them. */
static void draw_hint(const struct scene *s, const struct chart *chart, struct canvas *c, struct rect r)
{
    for (int i = 0; i < chart->n; i++)
        if (chart->series[i].style == CHART_DOTS || (chart->series[i].style == CHART_LINE && chart->series[i].n > 1))
            return;
    enum { AT = 10, ASIDE = 23 }; /* beside the ticks, before the only place of points */
    if (s->state[VIEW_run].run.picture == PICTURE_CURVE && s->state[VIEW_run].run.quantity == CURVE_SPEEDUP) {
        static const char needs[] = "speedup: needs a run of cpu.csr.serial at each point";
        const int row = free_rows(c, r, 2, AT, (int)sizeof needs);
        if (row < 0)
            return;
        canvas_text(c, r, row, AT, ROLE_WARN, 0, needs);
        if (!s->replay)
            canvas_text(c, r, row + 1, AT, ROLE_DIM, 0, "mark it, too, and sweep again; y: other quantities");
        return;
    }
    const int unmarked = s->marks->n == 0, row = s->replay ? -1 : free_rows(c, r, 2 + unmarked, AT, ASIDE);
    if (row < 0)
        return;
    if (unmarked)
        canvas_text(c, r, row, AT, ROLE_DIM, 0, "Space in 5 marks; then");
    canvas_text(c, r, row + unmarked, AT, ROLE_KEY, ATTR_BOLD, ":sweep k 1..64x2");
    canvas_text(c, r, row + unmarked + 1, AT, ROLE_KEY, ATTR_BOLD, ":sweep threads");
}

bool picture_is_log(const struct scene *s)
{
    const struct run_state *own = &s->state[VIEW_run].run;
    struct marks only = { .n = 0 };
    const struct curve_ask ask = ask_of(s, &only);
    struct chart *chart = own->picture == PICTURE_CURVE && own->scale == SCALE_AUTO ? calloc(1, sizeof *chart) : NULL;
    bool log = own->scale == SCALE_LOG;
    if (chart) {
        curve_make(s->model, &ask, chart);
        log = chart->y.log;
    }
    free(chart);
    return log;
}

void picture_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    struct chart *chart = calloc(1, sizeof *chart);
    if (!chart) {
        canvas_text(c, r, 0, 0, ROLE_BAD, 0, "no memory");
        return;
    }
    struct marks only = { .n = 0 };
    const struct curve_ask ask = ask_of(s, &only);
    curve_make(s->model, &ask, chart);
    chart_draw(chart, c, r);
    if (!s->running)
        draw_hint(s, chart, c, r);
    free(chart);
}

enum { SMALL = 10 }; /* lines in which a plot shows little */

/* The settings common to all curves. If they do not fit, drops the matrix, which the first line of the screen also
   names, then the threads. */
void picture_aside(const struct scene *s, char *text, size_t size)
{
    static const unsigned bits[] = { ~0u, ~(unsigned)DIFFER_MATRIX, ~(unsigned)(DIFFER_MATRIX | DIFFER_THREADS) };
    struct marks only = { .n = 0 };
    const struct curve_ask ask = ask_of(s, &only);
    char axis[CURVE_AXIS];
    curve_axis(s->model, &ask, axis);
    const bool roofline = strcmp(axis, CURVE_INTENSITY) == 0;
    for (size_t i = 0; i < COUNT(bits); i++) {
        snprintf(text, size, "%s%s", roofline ? "roofline" : "over ", roofline ? "" : axis);
        curve_title(s->model, &ask, bits[i], text, size);
        if (!s->zoomed && s->inside.rows < SMALL)
            text_add(text, size, " · Enter enlarges");
        if (canvas_width(text) <= s->inside.cols * 5 / 8)
            return;
    }
}
