/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_spy: where the entries are: a raster in braille dots, half blocks or characters, shaded by density. */
#include <stdio.h>
#include <string.h>

#include "core/matrix/spy.h"
#include "tui/views/figure.h"
#include "tui/views/scene.h"

/* Pixels in one character cell; a cell is about twice as high as wide. */
static const struct {
    int down, across;
    const char *name;
} pixels[PLOT_COUNT] = { { 4, 2, "braille" }, { 2, 1, "blocks" }, { 1, 1, "characters" } };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The part of the matrix that is shown: 2^-zoom of its rows and columns around its middle, moved inside. */
static void shown_part(const struct view_state *own, const struct model_matrix *m, int64_t from[2], int64_t to[2])
{
    const int64_t size[2] = { m->rows, m->cols };
    for (int i = 0; i < 2; i++) {
        int64_t part = size[i] >> own->zoom;
        part = part < 1 ? size[i] < 1 ? size[i] : 1 : part;
        from[i] = (int64_t)(own->middle[i] * (double)size[i]) - part / 2;
        from[i] = from[i] < 0 || own->zoom == 0 ? 0 : from[i] > size[i] - part ? size[i] - part : from[i];
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

/* The raster for the panel as it stands now. */
static bool wants(const struct scene *scene, char *command, size_t size)
{
    const struct view_state *own = &scene->state[VIEW_spy];
    const struct model_matrix *m = &scene->model->matrix;
    int64_t from[2], to[2];
    int high, wide;
    if (!m->open || m->rows < 1 || m->cols < 1)
        return false;
    shown_part(own, m, from, to);
    const int64_t part[2] = { to[0] - from[0], to[1] - from[1] };
    fit(part, scene->inside, (enum plot)own->scale, &high, &wide);
    int rows = least(high * pixels[own->scale].down, SPY_MAX), cols = least(wide * pixels[own->scale].across, SPY_MAX);
    rows = part[0] < rows ? (int)part[0] : rows;
    cols = part[1] < cols ? (int)part[1] : cols;
    snprintf(command, size, "spy rows=%d cols=%d from=%lld,%lld to=%lld,%lld", rows, cols, (long long)from[0],
             (long long)from[1], (long long)to[0], (long long)to[1]);
    return rows > 0 && cols > 0;
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

static void draw(const struct scene *scene, struct canvas *c, struct rect r)
{
    static void (*const put[PLOT_COUNT])(struct canvas *, struct rect, const struct model_spy *, int, int, int,
                                         int) = { put_braille, put_blocks, put_ascii };
    const struct model_spy *s = &scene->model->spy;
    if (!scene->model->matrix.open || r.rows < 1 || r.cols < 1 || scene->model->matrix.nnz == 0 || !s->cells) {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0,
                    scene->model->matrix.open && scene->model->matrix.nnz == 0 ? "no entry" : "–");
        return;
    }
    enum plot plot = c->ascii ? PLOT_ASCII : (enum plot)scene->state[VIEW_spy].scale;
    int high, wide;
    const int64_t size[2] = { s->to[0] - s->from[0], s->to[1] - s->from[1] };
    fit(size, r, plot, &high, &wide);
    struct rect in = canvas_part(r, (r.rows - high) / 2, (r.cols - wide) / 2, high, wide);
    for (int row = 0; row < high; row++)
        for (int col = 0; col < wide; col++)
            put[plot](c, in, s, row, col, high, wide);
}

/* When zoomed in, the rows and columns shown, as far as there is room. */
static void aside(const struct scene *scene, char *text, size_t size)
{
    const struct model_spy *s = &scene->model->spy;
    char t[4][TEXT_SIZE];
    const struct view_state *own = &scene->state[VIEW_spy];
    int cols = scene->inside.cols;
    if (!s->cells)
        return;
    if (!own->zoom) {
        snprintf(text, size, "%s", cols >= 20 ? pixels[own->scale].name : "");
        return;
    }
    for (int i = 0; i < 2; i++) {
        figure_short(t[2 * i], (double)s->from[i] + 1);
        figure_short(t[2 * i + 1], (double)s->to[i]);
    }
    if (cols >= 60)
        snprintf(text, size, "rows %s–%s · columns %s–%s", t[0], t[1], t[2], t[3]);
    else if (cols >= 36)
        snprintf(text, size, "%s–%s · %s–%s", t[0], t[1], t[2], t[3]);
    else
        snprintf(text, size, "%s×", figure_short(t[0], (double)((int64_t)1 << own->zoom)));
}

/* The middle of what is shown, so that zooming and moving begin there and not outside the matrix. */
static void recentre(struct view_state *own, const struct model_matrix *m)
{
    int64_t from[2], to[2];
    shown_part(own, m, from, to);
    own->middle[0] = (double)(from[0] + to[0]) / 2 / (double)m->rows;
    own->middle[1] = (double)(from[1] + to[1]) / 2 / (double)m->cols;
}

/* Zooms in until about eight rows or columns are left. */
static void zoom(struct view_state *own, const struct model_matrix *m, int by)
{
    int64_t longest = m->rows > m->cols ? m->rows : m->cols;
    recentre(own, m);
    if (own->zoom + by >= 0 && (by < 0 || longest >> (own->zoom + by) >= 8))
        own->zoom += by;
}

static bool act(const struct scene *scene, struct view_state *own, const char *word, struct view_reply *reply)
{
    const struct model_matrix *m = &scene->model->matrix;
    static const struct {
        const char *word;
        int zoom, down, right;
    } moves[] = { { "more", 1, 0, 0 }, { "less", -1, 0, 0 }, { "first", -64, 0, 0 }, { "up", 0, -1, 0 },
                  { "down", 0, 1, 0 }, { "left", 0, 0, -1 }, { "right", 0, 0, 1 } };
    if (strcmp(word, "scale") == 0) {
        if (!scene->ascii)
            own->scale = (own->scale + 1) % PLOT_COUNT;
        return true;
    }
    for (size_t i = 0; i < sizeof moves / sizeof *moves && m->rows > 0 && m->cols > 0; i++) {
        if (strcmp(moves[i].word, word) != 0)
            continue;
        if (!moves[i].zoom && !own->zoom)
            return false; /* the whole matrix is shown */
        double step = 0.5 / (double)((int64_t)1 << own->zoom);
        own->middle[0] += moves[i].down * step;
        own->middle[1] += moves[i].right * step;
        recentre(own, m);
        if (moves[i].zoom < -1)
            own->zoom = 0;
        else if (moves[i].zoom)
            zoom(own, m, moves[i].zoom);
        if (scene->running)
            snprintf(reply->message, sizeof reply->message,
                     "the engine is running kernels: the spy plot follows when it is done");
        return true;
    }
    return false;
}

/* A double click zooms in there. */
static void click(const struct scene *scene, struct view_state *own, int row, int col, bool twice,
                  struct view_reply *reply)
{
    const struct rect r = scene->inside;
    const struct model_spy *s = &scene->model->spy;
    int high, wide;
    const int64_t size[2] = { s->to[0] - s->from[0], s->to[1] - s->from[1] };
    fit(size, r, (enum plot)own->scale, &high, &wide);
    double i = (row - (r.rows - high) / 2 + 0.5) / high, j = (col - (r.cols - wide) / 2 + 0.5) / wide;
    if (!twice || !s->cells || !(i >= 0 && i < 1 && j >= 0 && j < 1))
        return;
    own->middle[0] = ((double)s->from[0] + i * (double)size[0]) / (double)scene->model->matrix.rows;
    own->middle[1] = ((double)s->from[1] + j * (double)size[1]) / (double)scene->model->matrix.cols;
    act(scene, own, "more", reply);
}

const struct view view_spy = {
    .name = "spy",
    .title = "Spy",
    .help = "where the entries are, coloured by how dense; + and - and the arrows look closer",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
    .wants = wants,
};
