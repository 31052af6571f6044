/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_guides: the lines of a curve that are not measured: roofs, ideal scaling, the slopes of a roofline. */
#include "tui/views/curve_guides.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/views/bars.h"
#include "tui/views/curve_axis.h"

void curve_extent(const struct curve *c, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = 0;
    for (int i = 0; i < c->lines; i++) {
        const struct chart_series *s = &c->chart->series[i];
        *lo = fmin(*lo, s->at[0].x);
        *hi = fmax(*hi, s->at[s->n - 1].x);
    }
}

/* What the run would have at its roof; NaN: unknown. */
static double roof_of(const struct curve *c, const struct model_run *r)
{
    double roof = bars_roof(r);
    if (!(roof > 0))
        return NAN;
    switch (c->ask->quantity) {
    case CURVE_TIME:
        return r->time_ms * bars_rate(r) / roof;
    case CURVE_SPEEDUP:
        return r->speedup * roof / bars_rate(r);
    case CURVE_BANDWIDTH:
        return r->gbs * roof / bars_rate(r);
    default:
        return roof;
    }
}

static bool is_better(const struct curve *c, double y, double other)
{
    return c->ask->quantity == CURVE_TIME ? y < other : y > other;
}

void curve_add_roofs(struct curve *c)
{
    for (int i = 0; i < c->model->runs; i++) {
        const struct model_run *r = &c->model->run[i];
        struct chart_point p = { .x = curve_x(c->model, r, c->axis), .y = roof_of(c, r), .lo = NAN, .hi = NAN };
        char name[CHART_NAME];
        struct chart_series *s = NULL;
        if (!isfinite(p.x) || !isfinite(p.y) || !curve_belongs(c, r))
            continue;
        snprintf(name, sizeof name, "roof %s", r->device);
        for (int j = c->lines; j < c->chart->n; j++)
            s = strcmp(c->chart->series[j].name, name) == 0 ? &c->chart->series[j] : s;
        s = s ? s : chart_add(c->chart, name, ROLE_ROOF, CHART_ROOF);
        if (!s)
            return;
        bool higher = true;
        for (int j = 0; j < s->n; j++)
            higher &= s->at[j].x != p.x || is_better(c, p.y, s->at[j].y);
        chart_put(s, &p, higher);
    }
}

void curve_add_ideal(struct curve *c)
{
    const struct chart_point *first = NULL, *last = NULL;
    for (int i = 0; i < c->lines; i++) {
        const struct chart_series *s = &c->chart->series[i];
        bool better = s->n > 1 && (!first || s->at[0].x < first->x ||
                                   (s->at[0].x == first->x && is_better(c, s->at[0].y, first->y)));
        first = better ? &s->at[0] : first;
        last = s->n > 1 && (!last || s->at[s->n - 1].x > last->x) ? &s->at[s->n - 1] : last;
    }
    struct chart_series *ideal = first && first->x > 0 ? chart_add(c->chart, "ideal", ROLE_DIM, CHART_IDEAL) : NULL;
    enum { STEPS = 32 }; /* straight on both kinds of axes */
    for (int i = 0; i <= STEPS && ideal; i++) {
        double x = first->x + (last->x - first->x) * i / STEPS, times = x / first->x;
        chart_put(ideal,
                  &(struct chart_point){ x, c->ask->quantity == CURVE_TIME ? first->y / times : first->y * times, NAN,
                                         NAN, false, false },
                  false);
    }
}

/* GFLOPS = intensity × bandwidth, from left to right of all points. */
static void add_slope(struct curve *c, const char *name, double gbs)
{
    double lo, hi;
    curve_extent(c, &lo, &hi);
    struct chart_series *s = hi > 0 ? chart_add(c->chart, name, ROLE_ROOF, CHART_ROOF) : NULL;
    for (int i = 0; i < 2 && s; i++) {
        double x = i ? 1.6 * hi : lo / 1.6;
        chart_put(s, &(struct chart_point){ x, gbs * x, NAN, NAN, false, false }, false);
    }
}

void curve_add_slopes(struct curve *c)
{
    for (int i = c->model->runs - 1; i >= 0; i--) {
        const struct model_run *r = &c->model->run[i];
        char level[64], name[CHART_NAME];
        bool there = false;
        snprintf(level, sizeof level, "%s%s%s ", r->device, *r->roof ? " " : "", r->roof);
        for (int j = c->lines; j < c->chart->n; j++) {
            const char *other = c->chart->series[j].name;
            there |= strncmp(other, level, strlen(level)) == 0 && isdigit((unsigned char)other[strlen(level)]);
        }
        if (there || !(r->roof_gbs > 0) || !curve_belongs(c, r))
            continue;
        snprintf(name, sizeof name, "%s%.3g GB/s", level, r->roof_gbs);
        add_slope(c, name, r->roof_gbs);
    }
}
