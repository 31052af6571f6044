/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_svg: a chart as a picture for papers: vector lines on white, with dashes and marks as well as colours. */
#include "tui/canvas/chart.h"
#include "tui/canvas/svg.h"

/* The picture and its plotting field, in pixels; a name takes NAME. Many names make it higher. */
enum { WIDTH = 820, BELOW = 104, LEFT = 64, TOP = 44, RIGHT = 590, FIELD = 336, NAME = 16, RING = 6 };

static int bottom_of(const struct chart *c)
{
    const int names = (c->n + 2 * (c->rings > 0)) * NAME;
    return TOP + (names > FIELD ? names : FIELD);
}

/* Each is repeated when all are used: Okabe and Ito's colours; dashes of lines; the dots of roofs; marks: a circle,
   square, triangle, diamond, and the hollow ones: a cross and a plus. */
enum { COLOURS = 7, DASHES = 6, MARKS = 6, HOLLOW = 4 };
static const char *const colours[COLOURS] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#e69f00", "#56b4e9", "#000000" };
static const char *const dashes[DASHES] = { "none", "7 3", "2 2", "9 3 2 3", "12 4", "5 2 1 2" };
static const char *const dots[DASHES] = { "1 4", "4 3", "1 2", "8 3 1 3", "1 8", "10 4" };
static const char *const marks[MARKS] = { "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
                                          "m-3 -3h6v6h-6z",
                                          "m0 -4l4 7h-8z",
                                          "m0 -4.5l4 4.5l-4 4.5l-4 -4.5z",
                                          "m-3 -3l6 6m0 -6l-6 6",
                                          "m-4 0h8m-4 -4v8" };

static double px(const struct chart *c, double x)
{
    return LEFT + axis_place(&c->x, x) * (RIGHT - LEFT);
}

/* What is off the scale stays above the field, where lines are clipped: at its edge it would seem to be that high. */
static double py(const struct chart *c, double y)
{
    double at = axis_place(&c->y, y);
    return bottom_of(c) - (isfinite(at) ? fmin(fmax(at, 0), 2) : 0) * (bottom_of(c) - TOP);
}

/* Whether dots have this label themselves. */
static bool is_labelled(const struct chart *c, const char *text)
{
    bool found = false;
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->series[i].n && c->series[i].n > 1 && c->series[i].joined; j++)
            found |= strcmp(c->series[i].at[j].label, text) == 0;
    return found;
}

/* Just above the axis. */
static void notches(FILE *f, const struct chart *c)
{
    enum { CHARACTER = 6 };
    double at[CHART_NOTCHES], from[CHART_NOTCHES];
    for (int i = 0; i < c->notches; i++)
        at[i] = px(c, c->notch[i].x);
    chart_place_notches(c, at, CHARACTER, LEFT, RIGHT, from);
    for (int i = 0; i < c->notches; i++) {
        if (isnan(from[i]) || is_labelled(c, c->notch[i].text))
            continue;
        fprintf(f, "<path d=\"M%.1f %dv-5\" stroke=\"#000\"/>\n", at[i], bottom_of(c));
        const char *text = chart_notch_text(c, from, i);
        svg_text(f, from[i] + canvas_width(text) * CHARACTER / 2.0, bottom_of(c) - 8,
                 "text-anchor=\"middle\" font-size=\"10\"", text);
    }
}

static void axes(FILE *f, const struct chart *c)
{
    double tick[AXIS_TICKS];
    char number[AXIS_TEXT];
    int n = axis_ticks(&c->x, tick), bottom = bottom_of(c);
    for (int i = 0; i < n; i++) {
        double x = px(c, tick[i]);
        axis_text(&c->x, tick[i], number);
        fprintf(f, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP, bottom);
        svg_text(f, x, bottom + 17, "text-anchor=\"middle\"", number);
    }
    n = axis_ticks(&c->y, tick);
    for (int i = 0; i < n; i++) {
        double y = py(c, tick[i]);
        axis_text(&c->y, tick[i], number);
        fprintf(f, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, RIGHT);
        svg_text(f, LEFT - 7, y + 4, "text-anchor=\"end\"", number);
    }
    fprintf(f, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#000\"/>\n", LEFT, TOP, bottom, RIGHT);
    notches(f, c);
    svg_title(f, (LEFT + RIGHT) / 2.0, bottom + 36, "text-anchor=\"middle\"", c->x.title, c->x.log);
    svg_title(f, 12, TOP - 12, "", c->y.title, c->y.log);
}

static bool is_hollow(const struct chart_point *p)
{
    return p->dim || p->doubtful;
}

static bool has_hollow(const struct chart *c)
{
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->series[i].n; j++)
            if (is_hollow(&c->series[i].at[j]))
                return true;
    return false;
}

static void mark(FILE *f, double x, double y, int i, const char *colour, bool hollow)
{
    fprintf(f, "<path d=\"M%.1f %.1f%s\" fill=\"%s\" stroke=\"%s\"/>\n", x, y, marks[i % MARKS],
            hollow || i % MARKS >= HOLLOW ? "#fff" : colour, colour);
}

static void curve(FILE *f, const struct chart *c, const struct chart_series *s, const char *colour, const char *dash,
                  const char *width)
{
    fprintf(f, "<path d=\"");
    if (chart_is_level(c, s))
        fprintf(f, "M%d %.1fH%d", LEFT, py(c, s->at[0].y), RIGHT);
    for (int i = 0; i < s->n; i++)
        fprintf(f, "%c%.1f %.1f", i && !s->at[i].gap ? 'L' : 'M', px(c, s->at[i].x), py(c, s->at[i].y));
    fprintf(f, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-dasharray=\"%s\" clip-path=\"url(#in)\"/>\n",
            colour, width, dash);
}

/* Whether all its points have an interval. Many bands would hide each other and the lines. */
static bool has_band(const struct chart *c, const struct chart_series *s)
{
    enum { FEW = 10 };
    int n = 0;
    while (n < s->n && isfinite(s->at[n].lo) && isfinite(s->at[n].hi))
        n++;
    return c->n <= FEW && s->style == CHART_LINE && n >= 2 && n == s->n;
}

static void band(FILE *f, const struct chart *c, const struct chart_series *s, const char *colour)
{
    fprintf(f, "<path d=\"");
    for (int i = 0; i < s->n; i++)
        fprintf(f, "%c%.1f %.1f", i ? 'L' : 'M', px(c, s->at[i].x), py(c, s->at[i].hi));
    for (int i = s->n - 1; i >= 0; i--)
        fprintf(f, "L%.1f %.1f", px(c, s->at[i].x), py(c, s->at[i].lo));
    fprintf(f, "z\" fill=\"%s\" fill-opacity=\"0.15\" clip-path=\"url(#in)\"/>\n", colour);
}

/* The intervals of dots, which no line joins to a band. */
static void whiskers(FILE *f, const struct chart *c, const struct chart_series *s, const char *colour)
{
    for (int i = 0; i < s->n; i++)
        if (isfinite(s->at[i].lo) && isfinite(s->at[i].hi))
            fprintf(f, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\" stroke-opacity=\"0.5\" clip-path=\"url(#in)\"/>\n",
                    px(c, s->at[i].x), py(c, s->at[i].lo), py(c, s->at[i].hi), colour);
}

/* The labels of joined dots, those of the best series first, each above its dot unless another is there. */
static void labels(FILE *f, const struct chart *c, const int *order)
{
    enum { MOST = 64, WIDE = 26, HIGH = 11, ABOVE = 7 };
    double x[MOST], y[MOST];
    int placed = 0;
    for (int row = 0; row < c->n; row++) {
        const struct chart_series *s = &c->series[order[row]];
        for (int j = 0; j < s->n && s->n > 1 && s->joined && placed < MOST; j++) {
            x[placed] = px(c, s->at[j].x);
            y[placed] = py(c, s->at[j].y) - ABOVE;
            int i = 0;
            while (i < placed && (fabs(x[i] - x[placed]) >= WIDE || fabs(y[i] - y[placed]) >= HIGH))
                i++;
            if (i == placed)
                svg_text(f, x[i], y[i], "text-anchor=\"middle\" font-size=\"9\"", s->at[j].label);
            placed += i == placed;
        }
    }
}

static void ring(FILE *f, double x, double y)
{
    fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"none\" stroke=\"#000\" stroke-width=\".9\"/>\n", x, y,
            RING);
}

/* Places the rings: beside their points if they would cover an earlier ring. Returns whether any is. */
static bool place_rings(const struct chart *c, double x[CHART_RINGS])
{
    bool beside = false;
    for (int j = 0; j < c->rings; j++) {
        const double y = py(c, c->ring[j].y);
        x[j] = px(c, c->ring[j].x);
        for (int i = 0, step = 1; i < j; i++)
            if (step < 4 * RING && (x[j] > RIGHT + RING || hypot(x[i] - x[j], py(c, c->ring[i].y) - y) < 2 * RING)) {
                x[j] += (step % 2 ? 2 : -2) * RING * step;
                step++;
                i = -1;
                beside = true;
            }
    }
    return beside;
}

/* The points of a series that were measured elsewhere. */
static void rings(FILE *f, const struct chart *c, const double *x, int at, int i, const char *colour)
{
    for (int j = 0; j < c->rings; j++)
        if (c->ring[j].series == at) {
            mark(f, x[j], py(c, c->ring[j].y), i, colour, false);
            ring(f, x[j], py(c, c->ring[j].y));
        }
}

/* A series with its rings, at `ring_at`, and its name at row `row` of the list at the right. */
static void series(FILE *f, const struct chart *c, const struct chart_series *s, const double *ring_at, int row)
{
    const bool measured = chart_measured(s);
    const int i = s->place;
    const char *colour = measured ? colours[i % COLOURS] : "#000", /* dashes advance by one while the marks repeat */
        *dash = s->style == CHART_ROOF ? dots[(s - c->series) % DASHES]
                : measured             ? dashes[(i + i / MARKS) % DASHES]
                                       : "none",
               *width = measured                 ? "1.8"
                        : s->style == CHART_ROOF ? "1.6"
                                                 : "0.7";
    double y = TOP + NAME * row;
    if (has_band(c, s))
        band(f, c, s, colour);
    if (s->style == CHART_DOTS)
        whiskers(f, c, s, colour);
    if (s->joined)
        curve(f, c, s, colour, "1 3", "0.7");
    if (s->style != CHART_DOTS) {
        curve(f, c, s, colour, dash, width);
        fprintf(f, "<path d=\"M%d %.1fh28\" stroke=\"%s\" stroke-width=\"%s\" stroke-dasharray=\"%s\"/>\n", RIGHT + 12,
                y, colour, width, dash);
    }
    for (int j = 0; j < s->n && measured; j++)
        if (s->at[j].fall)
            svg_text(f, px(c, s->at[j].x), py(c, s->at[j].y) - 8, "text-anchor=\"middle\"", "▾");
    for (int j = 0; j < s->n && measured; j++)
        mark(f, px(c, s->at[j].x), py(c, s->at[j].y), i, colour, is_hollow(&s->at[j]));
    if (measured) {
        mark(f, RIGHT + 26, y, i, colour, false);
        rings(f, c, ring_at, (int)(s - c->series), i, colour);
    }
    svg_name(f, RIGHT + 46, y + 4, WIDTH - RIGHT - 52, "", s->name);
}

char *chart_to_svg(const struct chart *c)
{
    char *svg = NULL;
    size_t size;
    FILE *f = open_memstream(&svg, &size);
    int order[CHART_SERIES], n = chart_order(c, order), bottom = bottom_of(c);
    double ring_at[CHART_RINGS];
    char note[200] = "";
    bool bands = false, strokes = false;
    if (!f)
        return NULL;
    const bool beside = place_rings(c, ring_at);
    const char *remark = c->note[0] ? c->note : c->key;
    svg_begin(f, WIDTH, bottom + BELOW + svg_notes_more(WIDTH - LEFT, c->caption, remark));
    fprintf(f, "<clipPath id=\"in\"><path d=\"M%d %dH%dV%dH%dz\"/></clipPath>\n", LEFT, TOP, RIGHT, bottom, LEFT);
    svg_text(f, LEFT, 18, "font-size=\"14\" font-weight=\"bold\"", c->title);
    axes(f, c);
    for (int row = 0; row < n; row++) {
        const struct chart_series *s = &c->series[order[row]];
        series(f, c, s, ring_at, row);
        bands |= has_band(c, s);
        strokes |= s->style == CHART_DOTS;
    }
    labels(f, c, order);
    if (c->rings > 0) {
        ring(f, RIGHT + 26, TOP + NAME * n);
        svg_name(f, RIGHT + 46, TOP + NAME * n + 4, WIDTH - RIGHT - 52, "", c->ring_name);
        if (beside)
            svg_text(f, RIGHT + 46, TOP + NAME * n + 18, "font-size=\"10\"", "side by side where they would meet");
    }
    if (has_hollow(c))
        snprintf(note, sizeof note, "Hollow marks: %s. ",
                 c->doubts[0] ? c->doubts : "too few blocks of samples for an interval");
    text_add(note, sizeof note, bands ? "Shaded: intervals." : strokes ? "Strokes: intervals." : "");
    svg_notes(f, LEFT, bottom + 58, WIDTH - LEFT, c->caption, remark, note);
    return svg_end(f, &svg);
}
