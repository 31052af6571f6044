/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_spy: where the entries are: a raster in braille dots, half blocks or characters, shaded by density. */
#include <stdio.h>
#include <string.h>

#include "tui/app.h"
#include "tui/spy.h"

/* Pixels in one character cell; a cell is about twice as high as wide. */
static const struct {
    int down, across;
    const char *name;
} pixels[PLOT_COUNT] = {
    {4,  2, "braille"   },
    { 2, 1, "blocks"    },
    { 1, 1, "characters"}
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The characters that a rows × cols matrix fills, its aspect kept: pixels are square for braille and blocks. */
static void fit(const struct model_matrix *m, struct rect r, enum plot plot, int *high, int *wide)
{
    double down = plot == PLOT_ASCII ? 2 : pixels[plot].down, across = pixels[plot].across;
    double scale_i = (double)m->rows / (r.rows * down), scale_j = (double)m->cols / (r.cols * across);
    double scale = scale_i > scale_j ? scale_i : scale_j;
    *high = *wide = 0;
    if (!(scale > 0))
        return;
    *high = least(r.rows, (int)((double)m->rows / scale / down + 0.999));
    *wide = least(r.cols, (int)((double)m->cols / scale / across + 0.999));
    *high = *high < 1 && m->rows > 0 ? 1 : *high;
    *wide = *wide < 1 && m->cols > 0 ? 1 : *wide;
}

bool spy_raster(const struct app *a, int *rows, int *cols)
{
    const struct model_matrix *m = &a->model->matrix;
    struct rect r;
    if (!m->open || !app_inside(a, VIEW_spy, &r) || m->rows < 1 || m->cols < 1)
        return false;
    int high, wide;
    fit(m, r, a->plot, &high, &wide);
    *rows = least(high * pixels[a->plot].down, 512);
    *cols = least(wide * pixels[a->plot].across, 512);
    *rows = m->rows < *rows ? (int)m->rows : *rows;
    *cols = m->cols < *cols ? (int)m->cols : *cols;
    return *rows > 0 && *cols > 0;
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
    static const unsigned char bit[4][2] = {
        {0x01,  0x08},
        { 0x02, 0x10},
        { 0x04, 0x20},
        { 0x40, 0x80}
    };
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
    if (!a->model->matrix.open || !s->cells || r.rows < 1 || r.cols < 1) {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0, a->model->matrix.open && a->model->matrix.nnz == 0 ? "empty" : "–");
        return;
    }
    enum plot plot = c->ascii ? PLOT_ASCII : a->plot;
    int high, wide;
    fit(&a->model->matrix, r, plot, &high, &wide);
    struct rect in = canvas_part(r, (r.rows - high) / 2, (r.cols - wide) / 2, high, wide);
    for (int row = 0; row < high; row++)
        for (int col = 0; col < wide; col++)
            put[plot](c, in, s, row, col, high, wide);
}

static void aside(const struct app *a, char *text, size_t size)
{
    if (a->model->spy.cells && a->cols >= 100)
        snprintf(text, size, "%s", pixels[a->plot].name);
}

static bool act(struct app *a, const char *word)
{
    if (strcmp(word, "scale") != 0)
        return false;
    if (!a->ascii)
        a->plot = (a->plot + 1) % PLOT_COUNT;
    return true;
}

const struct view view_spy = {
    .name = "spy",
    .title = "Spy",
    .help = "where the entries are; the denser, the brighter",
    .aside = aside,
    .draw = draw,
    .act = act,
};
