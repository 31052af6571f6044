/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas/canvas.h"

#include <stdarg.h>

bool canvas_init(struct canvas *c, int rows, int cols, bool ascii, struct err *e)
{
    *c = (struct canvas){ .rows = rows > 0 ? rows : 0, .cols = cols > 0 ? cols : 0, .ascii = ascii };
    size_t cells = (size_t)c->rows * (size_t)c->cols;
    c->cell = calloc(cells + 1, sizeof *c->cell);
    if (!c->cell)
        return err_nomem(e, "the screen", cells * sizeof *c->cell);
    canvas_clear(c);
    return true;
}

void canvas_free(struct canvas *c)
{
    if (c->lines)
        fclose(c->lines);
    free(c->drawn);
    free(c->cell);
    *c = (struct canvas){ 0 };
}

void canvas_clear(struct canvas *c)
{
    for (int i = 0; i < c->rows * c->cols; i++)
        c->cell[i] = (struct cell){ .glyph = ' ' };
}

/* ---- putting ---- */

struct rect canvas_part(struct rect r, int row, int col, int rows, int cols)
{
    int row0 = row > 0 ? row : 0, col0 = col > 0 ? col : 0;
    int row1 = row + rows < r.rows ? row + rows : r.rows, col1 = col + cols < r.cols ? col + cols : r.cols;
    return (struct rect){ r.row + row0, r.col + col0, row1 > row0 ? row1 - row0 : 0, col1 > col0 ? col1 - col0 : 0 };
}

static struct cell *cell_at(struct canvas *c, struct rect r, int row, int col)
{
    if (row < 0 || col < 0 || row >= r.rows || col >= r.cols)
        return NULL;
    row += r.row;
    col += r.col;
    if (row < 0 || col < 0 || row >= c->rows || col >= c->cols)
        return NULL;
    return &c->cell[row * c->cols + col];
}

void canvas_put2(struct canvas *c, struct rect r, int row, int col, uint32_t glyph, enum role role, enum role back)
{
    struct cell *at = cell_at(c, r, row, col);
    if (at)
        *at = (struct cell){ c->ascii ? canvas_ascii(glyph) : glyph, (uint8_t)role, 0, (uint8_t)back };
}

void canvas_copy(struct canvas *c, struct rect r, const struct canvas *from, int top)
{
    for (int row = 0; row < r.rows && top + row < from->rows; row++)
        for (int col = 0; col < r.cols && col < from->cols; col++) {
            struct cell *at = cell_at(c, r, row, col);
            if (at)
                *at = from->cell[(top + row) * from->cols + col];
        }
}

void canvas_put(struct canvas *c, struct rect r, int row, int col, uint32_t glyph, enum role role, unsigned attr)
{
    struct cell *at = cell_at(c, r, row, col);
    if (at)
        *at = (struct cell){ c->ascii ? canvas_ascii(glyph) : glyph, (uint8_t)role, (uint8_t)attr, ROLE_TEXT };
}

int canvas_text(struct canvas *c, struct rect r, int row, int col, enum role role, unsigned attr, const char *utf8)
{
    int used = 0;
    for (int bytes; *utf8; utf8 += bytes, used++) {
        const uint32_t glyph = canvas_decode(utf8, &bytes);
        const struct cell *before = cell_at(c, r, row, col + used - 1);
        const bool room = c->ascii && glyph == CANVAS_PLUS_MINUS && before && before->glyph == ' ';
        if (room)
            canvas_put(c, r, row, col + used - 1, '+', role, attr);
        canvas_put(c, r, row, col + used, room ? '-' : glyph, role, attr);
    }
    return used;
}

int canvas_print(struct canvas *c, struct rect r, int row, int col, enum role role, unsigned attr, const char *format,
                 ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return canvas_text(c, r, row, col, role, attr, text);
}

int canvas_right(struct canvas *c, struct rect r, int row, int col, enum role role, unsigned attr, const char *utf8)
{
    int from = col - canvas_width(utf8);
    canvas_text(c, r, row, from, role, attr, utf8);
    return from;
}

static bool is_of_number(const struct cell *at)
{
    return at && ((at->glyph >= '0' && at->glyph <= '9') || at->glyph == '.' || at->glyph == ',');
}

void canvas_clip(struct canvas *c, struct rect r, int row, int col, int end, enum role role, unsigned attr,
                 const char *utf8)
{
    if (end < r.cols)
        r.cols = end;
    canvas_text(c, r, row, col, role, attr, utf8);
    int at = r.cols - 1;
    if (at < col || col + canvas_width(utf8) <= r.cols)
        return;
    /* in ASCII the mark is a point: behind half a number it would make another number */
    for (; c->ascii && at > col && is_of_number(cell_at(c, r, row, at)) && is_of_number(cell_at(c, r, row, at - 1));
         at--)
        canvas_put(c, r, row, at, ' ', role, attr);
    canvas_put(c, r, row, at, 0x2026, role, attr);
}

int canvas_line(const char *utf8, int cols, int *shown)
{
    int used = 0, blank = 0, bytes;
    for (int col = 0; utf8[used] && col < cols; col++, used += bytes) {
        if (utf8[used] == ' ')
            blank = used;
        canvas_decode(utf8 + used, &bytes);
    }
    int end = utf8[used] && utf8[used] != ' ' && blank > 0 ? blank : used;
    *shown = end;
    return end + (int)strspn(utf8 + end, " ");
}

int canvas_lines(const char *utf8, int cols, int most)
{
    int n = 0, shown;
    for (; *utf8 && n < most && cols > 0; n++)
        utf8 += canvas_line(utf8, cols, &shown);
    return n;
}

int canvas_wrap(struct canvas *c, struct rect r, int row, int col, int lines, enum role role, const char *utf8)
{
    int used = 0, next;
    struct rect in = canvas_part(r, row, col, lines, r.cols - col);
    for (; *utf8 && used < in.rows && in.cols > 0; used++, utf8 += next) {
        char text[1024];
        int bytes;
        next = canvas_line(utf8, in.cols, &bytes);
        bool last = used + 1 == in.rows; /* text that does not fit ends in … */
        snprintf(text, sizeof text, "%.*s", last ? (int)sizeof text - 1 : bytes, utf8);
        canvas_clip(c, in, used, 0, in.cols, role, 0, text);
    }
    return used;
}

void canvas_bar(struct canvas *c, struct rect r, int row, int col, double length, enum role role)
{
    if (!(length > 0)) /* NaN too */
        return;
    int eighths = (int)lround(fmin(length, r.cols) * 8);
    int full = eighths / 8, rest = eighths % 8;
    for (int i = 0; i < full; i++)
        canvas_put(c, r, row, col + i, 0x2588, role, 0);
    if (rest) /* U+258F is one eighth, U+2589 seven */
        canvas_put(c, r, row, col + full, 0x2590 - (uint32_t)rest, role, 0);
}

void canvas_spark(struct canvas *c, struct rect r, int row, int col, const double *share, int n, enum role role)
{
    for (int i = 0; i < n; i++) {
        double eighths = share[i] > 0 ? 8 * share[i] : 0; /* not for NaN */
        int level = eighths < 1 ? 0 : eighths >= 7.5 ? 7 : (int)(eighths - 0.5);
        canvas_put(c, r, row, col + i, 0x2581 + (uint32_t)level, role, 0);
    }
}

/* ---- frames ---- */

/* Focus shows as a heavier line, not by colour alone. */
struct rect canvas_frame(struct canvas *c, struct rect r, bool focused)
{
    static const uint32_t corners[2][4] = { { 0x256d, 0x256e, 0x2570, 0x256f }, { 0x250f, 0x2513, 0x2517, 0x251b } };
    enum role role = focused ? ROLE_FOCUS : ROLE_FRAME;
    uint32_t across = focused ? 0x2501 : 0x2500, down = focused ? 0x2503 : 0x2502;
    for (int j = 0; j < r.cols; j++) {
        canvas_put(c, r, 0, j, across, role, 0);
        canvas_put(c, r, r.rows - 1, j, across, role, 0);
    }
    for (int i = 0; i < r.rows; i++) {
        canvas_put(c, r, i, 0, down, role, 0);
        canvas_put(c, r, i, r.cols - 1, down, role, 0);
    }
    for (int i = 0; i < 4; i++)
        canvas_put(c, r, i < 2 ? 0 : r.rows - 1, i % 2 ? r.cols - 1 : 0, corners[focused][i], role, 0);
    return canvas_part(r, 1, 2, r.rows - 2, r.cols - 4);
}

struct rect canvas_head(struct canvas *c, struct rect r, bool focused)
{
    for (int j = 0; j < r.cols; j++)
        canvas_put(c, r, 0, j, focused ? 0x2501 : 0x2500, focused ? ROLE_FOCUS : ROLE_FRAME, 0);
    return canvas_part(r, 1, 1, r.rows - 1, r.cols - 2);
}

/* ---- text ---- */

char *canvas_to_text(const struct canvas *c)
{
    char *text = malloc((size_t)c->rows * ((size_t)c->cols * 4 + 1) + 1), *p = text;
    if (!text)
        return NULL;
    for (int i = 0; i < c->rows; i++) {
        const struct cell *line = &c->cell[i * c->cols];
        int used = c->cols;
        while (used > 0 && line[used - 1].glyph == ' ')
            used--;
        for (int j = 0; j < used; j++)
            p += canvas_encode(line[j].glyph, p);
        *p++ = '\n';
    }
    *p = 0;
    return text;
}
