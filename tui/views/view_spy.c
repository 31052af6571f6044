/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_spy: where the entries are: a raster in braille dots, half blocks or characters, shaded by density. */
#include <stdio.h>
#include <string.h>

#include "core/matrix/spy.h"
#include "tui/screen/app.h"
#include "tui/views/figure.h"

/* Pixels in one character cell; a cell is about twice as high as wide. */
static const struct {
    int down, across;
    const char *name;
} pixels[PLOT_COUNT] = { { 4, 2, "braille" }, { 2, 1, "blocks" }, { 1, 1, "characters" } };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The part of the matrix that is shown: 2^-zoom of its rows and columns around spy_at, moved inside. */
static void window(const struct app *a, int64_t from[2], int64_t to[2])
{
    const int64_t size[2] = { a->model->matrix.rows, a->model->matrix.cols };
    for (int i = 0; i < 2; i++) {
        int64_t part = size[i] >> a->spy_zoom;
        part = part < 1 ? size[i] < 1 ? size[i] : 1 : part;
        from[i] = (int64_t)(a->spy_at[i] * (double)size[i]) - part / 2;
        from[i] = from[i] < 0 || a->spy_zoom == 0 ? 0 : from[i] > size[i] - part ? size[i] - part : from[i];
        to[i] = from[i] + part;
    }
}

/* The characters that a part of high × wide entries fills, its aspect kept: pixels are square for braille and blocks.
 */
static void fit(const int64_t size[2], struct rect r, enum plot plot, int *high, int *wide)
{
    double down = plot == PLOT_ASCII ? 2 : pixels[plot].down, across = pixels[plot].across;
    double scale_i = (double)size[0] / (r.rows * down), scale_j = (double)size[1] / (r.cols * across);
    double scale = scale_i > scale_j ? scale_i : scale_j;
    *high = *wide = 0;
    if (!(scale > 0))
        return;
    *high = least(r.rows, (int)((double)size[0] / scale / down + 0.999));
    *wide = least(r.cols, (int)((double)size[1] / scale / across + 0.999));
    *high = *high < 1 && size[0] > 0 ? 1 : *high;
    *wide = *wide < 1 && size[1] > 0 ? 1 : *wide;
}

bool spy_raster(const struct app *a, struct spy_raster *s)
{
    const struct model_matrix *m = &a->model->matrix;
    struct rect r;
    if (!m->open || !app_inside(a, VIEW_spy, &r) || m->rows < 1 || m->cols < 1)
        return false;
    memset(s, 0, sizeof *s);
    window(a, s->from, s->to);
    const int64_t size[2] = { s->to[0] - s->from[0], s->to[1] - s->from[1] };
    int high, wide;
    fit(size, r, a->plot, &high, &wide);
    s->rows = least(high * pixels[a->plot].down, SPY_MAX);
    s->cols = least(wide * pixels[a->plot].across, SPY_MAX);
    s->rows = size[0] < s->rows ? (int)size[0] : s->rows;
    s->cols = size[1] < s->cols ? (int)size[1] : s->cols;
    return s->rows > 0 && s->cols > 0;
}

/* The fullest raster cell under pixel (i, j) of high × wide: -1 none, else 0..9. */
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

static enum role heat(int density)
{
    return (enum role)(ROLE_HEAT0 + density / 2);
}

static void put_braille(struct canvas *c, struct rect r, const struct model_spy *s, int row, int col, int high,
                        int wide)
{
    static const unsigned char bit[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 } };
    unsigned dots = 0;
    int most = -1;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++) {
            int d = density(s, 4 * row + i, 2 * col + j, 4 * high, 2 * wide);
            if (d >= 0)
                dots |= bit[i][j];
            most = d > most ? d : most;
        }
    if (dots)
        canvas_put(c, r, row, col, 0x2800 + dots, heat(most), 0);
}

static void put_blocks(struct canvas *c, struct rect r, const struct model_spy *s, int row, int col, int high, int wide)
{
    int upper = density(s, 2 * row, col, 2 * high, wide), lower = density(s, 2 * row + 1, col, 2 * high, wide);
    if (upper >= 0 && lower >= 0)
        canvas_put2(c, r, row, col, 0x2580, heat(upper), heat(lower));
    else if (upper >= 0 || lower >= 0)
        canvas_put(c, r, row, col, upper >= 0 ? 0x2580 : 0x2584, heat(upper >= 0 ? upper : lower), 0);
}

static void put_ascii(struct canvas *c, struct rect r, const struct model_spy *s, int row, int col, int high, int wide)
{
    static const char shade[] = ".:-=+*o%#@";
    int d = density(s, row, col, high, wide);
    if (d >= 0)
        canvas_put(c, r, row, col, (uint32_t)shade[d], heat(d), 0);
}

static void draw(const struct app *a, struct canvas *c, struct rect r)
{
    static void (*const put[PLOT_COUNT])(struct canvas *, struct rect, const struct model_spy *, int, int, int,
                                         int) = { put_braille, put_blocks, put_ascii };
    const struct model_spy *s = &a->model->spy;
    if (!a->model->matrix.open || r.rows < 1 || r.cols < 1 || a->model->matrix.nnz == 0 || !s->cells) {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0, a->model->matrix.open && a->model->matrix.nnz == 0 ? "no entry" : "–");
        return;
    }
    enum plot plot = c->ascii ? PLOT_ASCII : a->plot;
    int high, wide;
    const int64_t size[2] = { s->to[0] - s->from[0], s->to[1] - s->from[1] };
    fit(size, r, plot, &high, &wide);
    struct rect in = canvas_part(r, (r.rows - high) / 2, (r.cols - wide) / 2, high, wide);
    for (int row = 0; row < high; row++)
        for (int col = 0; col < wide; col++)
            put[plot](c, in, s, row, col, high, wide);
}

/* Closer, the rows and columns shown, in as many words as there is room for. */
static void aside(const struct app *a, char *text, size_t size)
{
    const struct model_spy *s = &a->model->spy;
    char t[4][TEXT_SIZE];
    struct rect r;
    if (!s->cells || !app_inside(a, VIEW_spy, &r))
        return;
    if (!a->spy_zoom) {
        snprintf(text, size, "%s", r.cols >= 20 ? pixels[a->plot].name : "");
        return;
    }
    for (int i = 0; i < 2; i++) {
        figure_short(t[2 * i], (double)s->from[i] + 1);
        figure_short(t[2 * i + 1], (double)s->to[i]);
    }
    if (r.cols >= 60)
        snprintf(text, size, "rows %s–%s · columns %s–%s", t[0], t[1], t[2], t[3]);
    else if (r.cols >= 36)
        snprintf(text, size, "%s–%s · %s–%s", t[0], t[1], t[2], t[3]);
    else
        snprintf(text, size, "%s×", figure_short(t[0], (double)((int64_t)1 << a->spy_zoom)));
}

/* The middle of what is shown, so that zooming and moving begin there and not outside the matrix. */
static void recentre(struct app *a)
{
    int64_t from[2], to[2];
    window(a, from, to);
    a->spy_at[0] = (double)(from[0] + to[0]) / 2 / (double)a->model->matrix.rows;
    a->spy_at[1] = (double)(from[1] + to[1]) / 2 / (double)a->model->matrix.cols;
}

/* Closer until eight entries or so are left. */
static void zoom(struct app *a, int by)
{
    const struct model_matrix *m = &a->model->matrix;
    int64_t longest = m->rows > m->cols ? m->rows : m->cols;
    recentre(a);
    if (a->spy_zoom + by >= 0 && (by < 0 || longest >> (a->spy_zoom + by) >= 8))
        a->spy_zoom += by;
}

static bool act(struct app *a, const char *word)
{
    static const struct {
        const char *word;
        int zoom, down, right;
    } moves[] = { { "more", 1, 0, 0 }, { "less", -1, 0, 0 }, { "first", -64, 0, 0 }, { "up", 0, -1, 0 },
                  { "down", 0, 1, 0 }, { "left", 0, 0, -1 }, { "right", 0, 0, 1 } };
    if (strcmp(word, "scale") == 0) {
        if (!a->ascii)
            a->plot = (a->plot + 1) % PLOT_COUNT;
        return true;
    }
    for (size_t i = 0; i < sizeof moves / sizeof *moves && a->model->matrix.rows > 0 && a->model->matrix.cols > 0;
         i++) {
        if (strcmp(moves[i].word, word) != 0)
            continue;
        if (!moves[i].zoom && !a->spy_zoom)
            return false; /* all of it is in sight */
        double step = 0.5 / (double)((int64_t)1 << a->spy_zoom);
        a->spy_at[0] += moves[i].down * step;
        a->spy_at[1] += moves[i].right * step;
        recentre(a);
        if (moves[i].zoom < -1)
            a->spy_zoom = 0;
        else if (moves[i].zoom)
            zoom(a, moves[i].zoom);
        if (a->run_cmd)
            app_say(a, false, "the engine is running kernels: the spy plot follows when it is done");
        return true;
    }
    return false;
}

/* A double click looks closer, there. */
static void click(struct app *a, struct rect r, int row, int col, bool twice)
{
    const struct model_spy *s = &a->model->spy;
    int high, wide;
    const int64_t size[2] = { s->to[0] - s->from[0], s->to[1] - s->from[1] };
    fit(size, r, a->plot, &high, &wide);
    double i = (row - (r.rows - high) / 2 + 0.5) / high, j = (col - (r.cols - wide) / 2 + 0.5) / wide;
    if (!twice || !s->cells || !(i >= 0 && i < 1 && j >= 0 && j < 1))
        return;
    a->spy_at[0] = ((double)s->from[0] + i * (double)size[0]) / (double)a->model->matrix.rows;
    a->spy_at[1] = ((double)s->from[1] + j * (double)size[1]) / (double)a->model->matrix.cols;
    act(a, "more");
}

const struct view view_spy = {
    .name = "spy",
    .title = "Spy",
    .help = "where the entries are, coloured by how dense; + and - and the arrows look closer",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
};
