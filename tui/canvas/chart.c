/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas/chart.h"

/* ---- points ---- */

bool chart_measured(const struct chart_series *s)
{
    return s->style == CHART_LINE || s->style == CHART_DOTS;
}

bool chart_is_level(const struct chart *c, const struct chart_series *s)
{
    return !chart_measured(s) && s->n == 1 && !(c->x.hi > c->x.lo);
}

/* Not k, which is the name of an axis. */
static const char letters[CHART_PLACES + 1] = "abcdefghijlmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

void chart_place(struct chart_series *s, int place)
{
    enum { COLOURS = ROLE_LINE6 - ROLE_LINE0 + 1 };
    s->place = place;
    s->mark = letters[place];
    s->role = (enum role)(ROLE_LINE0 + place % COLOURS);
}

struct chart_series *chart_add(struct chart *c, const char *name, enum chart_style style)
{
    if (c->n == CHART_SERIES) {
        c->left_out++;
        return NULL;
    }
    struct chart_series *s = &c->series[c->n++];
    s->style = style;
    s->joined = false;
    s->n = 0;
    s->place = -1;
    s->mark = 0;
    s->role = style == CHART_ROOF ? ROLE_ROOF : ROLE_DIM;
    if (chart_measured(s))
        chart_place(s, c->measured++);
    snprintf(s->name, sizeof s->name, "%s", name);
    return s;
}

void chart_drop(struct chart *c, int series)
{
    memmove(&c->series[series], &c->series[series + 1], sizeof *c->series * (size_t)(--c->n - series));
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

/* Who loses a name first: limits (0), single points, lines. */
enum { RANKS = 3 };
static int rank_of(const struct chart_series *s)
{
    return chart_measured(s) ? 1 + (s->n > 1) : 0;
}

int chart_keep_names(const struct chart *c, int *order, int n, int room, bool few)
{
    int limits = 0;
    for (int i = 0; i < n; i++)
        limits += rank_of(&c->series[order[i]]) == 0;
    for (int rank = few ? 0 : 1; rank < RANKS; rank++)
        for (int kept = 0; kept < n && n > room;) {
            const int i = c->low != (rank == 0) ? kept : n - 1 - kept;
            if (rank_of(&c->series[order[i]]) == rank && (rank > 0 || limits-- > 1))
                memmove(&order[i], &order[i + 1], (size_t)(--n - i) * sizeof *order);
            else
                kept++;
        }
    return n;
}

int chart_best(const struct chart *c, int *order, int n, int rows)
{
    const int most = rows / 3 > 2 ? rows / 3 : 2;
    int lines = 0, curves = 0;
    for (int i = 0; i < n; i++) {
        const bool several = c->series[i].n > 1;
        const bool counts =
            c->series[i].style == CHART_LINE || (c->series[i].style == CHART_DOTS && several && rows >= CHART_LOW);
        lines += counts;
        curves += counts && several;
    }
    const int room = lines > CHART_FEW && lines > most && curves > 0 ? n - (lines - most) : n;
    return chart_keep_names(c, order, n, room, false);
}

bool chart_doubts(const struct chart *c, char *out, size_t size)
{
    int all = 0, doubtful = 0;
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->series[i].n && chart_measured(&c->series[i]); j++) {
            all++;
            doubtful += c->series[i].at[j].doubtful;
        }
    const bool some = doubtful > 0 && doubtful < all;
    out[0] = 0;
    if (some)
        snprintf(out, size, "? %d of %d points doubtful: %s", doubtful, all, c->doubts);
    else if (doubtful > 0)
        snprintf(out, size, "all points doubtful: %s", c->doubts);
    return some;
}

/* ---- ends ---- */

/* The height of a linear axis; roofs that are left out give their height in their names. */
static double beside_roofs(struct chart *c, double measured)
{
    double top = measured;
    for (int i = 0; i < c->n; i++) {
        struct chart_series *s = &c->series[i];
        double roof = 0;
        for (int j = 0; j < s->n && s->style == CHART_ROOF; j++)
            roof = fmax(roof, s->at[j].y);
        if (axis_far_roof(roof, measured))
            text_add(s->name, sizeof s->name, roof >= 1000 ? " ↑ %.0f" : " ↑ %.3g", roof);
        else
            top = fmax(top, roof);
    }
    return top;
}

void chart_fit(struct chart *c)
{
    double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->series[i].n; j++) {
            const struct chart_point *p = &c->series[i].at[j];
            x0 = p->x > 0 || !c->x.log ? fmin(x0, p->x) : x0;
            x1 = fmax(x1, p->x);
            y0 = p->y > 0 || !c->y.log ? fmin(y0, p->y) : y0;
            y1 = c->series[i].style == CHART_ROOF && !c->y.log ? y1 : fmax(y1, p->y);
        }
    if (!c->y.log)
        y1 = beside_roofs(c, y1);
    c->x.lo = c->x.words > 0 ? -0.5 : isfinite(x0) ? x0 : c->x.log;
    c->x.hi = c->x.words > 0 ? c->x.words - 0.5 : isfinite(x1) ? x1 : 10;
    c->y.lo = c->y.log ? isfinite(y0) ? y0 : 1 : 0;
    c->y.hi = y1 > 0 ? y1 : 1;
    c->least = c->y.lo;
    c->most = c->y.hi;
    if (c->y.log)
        axis_widen(&c->y);
    else
        c->y.hi = axis_steady_above(c->y.hi);
}

void chart_add_notch(struct chart *c, double x, const char *text)
{
    int at = 0;
    for (int i = 0; i < c->notches; i++) {
        if (strcmp(c->notch[i].text, text) == 0)
            return;
        at += c->notch[i].x < 0.999 * x;
    }
    if (!(x > 0) || c->notches == CHART_NOTCHES || (at < c->notches && c->notch[at].x < 1.001 * x))
        return;
    memmove(&c->notch[at + 1], &c->notch[at], sizeof *c->notch * (size_t)(c->notches++ - at));
    c->notch[at].x = x;
    snprintf(c->notch[at].text, sizeof c->notch[at].text, "%s", text);
}

static bool is_value(const struct chart_notch *n)
{
    return strchr(n->text, '=') != NULL;
}

const char *chart_notch_text(const struct chart *c, const double *from, int i)
{
    const char *text = c->notch[i].text;
    for (int j = 0; j < i && is_value(&c->notch[i]); j++)
        if (is_value(&c->notch[j]) && !isnan(from[j]))
            return strchr(text, '=') + 1;
    return text;
}

/* Whether the label i would touch none of the others that have a place. */
static bool has_room(const struct chart *c, const double *from, int i, double unit, double place, double end)
{
    bool room = true;
    for (int j = 0; j < c->notches; j++)
        room &= j == i || isnan(from[j]) || end + unit <= from[j] ||
                place >= from[j] + unit * (canvas_width(chart_notch_text(c, from, j)) + 1);
    return room;
}

void chart_place_notches(const struct chart *c, const double *at, double unit, double lo, double hi, double *from)
{
    int last = 0;
    for (int i = 0; i < c->notches; i++) {
        from[i] = NAN;
        last = is_value(&c->notch[i]) ? i : last;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < c->notches; i++) {
            const int wide = canvas_width(chart_notch_text(c, from, i)), most = pass ? wide / 2 : i == last ? 2 : 0;
            for (int n = 0; n <= 2 * most && is_value(&c->notch[i]) == !pass && isnan(from[i]); n++) {
                const int aside = n % 2 ? (n + 1) / 2 : -n / 2; /* 0, 1, -1, 2 … */
                const double place = ceil(at[i] - wide * unit / 2) + aside * unit, end = place + wide * unit;
                if (place >= lo && end <= hi && has_room(c, from, i, unit, place, end))
                    from[i] = place;
            }
        }
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
        c->y.hi = y > c->y.hi ? axis_steady_above(y) : c->y.hi;
        return;
    }
    c->y.lo = fmin(c->y.lo, y);
    c->y.hi = fmax(c->y.hi, y);
    axis_widen(&c->y);
}
