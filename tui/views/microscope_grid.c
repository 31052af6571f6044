/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/microscope.h"

/* A row's or column's number; where it has no room its last digits, as the title says where the window begins. */
static const char *number_of(int64_t number, int room, char out[TEXT_SIZE])
{
    const int n = snprintf(out, TEXT_SIZE, "%lld", (long long)number);
    if (n > room)
        snprintf(out, TEXT_SIZE, "…%0*lld", room - 1, (long long)(number % (int64_t)pow(10, room - 1)));
    return out;
}

/* The numbers, with those of the step marked. Returns the columns used. */
static int draw_grid(struct canvas *c, struct rect r, const struct model_window *w, const struct arrays *a, int done,
                     int marked)
{
    enum { NUMBER = 6 }; /* the most digits of a row or column */
    const int m = (int)(w->to[0] - w->from[0]), all = (int)(w->to[1] - w->from[1]);
    char text[TEXT_SIZE];
    const int label = 2 + (int)strlen(number_of(w->to[0] - 1, NUMBER, text));
    int wide = int_max(2, canvas_width(number_of(w->to[1] - 1, NUMBER, text)));
    const struct arrays_step *now = done ? &a->step[done - 1] : NULL;
    for (int p = 0; p < w->entries; p++)
        wide = int_clamp(canvas_width(arrays_number(text, w->entry[p].value)), wide, 7);
    const int n = int_clamp((r.cols - label) / (wide + 1), 0, all); /* whole numbers, or none */
    if (a->magnitudes)
        canvas_text(c, r, 0, 0, ROLE_TITLE, 0, "|a|");
    if (marked >= 0)
        canvas_text(c, r, marked + 1, 0, ROLE_FOCUS, ATTR_BOLD, "▸");
    if (n < all)
        canvas_text(c, r, 0, label + n * (wide + 1), ROLE_DIM, 0, "…");
    for (int j = 0; j < n; j++) {
        canvas_right(c, r, 0, label + (j + 1) * (wide + 1),
                     now && !now->padding && now->col == j ? ROLE_FOCUS : ROLE_DIM, 0,
                     number_of(w->from[1] + j, wide, text));
    }
    for (int i = 0; i < m; i++) {
        canvas_right(c, r, i + 1, label - 1, (now && now->row == i) || i == marked ? ROLE_FOCUS : ROLE_DIM,
                     i == marked ? ATTR_BOLD : 0, number_of(w->from[0] + i, NUMBER, text));
        for (int j = 0; j < n; j++)
            canvas_right(c, r, i + 1, label + (j + 1) * (wide + 1), ROLE_DIM, 0, arrays_none(c));
    }
    for (int p = 0; p < w->entries; p++) {
        const int i = (int)(w->entry[p].i - w->from[0]), j = (int)(w->entry[p].j - w->from[1]);
        const bool here = now && !now->padding && now->row == i && now->col == j;
        if (j >= n)
            continue;
        canvas_right(c, r, i + 1, label + (j + 1) * (wide + 1), arrays_role(i), here ? ATTR_REVERSE : 0,
                     arrays_number(text, w->entry[p].value));
    }
    return label + n * (wide + 1);
}

/* The number of entries outside the window, after the grid. Returns the columns used. */
static int draw_more(struct canvas *c, struct rect r, int col, const struct model_window *w)
{
    int64_t outside[MODEL_WINDOW];
    char count[TEXT_SIZE], text[TEXT_SIZE + 1];
    const int m = (int)(w->to[0] - w->from[0]);
    int wide = 0;
    for (int i = 0; i < m && i < MODEL_WINDOW; i++)
        outside[i] = w->length[i];
    for (int p = 0; p < w->entries; p++)
        outside[w->entry[p].i - w->from[0]]--;
    for (int i = 0; i < m && i < MODEL_WINDOW; i++)
        if (outside[i] > 0)
            wide = int_clamp(2 + canvas_width(figure_short(count, (double)outside[i])), int_max(wide, 5), 8);
    if (wide == 0 || col + wide >= r.cols)
        return 0;
    for (int i = 0; i < m && i < MODEL_WINDOW; i++) {
        snprintf(text, sizeof text, "+%s", figure_short(count, (double)outside[i]));
        if (outside[i] > 0)
            canvas_right(c, r, i + 1, col + wide, ROLE_DIM, 0, text);
    }
    canvas_right(c, r, 0, col + wide, ROLE_DIM, 0, "more");
    return wide;
}

/* Whether y lacks entries outside the window: no step adds them, or the engine does not tell their sum. */
static bool lacks_entries(const struct model_window *w, const struct arrays *a)
{
    int64_t outside = -w->entries;
    bool lacks = false;
    for (int i = 0; i < w->to[0] - w->from[0] && i < MODEL_WINDOW; i++)
        outside += w->length[i];
    for (int t = 0; t < a->steps; t++)
        lacks |= !a->step[t].padding && isnan(a->step[t].value) && a->step[t].many > 0;
    return lacks || (a->alone && outside > 0);
}

/* y after the grid, in 8 columns. */
static void draw_y(struct canvas *c, struct rect r, int col, const struct model_window *w, const struct arrays *a,
                   int done)
{
    const int m = (int)(w->to[0] - w->from[0]);
    double y[MODEL_WINDOW] = { 0 };
    char text[TEXT_SIZE];
    for (int t = 0; t < done; t++)
        if (!a->step[t].padding && !(a->step[t].many > 0 && isnan(a->step[t].value))) /* its row may lie below */
            y[a->step[t].row] += a->step[t].value;
    canvas_right(c, r, 0, col + 8, ROLE_DIM, 0, lacks_entries(w, a) ? "y here" : "y");
    for (int i = 0; i < m && i < MODEL_WINDOW; i++)
        canvas_right(c, r, i + 1, col + 8, ROLE_TEXT, a->step[done - 1].row == i ? ATTR_BOLD : 0,
                     arrays_number(text, y[i]));
}

int microscope_grid(struct canvas *c, struct rect r, const struct model_window *w, const struct arrays *a, int done,
                    int marked)
{
    int used = draw_grid(c, r, w, a, done, marked);
    used += draw_more(c, r, used, w);
    if (used + 8 + 2 >= r.cols)
        return used;
    if (done)
        draw_y(c, r, used, w, a, done);
    return used + 8; /* reserved, so that nothing moves at the first step */
}
