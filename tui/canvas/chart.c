/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas/chart.h"

/* ---- points ---- */

bool chart_measured(const struct chart_series *s)
{
    return s->style == CHART_LINE || s->style == CHART_DOTS;
}

struct chart_series *chart_add(struct chart *c, const char *name, enum role role, enum chart_style style)
{
    if (c->n == CHART_SERIES) {
        c->left_out++;
        return NULL;
    }
    struct chart_series *s = &c->series[c->n++];
    s->role = role;
    s->style = style;
    s->n = 0;
    s->mark = 0;
    snprintf(s->name, sizeof s->name, "%s", name);
    return s;
}

void chart_put(struct chart_series *s, const struct chart_point *p, bool newer)
{
    int i = s->n;
    if (!isfinite(p->x) || !isfinite(p->y))
        return;
    while (i > 0 && s->at[i - 1].x > p->x)
        i--;
    if (i > 0 && s->at[i - 1].x == p->x) {
        if (newer)
            s->at[i - 1] = *p;
        return;
    }
    if (s->n == CHART_POINTS)
        return;
    memmove(&s->at[i + 1], &s->at[i], (size_t)(s->n - i) * sizeof *s->at);
    s->at[i] = *p;
    s->n++;
}

void chart_put_xy(struct chart_series *s, double x, double y)
{
    chart_put(s, &(struct chart_point){ .x = x, .y = y, .lo = NAN, .hi = NAN }, true);
}

static double last_y(const struct chart_series *s)
{
    return s->n > 0 ? s->at[s->n - 1].y : (double)-INFINITY;
}

int chart_order(const struct chart *c, int out[CHART_SERIES])
{
    for (int i = 0; i < c->n; i++) {
        int j = i;
        for (; j > 0 && last_y(&c->series[out[j - 1]]) < last_y(&c->series[i]); j--)
            out[j] = out[j - 1];
        out[j] = i;
    }
    return c->n;
}

/* ---- axes ---- */

double chart_place(const struct chart_axis *a, double x)
{
    if (!(a->hi > a->lo))
        return 0.5;
    if (a->log)
        return x > 0 && a->lo > 0 ? log(x / a->lo) / log(a->hi / a->lo) : 0;
    return (x - a->lo) / (a->hi - a->lo);
}

double chart_nice_above(double x)
{
    double p = pow(10, floor(log10(x)));
    return x <= p ? p : x <= 2 * p ? 2 * p : x <= 5 * p ? 5 * p : 10 * p;
}

double chart_steady_above(double x)
{
    double step = chart_nice_above(x) / 10;
    return step * ceil(1.02 * x / step);
}

static int add_tick(const struct chart_axis *a, double tick, double out[CHART_TICKS], int n)
{
    if (n == CHART_TICKS || tick < a->lo * (1 - 1e-9) || tick > a->hi * (1 + 1e-9))
        return n;
    out[n] = fabs(tick) < 1e-12 ? 0 : tick;
    return n + 1;
}

int chart_ticks(const struct chart_axis *a, double out[CHART_TICKS])
{
    int n = 0;
    if (!(a->hi > a->lo))
        return add_tick(a, a->lo, out, 0);
    if (a->log && a->twos) {
        for (double t = pow(2, floor(log2(a->lo))); t <= a->hi * 1.0001 && n < CHART_TICKS; t *= 2)
            n = add_tick(a, t, out, n);
        return n;
    }
    if (a->log) {
        bool few = a->hi / a->lo < 1e3;
        for (double t = pow(10, floor(log10(a->lo))); t <= a->hi * 1.0001 && n < CHART_TICKS; t *= 10)
            for (int i = 1; i <= (few ? 5 : 1); i = i == 1 ? 2 : i == 2 ? 5 : 6)
                n = add_tick(a, i * t, out, n);
        return n;
    }
    double step = fmax(chart_nice_above((a->hi - a->lo) / 6), a->twos);
    for (double t = step * ceil(a->lo / step - 1e-9); t <= a->hi * 1.0001 && n < CHART_TICKS; t += step)
        n = add_tick(a, t, out, n);
    return n;
}

void chart_tick_text(double tick, char out[16])
{
    const double size = fabs(tick);
    if (size != 0 && (size < 1e-3 || size >= 1e12))
        snprintf(out, 16, "%.0e", tick);
    else if (size >= 1e4)
        snprintf(out, 16, "%.4g%c",
                 tick / (size >= 1e9   ? 1e9
                         : size >= 1e6 ? 1e6
                                       : 1e3),
                 size >= 1e9   ? 'G'
                 : size >= 1e6 ? 'M'
                               : 'k');
    else
        snprintf(out, 16, "%g", tick);
}

/* Where a logarithmic axis ends: the next of 1, 2, 5, 10 … outwards. */
static void widen(struct chart_axis *a)
{
    a->lo = 1 / chart_nice_above(1 / a->lo * (1 - 1e-9));
    a->hi = chart_nice_above(a->hi * (1 - 1e-9));
    if (a->hi <= a->lo)
        a->hi = 10 * a->lo;
}

bool chart_far_roof(double roof, double measured)
{
    return measured > 0 && roof > 3 * measured;
}

/* Up to which height a linear axis goes; the names of roofs that are left out say how high they are. */
static double beside_roofs(struct chart *c, double measured)
{
    double top = measured;
    for (int i = 0; i < c->n; i++) {
        struct chart_series *s = &c->series[i];
        double roof = 0;
        for (int j = 0; j < s->n && s->style == CHART_ROOF; j++)
            roof = fmax(roof, s->at[j].y);
        if (chart_far_roof(roof, measured))
            text_add(s->name, sizeof s->name, roof >= 1000 ? " ↑ %.0f" : " ↑ %.3g", roof);
        else
            top = fmax(top, roof);
    }
    return top;
}

void chart_fit(struct chart *c)
{
    double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
    int order[CHART_SERIES], n = chart_order(c, order);
    char mark = 'a';
    for (int i = 0; i < n; i++) {
        struct chart_series *s = &c->series[order[i]];
        if (chart_measured(s)) {
            s->mark = mark;
            if ((mark - 'a') % 2 && s->role >= ROLE_CPU && s->role <= ROLE_PEER) /* neighbours differ in brightness */
                s->role = (enum role)(s->role - ROLE_CPU + ROLE_CPU_BAR);
            mark = mark == 'z' ? 'A' : (char)(mark + 1);
        }
        for (int j = 0; j < s->n; j++) {
            x0 = s->at[j].x > 0 || !c->x.log ? fmin(x0, s->at[j].x) : x0;
            x1 = fmax(x1, s->at[j].x);
            y0 = s->at[j].y > 0 || !c->y.log ? fmin(y0, s->at[j].y) : y0;
            y1 = s->style == CHART_ROOF && !c->y.log ? y1 : fmax(y1, s->at[j].y);
        }
    }
    if (!c->y.log)
        y1 = beside_roofs(c, y1);
    c->x.lo = isfinite(x0) ? x0 : c->x.log;
    c->x.hi = isfinite(x1) ? x1 : 10;
    c->y.lo = c->y.log ? isfinite(y0) ? y0 : 1 : 0;
    c->y.hi = y1 > 0 ? y1 : 1;
    if (c->y.log)
        widen(&c->y);
    else
        c->y.hi = chart_steady_above(c->y.hi);
}

void chart_add_ring(struct chart *c, int series, double x, double y)
{
    if (c->rings == CHART_RINGS || !isfinite(x) || !(x > 0) || !isfinite(y) || !(y > 0))
        return;
    c->ring[c->rings++] = (struct chart_ring){ series, x, y };
    c->x.lo = fmin(c->x.lo, x);
    c->x.hi = fmax(c->x.hi, x);
    c->x.log = c->x.log || (c->x.lo > 0 && c->x.hi > fmax(16, 8 * c->x.lo));
    if (!c->y.log) {
        c->y.hi = y > c->y.hi ? chart_steady_above(y) : c->y.hi;
        return;
    }
    c->y.lo = fmin(c->y.lo, y);
    c->y.hi = fmax(c->y.hi, y);
    widen(&c->y);
}
