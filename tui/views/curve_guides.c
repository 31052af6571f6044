/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve_guides: the lines of a curve that are not measured: roofs and ideal scaling. */
#include "tui/views/curve.h"

#include "tui/model/flags.h"
#include "tui/views/bars.h"

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

/* The run's value at its roof. NaN: unknown, or a speedup, whose base is another run. */
static double roof_of(const struct curve *c, const struct model_run *r)
{
    const double roof = bars_roof(r);
    if (!(roof > 0))
        return NAN;
    switch (c->ask->quantity) {
    case CURVE_TIME:
        return r->time_ms * bars_rate(r) / roof;
    case CURVE_SPEEDUP:
        return NAN;
    case CURVE_BANDWIDTH:
        return r->roof_gbs;
    default:
        return roof;
    }
}

/* The same roof for memory alone, if the peak is lower. */
static double at_memory(const struct curve *c, const struct model_run *r, double roof)
{
    const double lower = bars_roof(r) / bars_rate(r) * r->gbs / r->roof_gbs;
    return c->ask->quantity == CURVE_TIME ? roof * lower : roof / lower;
}

/* Whether it need not read all that others of its matrix at x must, because its kernel packs A or stores half of it. */
static bool reads_less(const struct curve *c, const struct model_run *r, double x)
{
    for (int i = c->from; i < c->to; i++) {
        const struct model_run *o = &c->model->run[i];
        if (o->gbs > 0 && strcmp(o->type, r->type) == 0 && strcmp(o->device, r->device) == 0 &&
            strcmp(o->matrix, r->matrix) == 0 && curve_x(c, o) == x &&
            bars_rate(o) / o->gbs < 0.999 * bars_rate(r) / r->gbs)
            return true;
    }
    return false;
}

static bool is_better(const struct curve *c, double y, double other)
{
    return c->ask->quantity == CURVE_TIME ? y < other : y > other;
}

struct chart_series *curve_guide(const struct curve *c, const char *name)
{
    for (int i = c->lines; i < c->chart->n; i++)
        if (strcmp(c->chart->series[i].name, name) == 0)
            return &c->chart->series[i];
    return NULL;
}

/* For a roof over k: between two measured k the least time grows linearly, as A is read once and X and Y once per
   column, and is at least the time at the peak. `lo` of a point: memory is the bound, not the peak. */
static void bend(const struct curve *c, struct chart_series *s)
{
    enum { STEPS = 8 };
    const bool time = c->ask->quantity == CURVE_TIME;
    const struct chart_series was = *s;
    for (int j = 0; j + 1 < was.n; j++)
        for (int i = 1; i < STEPS; i++) {
            const struct chart_point *p = &was.at[j], *q = p + 1;
            const double x = p->x * pow(q->x / p->x, (double)i / STEPS), part = (x - p->x) / (q->x - p->x);
            const double from = time ? p->lo : p->x / p->lo, to = time ? q->lo : q->x / q->lo;
            const double peak = q->y == q->lo ? 0 : time ? q->y / q->x : 1 / q->y;
            const double least = fmax(from + part * (to - from), peak * x);
            chart_put_xy(s, x, time ? least : x / least);
        }
    for (int j = 0; j < s->n; j++)
        s->at[j].lo = NAN;
}

/* "roof cpu", or "roof cpu bcsstk13": a roof belongs to one matrix, if the axis does not go through several. */
static void name_roof(const struct curve *c, const struct model_run *r, char name[CHART_NAME])
{
    bool several = false;
    for (int i = c->model->first; i < c->model->runs && c->fixed & DIFFER_MATRIX && !several; i++)
        several = curve_belongs(c, &c->model->run[i]) && strcmp(c->model->run[i].matrix, r->matrix) != 0;
    snprintf(name, CHART_NAME, "roof %s%s%.60s", r->device, several ? " " : "", several ? r->matrix : "");
}

void curve_add_roofs(struct curve *c)
{
    const bool bent = curve_axis_is(c, "k") && c->ask->quantity != CURVE_BANDWIDTH;
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *r = &c->model->run[i];
        struct chart_point p = { .x = curve_x(c, r), .y = roof_of(c, r), .lo = NAN, .hi = NAN };
        char name[CHART_NAME];
        if (!isfinite(p.x) || !isfinite(p.y) || !curve_belongs(c, r) || reads_less(c, r, p.x))
            continue;
        name_roof(c, r, name);
        struct chart_series *s = curve_guide(c, name);
        s = s ? s : chart_add(c->chart, name, CHART_ROOF);
        if (!s)
            return;
        bool higher = true;
        for (int j = 0; j < s->n; j++)
            higher &= s->at[j].x != p.x || is_better(c, p.y, s->at[j].y);
        if (bent)
            p.lo = model_run_at_peak(r) && r->roof_gbs > 0 ? at_memory(c, r, p.y) : p.y;
        chart_put(s, &p, higher);
    }
    for (int i = c->lines; i < c->chart->n && bent; i++)
        bend(c, &c->chart->series[i]);
}

/* Whether a point of a line, to which r belongs, exceeds its roof. */
static bool is_beyond(const struct curve *c, const struct chart_series *line, const struct model_run *r)
{
    char name[CHART_NAME];
    name_roof(c, r, name);
    const struct chart_series *roof = curve_guide(c, name);
    for (int i = 0; i < line->n && roof; i++)
        for (int j = 0; j < roof->n; j++)
            if (roof->at[j].x == line->at[i].x && is_better(c, line->at[i].y, roof->at[j].y))
                return true;
    return false;
}

/* Whether a run of this kernel exceeds even the roof that counts its own bytes. */
static bool passes_own(const struct curve *c, const struct model_run *line)
{
    bool passes = false;
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *r = &c->model->run[i];
        passes |= strcmp(r->kernel, line->kernel) == 0 && strcmp(r->device, line->device) == 0 && curve_belongs(c, r) &&
                  r->roof_frac > 1.05;
    }
    return passes;
}

void curve_note_beyond(struct curve *c)
{
    const char *which = NULL, *low = NULL;
    int n = 0;
    for (int i = 0; i < c->lines; i++) {
        if (!is_beyond(c, &c->chart->series[i], c->line[i]))
            continue;
        if (passes_own(c, c->line[i]))
            low = c->chart->series[i].name;
        else if (reads_less(c, c->line[i], curve_x(c, c->line[i]))) {
            which = c->chart->series[i].name;
            n++;
        }
    }
    if (low)
        text_join(c->chart->note, sizeof c->chart->note, "; ", "%s passes its roof, which was measured too low", low);
    if (!n)
        return;
    char text[CHART_NAME + 8];
    snprintf(text, sizeof text, "%s reads", which);
    if (n > 1)
        snprintf(text, sizeof text, "%d kernels read", n);
    text_join(c->chart->note, sizeof c->chart->note, "; ", "%s the roof, which counts A as CSR: %s fewer bytes",
              c->ask->quantity == CURVE_TIME ? "below" : "above", text);
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
    struct chart_series *ideal = first && first->x > 0 ? chart_add(c->chart, "ideal", CHART_IDEAL) : NULL;
    enum { STEPS = 32 }; /* straight on both kinds of axes */
    for (int i = 0; i <= STEPS && ideal; i++) {
        double x = first->x + (last->x - first->x) * i / STEPS, times = x / first->x;
        chart_put_xy(ideal, x, c->ask->quantity == CURVE_TIME ? first->y / times : first->y * times);
    }
}

/* The speedup from point `from` of a line over the ratio of threads: from medians; from intervals, at least. */
static double over_ideal(const struct curve *c, const struct chart_point *from, const struct chart_point *p, bool least)
{
    const bool time = c->ask->quantity == CURVE_TIME;
    const double before = !least ? from->y : time ? from->lo : from->hi, after = !least ? p->y : time ? p->hi : p->lo;
    return (time ? before / after : after / before) * from->x / p->x;
}

void curve_doubt_roofs(struct curve *c)
{
    for (int i = c->model->first; i < c->model->runs; i++) {
        const struct model_run *r = &c->model->run[i];
        char name[CHART_NAME];
        name_roof(c, r, name);
        struct chart_series *s = *flags_about(r->flags) && curve_belongs(c, r) ? curve_guide(c, name) : NULL;
        if (s)
            snprintf(s->name, sizeof s->name, "%s%s", flags_about(r->flags), name);
    }
}

/* Among the points above the ideal, the highest that noise does not explain; if it may explain all, the highest. */
void curve_note_superlinear(struct curve *c)
{
    const struct chart_series *most = NULL;
    int at = 0;
    double times = 0;
    bool clear = false;
    for (int i = 0; i < c->lines; i++)
        for (int j = 1; j < c->chart->series[i].n; j++) {
            const struct chart_series *s = &c->chart->series[i];
            const double over = over_ideal(c, &s->at[0], &s->at[j], false);
            const bool sure = over_ideal(c, &s->at[0], &s->at[j], true) > 1; /* NaN: no interval */
            if (s->at[0].x > 0 && over > 1.05 && (sure > clear || (sure == clear && over > times))) {
                times = over;
                clear = sure;
                most = s;
                at = j;
            }
        }
    if (!most)
        return;
    text_join(c->chart->note, sizeof c->chart->note, "; ", "%s on %.0f threads: %.2f× ideal, %s", most->name,
              most->at[at].x, times, clear ? "more than noise explains" : "which may be noise");
}
