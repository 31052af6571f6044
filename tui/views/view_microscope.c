/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_microscope: a window of the matrix beside the arrays of a format; y = A·x goes through both, step by step. */
#include "tui/views/microscope.h"

static const int sizes[] = { 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64 };
enum { SIZES = COUNT(sizes), OTHERS = 6 }; /* OTHERS: lines above and below the rows */

static bool is_whole(const struct scene *s, int size)
{
    return s->model->matrix.rows <= size && s->model->matrix.cols <= size;
}

/* A column takes 7 cells, 16 are for row numbers, other entries and y, 14 for the bars of a format that pads; a matrix
   seen whole has no other entries, and needs no bars. */
static bool fits(const struct scene *s, int size)
{
    const struct rect r = s->inside;
    return is_whole(s, size) ? 7 * size + 16 <= r.cols && size + 2 * OTHERS <= r.rows
                             : 7 * size + 16 + 14 <= r.cols && 2 * size + OTHERS <= r.rows;
}

/* As many rows and columns as leave the arrays room, below or, where numbers are short, beside them; six at least. */
static int size_at(const struct scene *s)
{
    int at = 3;
    while (at < SIZES - 1 && !is_whole(s, sizes[at]) && fits(s, sizes[at + 1]))
        at++;
    return int_clamp(at + s->state[VIEW_microscope].microscope.zoom, 0, SIZES - 1);
}

/* No more rows than can be seen at once: the longest row stands in the middle. */
static int rows_of(const struct scene *s)
{
    return int_clamp(sizes[size_at(s)], 2, int_max(2, s->inside.rows - OTHERS));
}

/* Nor more columns, unless a wider window was asked for: its first ones may hold no entry. */
static int cols_of(const struct scene *s)
{
    const int size = sizes[size_at(s)], seen = int_max(2, (s->inside.cols - 16) / 7);
    return s->state[VIEW_microscope].microscope.zoom > 0 ? size : int_min(size, seen);
}

static bool wants(const struct scene *s, char *command, size_t size)
{
    const struct microscope_state *own = &s->state[VIEW_microscope].microscope;
    if (!s->model->matrix.open || s->model->matrix.nnz < 1)
        return false;
    snprintf(command, size, "window rows=%d cols=%d", rows_of(s), cols_of(s));
    if (own->place == WINDOW_AT || own->place == WINDOW_NEAR)
        text_add(command, size, " from=%lld,%lld", (long long)own->from[0], (long long)own->from[1]);
    if (own->place >= WINDOW_NEAR)
        text_add(command, size, " near=%d", own->place == WINDOW_NEAR ? 1 : 2);
    return true;
}

const struct model_format *microscope_format(const struct scene *s)
{
    const struct model *m = s->model;
    for (int i = 0; i < m->formats; i++) {
        const struct model_format *f = &m->format[(s->state[VIEW_microscope].microscope.format + i) % m->formats];
        if (arrays_known(f->name))
            return f;
    }
    return NULL;
}

/* The engine keeps the magnitudes of its entries alone. */
static bool is_complex(const struct model_matrix *m)
{
    return strcmp(m->field, "complex") == 0;
}

/* Where matrix, bars, arrays and the lines below stand. */
struct scope_places {
    bool x;                                /* x has a line above the matrix */
    struct rect top, whole, arrays, facts; /* top: all above the facts, x and the matrix first */
};

/* Beside the matrix, where they fit, or below it, where that hides fewer of their lines, or else has fewer. `x`: the
   lines above the matrix. */
static struct rect place_arrays(const struct arrays *a, struct rect whole, int x, int left, int matrix)
{
    const struct rect top = canvas_part(whole, x, 0, whole.rows - x, whole.cols),
                      beside = canvas_part(top, 0, top.cols - left, top.rows, left),
                      below = canvas_part(top, matrix + 1, 0, top.rows - matrix - 1, top.cols);
    const int lines[2] = { arrays_lines(a, left), arrays_lines(a, top.cols) },
              hidden[2] = { int_max(lines[0] - beside.rows, 0), int_max(lines[1] - below.rows, 0) };
    const bool fits = left >= int_max(arrays_width(a), 29) || left >= arrays_abreast(a);
    return fits && (hidden[0] == hidden[1] ? lines[0] <= lines[1] : hidden[0] < hidden[1]) ? beside : below;
}

static struct scope_places places_of(const struct scene *s, struct rect r, const struct model_format *f,
                                     const struct arrays *a)
{
    enum { LINES = 4 }; /* of the arrays: they come before x */
    const struct model_window *w = &s->model->window;
    struct canvas none = { 0 };
    const int facts = microscope_facts(s, &none, (struct rect){ 0, 0, 4, r.cols }, f, a),
              matrix = 1 + (int)(w->to[0] - w->from[0]);
    struct scope_places p = { .top = canvas_part(r, 0, 0, int_max(r.rows - facts - 1, int_min(r.rows, 3)), r.cols) };
    const int used = microscope_grid(&none, p.top, w, a, &(struct microscope_marks){ .row = -1 }) + 2,
              whole = microscope_whole_width(s, f, r.cols - used);
    p.x = !a->magnitudes && p.top.rows >= 1 + matrix + 1 + int_min(arrays_lines(a, r.cols), LINES);
    p.whole = canvas_part(p.top, p.x, used, whole ? matrix : 0, whole);
    p.arrays = place_arrays(a, p.top, p.x, r.cols - used - 1 - (whole ? whole + 2 : 0), matrix);
    p.facts = canvas_part(r, 0, 0, facts, r.cols);
    return p;
}

static void draw_window(const struct scene *s, struct canvas *c, struct rect r, const struct model_format *f,
                        const struct arrays *a)
{
    const struct microscope_state *own = &s->state[VIEW_microscope].microscope;
    const struct model_window *w = &s->model->window;
    const struct scope_places p = places_of(s, r, f, a);
    const int m = (int)(w->to[0] - w->from[0]), done = int_clamp(own->step, 0, a->magnitudes ? 0 : a->steps);
    microscope_grid(c, p.top, w, a, &(struct microscope_marks){ p.x, done, microscope_marked(s) });
    if (p.whole.rows)
        microscope_whole(s, c, p.whole, f);
    const int below = p.arrays.row - p.top.row + arrays_draw(c, p.arrays, a, done - 1, own->down);
    const int foot = int_min(int_max(below, m + 1 + p.x) + 1, p.top.rows);
    microscope_step(s, c, r, foot, a, done);
    microscope_facts(s, c, canvas_part(r, foot + 1, 0, p.facts.rows, r.cols), f, a);
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct model_window *w = &s->model->window;
    const struct model_matrix *m = &s->model->matrix;
    const struct model_format *f = microscope_format(s);
    struct arrays a;
    if (!w->known || !m->open || !f) {
        canvas_wrap(c, r, 0, 0, r.rows, ROLE_DIM,
                    m->open && m->nnz < 1 ? "This matrix has no entry."
                    : s->replay  ? "A recording holds no single entries: the microscope needs the matrix itself."
                    : s->running ? "The engine is measuring: the entries come after this kernel."
                                 : "No entries yet.");
        return;
    }
    if (w->entries == 0)
        canvas_wrap(c, r, 0, 0, r.rows, ROLE_DIM,
                    "No entry in this window: arrows move it, - makes it larger, g returns to where entries begin.");
    else if (arrays_make(f, w, &a)) {
        a.magnitudes = is_complex(m);
        draw_window(s, c, r, f, &a);
        arrays_free(&a);
    }
}

static void aside(const struct scene *s, char *text, size_t size)
{
    const struct model_window *w = &s->model->window;
    const struct model_format *f = microscope_format(s);
    char i[TEXT_SIZE], j[TEXT_SIZE], padding[TEXT_SIZE], label[TEXT_SIZE];
    if (!w->known || !f)
        return;
    snprintf(text, size, "%s · ", figure_format(label, f->name, f->block));
    if (s->inside.cols >= 70 && f->padding > 0) /* of the whole matrix */
        text_add(text, size, f->padding > 1 ? "%s padding · " : "no padding · ", figure_padding(padding, f->padding));
    text_add(text, size, "%lld×%lld at row %s, column %s", (long long)(w->to[0] - w->from[0]),
             (long long)(w->to[1] - w->from[1]), text_count(i, w->from[0]), text_count(j, w->from[1]));
}

/* ---- keys ---- */

static void step(const struct scene *s, struct microscope_state *own, int by, int none)
{
    struct arrays a;
    const struct model_format *f = microscope_format(s);
    if (!f || !s->model->window.known || is_complex(&s->model->matrix) || !arrays_make(f, &s->model->window, &a))
        return;
    own->step = (int_clamp(own->step, 0, a.steps) + by + a.steps + 1) % (a.steps + 1);
    arrays_free(&a);
}

/* The steps up to the one that multiplies what `t` does; where the format has none, up to the first of its row. */
static int steps_up_to(const struct arrays *a, const struct arrays_step *t)
{
    int row = 0;
    for (int i = 0; i < a->steps; i++) {
        const struct arrays_step *o = &a->step[i];
        if (o->row == t->row && o->col == t->col && o->padding == t->padding)
            return i + 1;
        if (o->row == t->row && row == 0)
            row = i + 1;
    }
    return row;
}

/* What is being multiplied stays so. */
static void change_format(const struct scene *s, struct microscope_state *own, int by, int none)
{
    const struct model *m = s->model;
    const struct model_format *f = microscope_format(s);
    struct arrays a, next;
    if (!f)
        return;
    own->format = (int)(f - m->format);
    do
        own->format = (own->format + by + m->formats) % m->formats;
    while (!arrays_known(m->format[own->format].name));
    if (own->step == 0 || !m->window.known || is_complex(&m->matrix) || !arrays_make(f, &m->window, &a))
        return;
    if (arrays_make(&m->format[own->format], &m->window, &next)) {
        own->step = steps_up_to(&next, &a.step[int_clamp(own->step, 1, a.steps) - 1]);
        arrays_free(&next);
    }
    arrays_free(&a);
}

/* The arrays, where not all of their lines are shown. */
static void scroll(const struct scene *s, struct microscope_state *own, int by, int none)
{
    struct arrays a;
    const struct model_format *f = microscope_format(s);
    if (!f || !s->model->window.known || !arrays_make(f, &s->model->window, &a))
        return;
    const int step = is_complex(&s->model->matrix) ? -1 : int_clamp(own->step, 0, a.steps) - 1;
    own->down = arrays_scroll(places_of(s, s->inside, f, &a).arrays, &a, step, own->down + by);
    arrays_free(&a);
}

/* The middle stays where it is, unless nothing is there; a step closer and a step back end where they began. */
static void zoom(const struct scene *s, struct microscope_state *own, int by, int none)
{
    const struct model_window *w = &s->model->window;
    const int64_t whole[2] = { s->model->matrix.rows, s->model->matrix.cols };
    const int before = size_at(s), old[2] = { rows_of(s), sizes[before] };
    own->zoom += by;
    if (size_at(s) == before) {
        own->zoom -= by;
        return;
    }
    const int side[2] = { rows_of(s), cols_of(s) };
    for (int d = 0; d < 2 && w->known; d++) {
        const double middle =
            own->place == WINDOW_AT ? own->from[d] + old[d] / 2.0 : (double)(w->from[d] + w->to[d]) / 2;
        const double from = middle - side[d] / 2.0;
        own->from[d] = fmax(0, fmin(by < 0 ? floor(from) : ceil(from), (double)(whole[d] - side[d])));
    }
    own->place = w->known ? WINDOW_NEAR : own->place;
}

/* By half its size; far, to where entries are. What is wanted next to each other adds up before the window comes. */
static void move(const struct scene *s, struct microscope_state *own, int down, int right)
{
    const struct model_window *w = &s->model->window;
    const int64_t whole[2] = { s->model->matrix.rows, s->model->matrix.cols };
    const int by[2] = { down, right }, side[2] = { rows_of(s), sizes[size_at(s)] };
    const bool far = abs(down) > 1, goes_on = own->place == WINDOW_AT || (far && own->place == WINDOW_NEAR);
    for (int d = 0; d < 2; d++) {
        const double from = goes_on ? own->from[d] : (double)w->from[d];
        own->from[d] = fmax(0, fmin(from + by[d] * (side[d] / 2), (double)(whole[d] - side[d])));
    }
    own->place = far ? WINDOW_NEAR : WINDOW_AT;
}

static void go_to(const struct scene *s, struct microscope_state *own, int place, int none)
{
    own->place = (enum window_place)place;
    own->from[0] = (double)s->model->matrix.rows - 1;
    own->from[1] = (double)s->model->matrix.cols - 1;
}

static bool act(const struct scene *s, struct view_state *state, const char *word, struct view_reply *reply)
{
    static const struct {
        const char *word;
        void (*act)(const struct scene *, struct microscope_state *, int, int);
        int by, right;
    } acts[] = { { "step", step, 1, 0 },
                 { "unstep", step, -1, 0 },
                 { "format", change_format, 1, 0 },
                 { "unformat", change_format, -1, 0 },
                 { "arrays", scroll, 1, 0 },
                 { "unarrays", scroll, -1, 0 },
                 { "more", zoom, -1, 0 },
                 { "less", zoom, 1, 0 },
                 { "up", move, -1, 0 },
                 { "down", move, 1, 0 },
                 { "left", move, 0, -1 },
                 { "right", move, 0, 1 },
                 { "pageup", move, -20, 0 },
                 { "pagedown", move, 20, 0 },
                 { "first", go_to, WINDOW_FIRST, 0 },
                 { "last", go_to, WINDOW_NEAR, 0 },
                 { "longest", go_to, WINDOW_LONGEST, 0 } };
    struct microscope_state *own = &state->microscope;
    for (size_t i = 0; i < COUNT(acts); i++)
        if (strcmp(acts[i].word, word) == 0) {
            acts[i].act(s, own, acts[i].by, acts[i].right);
            own->down = acts[i].act == scroll ? own->down : 0;
            own->step = acts[i].act == step || acts[i].act == change_format || acts[i].act == scroll ? own->step : 0;
            return true;
        }
    return false;
}

const struct view view_microscope = {
    .name = "microscope",
    .title = "Microscope",
    .help = "a window of the matrix beside the arrays of a format; Space steps y = A·x through both",
    .overlay = true,
    .aside = aside,
    .draw = draw,
    .act = act,
    .wants = wants,
};
