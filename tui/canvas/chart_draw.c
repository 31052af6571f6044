/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_draw: a chart on a canvas: its axes, its lines, and their names beside their ends. */
#include "tui/canvas/chart_field.h"

/* Columns of the ticks of y, and of the names: at most NAMES, at least MORE, which fits "… 10 more, dim". */
enum { TICK = 7, AXIS = TICK + 1, NAMES = 34, MORE = 14 };

/* ---- axes ---- */

static void title(const struct chart_field *f, struct rect r, int row, int col, const struct axis *a)
{
    canvas_print(f->canvas, r, row, col, ROLE_TITLE, ATTR_BOLD, "%s%s", a->title, a->log ? " (log)" : "");
}

static void draw_y(const struct chart_field *f, struct rect r)
{
    const struct axis *y = &f->y;
    const int top = f->r.row - r.row;
    double tick[AXIS_TICKS];
    char text[AXIS_TEXT];
    for (int i = 0; i < f->r.rows; i++)
        canvas_put(f->canvas, r, top + i, TICK, 0x2502, ROLE_FRAME, 0);
    for (int i = 0, n = axis_ticks(y, tick), stride = axis_stride(y, tick, n, f->r.rows, false); i < n; i += stride) {
        const int row = top + chart_row(f, tick[i]);
        canvas_right(f->canvas, r, row, TICK - 1, ROLE_DIM, 0, axis_text(y, tick[i], text));
        canvas_put(f->canvas, r, row, TICK, 0x2524, ROLE_FRAME, 0);
    }
    title(f, r, 0, 0, y);
}

/* Leaves out reasons from the last one on until the text has room: "all points doubtful: the machine was busy, …". */
static void shorten(char *text, size_t size, int room)
{
    char *cut = text;
    if (canvas_width(text) <= room)
        return;
    while (canvas_width(text) + 3 > room && (cut = strrchr(text, ',')))
        *cut = 0;
    if (cut)
        text_add(text, size, ", …");
    else
        text[strcspn(text, ":")] = 0;
}

/* At the right of the title of y: the number of doubtful points and why; the number of points without a letter. */
static void draw_doubts(const struct chart_field *f, struct rect r)
{
    char text[200], hidden[40] = "";
    const int room = r.cols - canvas_width(f->chart->y.title) - (f->chart->y.log ? 6 : 0) - 2;
    chart_doubts(f->chart, text, sizeof text);
    if (f->hidden)
        snprintf(hidden, sizeof hidden, "%d point%s behind others", f->hidden, text_plural(f->hidden));
    shorten(text, sizeof text, room - (*hidden ? 2 + canvas_width(hidden) : 0));
    if (*hidden)
        text_join(text, sizeof text, "; ", "%s", hidden);
    const int width = canvas_width(text);
    const int from = r.cols - (width < room ? width : room);
    canvas_clip(f->canvas, r, 0, from, r.cols, ROLE_WARN, 0, text);
}

static void draw_notches(const struct chart_field *f, struct rect r, int row)
{
    double at[CHART_NOTCHES], from[CHART_NOTCHES];
    for (int i = 0; i < f->chart->notches; i++)
        at[i] = AXIS + chart_col(f, f->chart->notch[i].x) + 0.5;
    chart_place_notches(f->chart, at, 1, AXIS + 1, AXIS + f->r.cols - 1, from);
    for (int i = 0; i < f->chart->notches; i++)
        if (!isnan(from[i]))
            canvas_text(f->canvas, r, row, (int)from[i], ROLE_TEXT, 0, chart_notch_text(f->chart, from, i));
}

static void draw_x(const struct chart_field *f, struct rect r)
{
    const struct axis *x = &f->x;
    const int row = f->r.row - r.row + f->r.rows, end = AXIS + f->r.cols;
    double tick[AXIS_TICKS];
    char text[AXIS_TEXT];
    canvas_put(f->canvas, r, row, TICK, 0x2514, ROLE_FRAME, 0);
    for (int col = AXIS; col < end; col++)
        canvas_put(f->canvas, r, row, col, 0x2500, ROLE_FRAME, 0);
    for (int i = 0, n = axis_ticks(x, tick), stride = axis_stride(x, tick, n, f->r.cols, true); i < n; i += stride) {
        const int width = canvas_width(axis_text(x, tick[i], text)), col = AXIS + chart_col(f, tick[i]);
        if (col - width / 2 + width > end + 2)
            continue;
        canvas_put(f->canvas, r, row, col, 0x252c, ROLE_FRAME, 0);
        canvas_text(f->canvas, r, row + 1, col - width / 2, ROLE_DIM, 0, text);
    }
    draw_notches(f, r, row + (f->apart ? 2 : 0));
    title(f, r, row, end + 1, x);
}

/* ---- names ---- */

/* Rows for names of series, near the ends of their lines, one per row of `room`, from the top. Returns how many fit. */
static int name_rows(const struct chart_field *f, const int *order, int n, int room, int out[CHART_SERIES])
{
    const int most = n < room ? n : room, last = room - 1;
    for (int i = 0; i < most; i++) {
        const struct chart_series *s = &f->chart->series[order[i]];
        int row = s->n > 0 ? chart_row(f, s->at[s->n - 1].y) : last, least = i > 0 ? out[i - 1] + 1 : 0;
        out[i] = row < least ? least : row > last ? last : row;
    }
    for (int i = most - 1, free = last; i >= 0; i--, free--) /* move up if the bottom is full */
        out[i] = out[i] > free ? free : out[i], free = out[i];
    return most;
}

/* The series with names, as order[0 .. shown - 1], and the rows of these. */
struct names {
    int order[CHART_SERIES], row[CHART_SERIES], shown, more;
};

/* With too many series, the best keep their colours: other lines are dim, and where rows are few, left out; other dots
   are dim and have no letter. Returns how many series may have a name; they are in `order`. */
static int choose_best(struct chart_field *f, int order[CHART_SERIES])
{
    const struct chart *c = f->chart;
    const int best = chart_best(c, order, chart_order(c, order), f->r.rows);
    int lines = 0, dots = 0;
    for (int i = 0; i < c->n; i++) {
        f->dim[i] = chart_measured(&c->series[i]);
        lines += c->series[i].style == CHART_LINE;
        dots += c->series[i].style == CHART_DOTS;
    }
    for (int i = 0; i < best; i++)
        f->dim[order[i]] = false;
    f->bare = f->r.rows < CHART_LOW;
    f->crowded = lines > CHART_FEW || (lines > 2 && f->bare); /* too many for letters and intervals */
    return f->bare || dots > CHART_FEW ? best : chart_order(c, order);
}

static void choose_names(struct chart_field *f, struct names *n)
{
    const struct chart *c = f->chart;
    const int rows = f->r.rows, best = choose_best(f, n->order);
    const int room = rows - (best > rows || best < c->n || c->left_out || c->unshown); /* the last row: how many more */
    n->shown = name_rows(f, n->order, chart_keep_names(c, n->order, best, room, f->bare), room, n->row);
    n->more = c->n - n->shown + c->left_out + c->unshown;
    for (int i = 0; i < n->shown; i++)
        f->named[n->order[i]] = true;
}

/* If a name is cut, the figures after its first word stay: "peer.librsb.tu… at 0.15". */
static void draw_name(const struct chart_field *f, struct rect r, int row, const struct chart_series *s)
{
    const enum role role = chart_role(f, s);
    enum { FROM = 2, LEAST = 5 };
    const char *rest = strchr(s->name, ' ');
    const int end = rest ? r.cols - canvas_width(rest) : r.cols;
    char first[CHART_NAME];
    if (!rest || FROM + canvas_width(s->name) <= r.cols || end < FROM + LEAST) {
        canvas_clip(f->canvas, r, row, FROM, r.cols, role, 0, s->name);
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int)(rest - s->name), s->name);
    canvas_clip(f->canvas, r, row, FROM, end, role, 0, first);
    canvas_text(f->canvas, r, row, end, role, 0, rest);
}

/* Dots without names lie below letters. If letters coincide, the first named series gets the place. */
static void draw_marks(struct chart_field *f, const struct names *n)
{
    const struct chart_series *series = f->chart->series;
    for (int i = 0; i < f->chart->n; i++)
        if (series[i].style == CHART_DOTS && !f->named[i])
            chart_dots(f, &series[i]);
    for (int i = 0; i < n->shown; i++)
        if (series[n->order[i]].style == CHART_DOTS)
            chart_dots(f, &series[n->order[i]]);
        else if (series[n->order[i]].mark)
            chart_marks(f, &series[n->order[i]]);
    for (int i = 0; i < n->shown; i++)
        if (series[n->order[i]].style == CHART_DOTS)
            chart_dots_behind(f, &series[n->order[i]]);
}

static void draw_names(const struct chart_field *f, const struct names *n, int width)
{
    struct rect r = { f->r.row, f->r.col + f->r.cols + 1, f->r.rows, width };
    for (int i = 0; i < n->shown; i++) {
        const struct chart_series *s = &f->chart->series[n->order[i]];
        canvas_put(f->canvas, r, n->row[i], 0, chart_sample(s, f->canvas->ascii), chart_role(f, s), ATTR_BOLD);
        draw_name(f, r, n->row[i], s);
    }
    if (n->more)
        canvas_print(f->canvas, r, f->r.rows - 1, 0, ROLE_DIM, 0, "… %d more%s", n->more,
                     f->chart->unshown ? ": a"
                     : f->bare         ? ""
                                       : ", dim");
}

/* Columns for the names and the title of x, out of `cols`. */
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
    const int note = below[0] && r.rows > 9 ? canvas_lines(below, r.cols, r.rows > 14 ? 2 : 1) : 0;
    const bool apart = c->notches > 0 && r.rows > 14;
    struct rect in = canvas_part(r, 1, AXIS, r.rows - 3 - apart - note, r.cols - AXIS - names - 2);
    if (in.rows < 2 || in.cols < 8) {
        canvas_clip(to, r, 0, 0, r.cols, ROLE_DIM, 0, "no room for a curve: Enter zooms");
        return;
    }
    struct chart_field f = { .chart = c,
                             .x = axis_on_cells(&c->x, c->x.lo, c->x.hi, in.cols, 8),
                             .y = axis_on_cells(&c->y, c->least, c->most, in.rows, 2),
                             .canvas = to,
                             .r = in,
                             .apart = apart,
                             .down = to->ascii ? 1 : 4,
                             .across = to->ascii ? 1 : 2 };
    struct names n = { 0 };
    f.doubts = chart_doubts(c, (char[200]){ 0 }, 200);
    draw_y(&f, r);
    draw_x(&f, r);
    choose_names(&f, &n);
    chart_lines(&f);
    draw_marks(&f, &n);
    draw_names(&f, &n, names);
    draw_doubts(&f, r);
    canvas_wrap(to, r, r.rows - note, 0, note, c->note[0] ? ROLE_WARN : ROLE_DIM, below);
}
