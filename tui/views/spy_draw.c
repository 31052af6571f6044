/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/spy_draw.h"

#include <limits.h>

#include "tui/views/arrays.h"
#include "tui/views/why.h"

const struct model_work *owner_work(const struct scene *s, bool on, char *why, size_t size)
{
    struct why w;
    why[0] = 0;
    if (!on)
        return NULL;
    if (!why_of(s, &w) || !w.kernel)
        snprintf(why, size, "no kernel to colour by");
    else if (why_refused(s, &w))
        snprintf(why, size, "%s cannot run here: no thread has a row", w.kernel->name);
    else if (w.work && (w.work->rows > 0 || w.work->each > 0))
        return w.work;
    else if (w.kernel->peer)
        snprintf(why, size, "%s does not show which thread has a row", w.kernel->name);
    else if (!w.answered)
        snprintf(why, size, "%s: by the thread that has the row", w.kernel->name);
    else
        snprintf(why, size, "%s does not say which thread has a row", w.kernel->name);
    return NULL;
}

int64_t owner_unit(const struct model_work *w, int64_t row)
{
    if (w->rows > 0)
        return row / w->rows;
    int low = 0, high = w->each;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (w->first[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return w->each > 0 ? low : -1;
}

static enum role owner_role(int64_t unit)
{
    return arrays_role((int)(unit % 5));
}

const struct spy_pixels spy_pixels[PLOT_COUNT] = { { 4, 2, "braille" }, { 2, 1, "blocks" }, { 1, 1, "characters" } };

void spy_fit(const int64_t size[2], struct rect r, enum plot plot, int *high, int *wide)
{
    double down = plot == PLOT_ASCII ? 2 : spy_pixels[plot].down, across = spy_pixels[plot].across;
    double scale_i = (double)size[0] / (r.rows * down), scale_j = (double)size[1] / (r.cols * across);
    double scale = scale_i > scale_j ? scale_i : scale_j;
    *high = *wide = 0;
    if (!(scale > 0))
        return;
    *high = int_min(r.rows, (int)((double)size[0] / scale / down + 0.999));
    *wide = int_min(r.cols, (int)((double)size[1] / scale / across + 0.999));
    *high = *high < 1 && size[0] > 0 ? 1 : *high;
    *wide = *wide < 1 && size[1] > 0 ? 1 : *wide;
}

bool spy_is_thin(const int64_t size[2], struct rect r, enum plot plot)
{
    enum { FEW = 6 }; /* columns; a line is as high as two are wide */
    int high, wide;
    spy_fit(size, r, plot, &high, &wide);
    return (wide < FEW && r.cols > 2 * FEW) || (2 * high < FEW && r.rows > FEW);
}

/* The densest raster cell under pixel (i, j) of high × wide: -1 none, else 0..9. */
static int density(const struct model_spy *s, int i, int j, int high, int wide)
{
    int i0 = i * s->rows / high, i1 = (i + 1) * s->rows / high, j0 = j * s->cols / wide, j1 = (j + 1) * s->cols / wide,
        most = -1;
    i1 = i1 > i0 ? i1 : i0 + 1;
    j1 = j1 > j0 ? j1 : j0 + 1;
    for (int y = i0; y < i1 && y < s->rows; y++)
        for (int x = j0; x < j1 && x < s->cols; x++) {
            char cell = s->cells[y * s->cols + x];
            if (cell != '.' && cell - '0' > most)
                most = cell - '0';
        }
    return most;
}

/* The densities of the 4 × 2 pixels of a character. */
struct spy_cell {
    int at[4][2], filled, sum; /* sum: of density + 1 over the pixels with entries */
};

static void cell_take(const struct spy_pen *p, int row, int col, struct spy_cell *c)
{
    c->filled = c->sum = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++) {
            const int d = density(p->spy, 4 * row + i, 2 * col + j, 4 * p->rect.rows, 2 * p->rect.cols);
            c->at[i][j] = d;
            c->filled += d >= 0;
            c->sum += d + 1;
        }
}

/* Whether plain dots would hide the structure, so that a halftone is better: at least a quarter of the characters with
   entries would be full. Not if nearly all are full and about equally dense: there a halftone is mere texture. The
   bounds were set by eye: an R-MAT graph is shaded, a full band is not. */
static bool is_saturated(const struct spy_pen *p)
{
    enum { ALIKE = 2 * 8 }; /* two of nine densities at each pixel */
    struct spy_cell c;
    int some = 0, full = 0, least = INT_MAX, most = 0;
    for (int row = 0; row < p->rect.rows; row++)
        for (int col = 0; col < p->rect.cols; col++) {
            cell_take(p, row, col, &c);
            some += c.filled > 0;
            full += c.filled == 8;
            least = c.filled == 8 && c.sum < least ? c.sum : least;
            most = c.filled == 8 && c.sum > most ? c.sum : most;
        }
    return 4 * full > some && (10 * full < 9 * some || most - least > ALIKE);
}

/* The unit that owns the row in the middle of line `row`. */
static int64_t unit_at(const struct spy_pen *p, int row)
{
    const struct model_spy *s = p->spy;
    const double share = (row + 0.5) / p->rect.rows;
    return owner_unit(p->owner, s->from[0] + (int64_t)(share * (double)(s->to[0] - s->from[0])));
}

static enum role ink(const struct spy_pen *p, int row, int density)
{
    return p->owner ? owner_role(unit_at(p, row)) : (enum role)(ROLE_HEAT0 + density / 2);
}

/* Halftone: the number of dots grows with the character's density, placed at its densest pixels; equally dense ones in
   a dispersed order. *mean: of the densities drawn. */
static uint32_t halftone(const struct spy_cell *c, int *mean)
{
    static const int order[8][2] = { { 0, 0 }, { 2, 1 }, { 1, 1 }, { 3, 0 }, { 2, 0 }, { 0, 1 }, { 3, 1 }, { 1, 0 } };
    const int most = (c->sum + 4) / 9 > 1 ? (c->sum + 4) / 9 : 1;
    uint32_t dots = 0;
    int n = 0, sum = 0;
    for (int d = 9; d >= 0; d--)
        for (int i = 0; i < 8 && n < most; i++)
            if (c->at[order[i][0]][order[i][1]] == d) {
                dots |= canvas_dot(order[i][0], order[i][1]);
                sum += d;
                n++;
            }
    *mean = sum / n;
    return dots;
}

static int fullest(const struct spy_cell *c)
{
    int most = -1;
    for (int i = 0; i < 8; i++)
        most = c->at[i / 2][i % 2] > most ? c->at[i / 2][i % 2] : most;
    return most;
}

static void put_braille(const struct spy_pen *p, int row, int col)
{
    struct spy_cell c;
    uint32_t dots = 0;
    cell_take(p, row, col, &c);
    if (c.filled == 0)
        return;
    int d = fullest(&c);
    for (int i = 0; i < 8; i++)
        if (c.at[i / 2][i % 2] >= 0)
            dots |= canvas_dot(i / 2, i % 2);
    if (p->shaded)
        dots = halftone(&c, &d);
    canvas_put(p->canvas, p->rect, row, col, 0x2800 + dots, ink(p, row, d), 0);
}

static void put_blocks(const struct spy_pen *p, int row, int col)
{
    const int high = 2 * p->rect.rows, wide = p->rect.cols;
    int upper = density(p->spy, 2 * row, col, high, wide), lower = density(p->spy, 2 * row + 1, col, high, wide);
    if (upper >= 0 && lower >= 0)
        canvas_put2(p->canvas, p->rect, row, col, 0x2580, ink(p, row, upper), ink(p, row, lower));
    else if (upper >= 0 || lower >= 0)
        canvas_put(p->canvas, p->rect, row, col, upper >= 0 ? 0x2580 : 0x2584, ink(p, row, upper >= 0 ? upper : lower),
                   0);
}

/* Without colours the owner is a letter. */
static void put_ascii(const struct spy_pen *p, int row, int col)
{
    static const char shade[] = ".:-=+*o%#@";
    struct spy_cell c;
    cell_take(p, row, col, &c);
    const int mean = c.sum / 8, d = p->shaded ? (mean > 1 ? mean - 1 : 0) : fullest(&c);
    if (c.filled > 0)
        canvas_put(p->canvas, p->rect, row, col, (uint32_t)(p->owner ? 'a' + unit_at(p, row) % 26 : shade[d]),
                   ink(p, row, d), 0);
}

void spy_draw_raster(const struct spy_pen *pen, enum plot plot)
{
    static void (*const put[PLOT_COUNT])(const struct spy_pen *, int, int) = { put_braille, put_blocks, put_ascii };
    const int64_t size[2] = { pen->spy->to[0] - pen->spy->from[0], pen->spy->to[1] - pen->spy->from[1] };
    const struct rect r = pen->rect;
    int high, wide;
    spy_fit(size, r, plot, &high, &wide);
    struct spy_pen p = *pen;
    if (!p.filled)
        p.rect = canvas_part(r, (r.rows - high) / 2, (r.cols - wide) / 2, high, wide);
    p.shaded = is_saturated(&p);
    for (int row = 0; row < p.rect.rows; row++)
        for (int col = 0; col < p.rect.cols; col++)
            put[plot](&p, row, col);
}

/* The least number of entries with the colour `heat`, which covers the densities 2·heat and 2·heat + 1 of 0..9; they
   grow with the logarithm of the number. */
static int64_t least_of(int heat, int64_t max)
{
    const int64_t least = (int64_t)ceil(expm1(2 * heat / 9. * log1p((double)max)) - 1e-9);
    return heat > 4 ? max + 1 : least > 1 ? least : 1;
}

void spy_draw_legend(struct canvas *c, struct rect r, const struct model_spy *s, enum plot plot)
{
    static const char *const what[PLOT_COUNT] = { "dot", "block", "character" };
    static const char shade[] = ".-+o%";
    char text[TEXT_SIZE];
    int col = 1;
    if (s->max <= 1) {
        canvas_put(c, r, 0, col, c->ascii ? (uint32_t)shade[0] : 0x25a0, ROLE_HEAT0, 0);
        canvas_print(c, r, 0, col + 2, ROLE_DIM, 0, "1 entry a %s", what[plot]);
        return;
    }
    for (int heat = 0; heat < 5; heat++) {
        if (least_of(heat, s->max) >= least_of(heat + 1, s->max))
            continue;
        canvas_put(c, r, 0, col, c->ascii ? (uint32_t)shade[heat] : 0x25a0, (enum role)(ROLE_HEAT0 + heat), 0);
        col += 3 + canvas_print(c, r, 0, col + 2, ROLE_DIM, 0, "%s", text_count(text, least_of(heat, s->max)));
    }
    canvas_print(c, r, 0, col, ROLE_DIM, 0, "entries or more a %s, %s at most", what[plot], text_count(text, s->max));
}

/* Entries as numbers: the characters of a matrix cell, those of a number, and of the edges with the indices. */
struct entry_grid {
    struct rect r;
    int m, n, high, wide, number, index, left, top;
};

static int widest_number(const struct model_window *w)
{
    char text[TEXT_SIZE];
    int wide = 1;
    for (int p = 0; p < w->entries; p++)
        wide = int_max(wide, canvas_width(arrays_number(text, w->entry[p].value)));
    return wide;
}

/* Fills r, with cells that are not too far from squares; without indices if these have no room. */
static bool place_grid(const struct model_window *w, struct rect r, struct entry_grid *g)
{
    enum { BROAD = 4 }; /* columns a line, at most */
    char text[TEXT_SIZE];
    g->m = (int)(w->to[0] - w->from[0]);
    g->n = (int)(w->to[1] - w->from[1]);
    g->number = widest_number(w);
    if (g->m < 1 || g->n < 1 || g->m > r.rows || g->n * (g->number + 1) - 1 > r.cols)
        return false;
    g->index = canvas_width(text_count(text, w->to[1] - 1));
    g->left = canvas_width(text_count(text, w->to[0] - 1)) + 1;
    g->top = 1;
    if (g->m + 1 > r.rows || g->left + g->n * (int_max(g->number, g->index) + 1) - 1 > r.cols)
        g->index = g->left = g->top = 0;
    const int least = int_max(g->number, g->index) + 1;
    g->high = (r.rows - g->top) / g->m;
    g->wide = int_min((r.cols - g->left + 1) / g->n, int_max(least, BROAD * g->high));
    g->high = int_min(g->high, g->wide);
    const int rows = g->top + g->m * g->high, cols = g->left + g->n * g->wide - 1;
    g->r = canvas_part(r, (r.rows - rows) / 2, (r.cols - cols) / 2, rows, cols);
    return true;
}

/* The matrix cell (i, j), with its number in the middle. */
static struct rect entry_cell(const struct entry_grid *g, int i, int j)
{
    return canvas_part(g->r, g->top + i * g->high, g->left + j * g->wide, g->high, g->wide);
}

static void put_indices(struct canvas *c, const struct entry_grid *g, const struct model_window *w)
{
    char text[TEXT_SIZE];
    for (int i = 0; i < g->m; i++)
        canvas_right(c, g->r, g->top + i * g->high + (g->high - 1) / 2, g->left - 1, ROLE_DIM, 0,
                     text_count(text, w->from[0] + i));
    for (int j = 0; j < g->n; j++)
        canvas_right(c, g->r, 0, g->left + j * g->wide + (g->wide - 1 + g->index) / 2, ROLE_DIM, 0,
                     text_count(text, w->from[1] + j));
}

static void put_entry(struct canvas *c, const struct entry_grid *g, struct rect cell, enum role role, const char *text)
{
    enum { ROOMY = 3 };
    const int row = (g->high - 1) / 2, end = (g->wide - 1 + g->number) / 2;
    for (int i = 0; g->high >= ROOMY && i < g->high - 1; i++)
        for (int j = 0; j < g->wide - 1; j++)
            if (i != row || j < end - canvas_width(text) - 1 || j > end)
                canvas_put(c, cell, i, j, 0x2591, role, 0);
    canvas_right(c, cell, row, end, role, 0, text);
}

bool spy_draw_entries(struct canvas *c, struct rect r, const struct model_window *w, const struct model_work *owner)
{
    struct entry_grid g;
    char text[TEXT_SIZE];
    if (!place_grid(w, r, &g))
        return false;
    if (g.index)
        put_indices(c, &g, w);
    for (int i = 0; i < g.m; i++)
        for (int j = 0; j < g.n; j++)
            canvas_right(c, entry_cell(&g, i, j), (g.high - 1) / 2, (g.wide - 1 + g.number) / 2, ROLE_DIM, 0,
                         arrays_none(c));
    for (int p = 0; p < w->entries; p++) {
        const struct model_entry *e = &w->entry[p];
        put_entry(c, &g, entry_cell(&g, (int)(e->i - w->from[0]), (int)(e->j - w->from[1])),
                  owner ? owner_role(owner_unit(owner, e->i)) : ROLE_HEAT3, arrays_number(text, e->value));
    }
    return true;
}
