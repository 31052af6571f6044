/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/picture.h"

struct curve_ask picture_ask(const struct run_state *v)
{
    return (struct curve_ask){ .axis = v->picture == PICTURE_ROOFLINE ? CURVE_INTENSITY : v->axis,
                               .quantity =
                                   v->picture == PICTURE_ROOFLINE ? CURVE_RATE : (enum curve_quantity)v->quantity,
                               .log = v->scale == SCALE_LOG,
                               .linear = v->scale == SCALE_LINEAR,
                               .alone = v->alone,
                               .all = v->picture == PICTURE_ROOFLINE && v->all };
}

/* If there are only single points: how to make a curve. */
static void draw_hint(const struct scene *s, const struct chart *chart, struct canvas *c, struct rect r)
{
    for (int i = 0; i < chart->n; i++)
        if (chart->series[i].style == CHART_DOTS || (chart->series[i].style == CHART_LINE && chart->series[i].n > 1))
            return;
    const int row = r.rows / 2 - 1, col = int_max(r.cols / 2 - 24, 10);
    if (s->state[VIEW_run].run.picture == PICTURE_CURVE && s->state[VIEW_run].run.quantity == CURVE_SPEEDUP) {
        canvas_text(c, r, row, col, ROLE_WARN, 0, "speedup: needs a run of cpu.csr.serial at each point");
        if (!s->replay)
            canvas_text(c, r, row + 1, col, ROLE_DIM, 0, "mark it, too, and sweep again; y: other quantities");
        return;
    }
    if (s->replay)
        return;
    int used = canvas_text(c, r, row, col, ROLE_KEY, ATTR_BOLD, ":sweep k 1..64x2 ");
    canvas_text(c, r, row, col + used, ROLE_DIM, 0, "runs every k");
    used = canvas_text(c, r, row + 1, col, ROLE_KEY, ATTR_BOLD, ":sweep threads ");
    canvas_text(c, r, row + 1, col + used, ROLE_DIM, 0, "with 1, 2, … threads");
    if (s->marks->n == 0)
        canvas_text(c, r, row + 2, col, ROLE_DIM, 0, "Space in 5 Kernels marks two or three first");
}

bool picture_is_log(const struct scene *s)
{
    const struct run_state *own = &s->state[VIEW_run].run;
    const struct curve_ask ask = picture_ask(own);
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
    struct curve_ask ask = picture_ask(&s->state[VIEW_run].run);
    ask.marks = s->marks;
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
    const struct curve_ask ask = picture_ask(&s->state[VIEW_run].run);
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
