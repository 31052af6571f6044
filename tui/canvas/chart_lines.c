/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_lines: the lines, intervals and letters of a chart: braille, four by two dots a cell; letters in ASCII. */
#include <ctype.h>

#include "core/measure/interval.h"
#include "tui/canvas/chart_field.h"

/* How styles differ without colours: `on` dots out of `every`; in ASCII one letter out of `apart`. The sample stands
   beside the name if the series has no letter. Intervals are vertical. */
static const struct look {
    int on, every, apart;
    char ascii;
    uint32_t sample;
} looks[] = { [CHART_LINE] = { 1, 1, 1, '.', 0 },
              [CHART_ROOF] = { 5, 8, 2, '=', 0x254c },
              [CHART_IDEAL] = { 1, 4, 2, '-', 0x2508 },
              [CHART_DOTS] = { 1, 3, 2, '.', 0 } };

static uint32_t seen(const struct chart_field *f, int row, int col)
{
    const struct canvas *c = f->canvas;
    row += f->r.row;
    col += f->r.col;
    return row < 0 || col < 0 || row >= c->rows || col >= c->cols ? ' ' : c->cell[row * c->cols + col].glyph;
}

/* One dot, added to those in its cell; the last one determines the colour. */
static void dot(const struct chart_field *f, int x, int y, enum role role, char ascii)
{
    if (x < 0 || y < 0)
        return;
    if (f->canvas->ascii) {
        canvas_put(f->canvas, f->r, y, x, (uint32_t)ascii, role, 0);
        return;
    }
    uint32_t was = seen(f, y / f->down, x / f->across);
    was = was >= 0x2800 && was <= 0x28ff ? was : 0x2800;
    canvas_put(f->canvas, f->r, y / f->down, x / f->across, was | canvas_dot(y % f->down, x % f->across), role, 0);
}

/* A limit gives way to a measured line: dots of both in one cell look like neither. */
static void clear_limit(const struct chart_field *f, int x, int y)
{
    const int row = y / f->down, col = x / f->across;
    const uint32_t there = x < 0 || y < 0 ? ' ' : seen(f, row, col);
    if (there >= 0x2800 && there <= 0x28ff &&
        f->canvas->cell[(f->r.row + row) * f->canvas->cols + f->r.col + col].role == ROLE_ROOF)
        canvas_put(f->canvas, f->r, row, col, ' ', ROLE_TEXT, 0);
}

/* The ends of the axes are in the middles of the outer cells: what is true of a tick's cell is true of its dots. */
static double place_x(const struct chart_field *f, double x)
{
    return axis_place(&f->x, x) * f->across * (f->r.cols - 1) + f->across / 2;
}

static double place_y(const struct chart_field *f, double y)
{
    double at = axis_place(&f->y, y);
    return (1 - (isfinite(at) ? fmin(fmax(at, -1), 2) : -1)) * f->down * (f->r.rows - 1) + f->down / 2;
}

static int dot_x(const struct chart_field *f, double x)
{
    return (int)lround(place_x(f, x));
}

static int dot_y(const struct chart_field *f, double y)
{
    return (int)lround(place_y(f, y));
}

int chart_col(const struct chart_field *f, double x)
{
    return dot_x(f, x) / f->across;
}

int chart_row(const struct chart_field *f, double y)
{
    return dot_y(f, y) / f->down;
}

enum role chart_role(const struct chart_field *f, const struct chart_series *s)
{
    return f->dim[s - f->chart->series] ? ROLE_DIM : s->role;
}

/* A line of a picture between two places of dots. */
static void draw_line(const struct chart_field *f, const struct chart_series *s, double width, double x0, double y0,
                      double x1, double y1)
{
    const struct look *look = &looks[s->style];
    const int dot = look->every > 1 ? 3 : 0; /* pixels */
    const double from[] = { f->r.col + x0 / f->across, f->r.row + y0 / f->down },
                 to[] = { f->r.col + x1 / f->across, f->r.row + y1 / f->down };
    canvas_line_draw(f->canvas, chart_role(f, s), width, dot * look->on, dot * (look->every - look->on), from, to);
}

/* Straight, from one place of a dot to the other. */
static void line(const struct chart_field *f, const struct chart_series *s, double fx, double fy, double tx, double ty)
{
    const struct look *look = &looks[s->style];
    const int x0 = (int)lround(fx), y0 = (int)lround(fy), x1 = (int)lround(tx), y1 = (int)lround(ty);
    if (f->canvas->picture) {
        draw_line(f, s, s->style == CHART_LINE ? 2 : 1.4, fx, fy, tx, ty);
        return;
    }
    const int on = f->canvas->ascii ? 1 : look->on, every = f->canvas->ascii ? look->apart : look->every;
    const int dx = x1 - x0, dy = y1 - y0, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= steps; i++) {
        int x = x0 + (steps ? dx * i / steps : 0), y = y0 + (steps ? dy * i / steps : 0);
        if (s->style == CHART_LINE)
            clear_limit(f, x, y);
        if ((abs(dx) >= abs(dy) ? x : y) % every < on)
            dot(f, x, y, chart_role(f, s), look->ascii);
    }
}

/* Very doubtful intervals would fill the picture and say nothing; NaN: none. */
static bool has_interval(const struct chart_point *p)
{
    return p->hi <= INTERVAL_DOUBTFUL * p->lo;
}

/* How many earlier lines have an interval there that this one would hide. */
static int taken(const struct chart_field *f, const struct chart_series *s, const struct chart_point *p)
{
    int n = 0;
    for (const struct chart_series *o = f->chart->series; o < s; o++)
        for (int i = 0; i < o->n && o->style == CHART_LINE; i++)
            n += chart_col(f, o->at[i].x) == chart_col(f, p->x) && has_interval(&o->at[i]) && o->at[i].lo <= p->hi &&
                 o->at[i].hi >= p->lo;
    return n;
}

/* A vertical line over the interval of each point, never below the tick of the axis' lower end; where several would
   coincide, they stand side by side: two below one letter, others next to it. */
static void intervals(const struct chart_field *f, const struct chart_series *s)
{
    const int lowest = dot_y(f, f->y.lo);
    for (const struct chart_point *p = s->at; p < s->at + s->n; p++) {
        const int n = taken(f, s, p), x = f->across * chart_col(f, p->x) + (n % 2 ? (n + 1) / 2 : -n / 2);
        if (has_interval(p) && f->canvas->picture)
            draw_line(f, s, 1, x, fmax(place_y(f, p->hi), 0), x, fmin(place_y(f, p->lo), lowest));
        for (int y = dot_y(f, fmin(p->hi, 2 * f->y.hi));
             has_interval(p) && !f->canvas->picture && y <= dot_y(f, p->lo) && y <= lowest; y++)
            dot(f, x, y, chart_role(f, s), '|');
    }
}

static bool is_letter(uint32_t glyph)
{
    return glyph < 128 && isalpha((int)glyph);
}

/* A ? for a doubtful point, where no letter or comma is. */
static void doubt(const struct chart_field *f, const struct chart_point *p, int y, int x)
{
    const uint32_t there = seen(f, y, x);
    if (f->doubts && p->doubtful && !is_letter(there) && there != ',')
        canvas_put(f->canvas, f->r, y, x, '?', ROLE_WARN, ATTR_BOLD);
}

/* Where the letter of a point belongs: dots whose letters would leave no room for a comma, and a ?, are one group,
   which begins at the letter that is there. */
static int letter_col(const struct chart_field *f, const struct chart_series *s, int y, int x)
{
    static const int aside[] = { 0, -1, 1, -2, 2 };
    const size_t near = s->style != CHART_DOTS ? 0 : f->doubts ? COUNT(aside) : COUNT(aside) - 2;
    for (size_t i = 0; i < near; i++) {
        const uint32_t there = seen(f, y, x + aside[i]);
        if (is_letter(there) && (i == 0 || there != (uint32_t)s->mark))
            return x + aside[i];
    }
    return x;
}

/* The letter of a hidden point, with its ?, at the right of the letters that hide it: "b?,c"; at the left where the
   field ends. False: those of other places are in the way. */
static bool mark_behind(const struct chart_field *f, const struct chart_series *s, const struct chart_point *p)
{
    enum { ROOM = 5 }; /* for ",b,c" */
    const bool asks = f->doubts && p->doubtful;
    const int y = chart_row(f, p->y), x = letter_col(f, s, y, chart_col(f, p->x)), wide = 2 + asks;
    bool there = seen(f, y, x) == (uint32_t)s->mark;
    for (int by = 1; by >= -1 && !there && (by > 0 || x + ROOM >= f->r.cols); by -= 2) {
        int at = x; /* the last cell of the group */
        for (;;) {
            at += by > 0 && seen(f, y, at + 1) == '?';
            if (there || seen(f, y, at + by) != ',')
                break;
            at += 2 * by;
            at -= by < 0 && seen(f, y, at) == '?';
            there = seen(f, y, at) == (uint32_t)s->mark;
        }
        bool room = at + wide * by >= 0 && at + wide * by < f->r.cols;
        for (int i = 1; i <= wide + 1; i++) {
            const uint32_t in_way = seen(f, y, at + i * by);
            room &= !is_letter(in_way) || (i > wide && in_way == (uint32_t)s->mark);
        }
        if (there || !room)
            continue;
        const int letter = by > 0 ? at + 2 : at - wide;
        canvas_put(f->canvas, f->r, y, at + by, ',', ROLE_DIM, 0);
        canvas_put(f->canvas, f->r, y, letter, (uint32_t)s->mark, chart_role(f, s), ATTR_BOLD);
        doubt(f, p, y, letter + 1);
        there = true;
    }
    return there;
}

/* The letter at a point, or a plain dot for an unnamed series. False: another letter is there, or at `beside`. */
static bool mark_at(const struct chart_field *f, const struct chart_series *s, int i, int beside)
{
    const int x = chart_col(f, s->at[i].x), y = chart_row(f, s->at[i].y);
    const bool named = f->named[s - f->chart->series];
    if (is_letter(seen(f, y, x)) || seen(f, y, x) == ',' || is_letter(seen(f, y, beside)))
        return false;
    canvas_put(f->canvas, f->r, y, x, named ? (uint32_t)s->mark : 0x2022, named ? chart_role(f, s) : ROLE_DIM,
               ATTR_BOLD);
    if (named)
        doubt(f, &s->at[i], y, x + 1 < f->r.cols ? x + 1 : x - 1);
    return true;
}

static bool mark_point(const struct chart_field *f, const struct chart_series *s, int i)
{
    return mark_at(f, s, i, letter_col(f, s, chart_row(f, s->at[i].y), chart_col(f, s->at[i].x)));
}

/* ▾ above a point, or below it, where no letter is. */
static void mark_fall(const struct chart_field *f, int y, int x)
{
    const int row = y > 0 && !is_letter(seen(f, y - 1, x)) ? y - 1 : y + 1;
    if (!is_letter(seen(f, row, x)))
        canvas_put(f->canvas, f->r, row, x, 0x25be, ROLE_WARN, ATTR_BOLD);
}

/* A ? at a point without a letter, unless letters have hardly any room. */
void chart_marks(struct chart_field *f, const struct chart_series *s)
{
    bool marked = false;
    for (int i = 0, last = -9; i < s->n; i++) {
        const int x = chart_col(f, s->at[i].x), y = chart_row(f, s->at[i].y);
        bool there = i + 1 == s->n || !(f->crowded || (x - last < 4 && !s->at[i].fall));
        if (s->at[i].fall)
            mark_fall(f, y, x);
        there = there && (mark_point(f, s, i) || mark_behind(f, s, &s->at[i]));
        marked |= there;
        last = there ? x : last;
        if (!there && !f->bare)
            doubt(f, &s->at[i], y, x);
    }
    for (int i = s->n - 1; !marked && i >= 0; i--)
        marked = mark_point(f, s, i);
    f->hidden += !marked && s->n > 0;
}

void chart_dots(const struct chart_field *f, const struct chart_series *s)
{
    for (int i = 0; i < s->n; i++)
        mark_point(f, s, i);
}

void chart_dots_behind(struct chart_field *f, const struct chart_series *s)
{
    for (int i = 0; i < s->n; i++) {
        const int x = chart_col(f, s->at[i].x);
        const bool free = seen(f, chart_row(f, s->at[i].y), x) != '?';
        f->hidden += !mark_behind(f, s, &s->at[i]) && !(free && mark_at(f, s, i, x));
    }
}

void chart_lines(const struct chart_field *f)
{
    static const enum chart_style order[] = { CHART_IDEAL, CHART_ROOF, CHART_DOTS, CHART_LINE };
    const struct chart *c = f->chart;
    for (int i = 0; i < f->r.rows * f->r.cols && f->canvas->picture; i++)
        canvas_put(f->canvas, f->r, i / f->r.cols, i % f->r.cols, ' ', ROLE_TEXT, ATTR_CLEAR);
    for (int i = 0; i < c->n && !f->crowded && !f->bare; i++)
        if (c->series[i].style == CHART_LINE)
            intervals(f, &c->series[i]);
    for (int pass = 0; pass < 2; pass++)
        for (int at = 0; at < (int)COUNT(order); at++)
            for (int i = 0; i < c->n; i++) {
                const struct chart_series *s = &c->series[i];
                if (s->style != order[at] || (s->style == CHART_DOTS && !s->joined) || f->dim[i] == pass ||
                    (f->bare && f->dim[i]))
                    continue;
                const struct chart_point *p = s->at;
                if (chart_is_level(c, s)) /* across, as it would be but a dot */
                    line(f, s, 0, place_y(f, p->y), f->across * f->r.cols - 1, place_y(f, p->y));
                for (; p + 1 < s->at + s->n; p++)
                    if (!p[1].gap)
                        line(f, s, place_x(f, p[0].x), place_y(f, p[0].y), place_x(f, p[1].x), place_y(f, p[1].y));
            }
}

uint32_t chart_sample(const struct chart_series *s, bool ascii)
{
    if (s->mark)
        return (uint32_t)s->mark;
    if (s->style == CHART_ROOF && s->n == 2)
        return s->at[1].y > s->at[0].y ? '/' : ascii ? '-' : 0x2014;
    return ascii ? (uint32_t)looks[s->style].ascii : looks[s->style].sample;
}
