/* SPDX-License-Identifier: GPL-3.0-or-later */
/* microscope_whole: how a format that pads stores the rows of the window in the whole matrix, to scale. */
#include "tui/views/microscope.h"

enum { LEAST = 11, MOST = 36 }; /* columns of the bars */

static bool is_sell(const struct model_format *f)
{
    return strcmp(f->name, "sell") == 0;
}

static int64_t slots_of(const struct scene *s, const struct model_format *f, int i)
{
    return is_sell(f) ? s->model->window.slots[i] : s->model->matrix.row_max;
}

static int rows_in(const struct model_window *w)
{
    return int_min((int)(w->to[0] - w->from[0]), MODEL_WINDOW);
}

static int64_t widest(const struct scene *s, const struct model_format *f)
{
    int64_t most = 0;
    for (int i = 0; i < rows_in(&s->model->window); i++)
        most = slots_of(s, f, i) > most ? slots_of(s, f, i) : most;
    return most;
}

/* The columns that say where SELL sorts the rows to. */
static int place_width(const struct scene *s, const struct model_format *f)
{
    char text[TEXT_SIZE];
    return is_sell(f) ? int_max(5, canvas_width(text_count(text, s->model->matrix.rows))) + 1 : 0;
}

int microscope_whole_width(const struct scene *s, const struct model_format *f, int room)
{
    const struct model_window *w = &s->model->window;
    const struct model_matrix *m = &s->model->matrix;
    const bool all = w->to[0] - w->from[0] == m->rows && w->to[1] - w->from[1] == m->cols;
    const int place = place_width(s, f);
    if (all || (!is_sell(f) && strncmp(f->name, "ell", 3) != 0) || widest(s, f) == 0 || room < place + LEAST)
        return 0;
    return int_min(room, place + MOST);
}

/* Above the bars: how long they are, and to which scale, in as many words as have room. */
static void draw_scale(const struct scene *s, struct canvas *c, struct rect r, const struct model_format *f,
                       int64_t scale)
{
    char text[100], a[TEXT_SIZE], b[TEXT_SIZE];
    text_count(a, widest(s, f));
    text_count(b, scale);
    int n = snprintf(text, sizeof text, "%s slots %s", a, is_sell(f) ? "at most" : "a row");
    if (scale > 1)
        snprintf(text + n, sizeof text - (size_t)n, "; █ is %s of them", b);
    if (canvas_width(text) > r.cols)
        snprintf(text, sizeof text, "%s slots%s%s", a, scale > 1 ? ", █ = " : "", scale > 1 ? b : "");
    if (canvas_width(text) > r.cols)
        snprintf(text, sizeof text, "█ = %s slots", b);
    canvas_clip(c, r, 0, 0, r.cols, ROLE_DIM, 0, text);
}

void microscope_whole(const struct scene *s, struct canvas *c, struct rect r, const struct model_format *f)
{
    const struct model_window *w = &s->model->window;
    const int place = place_width(s, f), bar = r.cols - place;
    const int64_t scale = (widest(s, f) + bar - 1) / bar;
    char text[TEXT_SIZE];
    if (place)
        canvas_right(c, r, 0, place - 1, ROLE_DIM, 0, "place");
    draw_scale(s, c, canvas_part(r, 0, place, 1, bar), f, scale);
    for (int i = 0; i < rows_in(w); i++) {
        const struct rect line = canvas_part(r, i + 1, place, 1, bar);
        if (place)
            canvas_right(c, r, i + 1, place - 1, arrays_role(i), 0, text_count(text, w->place[i]));
        for (int64_t j = 0; j * scale < slots_of(s, f, i); j++)
            canvas_text(c, line, 0, (int)j, ROLE_DIM, 0, ARRAYS_PADDING);
        canvas_bar(c, line, 0, 0, (double)w->length[i] / (double)scale, arrays_role(i));
    }
}
