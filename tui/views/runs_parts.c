/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_parts: a bar for each rank or device of a run: its own work, its exchange, its waiting for others. */
#include "tui/views/runs.h"
#include "tui/views/stack.h"

enum { TIMES = 3, COLUMNS = 5, NAME = 10, NUMBERS = 50 };
static const int ends[COLUMNS] = { 10, 21, 31, 41, NUMBERS };
static const struct stack_piece pieces[TIMES] = {
    { "local", 0x2588, '#', ROLE_OK },
    { "exchange", 0x2592, 'x', ROLE_GPU },
    { "waiting", 0x2591, '.', ROLE_BAD },
};

static int bar_width(const struct runs_panel *p)
{
    const int room = p->rect.cols - NAME - NUMBERS - 2;
    return room > 60 ? 60 : room > 8 ? room : 8;
}

/* Column i of the numbers, if it fits. Returns where the text begins. */
static int put_column(const struct runs_panel *p, int row, int i, enum role role, const char *text)
{
    const int end = NAME + bar_width(p) + ends[i];
    if (end >= p->rect.cols)
        return p->rect.cols;
    canvas_right(p->canvas, p->rect, row, end, role, 0, text);
    return end - canvas_width(text);
}

static void draw_titles(const struct runs_panel *p, int row)
{
    for (int i = 0; i < TIMES; i++)
        stack_put(p->canvas, p->rect, row, put_column(p, row, i, ROLE_DIM, pieces[i].name) - 2, &pieces[i]);
    put_column(p, row, TIMES, ROLE_DIM, "messages");
    put_column(p, row, TIMES + 1, ROLE_DIM, "bytes");
}

/* [name, local, exchange, waiting, messages, bytes] */
static void draw_part(const struct runs_panel *p, int row, const json_t *part)
{
    const char *name = json_string_value(json_array_get(part, 0));
    double value[COLUMNS];
    char text[TEXT_SIZE];

    for (size_t i = 0; i < COLUMNS; i++)
        value[i] = json_number_value(json_array_get(part, i + 1));
    canvas_clip(p->canvas, p->rect, row, 1, NAME - 1, ROLE_TEXT, 0, name ? name : "");
    stack_draw(p->canvas, p->rect, row, NAME, bar_width(p), pieces, value, TIMES);
    for (int i = 0; i < TIMES; i++)
        put_column(p, row, i, ROLE_TEXT, figure_ms(text, value[i]));
    put_column(p, row, TIMES, ROLE_TEXT, text_count(text, (int64_t)value[TIMES]));
    put_column(p, row, TIMES + 1, ROLE_TEXT, figure_bytes(text, value[TIMES + 1]));
}

int runs_parts_lines(const struct model_run *r)
{
    const int n = (int)json_array_size(json_object_get(r->event, "parts"));
    return n > 0 ? n + 1 : 0;
}

void runs_parts(const struct runs_panel *p, int row, int lines, const struct model_run *r)
{
    const json_t *parts = json_object_get(r->event, "parts");
    const int n = (int)json_array_size(parts), shown = n < lines ? n : lines - 2;
    char text[40];
    if (shown < 1)
        return;
    draw_titles(p, row);
    for (int i = 0; i < shown; i++)
        draw_part(p, row + 1 + i, json_array_get(parts, (size_t)i));
    if (shown < n) {
        snprintf(text, sizeof text, "and %d more", n - shown);
        canvas_text(p->canvas, p->rect, row + 1 + shown, 1, ROLE_DIM, 0, text);
    }
}
