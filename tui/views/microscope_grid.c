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

enum { Y = 8, MARGIN = 2 }; /* columns of y, and free ones behind it */

/* Whole columns of numbers, beside `others` more columns if that leaves two; where some are missing, `…` follows. */
static int columns_in(int room, int others, int wide, int all)
{
    if (room - others >= all * (wide + 1))
        return all;
    const int n = (room - others - 2) / (wide + 1);
    return int_clamp(n >= 2 || others == 0 ? n : columns_in(room, 0, wide, all), 0, all);
}

/* x above its columns; that of the step is marked. */
static void draw_x(struct canvas *c, struct rect r, int label, int wide, int n, const struct arrays_step *now)
{
    char text[TEXT_SIZE];
    canvas_right(c, r, 0, label - 1, ROLE_DIM, 0, "x");
    for (int j = 0; j < n; j++)
        canvas_right(c, r, 0, label + (j + 1) * (wide + 1), ROLE_TEXT, now && now->col == j ? ATTR_REVERSE : 0,
                     text_count(text, (int64_t)ARRAYS_X(j)));
}

/* The numbers, with those of the step marked; x on the line above them. Returns the columns used. */
static int draw_grid(struct canvas *c, struct rect above, const struct model_window *w, const struct arrays *a,
                     const struct microscope_marks *at, int others)
{
    const struct rect r = canvas_part(above, at->x, 0, above.rows - at->x, above.cols);
    enum { NUMBER = 6 }; /* the most digits of a row or column */
    const int m = (int)(w->to[0] - w->from[0]), all = (int)(w->to[1] - w->from[1]);
    char text[TEXT_SIZE];
    const int label = 2 + (int)strlen(number_of(w->to[0] - 1, NUMBER, text));
    int wide = int_max(2, canvas_width(number_of(w->to[1] - 1, NUMBER, text)));
    const struct arrays_step *now = at->done ? &a->step[at->done - 1] : NULL;
    for (int p = 0; p < w->entries; p++)
        wide = int_clamp(canvas_width(arrays_number(text, w->entry[p].value)), wide, 7);
    const int n = columns_in(r.cols - label, others, wide, all);
    if (at->x)
        draw_x(c, above, label, wide, n, now);
    if (a->magnitudes)
        canvas_text(c, r, 0, 0, ROLE_TITLE, 0, "|a|");
    if (at->row >= 0)
        canvas_text(c, r, at->row + 1, 0, ROLE_FOCUS, ATTR_BOLD, "▸");
    if (n < all)
        canvas_text(c, r, 0, label + n * (wide + 1) + 1, ROLE_DIM, 0, "…");
    for (int j = 0; j < n; j++) {
        canvas_right(c, r, 0, label + (j + 1) * (wide + 1),
                     now && !now->padding && now->col == j ? ROLE_FOCUS : ROLE_DIM, 0,
                     number_of(w->from[1] + j, wide, text));
    }
    for (int i = 0; i < m; i++) {
        canvas_right(c, r, i + 1, label - 1, (now && now->row == i) || i == at->row ? ROLE_FOCUS : ROLE_DIM,
                     i == at->row ? ATTR_BOLD : 0, number_of(w->from[0] + i, NUMBER, text));
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
    return label + n * (wide + 1) + 2 * (n < all);
}

/* The number of entries outside the window, of each row. Returns the columns that they need. */
static int count_more(const struct model_window *w, int64_t outside[MODEL_WINDOW])
{
    char count[TEXT_SIZE];
    const int m = (int)(w->to[0] - w->from[0]);
    int wide = 0;
    for (int i = 0; i < m && i < MODEL_WINDOW; i++)
        outside[i] = w->length[i];
    for (int p = 0; p < w->entries; p++)
        outside[w->entry[p].i - w->from[0]]--;
    for (int i = 0; i < m && i < MODEL_WINDOW; i++)
        if (outside[i] > 0)
            wide = int_clamp(2 + canvas_width(figure_short(count, (double)outside[i])), int_max(wide, 5), 8);
    return wide;
}

/* That after the grid. Returns the columns used. */
static int draw_more(struct canvas *c, struct rect r, int col, const struct model_window *w)
{
    int64_t outside[MODEL_WINDOW];
    char count[TEXT_SIZE], text[TEXT_SIZE + 1];
    const int m = (int)(w->to[0] - w->from[0]), wide = count_more(w, outside);
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

/* y after the grid, in Y columns. */
static void draw_y(struct canvas *c, struct rect r, int col, const struct model_window *w, const struct arrays *a,
                   int done)
{
    const int m = (int)(w->to[0] - w->from[0]);
    double y[MODEL_WINDOW] = { 0 };
    char text[TEXT_SIZE];
    for (int t = 0; t < done; t++)
        if (!a->step[t].padding && !(a->step[t].many > 0 && isnan(a->step[t].value))) /* its row may lie below */
            y[a->step[t].row] += a->step[t].value * arrays_x(&a->step[t]);
    canvas_right(c, r, 0, col + Y, ROLE_DIM, 0, lacks_entries(w, a) ? "y here" : "y");
    for (int i = 0; i < m && i < MODEL_WINDOW; i++)
        canvas_right(c, r, i + 1, col + Y, ROLE_TEXT, a->step[done - 1].row == i ? ATTR_BOLD : 0,
                     arrays_number(text, y[i]));
}

int microscope_grid(struct canvas *c, struct rect above, const struct model_window *w, const struct arrays *a,
                    const struct microscope_marks *at)
{
    int64_t outside[MODEL_WINDOW];
    const struct rect r = canvas_part(above, at->x, 0, above.rows - at->x, above.cols);
    int used = draw_grid(c, above, w, a, at, count_more(w, outside) + Y + MARGIN);
    used += draw_more(c, r, used, w);
    if (used + Y + MARGIN > r.cols)
        return used;
    if (at->done)
        draw_y(c, r, used, w, a, at->done);
    return used + Y; /* reserved, so that nothing moves at the first step */
}
