/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays_draw: the arrays of a format as text. Pictures (ELLPACK, blocks, diagonals) have a fixed number of slots per
   line; other arrays are wrapped, with a bar where a row begins. Where they have too few rows, each shows a part. */
#include "tui/views/arrays.h"

#include <limits.h>

#include "tui/views/scene.h"

/* Draws, or with canvas {0} measures. Rows above `top` are hidden. */
struct arrays_pen {
    struct canvas *c;
    struct rect r;
    const struct arrays *a;
    int step, top, row;
    int last; /* the last line with a number of the step; -1: none */
};

/* What has lines of its own: an array that wraps, or one or two pictures. */
struct arrays_part {
    int at;        /* the array */
    int lines;     /* in all… */
    int rows, top; /* …and those shown, so that the numbers of the step are among them */
};

enum role arrays_role(int row)
{
    static const enum role roles[] = { ROLE_CPU, ROLE_GPU, ROLE_PEER }; /* distinct in all themes */
    return roles[row % 3];
}

char *arrays_number(char out[TEXT_SIZE], double value)
{
    if (value == trunc(value) && fabs(value) < (value < 0 ? 1e5 : 1e6)) {
        snprintf(out, TEXT_SIZE, "%.0f", value);
        return out;
    }
    for (int digits = 3; digits > 0; digits--) {
        snprintf(out, TEXT_SIZE, "%.*g", digits, value);
        figure_exponent(out);
        if (strlen(out) <= 6)
            break;
    }
    return out;
}

const char *arrays_none(const struct canvas *c)
{
    return c->ascii ? "." : "·";
}

/* "26"; "▒"; "+901": entries outside the window; "▒889": slots of padding. An index is exact. */
static const char *slot_text(const struct arrays_one *o, int i, char out[TEXT_SIZE])
{
    char count[TEXT_SIZE] = "";
    const struct arrays_slot *s = &o->slot[i];
    if (s->outside)
        return "…";
    if (s->many)
        snprintf(out, TEXT_SIZE, "%s%s", s->padding ? ARRAYS_PADDING : "+", figure_short(count, (double)s->many));
    else if (s->padding)
        return ARRAYS_PADDING;
    else if (o->values)
        return arrays_number(out, s->number);
    else
        snprintf(out, TEXT_SIZE, "%.0f", s->number);
    return out;
}

static int width_of(const struct arrays_one *o)
{
    char text[TEXT_SIZE];
    int width = 1;
    for (int i = 0; i < o->slots; i++)
        if (!o->slot[i].blank)
            width = int_max(width, canvas_width(slot_text(o, i, text)));
    return width;
}

/* The columns of a picture, whose name may be wider than its slots; 0: the array has none. */
static int picture_width(const struct arrays *a, int i)
{
    const struct arrays_one *o = &a->array[i];
    const int name = canvas_width(o->name) + (a->magnitudes && o->values ? 2 : 0);
    return o->line > 0 ? int_max(o->line * (width_of(o) + 1), name) : 0;
}

int arrays_width(const struct arrays *a)
{
    int widest = 0;
    for (int i = 0; i < a->arrays; i++)
        widest = int_max(widest, picture_width(a, i));
    return widest;
}

int arrays_abreast(const struct arrays *a)
{
    int sum = 0;
    for (int i = 0; i < a->arrays; i++) {
        if (a->array[i].line == 0)
            return INT_MAX;
        sum += picture_width(a, i) + 2 * (i > 0);
    }
    return sum;
}

static void put_slot(struct arrays_pen *p, int row, int end, const struct arrays_one *o, int i)
{
    char text[TEXT_SIZE];
    const struct arrays_slot *s = &o->slot[i];
    const bool here = p->step >= s->first && p->step < s->end;
    const enum role role = s->padding || s->outside ? ROLE_DIM : s->row >= 0 ? arrays_role(s->row) : ROLE_TEXT;
    canvas_right(p->c, p->r, row - p->top, end, role, here ? ATTR_REVERSE : 0, slot_text(o, i, text));
    if (here)
        p->last = int_max(p->last, row);
}

static void put_name(struct arrays_pen *p, int row, int col, const struct arrays_one *o)
{
    const char *bar = p->a->magnitudes && o->values ? "|" : "";
    canvas_print(p->c, p->r, row - p->top, col, ROLE_TITLE, 0, "%s%s%s", bar, o->name, bar);
}

enum { NAME = 10 }; /* columns of the name of a wrapped array */

/* To the next line, where `width` columns have no room in this one, at whose end is room for marks. */
static void wrap(struct arrays_pen *p, int *col, int width)
{
    if (*col == NAME || *col + width <= p->r.cols - 2)
        return;
    *col = NAME;
    p->row++;
}

/* Wrapped after its name; `width`: of a slot. */
static void put_wrapped(struct arrays_pen *p, const struct arrays_one *o, int width)
{
    int col = NAME;
    put_name(p, int_max(p->row, p->top), 0, o); /* beside the first line shown */
    for (int i = 0; i < o->slots; i++) {
        if (o->slot[i].begins && i > 0) {
            wrap(p, &col, 1);
            canvas_text(p->c, p->r, p->row - p->top, col, ROLE_FRAME, 0, "│");
            col += 2;
        }
        if (o->slot[i].blank)
            continue;
        wrap(p, &col, width);
        put_slot(p, p->row, col + width, o, i);
        col += width + 1;
    }
    p->row++;
}

/* A fixed number of slots per line, below its name, which stays where lines have left at the top; from column `col` on.
   Returns the lines. */
static int put_picture(struct arrays_pen *p, const struct arrays_one *o, int col, int width)
{
    const int line = o->line > 0 ? o->line : 1, name = p->r.rows > 1 ? int_max(p->row, p->top) : p->row;
    put_name(p, name, col, o);
    for (int i = 0; i < o->slots; i++)
        if (!o->slot[i].blank && p->row + 1 + i / line > name)
            put_slot(p, p->row + 1 + i / line, col + (i % line + 1) * (width + 1), o, i);
    return 1 + (o->slots + line - 1) / line;
}

/* Array i as a picture, and the next one beside it if both fit. Returns how many were drawn. */
static int put_pictures(struct arrays_pen *p, int i)
{
    const struct arrays_one *o = &p->a->array[i], *next = i + 1 < p->a->arrays ? o + 1 : NULL;
    const int used = picture_width(p->a, i) + 2;
    const int both = next && next->line > 0 ? used + picture_width(p->a, i + 1) : p->r.cols + 1;
    const int lines = put_picture(p, o, 0, width_of(o));
    if (both <= p->r.cols)
        put_picture(p, next, used, width_of(next));
    p->row += lines;
    return both <= p->r.cols ? 2 : 1;
}

/* Whether each number belongs to one step. */
static bool is_of_entries(const struct arrays_one *o)
{
    int i = 0;
    while (i < o->slots && (o->slot[i].blank || o->slot[i].end == o->slot[i].first + 1))
        i++;
    return i == o->slots;
}

/* Array i, and perhaps the next one. Returns how many were drawn. */
static int put_part(struct arrays_pen *p, int i)
{
    const struct arrays_one *o = &p->a->array[i];
    if (o->line > 0)
        return put_pictures(p, i);
    int width = width_of(o);
    for (int j = 0; j < p->a->arrays; j++) /* numbers of one entry are aligned */
        if (p->a->array[j].slots == o->slots && p->a->array[j].line == 0 && is_of_entries(o))
            width = int_max(width, width_of(&p->a->array[j]));
    put_wrapped(p, o, width);
    return 1;
}

static int measure_parts(const struct arrays *a, int cols, int step, struct arrays_part part[ARRAYS_MAX])
{
    struct canvas none = { 0 };
    int n = 0;
    for (int i = 0; i < a->arrays; n++) {
        struct arrays_pen p = { .c = &none, .r = { .cols = cols }, .a = a, .step = step, .last = -1 };
        part[n].at = i;
        i += put_part(&p, i);
        part[n] = (struct arrays_part){ part[n].at, p.row, 0, p.last };
    }
    return n;
}

/* All lines, or an even share of the rows for each part, so that none hides another. Returns the number of parts. */
static int share_rows(const struct arrays *a, struct rect r, int step, struct arrays_part part[ARRAYS_MAX])
{
    const int n = measure_parts(a, r.cols, step, part);
    for (int left = r.rows, given = 1; left > 0 && given > 0; left -= given) {
        struct arrays_part *least = NULL;
        for (int i = 0; i < n; i++)
            if (part[i].rows < part[i].lines && (!least || part[i].rows < least->rows))
                least = &part[i];
        given = !least ? 0 : least->rows == 0 && a->array[least->at].line > 0 ? int_min(2, left) : 1; /* name, slots */
        if (least)
            least->rows += given;
    }
    for (int i = 0; i < n; i++)
        part[i].top = int_max(0, part[i].top + 1 - part[i].rows);
    return n;
}

int arrays_lines(const struct arrays *a, int cols)
{
    struct arrays_part part[ARRAYS_MAX];
    int lines = 0;
    for (int i = measure_parts(a, cols, -1, part) - 1; i >= 0; i--)
        lines += part[i].lines;
    return lines;
}

int arrays_scroll(struct rect r, const struct arrays *a, int step, int down)
{
    struct arrays_part part[ARRAYS_MAX];
    int up = 0, most = 0;
    for (int i = share_rows(a, r, step, part) - 1; i >= 0; i--) {
        up = int_max(up, part[i].top);
        most = int_max(most, part[i].lines - part[i].rows - part[i].top);
    }
    return int_clamp(down, -up, most);
}

/* One part, with marks where it goes on. */
static void draw_part(struct canvas *c, struct rect r, const struct arrays *a, int step, const struct arrays_part *part,
                      int down)
{
    const int top = int_clamp(part->top + down, 0, part->lines - r.rows);
    struct arrays_pen p = { .c = c, .r = r, .a = a, .step = step, .top = top };
    if (r.rows < 1)
        return;
    put_part(&p, part->at);
    if (top + r.rows < part->lines)
        canvas_put(c, r, r.rows - 1, r.cols - 1, 0x25be, ROLE_FOCUS, 0);
    if (top > 0)
        canvas_put(c, r, 0, r.cols - 1 - (r.rows == 1), 0x25b4, ROLE_FOCUS, 0);
}

int arrays_draw(struct canvas *c, struct rect r, const struct arrays *a, int step, int down)
{
    struct arrays_part part[ARRAYS_MAX];
    int row = 0;
    if (r.rows < 1 || r.cols < 1)
        return 0;
    const int n = share_rows(a, r, step, part);
    for (int i = 0; i < n; i++) {
        draw_part(c, canvas_part(r, row, 0, part[i].rows, r.cols), a, step, &part[i], down);
        row += part[i].rows;
    }
    return row;
}
