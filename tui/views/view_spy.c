/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_spy: where the entries are: a raster shaded by density or coloured by thread; close up, the entries. */
#include "core/matrix/spy.h"
#include "tui/views/spy_draw.h"
#include "tui/views/why.h"

/* The visible part: 2^-zoom of the rows and columns around its middle, shifted inside the matrix. */
static void shown_part(const struct spy_state *own, const struct model_matrix *m, int64_t from[2], int64_t to[2])
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

/* Alone on the screen, it explains its colours below. */
static bool has_legend(const struct scene *s, struct rect r)
{
    return s->zoomed && s->focus == VIEW_spy && r.rows >= 12 && !s->state[VIEW_spy].spy.owners;
}

static struct rect plot_part(const struct scene *s, struct rect r)
{
    return canvas_part(r, 0, 0, r.rows - has_legend(s, r), r.cols);
}

/* The kernel's division of the rows, unless already requested; the raster at the panel's size. */
static bool wants(const struct scene *scene, char *command, size_t size)
{
    const struct spy_state *own = &scene->state[VIEW_spy].spy;
    const struct model_matrix *m = &scene->model->matrix;
    int64_t from[2], to[2];
    int high, wide;
    if (!m->open || m->rows < 1 || m->cols < 1)
        return false;
    struct why w;
    if (own->owners && why_of(scene, &w) && !w.answered && !why_refused(scene, &w) &&
        why_wants(scene, &w, command, size))
        return true;
    shown_part(own, m, from, to);
    const int64_t part[2] = { to[0] - from[0], to[1] - from[1] };
    spy_fit(part, plot_part(scene, scene->inside), own->plot, &high, &wide);
    int rows = int_min(high * spy_pixels[own->plot].down, SPY_MAX),
        cols = int_min(wide * spy_pixels[own->plot].across, SPY_MAX);
    rows = part[0] < rows ? (int)part[0] : rows;
    cols = part[1] < cols ? (int)part[1] : cols;
    snprintf(command, size, "spy rows=%d cols=%d from=%lld,%lld to=%lld,%lld", rows, cols, (long long)from[0],
             (long long)from[1], (long long)to[0], (long long)to[1]);
    return rows > 0 && cols > 0;
}

/* The raster of the open matrix; in a replay, which cannot ask for one, also what it showed of it before. */
static const struct model_spy *raster_of(const struct scene *scene)
{
    const struct model *m = scene->model;
    const struct model_look *kept = scene->replay && !m->spy.cells ? model_look_open(m) : NULL;
    return kept ? &kept->spy : &m->spy;
}

static void draw(const struct scene *scene, struct canvas *c, struct rect r)
{
    const struct model_spy *s = raster_of(scene);
    if (!scene->model->matrix.open || r.rows < 1 || r.cols < 1 || scene->model->matrix.nnz == 0 || !s->cells) {
        canvas_text(c, r, 0, 0, ROLE_DIM, 0,
                    scene->model->matrix.open && scene->model->matrix.nnz == 0 ? "no entry" : "–");
        return;
    }
    char why[120];
    const struct model_work *owner = owner_work(scene, scene->state[VIEW_spy].spy.owners, why, sizeof why);
    const struct model_window *w = &scene->model->spied;
    if (w->known && scene->state[VIEW_spy].spy.zoom > 0 && spy_draw_entries(c, r, w, owner))
        return;
    const bool letters = c->ascii || (owner && scene->mono); /* an owner has a letter where it cannot have a colour */
    const enum plot plot = letters ? PLOT_ASCII : scene->state[VIEW_spy].spy.plot;
    spy_draw_raster(&(struct spy_pen){ .canvas = c, .rect = plot_part(scene, r), .spy = s, .owner = owner }, plot);
    if (has_legend(scene, r))
        spy_draw_legend(c, canvas_part(r, r.rows - 1, 0, 1, r.cols), s, plot);
}

/* Whose rows have which colour, if requested. */
static bool owner_aside(const struct scene *scene, char *text, size_t size)
{
    char why[120];
    const struct model_work *w = owner_work(scene, scene->state[VIEW_spy].spy.owners, why, sizeof why);
    if (!w && !why[0])
        return false;
    if (!w)
        snprintf(text, size, "%s", why);
    else if (w->dealt)
        snprintf(text, size, "%s: chunks, any thread", w->kernel);
    else
        snprintf(text, size, "%s: a %s a %s", w->kernel, scene->ascii || scene->mono ? "letter" : "colour", w->worker);
    return true;
}

static void aside(const struct scene *scene, char *text, size_t size)
{
    const struct model_spy *s = raster_of(scene);
    char t[4][TEXT_SIZE];
    const struct spy_state *own = &scene->state[VIEW_spy].spy;
    int cols = scene->inside.cols;
    if (!s->cells || (!own->zoom && owner_aside(scene, text, size)))
        return;
    if (!own->zoom) {
        snprintf(text, size, "%s", cols >= 20 ? spy_pixels[own->plot].name : "");
        return;
    }
    for (int i = 0; i < 2; i++) {
        figure_short(t[2 * i], (double)s->from[i]); /* from 0, as in the microscope */
        figure_short(t[2 * i + 1], (double)s->to[i] - 1);
    }
    if (cols >= 60)
        snprintf(text, size, "rows %s–%s · columns %s–%s", t[0], t[1], t[2], t[3]);
    else if (cols >= 36)
        snprintf(text, size, "%s–%s · %s–%s", t[0], t[1], t[2], t[3]);
    else
        snprintf(text, size, "%s×", figure_short(t[0], (double)((int64_t)1 << own->zoom)));
}

/* The middle of the visible part, so that zooming and moving begin there and not outside the matrix. */
static void recentre(struct spy_state *own, const struct model_matrix *m)
{
    int64_t from[2], to[2];
    shown_part(own, m, from, to);
    own->middle[0] = (double)(from[0] + to[0]) / 2 / (double)m->rows;
    own->middle[1] = (double)(from[1] + to[1]) / 2 / (double)m->cols;
}

/* If the visible part would show no entry, it moves to the one of the raster that is nearest to its middle. */
static void keep_in_sight(struct spy_state *own, const struct model_matrix *m, const struct model_spy *s)
{
    int64_t from[2], to[2];
    double least = INFINITY, nearest[2] = { 0 };
    shown_part(own, m, from, to);
    for (int p = 0; s->cells && p < s->rows * s->cols; p++) {
        if (s->cells[p] == '.')
            continue;
        const double i = (double)s->from[0] + (p / s->cols + 0.5) * (double)(s->to[0] - s->from[0]) / s->rows,
                     j = (double)s->from[1] + (p % s->cols + 0.5) * (double)(s->to[1] - s->from[1]) / s->cols,
                     far = hypot(i - own->middle[0] * (double)m->rows, j - own->middle[1] * (double)m->cols);
        if (i >= (double)from[0] && i < (double)to[0] && j >= (double)from[1] && j < (double)to[1])
            return;
        if (far < least) {
            least = far;
            nearest[0] = i / (double)m->rows;
            nearest[1] = j / (double)m->cols;
        }
    }
    if (isfinite(least))
        memcpy(own->middle, nearest, sizeof nearest);
}

/* Zooms in until about four rows or columns are left. */
static void zoom(struct spy_state *own, const struct model *m, int by)
{
    const int64_t longest = m->matrix.rows > m->matrix.cols ? m->matrix.rows : m->matrix.cols;
    recentre(own, &m->matrix);
    if (own->zoom + by < 0 || (by > 0 && longest >> (own->zoom + by) < 4))
        return;
    own->zoom += by;
    if (by > 0)
        keep_in_sight(own, &m->matrix, &m->spy);
}

static bool act(const struct scene *scene, struct view_state *state, const char *word, struct view_reply *reply)
{
    struct spy_state *own = &state->spy;
    const struct model_matrix *m = &scene->model->matrix;
    static const struct {
        const char *word;
        int zoom, down, right;
    } moves[] = { { "more", 1, 0, 0 }, { "less", -1, 0, 0 }, { "first", -64, 0, 0 }, { "up", 0, -1, 0 },
                  { "down", 0, 1, 0 }, { "left", 0, 0, -1 }, { "right", 0, 0, 1 } };
    if (strcmp(word, "scale") == 0) {
        if (!scene->ascii)
            own->plot = (own->plot + 1) % PLOT_COUNT;
        return true;
    }
    if (strcmp(word, "owner") == 0) {
        own->owners = !own->owners;
        if (!owner_aside(scene, reply->message, sizeof reply->message)) /* a small title has no room for it */
            snprintf(reply->message, sizeof reply->message, "coloured by density");
        return true;
    }
    for (size_t i = 0; i < COUNT(moves) && m->rows > 0 && m->cols > 0; i++) {
        if (strcmp(moves[i].word, word) != 0)
            continue;
        if (!moves[i].zoom && !own->zoom)
            return false; /* the whole matrix is visible */
        double step = 0.5 / (double)((int64_t)1 << own->zoom);
        own->middle[0] += moves[i].down * step;
        own->middle[1] += moves[i].right * step;
        recentre(own, m);
        if (moves[i].zoom < -1)
            own->zoom = 0;
        else if (moves[i].zoom)
            zoom(own, scene->model, moves[i].zoom);
        return true;
    }
    return false;
}

/* A double click zooms in there. */
static void click(const struct scene *scene, struct view_state *state, int row, int col, bool twice,
                  struct view_reply *reply)
{
    struct spy_state *own = &state->spy;
    const struct rect r = plot_part(scene, scene->inside);
    const struct model_spy *s = raster_of(scene);
    int high, wide;
    const int64_t size[2] = { s->to[0] - s->from[0], s->to[1] - s->from[1] };
    spy_fit(size, r, own->plot, &high, &wide);
    double i = (row - (r.rows - high) / 2 + 0.5) / high, j = (col - (r.cols - wide) / 2 + 0.5) / wide;
    if (!twice || !s->cells || !(i >= 0 && i < 1 && j >= 0 && j < 1))
        return;
    own->middle[0] = ((double)s->from[0] + i * (double)size[0]) / (double)scene->model->matrix.rows;
    own->middle[1] = ((double)s->from[1] + j * (double)size[1]) / (double)scene->model->matrix.cols;
    act(scene, state, "more", reply);
}

const struct view view_spy = {
    .name = "spy",
    .title = "Spy",
    .help = "where the entries are; where dots would run together, the fewer the thinner; + and - and the arrows look "
            "closer",
    .aside = aside,
    .draw = draw,
    .act = act,
    .click = click,
    .wants = wants,
};
