/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_draw: columns of spy plots, histograms of row lengths, facts, and bars on one axis. */
#include "tui/views/comparison.h"
#include "tui/views/spy_draw.h"

enum {
    LABEL = 12,  /* least cells of the labels */
    COLUMN = 28, /* preferred cells of a column… */
    NARROW = 12, /* …and the least */
    SPY = 4,     /* least lines of a spy plot, … */
    HIST = 3     /* …and of a histogram with its line of lengths */
};

/* ---- places ---- */

/* Always the first column, then as many as fit, from `skip` on. */
static void place_columns(struct comparison_page *p, int skip)
{
    const struct comparison *x = p->x;
    p->label = int_min(int_max(p->r.cols / 5, LABEL), 20);
    int n = (p->r.cols - p->label) / (COLUMN + 1);
    n = int_min(int_max(n, (p->r.cols - p->label) / (NARROW + 1) >= 2 ? 2 : 1), x->columns);
    skip = int_min(int_max(skip, 0), x->columns - n);
    p->columns = n;
    p->width = (p->r.cols - p->label) / n - 1;
    for (int i = 0; i < n; i++)
        p->shown[i] = i == 0 ? 0 : i + skip;
}

/* With a single matrix, all spy plots are equal: none is drawn. */
static bool is_one_matrix(const struct comparison *x)
{
    for (int i = 1; i < x->columns; i++)
        if (x->column[i].look != x->column[0].look)
            return false;
    return true;
}

/* Kernels and facts get a few lines each first; then the pictures grow, and the rest goes to the lists. A panel too
   small for pictures mainly shows kernels. */
static void place_rows(struct comparison_page *p)
{
    const int facts = p->facts, lines = p->x->lines ? p->x->lines + 2 : 1; /* axis and count, or a hint */
    int rest = p->r.rows - 1;
    const bool pictures = !is_one_matrix(p->x) && rest >= SPY + HIST + 6;
    p->lines = int_min(lines, pictures ? rest / 2 : rest);
    rest -= p->lines;
    p->fact_lines = int_min(facts, rest / (pictures ? 3 : 1));
    rest -= p->fact_lines;
    if (pictures) {
        p->hist = int_min(rest / 3 > HIST ? rest / 3 : HIST, 7);
        p->spy = int_min(rest - p->hist, p->width / 2);
        rest -= p->hist + p->spy;
    }
    const int more = int_min(lines - p->lines, rest);
    p->lines += more;
    p->fact_lines += int_min(facts - p->fact_lines, rest - more);
    rest = p->r.rows - 1 - p->lines - p->fact_lines - p->hist - p->spy;
    p->pitch = rest >= 2 * p->x->lines ? 3 : rest >= p->x->lines ? 2 : 1;
}

/* ---- pictures ---- */

static struct rect spy_rect(const struct comparison_page *p, int i)
{
    return canvas_part(p->r, 1, comparison_left(p, i), p->spy, p->width);
}

static enum plot spy_plot(const struct comparison_page *p)
{
    return p->c->ascii ? PLOT_ASCII : p->scene->state[VIEW_spy].spy.plot;
}

/* Whether its plot fills the column, as it would be a mere stripe. */
static bool is_stretched(const struct comparison_page *p, int i)
{
    const struct model_spy *s = &p->x->column[p->shown[i]].look->spy;
    return p->spy && s->cells &&
           spy_is_thin((int64_t[]){ s->to[0] - s->from[0], s->to[1] - s->from[1] }, spy_rect(p, i), spy_plot(p));
}

static void draw_title(const struct comparison_page *p, int i)
{
    static const char stretched[] = " stretched";
    enum { NAME = 8 }; /* columns that a name has at least */
    const struct comparison_column *c = &p->x->column[p->shown[i]];
    const int col = comparison_left(p, i);
    int end = col + p->width;
    if (is_stretched(p, i) && p->width >= (int)sizeof stretched + NAME)
        end = canvas_right(p->c, p->r, 0, end, ROLE_DIM, 0, stretched);
    canvas_put(p->c, p->r, 0, col, (uint32_t)('A' + p->shown[i]), ROLE_KEY, ATTR_BOLD);
    canvas_clip(p->c, p->r, 0, col + 2, end, ROLE_TITLE, ATTR_BOLD, c->title);
}

static void draw_spy(const struct comparison_page *p, int i)
{
    const struct model_look *l = p->x->column[p->shown[i]].look;
    const struct rect r = spy_rect(p, i);
    const struct spy_pen pen = { .canvas = p->c, .rect = r, .spy = &l->spy, .filled = is_stretched(p, i) };
    if (l->spy.cells && l->matrix.nnz > 0)
        spy_draw_raster(&pen, spy_plot(p));
    else
        canvas_text(p->c, r, p->spy / 2, p->width / 2, ROLE_DIM, 0, "–");
}

/* The range of bins with rows in any column: *from..*to-1. */
static void bin_range(const struct comparison *x, int *from, int *to)
{
    *from = 63;
    *to = 0;
    for (int i = 0; i < x->columns; i++) {
        const struct model_matrix *m = &x->column[i].look->matrix;
        for (int b = 0; b < m->bins; b++)
            if (m->bin_rows[b] > 0) {
                *from = int_min(*from, b);
                *to = int_max(*to, b + 1);
            }
    }
}

/* Vertical bars: `high` lines for the longest one; any count above 0 is visible. */
static void draw_bins(const struct comparison_page *p, struct rect r, const struct model_matrix *m, int from, int each)
{
    int64_t top = 1;
    for (int b = 0; b < m->bins; b++)
        top = m->bin_rows[b] > top ? m->bin_rows[b] : top;
    for (int b = from; b < m->bins; b++) {
        double height = (double)m->bin_rows[b] / (double)top * r.rows;
        for (int line = 0; line < r.rows; line++) {
            double share = height - (r.rows - 1 - line);
            if (!(share > 0))
                continue;
            for (int j = 0; j < each - (each > 2); j++)
                canvas_spark(p->c, r, line, (b - from) * each + j, &(double){ share < 1 ? share : 1 }, 1, ROLE_HEAT2);
        }
    }
}

/* Row lengths by powers of two, on one axis for all columns; each column has its own scale. */
static void draw_histogram(const struct comparison_page *p, int row, int i)
{
    const struct model_matrix *m = &p->x->column[p->shown[i]].look->matrix;
    const int col = comparison_left(p, i);
    char text[TEXT_SIZE];
    int from, to;
    bin_range(p->x, &from, &to);
    if (to <= from)
        return;
    const int each = int_max(int_min(p->width / (to - from), 4), 1);
    draw_bins(p, canvas_part(p->r, row, col, p->hist - 1, p->width), m, from, each);
    canvas_text(p->c, p->r, row + p->hist - 1, col, ROLE_DIM, 0,
                text_count(text, from > 0 ? (int64_t)1 << (from - 1) : 0));
    canvas_right(p->c, p->r, row + p->hist - 1, int_min(int_max(col + each * (to - from), col + 9), col + p->width),
                 ROLE_DIM, 0, figure_short(text, to > 1 ? ldexp(1, to - 1) - 1 : 0));
}

/* ---- facts ---- */

static void draw_fact(const struct comparison_page *p, int row, const struct comparison_fact *f)
{
    canvas_clip(p->c, p->r, row, 0, p->label, ROLE_DIM, 0, f->label);
    for (int i = 0; i < p->columns; i++)
        canvas_clip(p->c, p->r, row, comparison_left(p, i), comparison_left(p, i) + p->width, ROLE_TEXT, 0,
                    f->text[p->shown[i]]);
}

/* ---- all of it ---- */

static void place(const struct scene *s, struct comparison_page *p)
{
    const struct view_state *own = &s->state[VIEW_run];
    place_columns(p, own->run.column);
    p->facts = comparison_facts(p->x, p->fact);
    place_rows(p);
    p->at = int_max(0, int_min(own->at, p->x->lines - (p->lines - 2)));
}

static void draw_hint(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct {
        const char *key, *does;
    } hints[] = { { s->specs > 1 ? "n" : "o", "another matrix: it stands beside this one from then on" },
                  { "V", "what to compare with: matrices of this session, former days" },
                  { ":baseline", "FILE or DATE: these runs beside former ones" } };
    const int row = r.rows / 2 - 2 > 0 ? r.rows / 2 - 2 : 0;
    canvas_text(c, r, row, 1, ROLE_TEXT, 0, "There is nothing to compare with yet.");
    for (int i = 0; i < 3; i++) {
        canvas_right(c, r, row + 1 + i, 10, ROLE_KEY, ATTR_BOLD, hints[i].key);
        canvas_clip(c, r, row + 1 + i, 12, r.cols, ROLE_DIM, 0, hints[i].does);
    }
}

void comparison_draw(const struct scene *s, struct canvas *c, struct rect r)
{
    struct comparison x;
    comparison_make(s, &x);
    if (x.columns < 2) {
        draw_hint(s, c, r);
        return;
    }
    struct comparison_page p = { .scene = s, .x = &x, .c = c, .r = r };
    place(s, &p);
    for (int i = 0; i < p.columns; i++) {
        draw_title(&p, i);
        if (p.spy)
            draw_spy(&p, i);
        if (p.hist)
            draw_histogram(&p, 1 + p.spy, i);
    }
    if (p.hist)
        canvas_text(c, r, p.spy + p.hist, 0, ROLE_DIM, 0, "row lengths");
    for (int i = 0; i < p.fact_lines; i++)
        draw_fact(&p, 1 + p.spy + p.hist + i, &p.fact[i]);
    if (x.lines == 0 && s->dialog) /* in a batch there are no keys */
        canvas_text(c, r, 1 + p.spy + p.hist + p.fact_lines, 0, ROLE_DIM, 0, "no results: r runs the kernels");
    else if (p.lines > 2)
        comparison_kernels(&p, 1 + p.spy + p.hist + p.fact_lines);
}

void comparison_aside(const struct scene *s, char *text, size_t size)
{
    struct comparison x;
    comparison_begin(s, &x);
    struct comparison_page p = { .scene = s, .x = &x, .r = s->inside };
    if (x.columns < 2)
        return;
    place_columns(&p, s->state[VIEW_run].run.column);
    snprintf(text, size, "compare%s%s", x.problem[0] ? " · " : "", x.problem);
    if (p.columns < x.columns)
        text_add(text, size, " · %d of %d, ← →", p.columns, x.columns);
}

bool comparison_move(const struct scene *s, struct view_state *own, const char *word)
{
    struct comparison x;
    comparison_make(s, &x);
    struct comparison_page p = { .scene = s, .x = &x, .r = s->inside };
    const int by = strcmp(word, "right") == 0 ? 1 : strcmp(word, "left") == 0 ? -1 : 0;
    if (x.columns < 2 || s->inside.rows < 1)
        return false;
    place(s, &p);
    if (by == 0) {
        own->at = p.at;
        return view_move(word, &own->at, int_max(x.lines - (p.lines - 2), 0) + 1, int_max(p.lines - 2, 1));
    }
    const int skip = int_min(int_max(own->run.column, 0), x.columns - p.columns);
    if (p.columns < 2 || skip + by < 0 || skip + by > x.columns - p.columns)
        return false;
    own->run.column = skip + by;
    return true;
}
