/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/picture.h"

#include "tui/views/kernels.h"

struct curve_ask picture_ask(const struct run_state *v)
{
    return (struct curve_ask){ .axis = v->picture == PICTURE_ROOFLINE ? CURVE_INTENSITY : v->axis,
                               .quantity =
                                   v->picture == PICTURE_ROOFLINE ? CURVE_RATE : (enum curve_quantity)v->quantity,
                               .log = v->scale == SCALE_LOG,
                               .size = true,
                               .alone = v->alone };
}

/* A curve of single points has not begun: how to make one. */
static void draw_hint(const struct scene *s, const struct chart *chart, struct canvas *c, struct rect r)
{
    for (int i = 0; i < chart->n; i++)
        if (chart->series[i].style == CHART_DOTS || (chart->series[i].style == CHART_LINE && chart->series[i].n > 1))
            return;
    const int row = r.rows / 2 - 1, col = view_most(r.cols / 2 - 24, 10);
    if (chart->n == 0 && strcmp(chart->y.title, "times serial") == 0) {
        canvas_text(c, r, row, col, ROLE_DIM, 0, "A speedup is against a serial kernel:");
        canvas_text(c, r, row + 1, col, ROLE_DIM, 0, "mark cpu.csr.serial, too, and sweep again.");
        return;
    }
    int used = canvas_text(c, r, row, col, ROLE_KEY, ATTR_BOLD, ":sweep k 1..64x2 ");
    canvas_text(c, r, row, col + used, ROLE_DIM, 0, "runs every k");
    used = canvas_text(c, r, row + 1, col, ROLE_KEY, ATTR_BOLD, ":sweep threads ");
    canvas_text(c, r, row + 1, col + used, ROLE_DIM, 0, "with 1, 2, … threads");
    if (s->marks->n == 0)
        canvas_text(c, r, row + 2, col, ROLE_DIM, 0, "Space in 5 Kernels marks two or three first");
}

void picture_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    struct chart *chart = calloc(1, sizeof *chart);
    if (!chart) {
        canvas_text(c, r, 0, 0, ROLE_BAD, 0, "no memory");
        return;
    }
    struct curve_ask ask = picture_ask(&s->state[VIEW_run].run);
    curve_make(s->model, &ask, chart);
    chart_draw(chart, c, r);
    if (!s->running && !s->replay)
        draw_hint(s, chart, c, r);
    free(chart);
}

enum { SMALL = 10 }; /* lines in which a plot shows little */

void picture_aside(const struct scene *s, char *text, size_t size)
{
    const struct model_run *r = &s->model->run[s->model->runs - 1];
    struct curve_ask ask = picture_ask(&s->state[VIEW_run].run);
    struct curve c = { .model = s->model, .ask = &ask };
    curve_begin(&c);
    bool roofline = s->state[VIEW_run].run.picture == PICTURE_ROOFLINE, over_k = roofline || strcmp(c.axis, "k") == 0;
    r = c.to > c.from ? &s->model->run[c.to - 1] : r;
    bool one_k = true, one_type = true; /* of the lines, which say where they differ */
    int threads = 0;                    /* of all that have a team; -1: not the same */
    for (int i = c.from; i < c.to; i++) {
        const struct model_run *o = &s->model->run[i];
        one_k &= o->k == r->k;
        one_type &= strcmp(o->type, r->type) == 0;
        if (kernels_has_team(s->model, o))
            threads = threads == 0 || threads == o->threads ? o->threads : -1;
    }
    const bool small = !s->zoomed && s->inside.rows < SMALL;
    if (strcmp(c.axis, "threads") == 0 || (small && roofline)) /* which leaves no room */
        threads = 0;
    snprintf(text, size, "%s%s", roofline ? "roofline" : "over ", roofline ? "" : c.axis);
    figure_problem_text(text, size, r, !over_k && one_k, one_type, threads);
    if (small)
        text_add(text, size, " · Enter enlarges");
}
