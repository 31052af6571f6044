/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_draw: a chart on a canvas: braille lines, four dots high and two wide a cell; in ASCII points and letters. */
#include <ctype.h>

#include "tui/canvas/chart.h"

/* Columns: of the ticks of y; of the names, at most, and where all of "… 9 more, dim" is to be read. */
enum { TICK = 7, AXIS = TICK + 1, NAMES = 34, MORE = 13 };

/* How styles differ without colours: `on` dots of every `every`; in ASCII one letter of every `apart`. The sample
   stands beside the name, where no letter does. Intervals are upright. */
static const struct look {
    int on, every, apart;
    char ascii;
    uint32_t sample;
} looks[] = { [CHART_LINE] = { 1, 1, 1, '.', 0 },
              [CHART_ROOF] = { 5, 8, 2, '=', 0x254c },
              [CHART_IDEAL] = { 1, 4, 2, '-', 0x2508 },
              [CHART_DOTS] = { 1, 1, 1, '.', 0 } };

/* Where the lines are drawn: r, `down` × `across` dots a cell. */
struct field {
    const struct chart *chart;
    struct canvas *canvas;
    struct rect r;
    int down, across;
    bool named[CHART_SERIES]; /* there is room for its name; the others are drawn dim */
    bool crowded;             /* letters at the ends of lines alone, and no intervals */
    bool bare;                /* lines without a name are not drawn */
    bool doubts;              /* points that are doubtful have a ? */
};

static uint32_t glyph_at(const struct canvas *c, struct rect r, int row, int col)
{
    row += r.row;
    col += r.col;
    return row < 0 || col < 0 || row >= c->rows || col >= c->cols ? ' ' : c->cell[row * c->cols + col].glyph;
}

/* One dot, added to those of its cell; the colour is that of the last one. */
static void dot(const struct field *f, int x, int y, enum role role, char ascii)
{
    if (x < 0 || y < 0)
        return;
    if (f->canvas->ascii) {
        canvas_put(f->canvas, f->r, y, x, (uint32_t)ascii, role, 0);
        return;
    }
    uint32_t was = glyph_at(f->canvas, f->r, y / f->down, x / f->across);
    was = was >= 0x2800 && was <= 0x28ff ? was : 0x2800;
    canvas_put(f->canvas, f->r, y / f->down, x / f->across, was | canvas_dot(y % f->down, x % f->across), role, 0);
}

static int dot_x(const struct field *f, double x)
{
    return (int)lround(axis_place(&f->chart->x, x) * (f->across * f->r.cols - 1));
}

static int dot_y(const struct field *f, double y)
{
    double at = axis_place(&f->chart->y, y);
    return (int)lround((1 - (isfinite(at) ? fmin(fmax(at, -1), 2) : -1)) * (f->down * f->r.rows - 1));
}

static int col_at(const struct field *f, double x)
{
    return dot_x(f, x) / f->across;
}

static int row_at(const struct field *f, double y)
{
    return dot_y(f, y) / f->down;
}

static enum role role_of(const struct field *f, const struct chart_series *s)
{
    return f->named[s - f->chart->series] ? s->role : ROLE_DIM;
}

/* Between two points, straight on these axes. */
static void line(const struct field *f, const struct chart_point *p, const struct chart_series *s)
{
    const struct look *look = &looks[s->style];
    const int on = f->canvas->ascii ? 1 : look->on, every = f->canvas->ascii ? look->apart : look->every;
    int x0 = dot_x(f, p[0].x), y0 = dot_y(f, p[0].y), dx = dot_x(f, p[1].x) - x0, dy = dot_y(f, p[1].y) - y0;
    int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= steps; i++) {
        int x = x0 + (steps ? dx * i / steps : 0), y = y0 + (steps ? dy * i / steps : 0);
        if ((abs(dx) >= abs(dy) ? x : y) % every < on)
            dot(f, x, y, role_of(f, s), look->ascii);
    }
}

/* An upright line over the interval of each point. */
static void intervals(const struct field *f, const struct chart_series *s)
{
    for (const struct chart_point *p = s->at; p < s->at + s->n; p++)
        for (int y = dot_y(f, p->hi); isfinite(p->lo + p->hi) && y <= dot_y(f, p->lo); y++)
            dot(f, dot_x(f, p->x), y, role_of(f, s), '|');
}

static bool is_letter(uint32_t glyph)
{
    return glyph < 128 && isalpha((int)glyph);
}

/* A ? at a doubtful point, or beside its letter. */
static void doubt(const struct field *f, const struct chart_point *p, int y, int x)
{
    if (is_letter(glyph_at(f->canvas, f->r, y, x)))
        x += x + 1 < f->r.cols ? 1 : -1;
    if (f->doubts && p->doubtful && !is_letter(glyph_at(f->canvas, f->r, y, x)))
        canvas_put(f->canvas, f->r, y, x, '?', ROLE_WARN, ATTR_BOLD);
}

/* The letter of a single dot that others hide, after theirs: "b,c". */
static void mark_behind(const struct field *f, const struct chart_series *s, int y, int x)
{
    while (is_letter(glyph_at(f->canvas, f->r, y, x))) {
        if (glyph_at(f->canvas, f->r, y, x) == (uint32_t)s->mark)
            return;
        x += glyph_at(f->canvas, f->r, y, x + 1) == '?' ? 3 : 2;
    }
    if (x >= f->r.cols || is_letter(glyph_at(f->canvas, f->r, y, x - 1)))
        return;
    canvas_put(f->canvas, f->r, y, x - 1, ',', ROLE_DIM, 0);
    canvas_put(f->canvas, f->r, y, x, (uint32_t)s->mark, s->role, ATTR_BOLD);
}

/* The letter of the series at its points, where they stand apart and no other is, or a plain dot that stands for a
   series without a name; ▾ above a fall. */
static void marks(const struct field *f, const struct chart_series *s)
{
    const bool named = f->named[s - f->chart->series];
    for (int i = 0, last = -9; i < s->n; i++) {
        const int x = col_at(f, s->at[i].x), y = row_at(f, s->at[i].y);
        if (s->at[i].fall)
            canvas_put(f->canvas, f->r, y > 0 ? y - 1 : y + 1, x, 0x25be, ROLE_WARN, ATTR_BOLD);
        const bool within = i + 1 < s->n && s->style == CHART_LINE;
        if (!(within && (f->crowded || (x - last < 4 && !s->at[i].fall))) &&
            !is_letter(glyph_at(f->canvas, f->r, y, x))) {
            canvas_put(f->canvas, f->r, y, x, named ? (uint32_t)s->mark : 0x2022,
                       s->at[i].dim || !named ? ROLE_DIM : s->role, ATTR_BOLD);
            last = x;
        } else if (named && s->n == 1) {
            mark_behind(f, s, y, x);
        }
        doubt(f, &s->at[i], y, x);
    }
}

/* Those with a name above those without, measured ones above limits. */
static void draw_lines(const struct field *f)
{
    const struct chart *c = f->chart;
    for (int i = 0; i < c->n && !f->crowded; i++)
        if (c->series[i].style == CHART_LINE)
            intervals(f, &c->series[i]);
    for (int pass = 0; pass < 2; pass++)
        for (int style = CHART_IDEAL; style >= CHART_LINE; style--)
            for (int i = 0; i < c->n; i++) {
                const struct chart_series *s = &c->series[i];
                if (s->style != (enum chart_style)style || f->named[i] != pass ||
                    (f->bare && !pass && chart_measured(s)))
                    continue;
                for (int j = 0; j + 1 < s->n; j++)
                    line(f, &s->at[j], s);
            }
}

/* ---- axes ---- */

static void title(const struct field *f, struct rect r, int row, int col, const struct axis *a)
{
    canvas_print(f->canvas, r, row, col, ROLE_TITLE, ATTR_BOLD, "%s%s", a->title, a->log ? " (log)" : "");
}

static void draw_y(const struct field *f, struct rect r)
{
    const struct axis *y = &f->chart->y;
    const int top = f->r.row - r.row;
    double tick[AXIS_TICKS];
    char text[AXIS_TEXT];
    for (int i = 0; i < f->r.rows; i++)
        canvas_put(f->canvas, r, top + i, TICK, 0x2502, ROLE_FRAME, 0);
    for (int i = 0, n = axis_ticks(y, tick), stride = axis_stride(y, tick, n, f->r.rows, false); i < n; i += stride) {
        const int row = top + row_at(f, tick[i]);
        canvas_right(f->canvas, r, row, TICK - 1, ROLE_DIM, 0, axis_text(y, tick[i], text));
        canvas_put(f->canvas, r, row, TICK, 0x2524, ROLE_FRAME, 0);
    }
    title(f, r, 0, 0, y);
}

/* At the right of the title of y: how many points are doubtful, and why. */
static void draw_doubts(struct field *f, struct rect r)
{
    char text[200];
    f->doubts = chart_doubts(f->chart, text, sizeof text);
    const int room = r.cols - canvas_width(f->chart->y.title) - (f->chart->y.log ? 6 : 0) - 2,
              width = canvas_width(text);
    const int from = r.cols - (width < room ? width : room);
    canvas_clip(f->canvas, r, 0, from, r.cols, ROLE_WARN, 0, text);
}

static void draw_x(const struct field *f, struct rect r)
{
    const struct axis *x = &f->chart->x;
    const int row = f->r.row - r.row + f->r.rows, end = AXIS + f->r.cols;
    double tick[AXIS_TICKS];
    char text[AXIS_TEXT];
    canvas_put(f->canvas, r, row, TICK, 0x2514, ROLE_FRAME, 0);
    for (int col = AXIS; col < end; col++)
        canvas_put(f->canvas, r, row, col, 0x2500, ROLE_FRAME, 0);
    for (int i = 0, n = axis_ticks(x, tick), stride = axis_stride(x, tick, n, f->r.cols, true); i < n; i += stride) {
        const int width = canvas_width(axis_text(x, tick[i], text)), col = AXIS + col_at(f, tick[i]);
        if (col - width / 2 + width > end + 2)
            continue;
        canvas_put(f->canvas, r, row, col, 0x252c, ROLE_FRAME, 0);
        canvas_text(f->canvas, r, row + 1, col - width / 2, ROLE_DIM, 0, text);
    }
    title(f, r, row, end + 1, x);
}

/* ---- names ---- */

enum { LOW = 8 }; /* rows of a field in which more than two lines are too many for letters and intervals */

/* Rows for the names of series, near the ends of their lines, one a row of `room`, from the top down. Returns how many
   fit. */
static int name_rows(const struct field *f, const int *order, int n, int room, int out[CHART_SERIES])
{
    const int most = n < room ? n : room, last = room - 1;
    for (int i = 0; i < most; i++) {
        const struct chart_series *s = &f->chart->series[order[i]];
        int row = s->n > 0 ? row_at(f, s->at[s->n - 1].y) : last, least = i > 0 ? out[i - 1] + 1 : 0;
        out[i] = row < least ? least : row > last ? last : row;
    }
    for (int i = most - 1, free = last; i >= 0; i--, free--) /* back up where they ran out at the bottom */
        out[i] = out[i] > free ? free : out[i], free = out[i];
    return most;
}

/* The series with names, as order[0 .. shown - 1], and the rows of these. */
struct names {
    int order[CHART_SERIES], row[CHART_SERIES], shown, more;
    bool dim; /* lines are among the others, and are drawn */
};

static void choose_names(struct field *f, struct names *n)
{
    const struct chart *c = f->chart;
    const int all = chart_order(c, n->order), named = chart_best(c, n->order, all, f->r.rows);
    const int room =
        f->r.rows - (named > f->r.rows || named < all || c->left_out); /* the last row says how many more there are */
    int lines = 0;
    n->shown = name_rows(f, n->order, chart_drop_names(c, n->order, named, false, room), room, n->row);
    n->more = all - n->shown + c->left_out;
    for (int i = 0; i < n->shown; i++)
        f->named[n->order[i]] = true;
    for (int i = 0; i < c->n; i++)
        lines += c->series[i].style == CHART_LINE;
    f->crowded = lines > CHART_FEW || (lines > 2 && f->r.rows < LOW);
    f->bare = f->r.rows < LOW;
    n->dim = named < all && !f->bare;
}

/* Where a name is cut, the figures after its first word stay whole: "peer.librsb.tu… at 0.15". */
static void draw_name(const struct field *f, struct rect r, int row, const struct chart_series *s)
{
    enum { FROM = 2, LEAST = 5 };
    const char *rest = strchr(s->name, ' ');
    const int end = rest ? r.cols - canvas_width(rest) : r.cols;
    char first[CHART_NAME];
    if (!rest || FROM + canvas_width(s->name) <= r.cols || end < FROM + LEAST) {
        canvas_clip(f->canvas, r, row, FROM, r.cols, s->role, 0, s->name);
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int)(rest - s->name), s->name);
    canvas_clip(f->canvas, r, row, FROM, end, s->role, 0, first);
    canvas_text(f->canvas, r, row, end, s->role, 0, rest);
}

/* Where several would stand at one place, the first that has a name does, and single ones follow it. */
static void draw_marks(const struct field *f, const struct names *n)
{
    for (int i = 0; i < n->shown; i++)
        if (f->chart->series[n->order[i]].mark)
            marks(f, &f->chart->series[n->order[i]]);
    for (int i = 0; i < f->chart->n; i++)
        if (f->chart->series[i].style == CHART_DOTS && !f->named[i])
            marks(f, &f->chart->series[i]);
}

/* What is drawn before a name: its letter, or how its line looks; a straight roof has a sign of its slope. */
static uint32_t sample_of(const struct chart_series *s, bool ascii)
{
    if (s->mark)
        return (uint32_t)s->mark;
    if (s->style == CHART_ROOF && s->n == 2)
        return s->at[1].y > s->at[0].y ? '/' : ascii ? '-' : 0x2014;
    return ascii ? (uint32_t)looks[s->style].ascii : looks[s->style].sample;
}

static void draw_names(const struct field *f, const struct names *n, int width)
{
    struct rect r = { f->r.row, f->r.col + f->r.cols + 1, f->r.rows, width };
    for (int i = 0; i < n->shown; i++) {
        const struct chart_series *s = &f->chart->series[n->order[i]];
        canvas_put(f->canvas, r, n->row[i], 0, sample_of(s, f->canvas->ascii), s->role, ATTR_BOLD);
        draw_name(f, r, n->row[i], s);
    }
    if (n->more)
        canvas_print(f->canvas, r, f->r.rows - 1, 0, ROLE_DIM, 0, "… %d more%s", n->more, n->dim ? ", dim" : "");
}

/* Columns for the names and the title of x, of `cols`. */
static int names_width(const struct chart *c, int cols)
{
    int names = canvas_width(c->x.title) + (c->x.log ? 6 : 0);
    for (int i = 0; i < c->n; i++)
        names = canvas_width(c->series[i].name) + 2 > names ? canvas_width(c->series[i].name) + 2 : names;
    names = names < MORE ? MORE : names > NAMES ? NAMES : names;
    return names > (cols + 1) / 3 ? (cols + 1) / 3 : names;
}

void chart_draw(const struct chart *c, struct canvas *to, struct rect r)
{
    const int names = names_width(c, r.cols);
    const char *below = c->note[0] ? c->note : c->key;
    const bool note = below[0] && r.rows > 9;
    struct rect in = canvas_part(r, 1, AXIS, r.rows - 3 - note, r.cols - AXIS - names - 2);
    if (in.rows < 2 || in.cols < 8) {
        canvas_clip(to, r, 0, 0, r.cols, ROLE_DIM, 0, "no room for a curve: Enter zooms");
        return;
    }
    struct field f = { .chart = c, .canvas = to, .r = in, .down = to->ascii ? 1 : 4, .across = to->ascii ? 1 : 2 };
    struct names n = { 0 };
    draw_y(&f, r);
    draw_doubts(&f, r);
    draw_x(&f, r);
    choose_names(&f, &n);
    draw_lines(&f);
    draw_marks(&f, &n);
    draw_names(&f, &n, names);
    if (note)
        canvas_clip(to, r, r.rows - 1, 0, r.cols, c->note[0] ? ROLE_WARN : ROLE_DIM, 0, below);
}
